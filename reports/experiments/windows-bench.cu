// One program that runs on arrays in device memory beside one that holds windows of them: time, memory, results.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cmath>
#include <vector>
#include <thread>
#include <atomic>
#include <chrono>
#include <cuda_runtime.h>
#include <cuda_profiler_api.h>
#ifndef TYPE
#define TYPE float
#endif
extern "C" cudaError_t whole_run(TYPE *a, int n, cudaStream_t stream);
#ifdef LANES
#endif
extern "C" cudaError_t windows_run(TYPE *a, int n, cudaStream_t stream);
#define CK(x) do { cudaError_t e=(x); if(e!=cudaSuccess){printf("%s: %s line %d\n",#x,cudaGetErrorString(e),__LINE__);exit(1);} } while(0)
static double now(){return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();}
static size_t used(){ size_t f,t; CK(cudaMemGetInfo(&f,&t)); return t-f; }
static void gen(TYPE*h,long long n,int exact,int seed){ std::vector<std::thread> th; for(int t=0;t<16;t++) th.emplace_back([=]{ for(long long i=t*n/16;i<(t+1)*n/16;i++){ unsigned x=12345u+seed+(unsigned)i*2654435761u; for(long long j=0;j<n;j++){ x=x*1664525u+1013904223u;
#ifdef LOGICAL
  h[i*n+j]= (x>>8)%(unsigned)(n/2)==0 ;
#elif defined(WIDEST)
  h[i*n+j]= i==j?1e30f:(float)((x>>8)*(1.0/16777216.0));
#else
  h[i*n+j]= i==j?0.0f:(exact?(float)(1+(x>>8)%1000000):(float)((x>>8)*(100.0/16777216.0)));
#endif
  } } }); for(auto&t:th) t.join(); }
int main(int argc,char**argv){
  int n=atoi(argv[1]); int runs=argc>2?atoi(argv[2]):1; size_t bytes=(size_t)n*n*sizeof(TYPE);
  CK(cudaFree(0)); TYPE*h; CK(cudaMallocHost(&h,bytes)); std::vector<TYPE> ref((size_t)n*n);
  for(int exact=1;exact>=(n>20000?1:0);exact--){
    gen(h,n,exact,7);
    { TYPE*d; CK(cudaMalloc(&d,bytes)); double best=1e9; for(int r=0;r<runs;r++){ CK(cudaMemcpy(d,h,bytes,cudaMemcpyHostToDevice)); double t=now(); CK(whole_run(d,n,0)); CK(cudaDeviceSynchronize()); t=now()-t; if(t<best)best=t; printf("  whole run %d: %.4f s\n",r,t); }
      printf("n %d, data %s: whole arrays on the device: %.4f s, %.2f T updates/s\n",n,exact?"whole numbers":"random",best,(double)n*n*n/best/1e12); CK(cudaMemcpy(ref.data(),d,bytes,cudaMemcpyDeviceToHost)); CK(cudaFree(d)); fflush(stdout); }
    size_t before=used(); std::atomic<bool> stop(false); std::atomic<size_t> most(0); std::thread watch([&]{ while(!stop){ size_t u=used(); if(u>most) most=u; std::this_thread::sleep_for(std::chrono::milliseconds(5)); } });
    double best=1e9; for(int r=0;r<runs;r++){ if(r) gen(h,n,exact,7); double t=now(); CK(windows_run(h,n,0)); CK(cudaDeviceSynchronize()); t=now()-t; if(t<best)best=t; printf("  windows run %d: %.4f s\n",r,t); fflush(stdout); }
    stop=true; watch.join();
    std::atomic<size_t> bad(0); double worst=0; std::vector<double> w(16); std::vector<std::thread> th; for(int t=0;t<16;t++) th.emplace_back([&,t]{ size_t b=0; double m=0; for(size_t e=(size_t)n*n*t/16;e<(size_t)n*n*(t+1)/16;e++) if(memcmp(&ref[e],&h[e],sizeof(TYPE))){ b++; m=fmax(m,fabs((double)ref[e]-(double)h[e])/fabs((double)ref[e])); } bad+=b; w[t]=m; }); for(auto&t:th) t.join(); for(double x:w) worst=fmax(worst,x);
    printf("n %d, data %s: windows: %.4f s, %.2f T updates/s; memory of the run %.0f MB (%.0f MB with all else); elements that differ: %zu, largest relative difference %.2g\n",n,exact?"whole numbers":"random",best,(double)n*n*n/best/1e12,(most-before)/1e6,(double)most/1e6,bad.load(),worst); fflush(stdout);
  }
}

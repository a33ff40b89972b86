// Times LU with kernels taken from two cubins, level by level from the one or the other, in one process: what the compiler has to
// do with a difference in time. Data, memory and launches (a CUDA graph) are the same for all; medians of 15 runs, of 7 above n = 10000.
//
//   nvcc -O2 -std=c++17 -arch=sm_90 -I DIR -o bench cubin-bench.cu
//   ./bench A.cubin B.cubin OFFSET MASK.. -- N..          bit l of MASK: level l from B; OFFSET bytes before the matrix
//
// DIR holds what `tilewright generate` wrote for lu and run.cu, made of its lu_run.cu:
//
//   sed -e '/#define lu_level/d' -e 's/#include "lu.cu"/#include "launch.h"/' -e 's/cudaFuncSetAttribute(lu_level\(.\)/cudaFuncSetAttribute((const void *)lu_kernels[\1]/' \
//       -e 's/lu_level\(.\)<<<\(.*\)>>>(/launch(lu_kernels[\1], \2, /' lu_run.cu > run.cu
//
// One cubin is what nvcc -cubin makes of lu.cu, the other one what NVRTC makes of it with --gpu-architecture=sm_90 --std=c++17.
#include <cuda_runtime.h>
#include "run.cu"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <algorithm>
#include <vector>
#define CK(x) do{cudaError_t e_=(x);if(e_!=cudaSuccess){printf("%s:%d %s\n",__FILE__,__LINE__,cudaGetErrorString(e_));exit(3);}}while(0)
cudaKernel_t lu_kernels[5];
__global__ void fillk(float*a,long long pitch,int n){for(long long g=blockIdx.x*256ll+threadIdx.x;g<(long long)n*n;g+=gridDim.x*256ll){long long i=g/n,j=g%n;unsigned long long z=(g+1)*0x9E3779B97F4A7C15ull;z=(z^(z>>30))*0xBF58476D1CE4E5B9ull;z=(z^(z>>27))*0x94D049BB133111EBull;z^=z>>31;float u=((z>>41)+0.5f)*0x1p-23f;a[i*pitch+j]=i==j?n+u:u;}}
int main(int c,char**v){
  cudaLibrary_t l[2];for(int x=0;x<2;++x)CK(cudaLibraryLoadFromFile(&l[x],v[1+x],0,0,0,0,0,0));
  long long off=atoll(v[3]);std::vector<int>masks;int q=4;for(;q<c&&strcmp(v[q],"--");++q)masks.push_back(atoi(v[q]));
  cudaStream_t s;CK(cudaStreamCreate(&s));cudaEvent_t b,e;cudaEventCreate(&b);cudaEventCreate(&e);
  for(++q;q<c;++q){int n=atoi(v[q]);long long p=lu_a_pitch(n);char*base;float*a,*o;CK(cudaMalloc(&base,4*p*n+off+65536));a=(float*)(base+off);CK(cudaMalloc(&o,4*p*n));fillk<<<4096,256>>>(o,p,n);CK(cudaDeviceSynchronize());
   std::vector<float> first;
   for(int m:masks){for(int k=0;k<5;++k){char name[20];sprintf(name,"lu_level%d",k);CK(cudaLibraryGetKernel(&lu_kernels[k],l[m>>k&1],name));}
    CK(cudaMemcpyAsync(a,o,4*p*n,cudaMemcpyDeviceToDevice,s));CK(lu_run(a,n,s));CK(cudaStreamSynchronize(s));CK(cudaMemcpyAsync(a,o,4*p*n,cudaMemcpyDeviceToDevice,s));cudaGraph_t gr;cudaGraphExec_t g;CK(cudaStreamBeginCapture(s,cudaStreamCaptureModeRelaxed));CK(lu_run(a,n,s));CK(cudaStreamEndCapture(s,&gr));CK(cudaGraphInstantiate(&g,gr,cudaGraphInstantiateFlagUseNodePriority));
    int R=n>10000?7:15;std::vector<float>t(R);for(int r=0;r<R;++r){CK(cudaMemcpyAsync(a,o,4*p*n,cudaMemcpyDeviceToDevice,s));cudaEventRecord(b,s);CK(cudaGraphLaunch(g,s));cudaEventRecord(e,s);CK(cudaStreamSynchronize(s));cudaEventElapsedTime(&t[r],b,e);}
    std::sort(t.begin(),t.end());std::vector<float>x(1024);CK(cudaMemcpy(x.data(),a+p*(n-1)+n-1024,4096,cudaMemcpyDeviceToHost));if(first.empty())first=x;
    printf("%s / %s offset %lld n=%d levels from second %02x: %8.3f ms (%.3f .. %.3f) last row %s\n",v[1],v[2],off,n,m,t[R/2],t[0],t[R-1],x==first?"equal":"DIFFERENT");fflush(stdout);cudaGraphExecDestroy(g);cudaGraphDestroy(gr);}
   cudaFree(base);cudaFree(o);}
}

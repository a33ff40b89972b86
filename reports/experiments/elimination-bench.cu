// Times a generated program twice: launched one by one, and as a CUDA graph. The matrix is filled on the device and copied
// there before each run; medians of 11 runs, of 5 above n = 10000. A negative size is checked against one launch per k instead.
//
//   nvcc -O3 -std=c++17 -arch=sm_90 -I DIR -DINC='"lu_run.cu"' -DRUN=lu_run -DPITCH=lu_a_pitch -DKIND=0 elimination-bench.cu
//   ./a.out NAME -1000 4096 8192
//
// A program with scratch memory for values also takes its size: -DVALUES=gaussian_elimination_values_bytes.
// DIR holds what `tilewright generate` wrote; KIND is 0 for lu, 1 for gaussian-elimination, 2 for floyd-warshall. With ONCE in the
// environment each size runs once, for a profiler.
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <vector>
#include <algorithm>
#include INC
#ifdef VALUES
#define GO(a,n,s) RUN(a,values,n,s)
#else
#define GO(a,n,s) RUN(a,n,s)
#endif
#define CK(x) do{cudaError_t e_=(x);if(e_!=cudaSuccess){printf("%s:%d %s\n",__FILE__,__LINE__,cudaGetErrorString(e_));exit(3);}}while(0)
__global__ void fillk(float*a,long long pitch,int n,int m){for(long long g=blockIdx.x*256ll+threadIdx.x;g<(long long)n*m;g+=gridDim.x*256ll){long long i=g/m,j=g%m;unsigned long long z=(g+1)*0x9E3779B97F4A7C15ull;z=(z^(z>>30))*0xBF58476D1CE4E5B9ull;z=(z^(z>>27))*0x94D049BB133111EBull;z^=z>>31;float u=((z>>41)+0.5f)*0x1p-23f;
  a[i*pitch+j]=KIND==2?(i==j?0.f:100*u):(i==j?n+u:u);}}
__global__ void div_(float*a,long long p,int n,int k){int i=k+1+blockIdx.x*256+threadIdx.x;if(i<n)a[i*p+k]/=a[k*p+k];}
__global__ void upd(float*a,long long p,int n,int m,int k){int j=blockIdx.x*256+threadIdx.x+(KIND==2?0:k+1);int i=blockIdx.y+(KIND==2?0:k+1);if(i<n&&j<m){
  if(KIND==0)a[i*p+j]-=a[i*p+k]*a[k*p+j]; else if(KIND==1)a[i*p+j]-=a[i*p+k]/a[k*p+k]*a[k*p+j]; else a[i*p+j]=fminf(a[i*p+j],a[i*p+k]+a[k*p+j]);}}
int main(int c,char**v){
  const char*name=v[1];cudaStream_t s;CK(cudaStreamCreate(&s));cudaEvent_t b,e;cudaEventCreate(&b);cudaEventCreate(&e);
  for(int q=2;q<c;++q){int n=abs(atoi(v[q]));bool chk=atoi(v[q])<0;int m=KIND==1?n+1:n;long long p=PITCH(n);
    float*a,*o;
#ifdef VALUES
    float*values;CK(cudaMalloc(&values,VALUES(n)));
#endif
    CK(cudaMalloc(&a,4*p*n+1024));CK(cudaMalloc(&o,4*p*n+1024));CK(cudaMemset(o,0,4*p*n));fillk<<<4096,256>>>(o,p,n,m);CK(cudaDeviceSynchronize());
    if(chk){CK(cudaMemcpy(a,o,4*p*n,cudaMemcpyDeviceToDevice));CK(GO(a,n,s));CK(cudaDeviceSynchronize());std::vector<float>x(p*n),y(p*n);CK(cudaMemcpy(x.data(),a,4*p*n,cudaMemcpyDeviceToHost));
      for(int k=0;k<(KIND==2?n:n-1);++k){if(KIND==0)div_<<<(n+255)/256,256>>>(o,p,n,k);int w=KIND==2?n:n-k-1;upd<<<dim3((m+255)/256,w),256>>>(o,p,n,m,k);}
      CK(cudaMemcpy(y.data(),o,4*p*n,cudaMemcpyDeviceToHost));double d=0;for(long long i=0;i<n;++i)for(int j=0;j<m;++j){double r=fabs(x[i*p+j]-y[i*p+j])/fmax(1e-3,fabs(y[i*p+j]));if(!(r<=d))d=r;}
      printf("%-44s n=%-6d check: relative difference %.2g %s\n",name,n,d,d<2e-3?"ok":"DIFFERENT");
    }else{
      float t[2][11];const int R=getenv("ONCE")?1:n>10000?5:11;cudaGraphExec_t g=nullptr;
      for(int w=0;w<(getenv("ONCE")?1:2);++w){for(int r=0;r<R;++r){CK(cudaMemcpyAsync(a,o,4*p*n,cudaMemcpyDeviceToDevice,s));
        if(w==1&&r==0){cudaGraph_t gr;if(cudaStreamBeginCapture(s,cudaStreamCaptureModeRelaxed)!=cudaSuccess||GO(a,n,s)!=cudaSuccess||cudaStreamEndCapture(s,&gr)!=cudaSuccess||cudaGraphInstantiate(&g,gr,cudaGraphInstantiateFlagUseNodePriority)!=cudaSuccess){printf("no graph: %s\n",cudaGetErrorString(cudaGetLastError()));g=nullptr;break;}}
        cudaEventRecord(b,s);if(w==0)CK(GO(a,n,s));else CK(cudaGraphLaunch(g,s));cudaEventRecord(e,s);CK(cudaStreamSynchronize(s));cudaEventElapsedTime(&t[w][r],b,e);}
       if(w==1&&!g){t[1][R/2]=-1;break;} std::sort(t[w]+0,t[w]+R);}
      printf("%-44s n=%-6d direct %8.3f ms   graph %8.3f ms\n",name,n,t[0][R/2],t[1][R/2]);
    }
    fflush(stdout);cudaFree(a);cudaFree(o);
#ifdef VALUES
    cudaFree(values);
#endif

  }
}

// atax by hand: what launches cost and what reading the matrix once is worth.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <algorithm>
#include <cmath>
#include <cuda_runtime.h>
#define OK(x) do { cudaError_t e=(x); if(e){printf("%s: %s\n",#x,cudaGetErrorString(e));exit(1);} } while(0)
__global__ void zero(double*p,int n){int i=blockIdx.x*256+threadIdx.x;if(i<n)p[i]=0;}
__device__ __forceinline__ double block_sum(double v,double*s){
  int t=threadIdx.x;
  for(int o=16;o;o>>=1)v+=__shfl_xor_sync(~0u,v,o);
  if(t%32==0)s[t/32]=v; __syncthreads();
  double r=0; for(int k=0;k<blockDim.x/32;k++)r+=s[k];
  return r;
}
// a row a block
template<bool INIT> __global__ void __launch_bounds__(256) rows(int m,int n,const double*__restrict__ A,int p,const double*__restrict__ x,double*tmp){
  __shared__ double s[8]; int i=blockIdx.x; double v=0;
  if(!INIT&&threadIdx.x==0)v=tmp[i];
  #pragma unroll 4
  for(int j=threadIdx.x;j<n;j+=256)v+=A[(long long)i*p+j]*x[j];
  v=block_sum(v,s); if(threadIdx.x==0)tmp[i]=v;
}
// 8 columns a block, 64 rows at a time
template<bool INIT,int W> __global__ void __launch_bounds__(512) cols(int m,int n,const double*__restrict__ A,int p,double*y,const double*__restrict__ tmp){
  __shared__ double s[512/W][W]; int c=threadIdx.x%W,r=threadIdx.x/W,j=blockIdx.x*W+c; double v=0;
  if(j<n){ if(!INIT&&r==0)v=y[j];
  #pragma unroll 8
  for(int i=r;i<m;i+=512/W)v+=A[(long long)i*p+j]*tmp[i]; }
  s[r][c]=v; __syncthreads();
  for(int h=512/W/2;h;h/=2){ if(r<h)s[r][c]+=s[r+h][c]; __syncthreads(); }
  if(r==0&&j<n)y[j]=s[0][c];
}
// one pass: a group of R rows at a time in registers, C columns a thread; partial sums of y in registers, then to memory
template<int R,int C,int T,bool BICG> __global__ void __launch_bounds__(T) once(int m,int n,const double*__restrict__ A,int p,const double*__restrict__ x,const double*__restrict__ r,double*tmp,double*yp){
  __shared__ double s[2][R][T/32];
  double y[C]; double xx[C];
  for(int c=0;c<C;c++){y[c]=0;int j=threadIdx.x+c*T;xx[c]=j<n?x[j]:0;}
  int turn=0;
  for(int i=blockIdx.x*R;i<m;i+=gridDim.x*R,turn^=1){
    double a[R][C];
    for(int q=0;q<R;q++)for(int c=0;c<C;c++){int j=threadIdx.x+c*T;a[q][c]=j<n&&i+q<m?A[(long long)(i+q)*p+j]:0;}
    for(int q=0;q<R;q++){double v=0;for(int c=0;c<C;c++)v+=a[q][c]*xx[c];
      for(int o=16;o;o>>=1)v+=__shfl_xor_sync(~0u,v,o);
      if(threadIdx.x%32==0)s[turn][q][threadIdx.x/32]=v;}
    __syncthreads();
    for(int q=0;q<R;q++){double v=0;for(int k=0;k<T/32;k++)v+=s[turn][q][k];
      if(threadIdx.x==0&&i+q<m)tmp[i+q]=v;
      if(BICG)v=i+q<m?r[i+q]:0;
      for(int c=0;c<C;c++)y[c]+=a[q][c]*v;}
  }
  for(int c=0;c<C;c++){int j=threadIdx.x+c*T;if(j<n)yp[(long long)blockIdx.x*p+j]=y[c];}
}
// one pass over memory, two over the first cache: a group of R rows, first their sums, then their columns' sums in shared memory
template<int R,int T> __global__ void __launch_bounds__(T) twice(int m,int n,const double*__restrict__ A,int p,const double*__restrict__ x,double*tmp,double*yp){
  extern __shared__ double sh[]; double*y=sh; __shared__ double s[2][R][T/32];
  for(int j=threadIdx.x;j<n;j+=T)y[j]=0;
  int turn=0;
  for(int i=blockIdx.x*R;i<m;i+=gridDim.x*R,turn^=1){
    double v[R]; for(int q=0;q<R;q++)v[q]=0;
    #pragma unroll 4
    for(int j=threadIdx.x;j<n;j+=T){double xx=x[j];for(int q=0;q<R;q++)if(i+q<m)v[q]+=A[(long long)(i+q)*p+j]*xx;}
    for(int q=0;q<R;q++){for(int o=16;o;o>>=1)v[q]+=__shfl_xor_sync(~0u,v[q],o); if(threadIdx.x%32==0)s[turn][q][threadIdx.x/32]=v[q];}
    __syncthreads();
    for(int q=0;q<R;q++){v[q]=0;for(int k=0;k<T/32;k++)v[q]+=s[turn][q][k]; if(threadIdx.x==0&&i+q<m)tmp[i+q]=v[q];}
    #pragma unroll 4
    for(int j=threadIdx.x;j<n;j+=T){double yy=y[j];for(int q=0;q<R;q++)if(i+q<m)yy+=A[(long long)(i+q)*p+j]*v[q];y[j]=yy;}
  }
  for(int j=threadIdx.x;j<n;j+=T)yp[(long long)blockIdx.x*p+j]=y[j];
}
template<int W> __global__ void __launch_bounds__(512) join(int parts,int n,const double*__restrict__ yp,int p,double*y){
  __shared__ double s[512/W][W]; int c=threadIdx.x%W,r=threadIdx.x/W,j=blockIdx.x*W+c; double v=0;
  if(j<n){
  #pragma unroll 8
  for(int i=r;i<parts;i+=512/W)v+=yp[(long long)i*p+j]; }
  s[r][c]=v; __syncthreads();
  for(int h=512/W/2;h;h/=2){ if(r<h)s[r][c]+=s[r+h][c]; __syncthreads(); }
  if(r==0&&j<n)y[j]=s[0][c];
}
int main(int argc,char**argv){
  int m=argc>1?atoi(argv[1]):1900,n=argc>2?atoi(argv[2]):2100; int p=(n+31)/32*32;
  double *A,*x,*r,*y,*tmp,*yp; char*fl; size_t F=256<<20;
  OK(cudaMalloc(&A,8ll*m*p));OK(cudaMalloc(&x,8*n));OK(cudaMalloc(&r,8*m));OK(cudaMalloc(&y,8*n));OK(cudaMalloc(&tmp,8*m));OK(cudaMalloc(&yp,8ll*2000*p));OK(cudaMalloc(&fl,F));
  std::vector<double> hA((size_t)m*p),hx(n),hr(m),ht(m),hy(n),gy(n),gb(n),hb(n);
  for(auto&v:hA)v=drand48()-.5;for(auto&v:hx)v=drand48();for(auto&v:hr)v=drand48();
  for(int i=0;i<m;i++){double v=0;for(int j=0;j<n;j++)v+=hA[(size_t)i*p+j]*hx[j];ht[i]=v;for(int j=0;j<n;j++){hy[j]+=hA[(size_t)i*p+j]*v;hb[j]+=hA[(size_t)i*p+j]*hr[i];}}
  cudaMemcpy(A,hA.data(),8ll*m*p,cudaMemcpyHostToDevice);cudaMemcpy(x,hx.data(),8*n,cudaMemcpyHostToDevice);cudaMemcpy(r,hr.data(),8*m,cudaMemcpyHostToDevice);
  cudaStream_t st;cudaStreamCreate(&st);cudaEvent_t e0,e1;cudaEventCreate(&e0);cudaEventCreate(&e1);
  OK(cudaFuncSetAttribute(twice<4,512>,cudaFuncAttributeMaxDynamicSharedMemorySize,100000));
  OK(cudaFuncSetAttribute(twice<2,512>,cudaFuncAttributeMaxDynamicSharedMemorySize,100000));
  OK(cudaFuncSetAttribute(twice<8,512>,cudaFuncAttributeMaxDynamicSharedMemorySize,100000));
  auto time=[&](const char*name,bool bicg,auto f){
    cudaGraph_t g;cudaGraphExec_t ge;cudaStreamBeginCapture(st,cudaStreamCaptureModeGlobal);f();OK(cudaStreamEndCapture(st,&g));OK(cudaGraphInstantiate(&ge,g,0));
    std::vector<float> t;
    for(int k=0;k<31;k++){cudaMemsetAsync(fl,k,F,st);cudaEventRecord(e0,st);cudaGraphLaunch(ge,st);cudaEventRecord(e1,st);OK(cudaStreamSynchronize(st));float ms;cudaEventElapsedTime(&ms,e0,e1);if(k>4)t.push_back(ms*1e3);}
    std::sort(t.begin(),t.end());cudaMemcpy(gy.data(),y,8*n,cudaMemcpyDeviceToHost);double w=0;auto&ref=bicg?hb:hy;for(int j=0;j<n;j++)w=std::max(w,fabs(gy[j]-ref[j])/(1e-3+fabs(ref[j])));
    printf("%-28s %7.2f us  (min %.2f)  error %.1e\n",name,t[t.size()/2],t[0],w);
    cudaMemset(y,0,8*n);
  };
  int G;cudaDeviceGetAttribute(&G,cudaDevAttrMultiProcessorCount,0);
  printf("m=%d n=%d %d multiprocessors, %.1f MB\n",m,n,G,8.*m*n/1e6);
  time("empty kernel",true,[&]{zero<<<1,256,0,st>>>(yp,1);});
  time("rows alone",true,[&]{rows<true><<<m,256,0,st>>>(m,n,A,p,x,tmp);});
  time("cols alone (cold)",true,[&]{cols<true,8><<<(n+7)/8,512,0,st>>>(m,n,A,p,y,tmp);});
  time("four launches, 8 columns",false,[&]{zero<<<(n+255)/256,256,0,st>>>(y,n);zero<<<(m+255)/256,256,0,st>>>(tmp,m);rows<false><<<m,256,0,st>>>(m,n,A,p,x,tmp);cols<false,8><<<(n+7)/8,512,0,st>>>(m,n,A,p,y,tmp);});
  time("two launches, 8 columns",false,[&]{rows<true><<<m,256,0,st>>>(m,n,A,p,x,tmp);cols<true,8><<<(n+7)/8,512,0,st>>>(m,n,A,p,y,tmp);});
  time("two launches, 16 columns",false,[&]{rows<true><<<m,256,0,st>>>(m,n,A,p,x,tmp);cols<true,16><<<(n+15)/16,512,0,st>>>(m,n,A,p,y,tmp);});
  time("two launches, 4 columns",false,[&]{rows<true><<<m,256,0,st>>>(m,n,A,p,x,tmp);cols<true,4><<<(n+3)/4,512,0,st>>>(m,n,A,p,y,tmp);});
#define ONCE(R,C,T,B,b) if(C*T>=n) time("once " #R " rows " #C "x" #T " x" #B,b,[&]{once<R,C,T,b><<<G*B,T,0,st>>>(m,n,A,p,x,r,tmp,yp);join<8><<<(n+7)/8,512,0,st>>>(G*B,n,yp,p,y);})
  ONCE(1,5,512,2,false);ONCE(2,5,512,2,false);ONCE(4,5,512,1,false);ONCE(4,5,512,2,false);ONCE(2,3,1024,1,false);ONCE(4,3,1024,1,false);ONCE(1,3,1024,1,false);ONCE(2,9,256,4,false);ONCE(1,9,256,4,false);
  ONCE(2,5,512,2,true);ONCE(4,5,512,1,true);ONCE(4,5,512,2,true);
  if(1){ time("once alone 2x5x512",false,[&]{once<2,5,512,false><<<G*2,512,0,st>>>(m,n,A,p,x,r,tmp,yp);});
  time("join alone 264",false,[&]{join<8><<<(n+7)/8,512,0,st>>>(G*2,n,yp,p,y);});}
#define TWICE(R,B) time("twice " #R " rows x" #B,false,[&]{twice<R,512><<<G*B,512,8*n,st>>>(m,n,A,p,x,tmp,yp);join<8><<<(n+7)/8,512,0,st>>>(G*B,n,yp,p,y);})
  TWICE(2,2);TWICE(4,1);TWICE(4,2);TWICE(8,1);TWICE(2,4);
}

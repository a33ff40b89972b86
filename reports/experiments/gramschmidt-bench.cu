// Gram-Schmidt by columns by hand: products and update in one launch, norms by other blocks, blocks that stay.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cmath>
#include <algorithm>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define CK(x) do{cudaError_t e=(x); if(e){printf("%s line %d\n",cudaGetErrorString(e),__LINE__);exit(1);}}while(0)
const int M=1200,N=1000,P=1024;
template<int T> __device__ double blocksum(double v, double*sh){
  for(int o=16;o;o>>=1) v+=__shfl_xor_sync(~0u,v,o);
  if(threadIdx.x%32==0) sh[threadIdx.x/32]=v;
  __syncthreads();
  double s=0; 
  #pragma unroll
  for(int w=0;w<T/32;w++) s+=sh[w];
  __syncthreads();
  return s;
}
// norm of column k, quotients
template<int T> __device__ void normcol(const double*A,double*R,double*Q,int k,double*sh){
  constexpr int S=(M+T-1)/T; double a[S]; double s=0;
  #pragma unroll
  for(int u=0;u<S;u++){int i=u*T+threadIdx.x; a[u]= i<M? __ldcg(&A[(size_t)i*P+k]):0.0; }
  #pragma unroll
  for(int u=0;u<S;u++) s+=a[u]*a[u];
  s=blocksum<T>(s,sh); double r=sqrt(s);
  if(threadIdx.x==0) R[(size_t)k*P+k]=r;
  #pragma unroll
  for(int u=0;u<S;u++){int i=u*T+threadIdx.x; if(i<M) Q[(size_t)i*P+k]=a[u]/r;}
}
template<int T> __global__ void __launch_bounds__(T) knorm(const double*A,double*R,double*Q,int k){ __shared__ double sh[32]; normcol<T>(A,R,Q,k,sh);}
// products and update of JC columns; REG: keep in registers
template<int T,int JC,bool REG> __device__ void pu(double*A,double*R,const double*Q,int k,int jb,double*part,double*rs){
  constexpr int L=T/JC; constexpr int S=(M+L-1)/L;
  int c=threadIdx.x%JC, l=threadIdx.x/JC; int j=jb*JC+c; bool in=j>k&&j<N;
  double a[REG?S:1],q[REG?S:1]; double s=0;
  if(REG){
    #pragma unroll
    for(int u=0;u<S;u++){int i=u*L+l; bool ok=i<M; a[u]=ok&&in?A[(size_t)i*P+j]:0; q[u]=ok?__ldcg(&Q[(size_t)i*P+k]):0;}
    #pragma unroll
    for(int u=0;u<S;u++) s+=q[u]*a[u];
  } else {
    #pragma unroll 10
    for(int u=0;u<S;u++){int i=u*L+l; bool ok=i<M; s+=(ok&&in?A[(size_t)i*P+j]:0)*(ok?Q[(size_t)i*P+k]:0);}
  }
  for(int o=16;o>=JC;o>>=1) s+=__shfl_xor_sync(~0u,s,o);
  constexpr int W=T/32;
  if(threadIdx.x%32<JC) part[(threadIdx.x/32)*JC+c]=s;
  __syncthreads();
  double r=0;
  #pragma unroll
  for(int w=0;w<W;w++) r+=part[w*JC+c];
  if(l==0&&in) R[(size_t)k*P+j]=r;
  if(REG){
    #pragma unroll
    for(int u=0;u<S;u++){int i=u*L+l; if(i<M&&in) A[(size_t)i*P+j]=a[u]-q[u]*r;}
  } else {
    #pragma unroll 10
    for(int u=0;u<S;u++){int i=u*L+l; if(i<M&&in) A[(size_t)i*P+j]-=Q[(size_t)i*P+k]*r;}
  }
}
template<int T,int JC,bool REG> __global__ void __launch_bounds__(T) kpu(double*A,double*R,const double*Q,int k){
  __shared__ double part[T/32*JC]; 
  pu<T,JC,REG>(A,R,Q,k,(k+1)/JC+blockIdx.x,part,0);
}
// products, update, and the norm of the next column by its owner
template<int T,int JC,bool REG> __global__ void __launch_bounds__(T) kown(double*A,double*R,double*Q,int k){
  __shared__ double part[T/32*JC]; __shared__ double sh[32];
  pu<T,JC,REG>(A,R,Q,k,(k+1)/JC+blockIdx.x,part,0);
  if(blockIdx.x==0&&k+1<N){ __syncthreads(); normcol<T>(A,R,Q,k+1,sh);}
}
// the last block computes the norm
template<int T,int JC,bool REG> __global__ void __launch_bounds__(T) klast(double*A,double*R,double*Q,int k,unsigned*turn){
  __shared__ double part[T/32*JC]; __shared__ double sh[32]; __shared__ unsigned last;
  pu<T,JC,REG>(A,R,Q,k,(k+1)/JC+blockIdx.x,part,0);
  if(k+1<N){ __threadfence(); __syncthreads(); if(threadIdx.x==0){ last=atomicInc(turn,gridDim.x-1)==gridDim.x-1; __threadfence(); } __syncthreads();
   if(last) normcol<T>(A,R,Q,k+1,sh);}
}
// every block repeats the norm
template<int T,int JC> __global__ void __launch_bounds__(T) krep(double*A,double*R,double*Q,int k){
  __shared__ double part[T/32*JC]; __shared__ double sh[32]; __shared__ double qs[M];
  constexpr int S0=(M+T-1)/T; double b[S0]; double s=0;
  #pragma unroll
  for(int u=0;u<S0;u++){int i=u*T+threadIdx.x; b[u]= i<M? A[(size_t)i*P+k]:0.0; }
  constexpr int L=T/JC; constexpr int S=(M+L-1)/L;
  int c=threadIdx.x%JC, l=threadIdx.x/JC; int j=((k+1)/JC+blockIdx.x)*JC+c; bool in=j>k&&j<N;
  double a[S];
  #pragma unroll
  for(int u=0;u<S;u++){int i=u*L+l; a[u]=i<M&&in?A[(size_t)i*P+j]:0;}
  #pragma unroll
  for(int u=0;u<S0;u++) s+=b[u]*b[u];
  s=blocksum<T>(s,sh); double r=sqrt(s);
  if(blockIdx.x==0&&threadIdx.x==0) R[(size_t)k*P+k]=r;
  #pragma unroll
  for(int u=0;u<S0;u++){int i=u*T+threadIdx.x; if(i<M){ double q=b[u]/r; qs[i]=q; if(blockIdx.x==0) Q[(size_t)i*P+k]=q;}}
  __syncthreads();
  s=0;
  #pragma unroll
  for(int u=0;u<S;u++){int i=u*L+l; s+=i<M?qs[i]*a[u]:0;}
  for(int o=16;o>=JC;o>>=1) s+=__shfl_xor_sync(~0u,s,o);
  if(threadIdx.x%32<JC) part[(threadIdx.x/32)*JC+c]=s;
  __syncthreads();
  r=0;
  #pragma unroll
  for(int w=0;w<T/32;w++) r+=part[w*JC+c];
  if(l==0&&in) R[(size_t)k*P+j]=r;
  #pragma unroll
  for(int u=0;u<S;u++){int i=u*L+l; if(i<M&&in) A[(size_t)i*P+j]=a[u]-qs[i]*r;}
}
// persistent: block b owns columns b, b+G, ..; kept in shared memory; flags
template<int T,int JC> __global__ void __launch_bounds__(T) kpers(double*A,double*R,double*Q,volatile unsigned*flag){
  extern __shared__ double col[]; // [JC][M]
  __shared__ double part[T/32*JC]; __shared__ double sh[32];
  int G=gridDim.x,b=blockIdx.x; constexpr int S=(M+T-1)/T;
  for(int c=0;c<JC;c++){int j=b+c*G; for(int i=threadIdx.x;i<M;i+=T) col[c*M+i]= j<N?A[(size_t)i*P+j]:0;}
  __syncthreads();
  for(int k=0;k<N;k++){
    double q[S];
    int ow=k%G, oc=k/G;
    if(ow==b){
      double s=0;
      #pragma unroll
      for(int u=0;u<S;u++){int i=u*T+threadIdx.x; q[u]=i<M?col[oc*M+i]:0; s+=q[u]*q[u];}
      s=blocksum<T>(s,sh); double r=sqrt(s); if(threadIdx.x==0) R[(size_t)k*P+k]=r;
      #pragma unroll
      for(int u=0;u<S;u++){int i=u*T+threadIdx.x; q[u]=q[u]/r; if(i<M) Q[(size_t)k*M+i]=q[u];}
      __threadfence(); __syncthreads(); if(threadIdx.x==0) flag[k]=1;
    } else {
      if(threadIdx.x==0){ while(flag[k]==0); __threadfence(); }
      __syncthreads();
      #pragma unroll
      for(int u=0;u<S;u++){int i=u*T+threadIdx.x; q[u]=i<M?__ldcg(&Q[(size_t)k*M+i]):0;}
    }
    int c0=oc+(ow>=b?1:0); // first own column > k
    double s[JC];
    #pragma unroll
    for(int c=0;c<JC;c++) s[c]=0;
    #pragma unroll
    for(int c=0;c<JC;c++) if(c>=c0){
      #pragma unroll
      for(int u=0;u<S;u++){int i=u*T+threadIdx.x; if(i<M) s[c]+=q[u]*col[c*M+i];}
      for(int o=16;o;o>>=1) s[c]+=__shfl_xor_sync(~0u,s[c],o);
      if(threadIdx.x%32==0) part[(threadIdx.x/32)*JC+c]=s[c];
    }
    __syncthreads();
    #pragma unroll
    for(int c=0;c<JC;c++) if(c>=c0){
      double r=0;
      #pragma unroll
      for(int w=0;w<T/32;w++) r+=part[w*JC+c];
      if(threadIdx.x==0&&b+c*G<N) R[(size_t)k*P+b+c*G]=r;
      #pragma unroll
      for(int u=0;u<S;u++){int i=u*T+threadIdx.x; if(i<M) col[c*M+i]-=q[u]*r;}
    }
    __syncthreads();
  }
  for(int c=0;c<JC;c++){int j=b+c*G; if(j<N) for(int i=threadIdx.x;i<M;i+=T) A[(size_t)i*P+j]=col[c*M+i];}
}

// contiguous columns: block b owns columns b*JC ..; pivots and updates from shared memory; one counter of columns done. LA: the next pivot goes ahead of the other columns
__device__ __forceinline__ unsigned ldacq(unsigned*p){unsigned v;asm volatile("ld.acquire.gpu.global.u32 %0,[%1];":"=r"(v):"l"(p):"memory");return v;}
__device__ __forceinline__ void strel(unsigned*p,unsigned v){asm volatile("st.release.gpu.global.u32 [%0],%1;"::"l"(p),"r"(v):"memory");}
template<int T> __device__ double bsum(double s,double*part){
  for(int o=16;o;o>>=1) s+=__shfl_xor_sync(~0u,s,o);
  if(threadIdx.x%32==0) part[threadIdx.x/32]=s;
  __syncthreads(); double r=0;
  #pragma unroll
  for(int w=0;w<T/32;w++) r+=part[w];
  return r;
}
template<int T,int JC,int LA> __global__ void __launch_bounds__(T) kcont(double*A,double*R,double*Q,unsigned*flag){
  extern __shared__ double col[]; // [JC][M]
  double*msg=col+JC*M;
  __shared__ double part[T/32][JC], part1[2][T/32];
  int b=blockIdx.x, f=b*JC, last=min(f+JC,N)-1;
  for(int c=0;c<JC;c++){int j=f+c; for(int i=threadIdx.x;i<M;i+=T) col[c*M+i]= j<N?A[(size_t)i*P+j]:0;}
  auto pivot=[&](int k){
    double*a=col+(k-f)*M; double s=0;
    for(int i=threadIdx.x;i<M;i+=T) s+=a[i]*a[i];
    double r=sqrt(bsum<T>(s,part1[0])); if(threadIdx.x==0) R[(size_t)k*P+k]=r;
    for(int i=threadIdx.x;i<M;i+=T){double q=a[i]/r; msg[(k&1)*M+i]=q; Q[(size_t)k*M+i]=q;}
    __syncthreads(); if(threadIdx.x==0) strel(flag,k+1);
  };
  auto one=[&](int k,int c){
    double*a=col+c*M,*m=msg+(k&1)*M; double s=0;
    for(int i=threadIdx.x;i<M;i+=T) s+=m[i]*a[i];
    double r=bsum<T>(s,part1[1]);
    if(threadIdx.x==0) R[(size_t)k*P+f+c]=r;
    for(int i=threadIdx.x;i<M;i+=T) a[i]-=m[i]*r;
  };
  auto rest=[&](int k,int c0){
    double*m=msg+(k&1)*M; double s[JC];
    #pragma unroll
    for(int c=0;c<JC;c++) s[c]=0;
    #pragma unroll 4
    for(int i=threadIdx.x;i<M;i+=T){ double q=m[i];
      #pragma unroll
      for(int c=0;c<JC;c++) if(c>=c0) s[c]+=q*col[c*M+i]; }
    #pragma unroll
    for(int c=0;c<JC;c++) if(c>=c0){ for(int o=16;o;o>>=1) s[c]+=__shfl_xor_sync(~0u,s[c],o);
      if(threadIdx.x%32==0) part[threadIdx.x/32][c]=s[c]; }
    __syncthreads();
    #pragma unroll
    for(int c=0;c<JC;c++) if(c>=c0){ double r=0;
      #pragma unroll
      for(int w=0;w<T/32;w++) r+=part[w][c];
      s[c]=r; if(threadIdx.x==0&&f+c<N) R[(size_t)k*P+f+c]=r; }
    #pragma unroll 4
    for(int i=threadIdx.x;i<M;i+=T){ double q=m[i];
      #pragma unroll
      for(int c=0;c<JC;c++) if(c>=c0) col[c*M+i]-=q*s[c]; }
  };
  for(int k=0;k<=last;k++){
    if(k<f){
      if(threadIdx.x==0) while(ldacq(flag)<k+1);
      __syncthreads();
      for(int i=threadIdx.x;i<M;i+=T) msg[(k&1)*M+i]=Q[(size_t)k*M+i];
      if(LA&&k+1==f){ one(k,0); pivot(k+1); __syncthreads(); rest(k,1); }
      else rest(k,0);
    } else {
      if(!LA||k==0) pivot(k);
      if(LA){ if(k<last){ one(k,k+1-f); pivot(k+1); rest(k,k+2-f);} }
      else rest(k,k+1-f);
    }
  }
  __syncthreads();
  for(int c=0;c<JC;c++){int j=f+c; if(j<N) for(int i=threadIdx.x;i<M;i+=T) A[(size_t)i*P+j]=col[c*M+i];}
}
std::vector<double> A0(M*P),Rr(N*P),Aref;
double *A,*R,*Q; unsigned*fl;
template<class F> void go(const char*name,F f,bool graph=true){
  cudaStream_t st; CK(cudaStreamCreate(&st)); cudaEvent_t e0,e1; cudaEventCreate(&e0);cudaEventCreate(&e1);
  cudaGraphExec_t ge; cudaGraph_t g;
  if(graph){ CK(cudaStreamBeginCapture(st,cudaStreamCaptureModeThreadLocal)); f(st); CK(cudaStreamEndCapture(st,&g)); CK(cudaGraphInstantiate(&ge,g,0)); }
  std::vector<float> t;
  for(int r=0;r<6;r++){
    CK(cudaMemcpy(A,A0.data(),M*P*8,cudaMemcpyHostToDevice)); CK(cudaMemset(fl,0,4096*4)); CK(cudaMemset(R,0,(size_t)N*P*8));
    CK(cudaDeviceSynchronize());
    cudaEventRecord(e0,st); if(graph) CK(cudaGraphLaunch(ge,st)); else f(st); cudaEventRecord(e1,st); CK(cudaStreamSynchronize(st));
    float ms; cudaEventElapsedTime(&ms,e0,e1); if(r) t.push_back(ms);
  }
  std::sort(t.begin(),t.end());
  std::vector<double> h(N*P); CK(cudaMemcpy(h.data(),R,(size_t)N*P*8,cudaMemcpyDeviceToHost));
  double worst=0; for(int k=0;k<N;k++)for(int j=k;j<N;j++) worst=std::max(worst,fabs(h[k*P+j]-Rr[k*P+j])/(1e-30+fabs(Rr[k*P+j])+1e-3));
  printf("%-40s %8.3f ms  error %.1e\n",name,t[t.size()/2],worst); fflush(stdout);
}
int main(){
  srand(1); for(int i=0;i<M;i++)for(int j=0;j<N;j++) A0[i*P+j]=(i==j?N:0)+rand()/(double)RAND_MAX;
  Aref=A0; 
  { // column-major copy for the reference
    std::vector<double> a(N*(size_t)M); for(int i=0;i<M;i++)for(int j=0;j<N;j++) a[(size_t)j*M+i]=A0[i*P+j];
    std::vector<double> q(M);
    for(int k=0;k<N;k++){ double s=0; for(int i=0;i<M;i++) s+=a[(size_t)k*M+i]*a[(size_t)k*M+i]; double r=sqrt(s); Rr[k*P+k]=r; for(int i=0;i<M;i++) q[i]=a[(size_t)k*M+i]/r;
      for(int j=k+1;j<N;j++){ double d=0; double*c=&a[(size_t)j*M]; for(int i=0;i<M;i++) d+=q[i]*c[i]; Rr[k*P+j]=d; for(int i=0;i<M;i++) c[i]-=q[i]*d; } } }
  CK(cudaMalloc(&A,M*P*8));CK(cudaMalloc(&R,N*P*8));CK(cudaMalloc(&Q,M*P*8));CK(cudaMalloc(&fl,4096*4));
#define TWO(T0,T,JC,REG) go("norm " #T0 "; pu " #T "," #JC "," #REG,[&](cudaStream_t s){for(int k=0;k<N;k++){knorm<T0><<<1,T0,0,s>>>(A,R,Q,k); if(k+1<N) kpu<T,JC,REG><<<(N-1)/JC-(k+1)/JC+1,T,0,s>>>(A,R,Q,k);}});
#define ONE(K,T,JC,REG,...) go(#K " " #T "," #JC "," #REG,[&](cudaStream_t s){knorm<T><<<1,T,0,s>>>(A,R,Q,0); for(int k=0;k+1<N;k++) K<T,JC,REG><<<(N-1)/JC-(k+1)/JC+1,T,0,s>>>(A,R,Q,k __VA_ARGS__);});
  TWO(512,256,4,false) TWO(512,256,4,true) TWO(512,512,4,true) TWO(512,512,8,true) TWO(512,512,8,false)
  ONE(kown,256,4,true) ONE(kown,256,4,false) ONE(kown,512,4,true) ONE(kown,512,8,true) ONE(kown,512,8,false) ONE(kown,1024,8,true)
  ONE(klast,256,4,true,,fl) ONE(klast,512,8,true,,fl) ONE(klast,512,8,false,,fl)
#define REP(T,JC) go("krep " #T "," #JC,[&](cudaStream_t s){for(int k=0;k+1<N;k++) krep<T,JC><<<(N-1)/JC-(k+1)/JC+1,T,0,s>>>(A,R,Q,k); knorm<T><<<1,T,0,s>>>(A,R,Q,N-1);});
  REP(256,4) REP(512,4) REP(512,8)
#define PERS(T) CK(cudaFuncSetAttribute(kpers<T,8>,cudaFuncAttributeMaxDynamicSharedMemorySize,8*M*8)); go("persistent " #T,[&](cudaStream_t s){kpers<T,8><<<125,T,8*M*8,s>>>(A,R,Q,fl);},false);
  PERS(256) PERS(512) PERS(1024)
#define CONT(T,C,LA) CK(cudaFuncSetAttribute(kcont<T,C,LA>,cudaFuncAttributeMaxDynamicSharedMemorySize,(C+2)*M*8)); go("contiguous T=" #T " C=" #C " ahead=" #LA,[&](cudaStream_t s){kcont<T,C,LA><<<(N+C-1)/C,T,(C+2)*M*8,s>>>(A,R,Q,fl);},false);
  CONT(256,8,0) CONT(256,8,1) CONT(512,8,0) CONT(512,8,1) CONT(128,8,0) CONT(128,8,1) CONT(256,4,0) CONT(256,4,1) CONT(128,4,1) CONT(256,16,0) CONT(512,16,1) CONT(384,8,0) CONT(384,8,1)
}

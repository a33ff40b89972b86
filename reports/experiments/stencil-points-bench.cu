// heat-3d by hand, beside the generated launches (heat_3d.cu of `generate` in this folder): planes, points of a thread, a grid that stays, two sweeps a launch.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cmath>
#include <algorithm>
#include "heat_3d.cu"
#define CK(x) do{cudaError_t e_=(x); if(e_){printf("%s line %d\n",cudaGetErrorString(e_),__LINE__);exit(1);}}while(0)
const int n=120, PK=128; const size_t PL=(size_t)n*PK;
__device__ __forceinline__ double st(double c,double im,double ip,double jm,double jp,double km,double kp){
  return 0.125*(ip-2.0*c+im)+0.125*(jp-2.0*c+jm)+0.125*(kp-2.0*c+km)+c; }
// march along i: Z planes; block KX x JY threads
template<int KX,int JY,int Z,bool SHF> __device__ __forceinline__ void march(const double*__restrict__ A,double*__restrict__ B,int block,int thread){
  constexpr int KB=(118+KX-1)/KX, JB=(118+JY-1)/JY;
  int kb=block%KB, jb=block/KB%JB, ib=block/(KB*JB);
  int k=1+kb*KX+thread%KX, j=1+jb*JY+thread/KX, i0=1+ib*Z;
  bool in=k<n-1&&j<n-1; int kk=min(k,n-1), jj=min(j,n-2);
  const double*a=A+(size_t)jj*PK+kk; double*b=B+(size_t)jj*PK+kk;
  double im=a[(i0-1)*PL], c=a[i0*PL];
  double nx[Z],jm[Z],jp[Z],km[Z],kp[Z];
  #pragma unroll
  for(int z=0;z<Z;z++){ int i=min(i0+z,n-2); nx[z]=a[(i+1)*PL]; jm[z]=a[i*PL-PK]; jp[z]=a[i*PL+PK]; km[z]=a[i*PL-1]; kp[z]=a[i*PL+1]; }
  #pragma unroll
  for(int z=0;z<Z;z++){ int i=i0+z; double r=st(c,im,nx[z],jm[z],jp[z],km[z],kp[z]); if(in&&i<n-1) b[i*PL]=r; im=c; c=nx[z]; }
}
template<int KX,int JY,int Z> __global__ void __launch_bounds__(KX*JY) kmarch(const double*__restrict__ A,double*__restrict__ B){ march<KX,JY,Z,false>(A,B,blockIdx.x,threadIdx.x); }
// thread tile Zi x Zj
template<int KX,int JY,int Z,int Y> __global__ void __launch_bounds__(KX*JY) ktile(const double*__restrict__ A,double*__restrict__ B){
  constexpr int KB=(118+KX-1)/KX, JB=(118+JY*Y-1)/(JY*Y); int block=blockIdx.x,thread=threadIdx.x;
  int kb=block%KB, jb=block/KB%JB, ib=block/(KB*JB);
  int k=1+kb*KX+thread%KX, j0=1+(jb*JY+thread/KX)*Y, i0=1+ib*Z; int kk=min(k,n-1);
  double v[Z+2][Y+2], km[Z][Y],kp[Z][Y];
  #pragma unroll
  for(int z=0;z<Z+2;z++)
  #pragma unroll
  for(int y=0;y<Y+2;y++) if((z>0&&z<=Z)||(y>0&&y<=Y)) v[z][y]=A[min(i0+z-1,n-1)*PL+min(j0+y-1,n-1)*PK+kk];
  #pragma unroll
  for(int z=0;z<Z;z++)
  #pragma unroll
  for(int y=0;y<Y;y++){ const double*a=&A[min(i0+z,n-1)*PL+min(j0+y,n-1)*PK+kk]; km[z][y]=a[-1]; kp[z][y]=kk<n-1?a[1]:0; }
  #pragma unroll
  for(int z=0;z<Z;z++)
  #pragma unroll
  for(int y=0;y<Y;y++){ double r=st(v[z+1][y+1],v[z][y+1],v[z+2][y+1],v[z+1][y],v[z+1][y+2],km[z][y],kp[z][y]); if(k<n-1&&i0+z<n-1&&j0+y<n-1) B[(i0+z)*PL+(j0+y)*PK+k]=r; }
}
// persistent with a grid barrier
template<int KX,int JY,int Z,int MB> __global__ void __launch_bounds__(KX*JY,MB) pmarch(double*A,double*B,int steps,int blocks,unsigned*bar){
  for(int s=0;s<steps;s++){
    const double*a=s%2?B:A; double*b=s%2?A:B;
    constexpr int KB=(118+KX-1)/KX, JB=(118+JY-1)/JY;
    for(int block=blockIdx.x;block<blocks;block+=gridDim.x){
      int thread=threadIdx.x; int kb=block%KB, jb=block/KB%JB, ib=block/(KB*JB);
      int k=1+kb*KX+thread%KX, j=1+jb*JY+thread/KX, i0=1+ib*Z; bool in=k<n-1&&j<n-1; int kk=min(k,n-1), jj=min(j,n-2);
      const double*x=a+(size_t)jj*PK+kk; double*y=b+(size_t)jj*PK+kk;
      double im=__ldcg(x+(i0-1)*PL), c=__ldcg(x+i0*PL); double nx[Z],jm[Z],jp[Z],km[Z],kp[Z];
      #pragma unroll
      for(int z=0;z<Z;z++){ int i=min(i0+z,n-2); nx[z]=x[(i+1)*PL]; jm[z]=x[i*PL-PK]; jp[z]=x[i*PL+PK]; km[z]=x[i*PL-1]; kp[z]=x[i*PL+1]; }
      #pragma unroll
      for(int z=0;z<Z;z++){ int i=i0+z; double r=st(c,im,nx[z],jm[z],jp[z],km[z],kp[z]); if(in&&i<n-1) y[i*PL]=r; im=c; c=nx[z]; }
    }
    __syncthreads();
    if(threadIdx.x==0){ __threadfence(); unsigned old=atomicAdd(bar,1u); unsigned want=(old/gridDim.x+1)*gridDim.x; while((int)(*(volatile unsigned*)bar-want)<0); __threadfence(); }
    __syncthreads();
  }
}
// two sweeps a launch: block of KX x JY x Z own points in shared memory
template<int KX,int JY,int Z,int T> __global__ void __launch_bounds__(T) two(const double*__restrict__ A,double*__restrict__ B){
  constexpr int X2=KX+4,Y2=JY+4,Z2=Z+4, X1=KX+2,Y1=JY+2,Z1=Z+2;
  extern __shared__ double sm[]; double*a=sm; double*m=sm+X2*Y2*Z2;
  constexpr int KB=(118+KX-1)/KX, JB=(118+JY-1)/JY; int block=blockIdx.x;
  int k0=1+block%KB*KX, j0=1+block/KB%JB*JY, i0=1+block/(KB*JB)*Z;
  #pragma unroll 4
  for(int x=threadIdx.x;x<X2*Y2*Z2;x+=T){ int k=x%X2,j=x/X2%Y2,i=x/(X2*Y2); a[x]=A[min(max(i0+i-2,0),n-1)*PL+min(max(j0+j-2,0),n-1)*PK+min(max(k0+k-2,0),n-1)]; }
  __syncthreads();
  #pragma unroll 2
  for(int x=threadIdx.x;x<X1*Y1*Z1;x+=T){ int k=x%X1,j=x/X1%Y1,i=x/(X1*Y1); const double*c=a+((i+1)*Y2+j+1)*X2+k+1;
    int gi=i0+i-1,gj=j0+j-1,gk=k0+k-1; double r=c[0]; if(gi>0&&gi<n-1&&gj>0&&gj<n-1&&gk>0&&gk<n-1) r=st(c[0],c[-X2*Y2],c[X2*Y2],c[-X2],c[X2],c[-1],c[1]); m[x]=r; }
  __syncthreads();
  #pragma unroll 2
  for(int x=threadIdx.x;x<KX*JY*Z;x+=T){ int k=x%KX,j=x/KX%JY,i=x/(KX*JY); const double*c=m+((i+1)*Y1+j+1)*X1+k+1;
    int gi=i0+i,gj=j0+j,gk=k0+k; if(gi<n-1&&gj<n-1&&gk<n-1) B[gi*PL+gj*PK+gk]=st(c[0],c[-X1*Y1],c[X1*Y1],c[-X1],c[X1],c[-1],c[1]); }
}
double *A,*B; unsigned*bar; std::vector<double> h(n*PL),ref,got(n*PL);
template<class F> void go(const char*name,F f){
  cudaStream_t s; CK(cudaStreamCreate(&s)); cudaEvent_t e0,e1; cudaEventCreate(&e0);cudaEventCreate(&e1);
  cudaGraph_t g; cudaGraphExec_t ge; CK(cudaStreamBeginCapture(s,cudaStreamCaptureModeThreadLocal)); f(s); CK(cudaStreamEndCapture(s,&g)); CK(cudaGraphInstantiate(&ge,g,0));
  std::vector<float> t; for(int r=0;r<6;r++){ CK(cudaMemcpy(A,h.data(),n*PL*8,cudaMemcpyHostToDevice)); CK(cudaMemcpy(B,h.data(),n*PL*8,cudaMemcpyHostToDevice)); CK(cudaMemset(bar,0,4)); CK(cudaDeviceSynchronize());
    cudaEventRecord(e0,s); CK(cudaGraphLaunch(ge,s)); cudaEventRecord(e1,s); CK(cudaStreamSynchronize(s)); float ms; cudaEventElapsedTime(&ms,e0,e1); if(r) t.push_back(ms); }
  std::sort(t.begin(),t.end()); CK(cudaMemcpy(got.data(),A,n*PL*8,cudaMemcpyDeviceToHost)); if(ref.empty()) ref=got; double w=0; for(size_t x=0;x<ref.size();x++) if(x%PK<n) w=std::max(w,fabs(ref[x]-got[x]));
  printf("%-50s %8.3f ms  error %.1e\n",name,t[t.size()/2],w); fflush(stdout);
}
int main(){
  CK(cudaMalloc(&A,n*PL*8));CK(cudaMalloc(&B,n*PL*8));CK(cudaMalloc(&bar,64)); srand(1); for(auto&x:h) x=rand()/(double)RAND_MAX;
  go("generated 1x4x4x32/1x2x2x1",[&](cudaStream_t s){for(int t=1;t<=500;t++){heat_3d_level0<<<30*30*4,128,0,s>>>(500,n,t,A,128,B,128);heat_3d_level1<<<30*30*4,128,0,s>>>(500,n,t,A,128,B,128);}});
#define MARCH(X,Y,Z) go("march " #X "x" #Y " planes " #Z,[&](cudaStream_t s){int b=((118+X-1)/X)*((118+Y-1)/Y)*((118+Z-1)/Z); for(int t=0;t<500;t++){kmarch<X,Y,Z><<<b,X*Y,0,s>>>(A,B);kmarch<X,Y,Z><<<b,X*Y,0,s>>>(B,A);}});
  MARCH(32,4,4) MARCH(32,8,4) MARCH(32,4,8) MARCH(32,8,8) MARCH(64,4,4) MARCH(64,4,8) MARCH(128,2,4) MARCH(128,2,8) MARCH(128,4,8) MARCH(32,16,4) MARCH(128,1,6)
#define TILE(X,Y,Z,YY) go("tile " #X "x" #Y " points " #Z "x" #YY,[&](cudaStream_t s){int b=((118+X-1)/X)*((118+Y*YY-1)/(Y*YY))*((118+Z-1)/Z); for(int t=0;t<500;t++){ktile<X,Y,Z,YY><<<b,X*Y,0,s>>>(A,B);ktile<X,Y,Z,YY><<<b,X*Y,0,s>>>(B,A);}});
  TILE(32,4,2,2) TILE(32,4,4,2) TILE(32,2,4,2) TILE(64,2,4,2) TILE(128,1,4,2) TILE(128,2,4,2) TILE(32,4,3,3) TILE(128,1,2,2)
#define PM(X,Y,Z,MB) go("persistent march " #X "x" #Y " planes " #Z " " #MB " blocks",[&](cudaStream_t s){int b=((118+X-1)/X)*((118+Y-1)/Y)*((118+Z-1)/Z); pmarch<X,Y,Z,MB><<<132*MB,X*Y,0,s>>>(A,B,1000,b,bar);});
  PM(32,4,4,8) PM(32,8,8,4) PM(32,8,4,4) PM(128,2,8,2) PM(64,4,8,2)
#define TW(X,Y,Z,T) CK(cudaFuncSetAttribute(two<X,Y,Z,T>,cudaFuncAttributeMaxDynamicSharedMemorySize,((X+4)*(Y+4)*(Z+4)+(X+2)*(Y+2)*(Z+2))*8)); go("two sweeps " #X "x" #Y "x" #Z " threads " #T,[&](cudaStream_t s){int b=((118+X-1)/X)*((118+Y-1)/Y)*((118+Z-1)/Z); for(int t=0;t<250;t++){ two<X,Y,Z,T><<<b,T,((X+4)*(Y+4)*(Z+4)+(X+2)*(Y+2)*(Z+2))*8,s>>>(A,B); two<X,Y,Z,T><<<b,T,((X+4)*(Y+4)*(Z+4)+(X+2)*(Y+2)*(Z+2))*8,s>>>(B,A);} });
  TW(32,8,8,512) TW(40,8,8,512) TW(60,8,8,1024) TW(32,16,8,1024) TW(40,10,10,1024) TW(40,12,10,1024)
}

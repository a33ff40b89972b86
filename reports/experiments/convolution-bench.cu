#include <cstdio>
#include <cstdlib>
#include <vector>
#include <algorithm>
#include <cmath>
#define CK(x) do{cudaError_t e_=(x); if(e_!=cudaSuccess){printf("%s %s\n",#x,cudaGetErrorString(e_));exit(1);} }while(0)
// a: (n+K-1) x ap, b: n x bp
// V0: thread's columns strided by the threads along j (like the tool today), loads scalar, all unrolled
template<int K,int TI,int TJ,int BX,int BY,bool ADD> __global__ void __launch_bounds__(BX*BY) v0(int n,int m,const float*__restrict__ a,int ap,const float*__restrict__ w,int wp,float*__restrict__ b,int bp){
  int jb_count=(m+BX*TJ-1)/(BX*TJ); int ib=blockIdx.x/jb_count, jb=blockIdx.x%jb_count;
  int t=threadIdx.x; int i0=ib*BY*TI+TI*(t/BX), j0=jb*BX*TJ+t%BX;
  float acc[TI][TJ];
#pragma unroll
  for(int i=0;i<TI;i++)
#pragma unroll
  for(int j=0;j<TJ;j++) acc[i][j]=ADD?b[(long long)(i0+i)*bp+j0+BX*j]:0.f;
#pragma unroll
  for(int p=0;p<K;p++)
#pragma unroll
  for(int q=0;q<K;q++){ float c=w[p*wp+q];
#pragma unroll
    for(int i=0;i<TI;i++)
#pragma unroll
    for(int j=0;j<TJ;j++) acc[i][j]+=c*a[(long long)(i0+i+p)*ap+j0+BX*j+q]; }
#pragma unroll
  for(int i=0;i<TI;i++)
#pragma unroll
  for(int j=0;j<TJ;j++) b[(long long)(i0+i)*bp+j0+BX*j]=acc[i][j];
}
// V1: groups of 4 neighbours; scalar loads, compiler reuses
template<int K,int TI,int TJ,int BX,int BY,bool ADD> __global__ void __launch_bounds__(BX*BY) v1(int n,int m,const float*__restrict__ a,int ap,const float*__restrict__ w,int wp,float*__restrict__ b,int bp){
  int jb_count=(m+BX*TJ-1)/(BX*TJ); int ib=blockIdx.x/jb_count, jb=blockIdx.x%jb_count;
  int t=threadIdx.x; int i0=ib*BY*TI+TI*(t/BX), j0=jb*BX*TJ+4*(t%BX);
  alignas(16) float acc[TI][TJ];
#pragma unroll
  for(int i=0;i<TI;i++)
#pragma unroll
  for(int j=0;j<TJ;j+=4) *(float4*)&acc[i][j]=ADD?*(const float4*)&b[(long long)(i0+i)*bp+j0+BX*j]:make_float4(0,0,0,0);
#pragma unroll
  for(int p=0;p<K;p++)
#pragma unroll
  for(int q=0;q<K;q++){ float c=w[p*wp+q];
#pragma unroll
    for(int i=0;i<TI;i++)
#pragma unroll
    for(int j=0;j<TJ;j++) acc[i][j]+=c*a[(long long)(i0+i+p)*ap+j0+BX*(j/4)*4+j%4+q]; }
#pragma unroll
  for(int i=0;i<TI;i++)
#pragma unroll
  for(int j=0;j<TJ;j+=4) *(float4*)&b[(long long)(i0+i)*bp+j0+BX*j]=*(float4*)&acc[i][j];
}
// V2: groups of 4, row windows in wide loads, rows outermost (each input row once)
template<int K,int TI,int TJ,int BX,int BY,bool ADD> __global__ void __launch_bounds__(BX*BY) v2(int n,int m,const float*__restrict__ a,int ap,const float*__restrict__ w,int wp,float*__restrict__ b,int bp){
  int jb_count=(m+BX*TJ-1)/(BX*TJ); int ib=blockIdx.x/jb_count, jb=blockIdx.x%jb_count;
  int t=threadIdx.x; int i0=ib*BY*TI+TI*(t/BX), j0=jb*BX*TJ+4*(t%BX);
  constexpr int W=(4+K-1+3)/4*4;
  alignas(16) float acc[TI][TJ];
#pragma unroll
  for(int i=0;i<TI;i++)
#pragma unroll
  for(int j=0;j<TJ;j+=4) *(float4*)&acc[i][j]=ADD?*(const float4*)&b[(long long)(i0+i)*bp+j0+BX*j]:make_float4(0,0,0,0);
#pragma unroll
  for(int r=0;r<TI+K-1;r++)
#pragma unroll
  for(int g=0;g<TJ;g+=4){
    alignas(16) float x[W];
#pragma unroll
    for(int c=0;c<W;c+=4) *(float4*)&x[c]=*(const float4*)&a[(long long)(i0+r)*ap+j0+BX*g+c];
#pragma unroll
    for(int i=0;i<TI;i++) { int p=r-i; if(p>=0&&p<K) {
#pragma unroll
     for(int q=0;q<K;q++){ float c=w[p*wp+q];
#pragma unroll
      for(int j=0;j<4;j++) acc[i][g+j]+=c*x[j+q]; } } }
  }
#pragma unroll
  for(int i=0;i<TI;i++)
#pragma unroll
  for(int j=0;j<TJ;j+=4) *(float4*)&b[(long long)(i0+i)*bp+j0+BX*j]=*(float4*)&acc[i][j];
}
// V3: wide windows, p outermost: window of all rows in registers (compiler may forward), order p,q
template<int K,int TI,int TJ,int BX,int BY,bool ADD> __global__ void __launch_bounds__(BX*BY) v3(int n,int m,const float*__restrict__ a,int ap,const float*__restrict__ w,int wp,float*__restrict__ b,int bp){
  int jb_count=(m+BX*TJ-1)/(BX*TJ); int ib=blockIdx.x/jb_count, jb=blockIdx.x%jb_count;
  int t=threadIdx.x; int i0=ib*BY*TI+TI*(t/BX), j0=jb*BX*TJ+4*(t%BX);
  constexpr int W=(4+K-1+3)/4*4;
  alignas(16) float acc[TI][TJ];
  alignas(16) float x[TI+K-1][TJ/4][W];
#pragma unroll
  for(int i=0;i<TI;i++)
#pragma unroll
  for(int j=0;j<TJ;j+=4) *(float4*)&acc[i][j]=ADD?*(const float4*)&b[(long long)(i0+i)*bp+j0+BX*j]:make_float4(0,0,0,0);
#pragma unroll
  for(int r=0;r<TI+K-1;r++)
#pragma unroll
  for(int g=0;g<TJ;g+=4)
#pragma unroll
    for(int c=0;c<W;c+=4) *(float4*)&x[r][g/4][c]=*(const float4*)&a[(long long)(i0+r)*ap+j0+BX*g+c];
#pragma unroll
  for(int p=0;p<K;p++)
#pragma unroll
  for(int q=0;q<K;q++){ float c=w[p*wp+q];
#pragma unroll
    for(int i=0;i<TI;i++)
#pragma unroll
    for(int j=0;j<TJ;j++) acc[i][j]+=c*x[i+p][j/4][j%4+q]; }
#pragma unroll
  for(int i=0;i<TI;i++)
#pragma unroll
  for(int j=0;j<TJ;j+=4) *(float4*)&b[(long long)(i0+i)*bp+j0+BX*j]=*(float4*)&acc[i][j];
}
__global__ void copy(const float4*__restrict__ a,float4*__restrict__ b,long long n){ long long i=blockIdx.x*(long long)blockDim.x+threadIdx.x; if(i<n) b[i]=a[i]; }
__global__ void ref(int K,int n,int m,const float*a,int ap,const float*w,int wp,float*b,int bp,bool add){
  int j=blockIdx.x*blockDim.x+threadIdx.x,i=blockIdx.y; if(j>=m)return; float s=add?b[(long long)i*bp+j]:0; for(int p=0;p<K;p++)for(int q=0;q<K;q++) s+=w[p*wp+q]*a[(long long)(i+p)*ap+j+q]; b[(long long)i*bp+j]=s; }
int n=4096,m=4096; float*A,*Bv,*W,*R; std::vector<float> hb,hr; 
template<class F> float timeit(F f){ cudaEvent_t s,e; cudaEventCreate(&s);cudaEventCreate(&e); std::vector<float> ts; for(int i=0;i<3;i++) f(); for(int i=0;i<15;i++){cudaEventRecord(s);for(int k=0;k<4;k++)f();cudaEventRecord(e);cudaEventSynchronize(e);float t;cudaEventElapsedTime(&t,s,e);ts.push_back(t/4);} std::sort(ts.begin(),ts.end()); CK(cudaGetLastError()); return ts[7]*1000; }
template<class F> void go(const char*name,int K,bool add,F launch){
  int ap=(m+K-1+31)/32*32,bp=m; 
  CK(cudaMemset(Bv,0,(size_t)n*bp*4));CK(cudaMemset(R,0,(size_t)n*bp*4));
  launch(ap,bp); ref<<<dim3((m+127)/128,n),128>>>(K,n,m,A,ap,W,32,R,bp,add); CK(cudaDeviceSynchronize());
  CK(cudaMemcpy(hb.data(),Bv,hb.size()*4,cudaMemcpyDeviceToHost));CK(cudaMemcpy(hr.data(),R,hr.size()*4,cudaMemcpyDeviceToHost));
  double worst=0; for(size_t i=0;i<hb.size();i++) worst=std::max(worst,(double)fabsf(hb[i]-hr[i]));
  float t=timeit([&]{launch(ap,bp);}); printf("%-26s K=%2d add=%d %8.1f us  err %.2g\n",name,K,add,t,worst); }
#define RUN(V,K,TI,TJ,BX,BY) go(#V " " #TI "x" #TJ " " #BX "x" #BY,K,true,[&](int ap,int bp){ V<K,TI,TJ,BX,BY,true><<<(n/(BY*TI))*(m/(BX*TJ)),BX*BY>>>(n,m,A,ap,W,32,Bv,bp);}); 
#define RUN0(V,K,TI,TJ,BX,BY) go(#V " " #TI "x" #TJ " " #BX "x" #BY,K,false,[&](int ap,int bp){ V<K,TI,TJ,BX,BY,false><<<(n/(BY*TI))*(m/(BX*TJ)),BX*BY>>>(n,m,A,ap,W,32,Bv,bp);}); 
#define ALL(K) RUN(v0,K,4,4,64,2) RUN(v0,K,4,1,128,1) RUN(v0,K,8,1,128,1) RUN(v0,K,8,2,128,1) RUN(v0,K,2,4,64,2) RUN(v1,K,4,4,64,2) RUN(v1,K,2,4,64,2) RUN(v1,K,8,4,64,2) RUN(v2,K,4,4,64,2) RUN(v2,K,2,4,64,2) RUN(v2,K,8,4,64,2) RUN(v2,K,4,8,64,2) RUN(v3,K,4,4,64,2) RUN(v3,K,2,4,64,2) RUN(v3,K,8,4,64,2) RUN(v3,K,4,4,32,4) RUN(v3,K,4,4,128,2) RUN0(v1,K,4,4,64,2) RUN0(v3,K,4,4,64,2) RUN0(v2,K,4,4,64,2) RUN0(v2,K,8,4,64,2) RUN0(v0,K,8,1,128,1)
int main(){ size_t s=(size_t)(n+16)*(m+32); CK(cudaMalloc(&A,s*4));CK(cudaMalloc(&Bv,s*4));CK(cudaMalloc(&R,s*4));CK(cudaMalloc(&W,4096)); std::vector<float> h(s); for(auto&x:h)x=rand()/(float)RAND_MAX; CK(cudaMemcpy(A,h.data(),s*4,cudaMemcpyHostToDevice));CK(cudaMemcpy(W,h.data(),4096,cudaMemcpyHostToDevice)); hb.resize((size_t)n*m);hr.resize((size_t)n*m);
 long long c=(long long)n*m/4; printf("copy %.1f us\n",timeit([&]{copy<<<(c+255)/256,256>>>((float4*)A,(float4*)Bv,c);}));
 ALL(3) ALL(5) ALL(7) ALL(11) }

// heat-3d by planes, D sweeps a launch. A thread holds PJ rows of PK points of the last two planes of every time level in registers,
// rows above and below come by shared memory (both parities, one barrier a plane), columns beside by shuffles.
// The first box of a dimension starts at the array's first point and the last ends at its last one: no point of a box is outside.
// BND 0: boundary values not kept (wrong: what boundary costs); 1: selected at the edges of the box, where alone they lie; 2: only in boxes with such an edge.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#include <algorithm>
#include <cmath>
#define CK(x) do{cudaError_t e_=(x); if(e_!=cudaSuccess){printf("%s: %s\n",#x,cudaGetErrorString(e_));exit(1);} }while(0)
#ifndef D
#define D 4
#endif
#ifndef PJ
#define PJ 4
#endif
#ifndef PK
#define PK 4
#endif
#ifndef TX
#define TX 16
#endif
#ifndef TY
#define TY 16
#endif
#ifndef MINB
#define MINB 1
#endif
#ifndef BND
#define BND 1
#endif
#ifndef ASY
#define ASY 0   // 1: the next plane comes to shared memory by asynchronous copies, 0: to registers
#endif
#ifndef PFD
#define PFD 1   // with ASY: planes on their way
#endif
#ifndef UNR
#define UNR 1   // 1: three planes written out, so that planes change their names; 0: values are moved
#endif
constexpr int HK=(D+PK-1)/PK*PK, W=TX*PK, H=TY*PJ, THREADS=TX*TY;
template<int N> struct Vec; template<> struct Vec<4>{using T=float4;}; template<> struct Vec<2>{using T=float2;}; template<> struct Vec<1>{using T=float;};
using V=Vec<PK>::T;
static __device__ __forceinline__ void get(float*d,const float*s){*(V*)d=*(const V*)s;}
#if ASY
#define CAG "c" "g"
#if PK!=4
#undef CAG
#define CAG "ca"
#endif
static __device__ __forceinline__ void copy_async(float*to,const float*from){ asm volatile("cp.async." CAG ".shared.global [%0],[%1],%2;"::"r"((unsigned)__cvta_generic_to_shared(to)),"l"(from),"n"(PK*4)); }
static __device__ __forceinline__ void commit(){ asm volatile("cp.async.commit_group;"); }
static __device__ __forceinline__ void arrived(){ asm volatile("cp.async.wait_group %0;"::"n"(PFD-1)); }
#else
static __device__ __forceinline__ void commit(){} static __device__ __forceinline__ void arrived(){}
#endif
struct Tiles{int n,pitch,tj,tk;};
// one piece: planes i0..i1-1 of the tile that begins at row j0, column k0
template<bool EDGES> static __device__ __forceinline__ void piece(const float*__restrict__ a,float*__restrict__ b,const Tiles g,int tile,int i0,int i1){
  extern __shared__ __align__(16) float sh[]; // [2][D][TY+2][2][W]: rows of thread row y-1 at y
  const int tx=threadIdx.x%TX, ty=threadIdx.x/TX, n=g.n;
  const int bk=tile%g.tk, bj=tile/g.tk;
  const int ownJ=H-2*D, ownK=W-2*HK;
  const int j0=bj==g.tj-1?n-H:bj*ownJ, k0=bk==g.tk-1?n-W:bk*ownK;
  const int j=j0+ty*PJ, k=k0+tx*PK;
  // what a thread stores: whole threads where PJ divides D, row by row else
  const int jlo=bj==0?0:bj==g.tj-1?(bj-1)*ownJ+H-D:bj*ownJ+D, jhi=bj==g.tj-1?n:bj*ownJ+H-D;
  const int klo=bk==0?0:bk==g.tk-1?(bk-1)*ownK+W-HK:bk*ownK+HK, khi=bk==g.tk-1?n:bk*ownK+W-HK;
  const bool storek=k>=klo&&k<khi;
  const bool edgeL=k==0, edgeR=k+PK==n, edgeT=j==0, edgeB=j+PJ==n;
  const int plane=n*g.pitch; // n=400: 66.6 M elements fit an int
  const float*src=a+(size_t)j*g.pitch+k; float*dst=b+(size_t)j*g.pitch+k;
  constexpr int LEVEL=(TY+2)*2*W, PARITY=D*LEVEL;
  float*mine=sh+(ty+1)*2*W+tx*PK; // row 0 of the thread at mine, its last row at mine+W
  int par=0;
  alignas(16) float v[D][3][PJ][PK], pf[PJ][PK]; (void)pf;
  const int first=max(0,i0-D), last=min(n-1,i1-1+D);
  float*ring=sh+2*PARITY+(ty*PJ)*W+tx*PK;
  auto load=[&](int i,int slot){
    const float*p=src+(size_t)i*plane;
    #pragma unroll
    for(int y=0;y<PJ;y++){
#if ASY
      copy_async(ring+slot+y*W,p+y*g.pitch);
#else
      get(pf[y],p+y*g.pitch); (void)slot;
#endif
    }
    commit();
  };
  #pragma unroll
  for(int q=0;q<D;q++)
  #pragma unroll
  for(int r=0;r<3;r++)
  #pragma unroll
  for(int y=0;y<PJ;y++)
  #pragma unroll
  for(int x=0;x<PK;x++) v[q][r][y][x]=0;
  int slot=0;
#if ASY
  __syncwarp(); asm volatile("cp.async.wait_all;"); // of a piece before
#endif
  #pragma unroll
  for(int f=0;f<(ASY?PFD:1);f++) load(min(first+f,last),f*H*W);
  auto step=[&](int s,int U){
    alignas(16) float nw[PJ][PK];
    arrived();
    #pragma unroll
    for(int y=0;y<PJ;y++){
#if ASY
      get(nw[y],ring+slot+y*W);
#else
      #pragma unroll
      for(int x=0;x<PK;x++) nw[y][x]=pf[y][x];
#endif
    }
    slot=slot==PFD*H*W?0:slot+H*W; // the next plane's
    const int next=slot>=2*H*W||PFD==1?(PFD==1?slot:slot-2*H*W):slot+(PFD-1)*H*W; // PFD planes after the one that has just been taken
    load(min(s+(ASY?PFD:1),last),next);
    #pragma unroll
    for(int q=0;q<D;q++){
      float (&lo)[PJ][PK]=v[q][(U+1)%3]; float(&cu)[PJ][PK]=v[q][(U+2)%3]; float(&hi)[PJ][PK]=v[q][U%3];
      #pragma unroll
      for(int y=0;y<PJ;y++)
      #pragma unroll
      for(int x=0;x<PK;x++) hi[y][x]=nw[y][x];
      float*to=mine+par+q*LEVEL; const float*from=mine+(PARITY-par)+q*LEVEL;
      *(V*)to=*(V*)&hi[0][0]; if(PJ>1) *(V*)(to+W)=*(V*)&hi[PJ-1][0];
      const int p=s-q-1; // plane of level q+1 that becomes known
      if(p>0&&p<n-1){
        alignas(16) float up[PK],dn[PK];
        get(up,from-2*W+(PJ>1?W:0)); get(dn,from+2*W);
        #pragma unroll
        for(int y=0;y<PJ;y++){
          const float l=__shfl_up_sync(~0u,cu[y][PK-1],1,TX), r=__shfl_down_sync(~0u,cu[y][0],1,TX);
          #pragma unroll
          for(int x=0;x<PK;x++){
            const float c=cu[y][x], u_=y>0?cu[y>0?y-1:0][x]:up[x], d_=y<PJ-1?cu[y<PJ-1?y+1:0][x]:dn[x], l_=x>0?cu[y][x>0?x-1:0]:l, r_=x<PK-1?cu[y][x<PK-1?x+1:0]:r;
            const float e=0.125f;
            float t=fmaf(e,fmaf(-2.f,c,d_)+u_,e*(fmaf(-2.f,c,hi[y][x])+lo[y][x]));
            t=fmaf(e,fmaf(-2.f,c,r_)+l_,t);
            float val=t+c;
            if(EDGES){ if(x==0) val=edgeL?c:val;
            if(x==PK-1) val=edgeR?c:val;
            if(y==0) val=edgeT?c:val;
            if(y==PJ-1) val=edgeB?c:val; }
            nw[y][x]=val;
          }
        }
      }else{
        #pragma unroll
        for(int y=0;y<PJ;y++)
        #pragma unroll
        for(int x=0;x<PK;x++) nw[y][x]=cu[y][x];
      }
    }
    const int o=s-D;
    if(o>=i0&&o<i1){
      float*p=dst+(size_t)o*plane;
      #pragma unroll
      for(int y=0;y<PJ;y++) if(storek&&j+y>=jlo&&j+y<jhi) *(V*)(p+y*g.pitch)=*(V*)&nw[y][0];
    }
    __syncthreads(); par=PARITY-par;
  };
  const int end=i1-1+D;
#if UNR
  for(int s=first;;){ step(s,0); if(++s>end) break; step(s,1); if(++s>end) break; step(s,2); if(++s>end) break; }
#else
  for(int s=first;s<=end;s++){ step(s,0);
    #pragma unroll
    for(int q=0;q<D;q++)
    #pragma unroll
    for(int y=0;y<PJ;y++)
    #pragma unroll
    for(int x=0;x<PK;x++){ v[q][1][y][x]=v[q][2][y][x]; v[q][2][y][x]=v[q][0][y][x]; } }
#endif
}
static __device__ __forceinline__ void one(const float*__restrict__ a,float*__restrict__ b,const Tiles g,int tile,int i0,int i1){
#if BND==2
  const int bk=tile%g.tk, bj=tile/g.tk;
  if(bk==0||bk==g.tk-1||bj==0||bj==g.tj-1) piece<true>(a,b,g,tile,i0,i1); else piece<false>(a,b,g,tile,i0,i1);
#else
  piece<BND==1>(a,b,g,tile,i0,i1);
#endif
}
// cut: blocks share (tile, plane) in equal parts, one after another; else a block has a part of one tile
__global__ void __launch_bounds__(THREADS,MINB) planes(const float*__restrict__ a,float*__restrict__ b,Tiles g,int seg,int segs,int cut){
  // in parts of equal length, or one part of one tile
  const long long all=(long long)g.tj*g.tk*g.n;
  long long w=cut?all*blockIdx.x/gridDim.x:(long long)(blockIdx.x/segs)*g.n+blockIdx.x%segs*seg;
  const long long end=cut?all*(blockIdx.x+1)/gridDim.x:min(w+seg,(long long)(blockIdx.x/segs+1)*g.n);
  while(w<end){ const int tile=(int)(w/g.n), i0=(int)(w%g.n), i1=(int)min((long long)g.n,i0+(end-w)); one(a,b,g,tile,i0,i1); w+=i1-i0; }
}
__global__ void ref(int n,int pitch,const float*a,float*b){int k=blockIdx.x*blockDim.x+threadIdx.x,j=blockIdx.y,i=blockIdx.z; if(k>=n)return; auto A=[&](int i,int j,int k){return a[((long long)i*n+j)*pitch+k];}; float c=A(i,j,k),v=c,e=.125f; if(i>0&&j>0&&k>0&&i<n-1&&j<n-1&&k<n-1) v=e*(A(i+1,j,k)-2*c+A(i-1,j,k))+e*(A(i,j+1,k)-2*c+A(i,j-1,k))+e*(A(i,j,k+1)-2*c+A(i,j,k-1))+c; b[((long long)i*n+j)*pitch+k]=v;}
__global__ void fill(float*a,size_t s){ size_t i=blockIdx.x*(size_t)blockDim.x+threadIdx.x; if(i<s){ unsigned h=(unsigned)i*2654435761u; h^=h>>15; h*=2246822519u; h^=h>>13; a[i]=(h>>8)*0x1p-24f; } }
__global__ void differ(const float*x,const float*y,int n,int pitch,unsigned long long*bad,unsigned*most){ int k=blockIdx.x*blockDim.x+threadIdx.x; size_t o=((size_t)blockIdx.z*n+blockIdx.y)*pitch+k; if(k<n){ float d=fabsf(x[o]-y[o]); if(!(d<=1e-5f)) atomicAdd(bad,1ull); else atomicMax(most,__float_as_uint(d)); } }
__global__ void copy(const float4*__restrict__ a,float4*__restrict__ b,long long n){ long long i=blockIdx.x*(long long)blockDim.x+threadIdx.x; if(i<n) b[i]=a[i]; }
template<class F> float timeit(F f,int per){ cudaStream_t st; CK(cudaStreamCreate(&st)); cudaEvent_t s,e; cudaEventCreate(&s);cudaEventCreate(&e); std::vector<float> ts; for(int i=-1;i<7;i++){cudaEventRecord(s,st);for(int k=0;k<per;k++) f(st,k);cudaEventRecord(e,st);CK(cudaEventSynchronize(e));float t;cudaEventElapsedTime(&t,s,e);if(i>=0)ts.push_back(t/per);} std::sort(ts.begin(),ts.end()); CK(cudaGetLastError()); return ts[3]*1000; }
int main(int argc,char**argv){
  const int n=argc>1?atoi(argv[1]):400, pitch=(n+31)/32*32; const size_t s=(size_t)n*n*pitch; float*A,*B,*C; CK(cudaMalloc(&A,s*4)); CK(cudaMalloc(&B,s*4)); CK(cudaMalloc(&C,s*4));
  float*R; CK(cudaMalloc(&R,s*4)); unsigned long long*count; CK(cudaMallocManaged(&count,16)); const dim3 all((n+127)/128,n,n);
  fill<<<(s+255)/256,256>>>(A,s); CK(cudaMemcpy(B,A,s*4,cudaMemcpyDeviceToDevice));
  int sms; CK(cudaDeviceGetAttribute(&sms,cudaDevAttrMultiProcessorCount,0)); cudaDeviceProp pr; CK(cudaGetDeviceProperties(&pr,0));
  const double cu=timeit([&](cudaStream_t st,int){copy<<<(s/4+255)/256,256,0,st>>>((float4*)A,(float4*)B,s/4);},20);
  auto ownTiles=[&](int box,int halo){ int own=box-2*halo; return n<=box?1:(n-2*halo+own-1)/own; };
  Tiles g={n,pitch,ownTiles(H,D),ownTiles(W,HK)};
  const size_t bytes=sizeof(float)*(2*D*(TY+2)*2*W+(ASY?(PFD+1)*H*W:0)); CK(cudaFuncSetAttribute(planes,cudaFuncAttributeMaxDynamicSharedMemorySize,(int)bytes));
  int nb; CK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&nb,planes,THREADS,bytes)); cudaFuncAttributes fa; CK(cudaFuncGetAttributes(&fa,planes));
  { const float*from=A; for(int d=0;d<D;d++){ float*to=(D-d)%2?R:B; ref<<<dim3((n+63)/64,n,n),64>>>(n,pitch,from,to); from=to; } CK(cudaDeviceSynchronize()); }
  printf("%s n=%d D=%d box %dx%d points %dx%d threads %d bnd %d unr %d asy %d pfd %d: registers %d local %d shared %zu blocks/sm %d tiles %dx%d use %.3f copy %.1f us (%.2f ms for 40)\n",pr.name,n,D,H,W,PJ,PK,THREADS,BND,UNR,ASY,PFD,fa.numRegs,(int)fa.localSizeBytes,bytes,nb,g.tj,g.tk,(double)n*n/((double)g.tj*g.tk*H*W),cu,cu*.04);
  if(nb==0) return 0;
  auto run=[&](int segs,int cut,int blocks){
    const int seg=(n+segs-1)/segs;
    auto l=[&](cudaStream_t st,int k){ planes<<<blocks,THREADS,bytes,st>>>(k%2?C:B,k%2?B:C,g,seg,segs,cut); };
    CK(cudaMemcpy(B,A,s*4,cudaMemcpyDeviceToDevice)); CK(cudaMemset(C,0xff,s*4)); l(0,0); CK(cudaDeviceSynchronize());
    count[0]=count[1]=0; differ<<<all,128>>>(C,R,n,pitch,count,(unsigned*)(count+1)); CK(cudaDeviceSynchronize()); const size_t bad=count[0]; float w; memcpy(&w,count+1,4);
    const double t=timeit(l,20);
    printf("  %s %d blocks %d (%.2f waves): %.1f us/launch %.1f us/sweep, 40 sweeps %.3f ms, x copy %.3f, wrong %zu, err %.1g\n",cut?"cut":"segs",cut?blocks/sms:segs,blocks,blocks/(double)(sms*nb),t,t/D,t/D*.04,cu*D/t,bad,w); fflush(stdout);
  };
  for(int m=1;m<=2;m++) run(1,1,sms*nb*m);
  int done=0; for(int segs=1;segs<=16;segs++){ const int blocks=g.tj*g.tk*segs; const double w=blocks/(double)(sms*nb), e=w/ceil(w)*(n/(double)segs)/(n/(double)segs+2*D); if(e>.8&&done<5&&w>.9){run(segs,0,blocks);done++;} }
}

#include <cstdio>
#include <cstdlib>
#include <vector>
#include <algorithm>
#include <cmath>
#define CK(x) do{cudaError_t e_=(x); if(e_!=cudaSuccess){printf("%s %s\n",#x,cudaGetErrorString(e_));exit(1);} }while(0)
// streaming along i; box of J=WJ*PJ rows, 32*PK columns; D sweeps per launch
template<class T,int D,int PJ,int PK,int WJ,int PF,int MINB> __global__ void __launch_bounds__(32*WJ,MINB) stream(int n,const T*__restrict__ a,T*__restrict__ b,int pitch,int seg,int tj,int tk,int halok){
  constexpr int J=WJ*PJ;
  __shared__ T sh[2][D][J+2][32*PK];
  int lane=threadIdx.x%32, wj=threadIdx.x/32;
  int bk=blockIdx.x%tk, bj=blockIdx.x/tk%tj, bi=blockIdx.x/tk/tj;
  int ownJ=J-2*D, ownK=32*PK-2*halok;
  int j0=bj*ownJ+1-D+wj*PJ, k0=bk*ownK+1-1-halok+1-1+lane*PK; // own columns start at bk*ownK (aligned), halo before
  k0=bk*ownK-halok+lane*PK;
  int i0=1+bi*seg, i1=min(n-1,i0+seg); // own planes
  bool in[PJ][PK], own[PJ][PK];
  #pragma unroll
  for(int y=0;y<PJ;y++)
  #pragma unroll
  for(int x=0;x<PK;x++){int j=j0+y,k=k0+x; in[y][x]=j>=1&&j<n-1&&k>=1&&k<n-1; int jj=wj*PJ+y,kk=lane*PK+x; own[y][x]=in[y][x]&&jj>=D&&jj<J-D&&kk>=halok&&kk<32*PK-halok;}
  bool row[PJ]; bool colin=k0>=0&&k0<n; for(int y=0;y<PJ;y++) row[y]=j0+y>=0&&j0+y<n&&colin;
  T v[D][3][PJ][PK]; T pf[PF][PJ][PK];
  const T*pa=a+((long long)(i0-D)*n+j0)*pitch+k0; long long plane=(long long)n*pitch;
  auto load=[&](T (&d)[PJ][PK],int i){
    #pragma unroll
    for(int y=0;y<PJ;y++){ bool ok=row[y]&&i>=0&&i<n; const T*p=a+((long long)i*n+j0+y)*pitch+k0;
      if constexpr(PK*sizeof(T)==16){ if(ok) *(float4*)&d[y][0]=*(const float4*)p; else for(int x=0;x<PK;x++)d[y][x]=0; }
      else if constexpr(PK*sizeof(T)==8){ if(ok) *(float2*)&d[y][0]=*(const float2*)p; else for(int x=0;x<PK;x++)d[y][x]=0; }
      else { for(int x=0;x<PK;x++) d[y][x]=ok?p[x]:T(0);} } };
  int first=i0-D, last=i1-1+D; // planes of level 0 needed
  #pragma unroll
  for(int f=0;f<PF;f++) load(pf[f],first+f);
  #pragma unroll
  for(int q=0;q<D;q++)
  #pragma unroll
  for(int r=0;r<3;r++)
  #pragma unroll
  for(int y=0;y<PJ;y++)
  #pragma unroll
  for(int x=0;x<PK;x++) v[q][r][y][x]=0;
  int par=0;
  constexpr int U=3*PF; 
  for(int s0=first;s0<=last;s0+=U){
  #pragma unroll
  for(int u=0;u<U;u++){ int s=s0+u; if(s<=last){
    T nw[PJ][PK];
    #pragma unroll
    for(int y=0;y<PJ;y++)
    #pragma unroll
    for(int x=0;x<PK;x++) nw[y][x]=pf[u%PF][y][x];
    load(pf[u%PF],min(s+PF,last));
    #pragma unroll
    for(int q=0;q<D;q++){
      // level q newest plane s-q is nw ; compute level q+1 plane s-q-1
      T (&lo)[PJ][PK]=v[q][(u+1)%3]; T(&cu)[PJ][PK]=v[q][(u+2)%3]; T(&hi)[PJ][PK]=v[q][u%3]; // lo = plane s-q-2, cu= s-q-1
      #pragma unroll
      for(int y=0;y<PJ;y++)
      #pragma unroll
      for(int x=0;x<PK;x++) hi[y][x]=nw[y][x];
      // neighbours of cu from shared parity par^1
      T (*shp)[32*PK]=sh[par^1][q];
      T up[PK],dn[PK];
      #pragma unroll
      for(int x=0;x<PK;x++){ up[x]=shp[wj*PJ][lane*PK+x]; dn[x]=shp[wj*PJ+PJ+1][lane*PK+x]; }
      int plane_i=s-q-1; bool pin=plane_i>=1&&plane_i<n-1;
      #pragma unroll
      for(int y=0;y<PJ;y++){
        T l=__shfl_up_sync(~0u,cu[y][PK-1],1), r=__shfl_down_sync(~0u,cu[y][0],1);
        #pragma unroll
        for(int x=0;x<PK;x++){
          T c=cu[y][x]; T u_=y>0?cu[y-1][x]:up[x], d_=y<PJ-1?cu[y+1][x]:dn[x]; T l_=x>0?cu[y][x-1]:l, r_=x<PK-1?cu[y][x+1]:r;
          T e=T(0.125);T two=T(2);
          T val=e*(hi[y][x]-two*c+lo[y][x])+e*(d_-two*c+u_)+e*(r_-two*c+l_)+c;
          nw[y][x]=in[y][x]&&pin?val:c;
        }
      }
      // publish level q newest (hi) rows: own rows edges
      #pragma unroll
      for(int x=0;x<PK;x++){ 
        // row index in shared: row y of this warp stored at 1+wj*PJ+y
        sh[par][q][1+wj*PJ][lane*PK+x]=hi[0][x]; if(PJ>1) sh[par][q][wj*PJ+PJ][lane*PK+x]=hi[PJ-1][x]; }
    }
    int o=s-D; if(o>=i0&&o<i1){
      #pragma unroll
      for(int y=0;y<PJ;y++){ T*p=b+((long long)o*n+j0+y)*pitch+k0;
       #pragma unroll
       for(int x=0;x<PK;x++) if(own[y][x]) p[x]=nw[y][x]; } }
    __syncthreads(); par^=1;
  }}}
}
template<class T> __global__ void ref(int n,const T*a,T*b,int pitch){int k=blockIdx.x*blockDim.x+threadIdx.x,j=blockIdx.y,i=blockIdx.z; if(k>=n)return; auto A=[&](int i,int j,int k){return a[((long long)i*n+j)*pitch+k];}; T c=A(i,j,k); T v=c; if(i>0&&j>0&&k>0&&i<n-1&&j<n-1&&k<n-1) v=T(.125)*(A(i+1,j,k)-T(2)*c+A(i-1,j,k))+T(.125)*(A(i,j+1,k)-T(2)*c+A(i,j-1,k))+T(.125)*(A(i,j,k+1)-T(2)*c+A(i,j,k-1))+c; b[((long long)i*n+j)*pitch+k]=v;}
__global__ void copy(const float4*__restrict__ a,float4*__restrict__ b,long long n){ long long i=blockIdx.x*(long long)blockDim.x+threadIdx.x; if(i<n) b[i]=a[i]; }
template<class F> float timeit(F f,int per){ cudaStream_t st; cudaStreamCreate(&st); cudaGraph_t g; cudaGraphExec_t ge; cudaStreamBeginCapture(st,cudaStreamCaptureModeGlobal); for(int k=0;k<per;k++) f(st,k); cudaStreamEndCapture(st,&g); cudaGraphInstantiate(&ge,g,0); cudaEvent_t s,e; cudaEventCreate(&s);cudaEventCreate(&e); std::vector<float> ts; for(int i=0;i<2;i++) cudaGraphLaunch(ge,st); for(int i=0;i<11;i++){cudaEventRecord(s,st);cudaGraphLaunch(ge,st);cudaEventRecord(e,st);cudaEventSynchronize(e);float t;cudaEventElapsedTime(&t,s,e);ts.push_back(t/per);} std::sort(ts.begin(),ts.end()); CK(cudaGetLastError()); return ts[5]*1000; }
template<class T> struct S{ int n,pitch; T*A,*B,*C,*R; size_t s; std::vector<T> h; double copyus;
 S(int n):n(n){pitch=(n+31)/32*32; s=(size_t)n*n*pitch; CK(cudaMalloc(&A,s*sizeof(T)+4096));CK(cudaMalloc(&B,s*sizeof(T)+4096));CK(cudaMalloc(&C,s*sizeof(T)+4096));CK(cudaMalloc(&R,s*sizeof(T)+4096)); h.resize(s); for(auto&x:h)x=rand()/(T)RAND_MAX; CK(cudaMemcpy(A,h.data(),s*sizeof(T),cudaMemcpyHostToDevice));
  long long c=s*sizeof(T)/16; copyus=timeit([&](cudaStream_t st,int){copy<<<(c+255)/256,256,0,st>>>((float4*)A,(float4*)B,c);},10); printf("n=%d size %d copy %.1f us\n",n,(int)sizeof(T),copyus);
  CK(cudaMemcpy(B,A,s*sizeof(T),cudaMemcpyDeviceToDevice));}
 template<int D,int PJ,int PK,int WJ,int PF,int MINB> void go(int segs,int halok){
  int ownJ=WJ*PJ-2*D, ownK=32*PK-2*halok; int tj=(n-2+ownJ-1)/ownJ, tk=(n-1+ownK-1)/ownK; int seg=(n-2+segs-1)/segs; int blocks=tj*tk*segs;
  auto l=[&](cudaStream_t st,int k){ if(k&1) stream<T,D,PJ,PK,WJ,PF,MINB><<<blocks,32*WJ,0,st>>>(n,B,C,pitch,seg,tj,tk,halok); else stream<T,D,PJ,PK,WJ,PF,MINB><<<blocks,32*WJ,0,st>>>(n,C,B,pitch,seg,tj,tk,halok);};
  CK(cudaMemcpy(B,A,s*sizeof(T),cudaMemcpyDeviceToDevice));CK(cudaMemcpy(C,A,s*sizeof(T),cudaMemcpyDeviceToDevice));
  l(0,1); CK(cudaDeviceSynchronize()); std::vector<T> x(s),y(s); CK(cudaMemcpy(x.data(),C,s*sizeof(T),cudaMemcpyDeviceToHost));
  T*p=A,*q=B; for(int d=0;d<D;d++){ T*o=d%2?R:B; ref<T><<<dim3((n+63)/64,n,n),64>>>(n,p,o,pitch); p=o; } CK(cudaDeviceSynchronize()); CK(cudaMemcpy(y.data(),p,s*sizeof(T),cudaMemcpyDeviceToHost));
  double w=0; for(int i=0;i<n;i++)for(int j=0;j<n;j++)for(int k=0;k<n;k++){size_t e=((size_t)i*n+j)*pitch+k; w=std::max(w,(double)fabs(x[e]-y[e]));}
  CK(cudaMemcpy(B,A,s*sizeof(T),cudaMemcpyDeviceToDevice));CK(cudaMemcpy(C,A,s*sizeof(T),cudaMemcpyDeviceToDevice));
  double t=timeit(l,20); int nb; cudaOccupancyMaxActiveBlocksPerMultiprocessor(&nb,stream<T,D,PJ,PK,WJ,PF,MINB>,32*WJ,0);
  printf("n=%d D=%d P %dx%d W=%d PF=%d segs=%d halok=%d blocks=%d res=%d: %.1f us/launch, %.1f us/sweep, x copy %.2f err %.1g\n",n,D,PJ,PK,WJ,PF,segs,halok,blocks,nb,t,t/D,copyus*D/t,w); fflush(stdout);
 } 
 ~S(){cudaFree(A);cudaFree(B);cudaFree(C);cudaFree(R);} };
int main(){
 { S<float> s(400);
  s.go<2,4,2,8,1,2>(3,2); s.go<2,4,2,8,1,2>(5,2); s.go<2,4,2,8,2,2>(5,2); s.go<2,2,4,8,1,2>(4,4); s.go<2,2,4,16,1,1>(4,4); s.go<2,4,4,8,1,1>(4,4); s.go<2,2,2,16,1,1>(5,2); s.go<2,4,2,8,1,3>(5,2); s.go<2,4,1,8,1,4>(3,2); s.go<2,2,2,12,2,2>(5,2); s.go<1,4,2,8,1,2>(5,2); s.go<1,2,4,8,1,2>(5,4); s.go<1,2,4,8,2,2>(5,4); s.go<3,4,2,8,1,2>(5,4); s.go<4,4,2,8,1,1>(5,4);s.go<4,4,2,12,1,1>(5,4);s.go<2,4,2,12,1,1>(5,2);}
 { S<double> s(120);
  s.go<2,2,2,8,1,2>(4,2); s.go<2,2,1,8,1,3>(8,2); s.go<2,4,1,8,1,2>(8,2); s.go<2,2,1,12,1,2>(8,2); s.go<2,2,2,8,1,2>(8,2); s.go<2,2,1,16,1,1>(6,2); s.go<1,2,1,8,1,3>(8,2); s.go<2,4,2,8,1,1>(10,2); s.go<4,4,1,8,1,2>(6,4); s.go<4,4,2,8,1,1>(10,4);}
}

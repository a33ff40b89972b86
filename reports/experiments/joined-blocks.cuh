#if defined(EARLY)||defined(LATE)
#define TAKEN 1
#else
#define TAKEN 0
#endif
#ifndef DP_MIN
#define DP_MIN 1
#endif
#ifndef FTZ
#define FTZ ""
#endif
// Diagonal block together with one panel block, written by hand: 64 diagonal and 64 panel points along one axis. Included after
// the lu.cu that `generate` writes, its kernel lu_dp (512 threads, sizeof(DpShared) bytes) launched instead of levels 0 and 1 where
// n - 1 >= 64 * ks + 64; DP_WAIT is empty. What the macros stand for is said where nvidia-h200-standalone.txt gives times:
// DP_S 1 (an iteration per round, what the next one does not need behind its barrier), 10 (the same, plain), 2 (two iterations);
// PRE (updates of the steps before in the same launch); FTZ ".ftz"; EARLY, LATE (where blocks take their turn).
__device__ unsigned dp_tickets;
__device__ __forceinline__ float dq(float x, float y){ float r; asm("rcp.approx" FTZ ".f32 %0, %1;":"=f"(r):"f"(y)); float q=x*r; return fmaf(fmaf(-q,y,x),r,q); }
__device__ __forceinline__ void d4(float*t,const float*f){*reinterpret_cast<float4*>(t)=*reinterpret_cast<const float4*>(f);}
#ifndef DP_S
#define DP_S 1
#endif
// NI x NJ blocks of 64: (1,1) the diagonal alone, (2,1) with rows of a panel, (1,2) with columns of one
template<int NI,int NJ> struct DpShared { alignas(16) float col[2][2][64*NI], row[2][2][64*NJ]; unsigned last;
#ifdef PRE
  alignas(16) float c[2][64][64*NI+4], r[2][64][64*NJ];
#endif
};
#ifdef PRE
__device__ __forceinline__ void ca1(float*t,const float*f){asm volatile("cp.async.ca.shared.global [%0], [%1], 4;"::"r"((unsigned)__cvta_generic_to_shared(t)),"l"(f):"memory");}
__device__ __forceinline__ void ca4(float*t,const float*f){asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"::"r"((unsigned)__cvta_generic_to_shared(t)),"l"(f):"memory");}
template<int NI,int NJ> __device__ __forceinline__ void stage(DpShared<NI,NJ>&sh,int b,const float*a,int pitch,int n,int d0,int p0,int K){
  #pragma unroll 4
  for(int s=0;s<64*NI*64/(256*NI*NJ);++s){ int g=256*NI*NJ*s+threadIdx.x; int k=g%8+8*(g/(512*NI)), i=g/8%(64*NI); int gi=min(i<64?d0+i:p0+i-64,n-1); ca1(&sh.c[b][k][i],&a[(long long)gi*pitch+K+k]); }
  #pragma unroll 4
  for(int s=0;s<64*NJ*16/(256*NI*NJ);++s){ int g=256*NI*NJ*s+threadIdx.x; int j=4*(g%(16*NJ)),k=g/(16*NJ); int gj=min(j<64?d0+j:p0+j-64,pitch-4); ca4(&sh.r[b][k][j],&a[(long long)(K+k)*pitch+gj]); }
  
}
#endif
template<int NI,int NJ> __device__ __forceinline__ void dp(float*a,const int pitch,const int n,const int d0,const int p0,const unsigned blocks,const int pre)
{
  extern __shared__ __align__(16) unsigned char shared_memory[];
  DpShared<NI,NJ>&sh=*reinterpret_cast<DpShared<NI,NJ>*>(shared_memory);
  const int th=threadIdx.x;
  const int i_own=4*(th/8%4+th/(64*NJ)*4), j_own=4*(th%8+th/32%(2*NJ)*8);
  const int gi=NI==2&&i_own>=64?p0+i_own-64:d0+i_own, gj=NJ==2&&j_own>=64?p0+j_own-64:d0+j_own;
  const bool inside=gj<pitch;
  float*const at=a+(long long)gi*pitch+gj;
  alignas(16) float t[4][4];
  #pragma unroll
  for(int mi=0;mi<4;++mi){ if(inside&&gi+mi<n) d4(t[mi],at+(long long)mi*pitch); else for(int e=0;e<4;++e)t[mi][e]=0.f; }
  unsigned ticket=0;
#ifdef EARLY
  if(NI*NJ>1){ __syncthreads(); if(th==0) asm volatile("atom.acq_rel.gpu.global.add.u32 %0, [%1], 1;":"=r"(ticket):"l"(&dp_tickets):"memory"); }
#endif
#ifdef PRE
  if(pre>0){
    stage<NI,NJ>(sh,0,a,pitch,n,d0,p0,d0-64*pre);
    for(int c=0;c<pre;++c){
      asm volatile("cp.async.wait_all;":::"memory");
      __syncthreads();
      if(c+1<pre) stage<NI,NJ>(sh,(c+1)%2,a,pitch,n,d0,p0,d0-64*(pre-c-1));
      #pragma unroll 4
      for(int k=0;k<64;++k){
        alignas(16) float x[4],y[4]; d4(x,&sh.c[c%2][k][i_own]); d4(y,&sh.r[c%2][k][j_own]);
        #pragma unroll
        for(int mi=0;mi<4;++mi)
          #pragma unroll
          for(int mj=0;mj<4;++mj) t[mi][mj]-=x[mi]*y[mj];
      }
    }
  }
#endif
#if DP_S==1
  // one iteration per round; what the next round does not hand out is updated behind its barrier
  alignas(16) float f[4],g[4];
  bool iG=false,iE=false,jG=false,jE=false; // of the previous iteration
  #pragma unroll 1
  for(int kg=0;kg<64;kg+=4){
    #pragma unroll
    for(int o=0;o<4;++o){
      const int k=kg+o,b=o%2;
      if(j_own==kg){ alignas(16) float v[4];
        #pragma unroll
        for(int mi=0;mi<4;++mi) v[mi]=t[mi][o];
        d4(&sh.col[b][0][i_own],v);}
      if(i_own==kg) d4(&sh.row[b][0][j_own],t[o]);
      __syncthreads();
      if(!TAKEN&&NI*NJ>1&&k==0&&th==0){ asm volatile("atom.acq_rel.gpu.global.add.u32 %0, [%1], 1;":"=r"(ticket):"l"(&dp_tickets):"memory"); }
      const float kk=sh.col[b][0][k];
      alignas(16) float nik[4],nkj[4];
      d4(nik,&sh.col[b][0][i_own]); d4(nkj,&sh.row[b][0][j_own]);
      // rest of the previous iteration (its number in the group: o-1, or 3)
      const int p=(o+3)%4;
      if(o>0||kg>0){
        #pragma unroll
        for(int mi=0;mi<4;++mi)
          #pragma unroll
          for(int mj=0;mj<4;++mj)
            if(mi!=o&&mj!=o){
              const bool ok=(mi>p?iG|iE:iG)&(mj>p?jG|jE:jG);
              if(ok) t[mi][mj]-=f[mi]*g[mj];
            }
      }
      iG=i_own>kg; iE=i_own==kg; jG=j_own>kg; jE=j_own==kg;
      #pragma unroll
      for(int mi=0;mi<4;++mi){ f[mi]=dq(nik[mi],kk); g[mi]=nkj[mi]; }
      // the column's quotients
      #pragma unroll
      for(int mi=0;mi<4;++mi) if(jE&(mi>o?iG|iE:iG)) t[mi][o]=f[mi];
      // first what the next round hands out
      const int q=(o+1)%4;
      #pragma unroll
      for(int mi=0;mi<4;++mi)
        #pragma unroll
        for(int mj=0;mj<4;++mj)
          if(mi==q||mj==q){
            const bool ok=(mi>o?iG|iE:iG)&(mj>o?jG|jE:jG);
            if(ok) t[mi][mj]-=f[mi]*g[mj];
          }
    }
  }
  {
    #pragma unroll
    for(int mi=1;mi<4;++mi)
      #pragma unroll
      for(int mj=1;mj<4;++mj) if(iG&jG) t[mi][mj]-=f[mi]*g[mj];
  }
#elif DP_S==10
  // one iteration per round, plain
  #pragma unroll 1
  for(int kg=0;kg<64;kg+=4){
    const bool iG=i_own>kg, iE=i_own==kg, jG=j_own>kg, jE=j_own==kg;
    #pragma unroll
    for(int o=0;o<4;++o){
      const int k=kg+o,b=o%2;
      if(jE){ alignas(16) float v[4];
        #pragma unroll
        for(int mi=0;mi<4;++mi) v[mi]=t[mi][o];
        d4(&sh.col[b][0][i_own],v);}
      if(iE) d4(&sh.row[b][0][j_own],t[o]);
      __syncthreads();
      if(!TAKEN&&NI*NJ>1&&k==0&&th==0){ asm volatile("atom.acq_rel.gpu.global.add.u32 %0, [%1], 1;":"=r"(ticket):"l"(&dp_tickets):"memory"); }
      if((iG|iE)&(jG|jE)){
      const float kk=sh.col[b][0][k];
      alignas(16) float ik[4],kj[4],f[4];
      d4(ik,&sh.col[b][0][i_own]); d4(kj,&sh.row[b][0][j_own]);
      #pragma unroll
      for(int mi=0;mi<4;++mi) f[mi]=dq(ik[mi],kk);
      #pragma unroll
      for(int mi=0;mi<4;++mi) if(jE&(mi>o?iG|iE:iG)) t[mi][o]=f[mi];
      #pragma unroll
      for(int mi=0;mi<4;++mi)
        #pragma unroll
        for(int mj=0;mj<4;++mj){
            const bool ok=(mi>o?iG|iE:iG)&(mj>o?jG|jE:jG);
            if(ok) t[mi][mj]-=f[mi]*kj[mj];
          }
      }
    }
  }
#else
  constexpr int S=DP_S;
  #pragma unroll 1
  for(int kg=0;kg<64;kg+=4){
    const bool iG=i_own>kg, iE=i_own==kg, jG=j_own>kg, jE=j_own==kg;
    #pragma unroll
    for(int o=0;o<4;o+=S){
    const int k0=kg+o,b=(o/S)%2;
    if(jE){
      #pragma unroll
      for(int s=0;s<S;++s){ alignas(16) float v[4];
        #pragma unroll
        for(int mi=0;mi<4;++mi) v[mi]=t[mi][o+s];
        d4(&sh.col[b][s][i_own],v);}
    }
    if(iE){
      #pragma unroll
      for(int s=0;s<S;++s) d4(&sh.row[b][s][j_own],t[o+s]);
    }
    __syncthreads();
    if(!TAKEN&&NI*NJ>1&&k0==0&&th==0){ asm volatile("atom.acq_rel.gpu.global.add.u32 %0, [%1], 1;":"=r"(ticket):"l"(&dp_tickets):"memory"); }
    if((iG|iE)&(jG|jE)){
    alignas(16) float ik[S][4],kj[S][4],kk[S][S];
    #pragma unroll
    for(int s=0;s<S;++s){d4(ik[s],&sh.col[b][s][i_own]);d4(kj[s],&sh.row[b][s][j_own]);
      #pragma unroll
      for(int u=0;u<S;++u) kk[s][u]=sh.row[b][s][k0+u];}
    #pragma unroll
    for(int s=0;s<S;++s){
      const float p=kk[s][s];
      float f[4];
      #pragma unroll
      for(int mi=0;mi<4;++mi) f[mi]=dq(ik[s][mi],p);
      #pragma unroll
      for(int u=s+1;u<S;++u){
        const float g=dq(kk[u][s],p);
        #pragma unroll
        for(int v=s+1;v<S;++v) kk[u][v]-=g*kk[s][v];
        #pragma unroll
        for(int mj=0;mj<4;++mj) kj[u][mj]-=g*kj[s][mj];
        #pragma unroll
        for(int mi=0;mi<4;++mi) ik[u][mi]-=f[mi]*kk[s][u];
      }
      #pragma unroll
      for(int mi=0;mi<4;++mi) if(jE&(mi>o+s?iG|iE:iG)) t[mi][o+s]=f[mi];
      #pragma unroll
      for(int mi=0;mi<4;++mi)
        #pragma unroll
        for(int mj=0;mj<4;++mj){
          const bool ok=(mi>o+s?iG|iE:iG)&(mj>o+s?jG|jE:jG);
          if(ok) t[mi][mj]-=f[mi]*kj[s][mj];
        }
    }
    }
    }
  }
#endif
  bool store=true;
#ifdef LATE
  if(NI*NJ>1&&th==0) asm volatile("atom.acq_rel.gpu.global.add.u32 %0, [%1], 1;":"=r"(ticket):"l"(&dp_tickets):"memory");
#endif
  if(NI*NJ>1){
    if(th==0) { sh.last=ticket==blocks-1; if(ticket==blocks-1) dp_tickets=0; }
    __syncthreads();
    store=(NI==2&&i_own>=64)||(NJ==2&&j_own>=64)||sh.last;
  }
  if(store){
    #pragma unroll
    for(int mi=0;mi<4;++mi) if(inside&&gi+mi<n) d4(at+(long long)mi*pitch,t[mi]);
  }
}
extern "C" __global__ void __launch_bounds__(512,DP_MIN)
lu_dp(const int n,const int ks,float*__restrict__ a,const int a_pitch,const int pre)
{
  DP_WAIT
  int block=blockIdx.x; const int count=((n+63)>>6)-ks-1;
  if(block<count) dp<2,1>(a,a_pitch,n,64*ks,64*(ks+1+block),2*count,pre);
  else dp<1,2>(a,a_pitch,n,64*ks,64*(ks+1+block-count),2*count,pre);
}

#ifdef DIAG
extern "C" __global__ void __launch_bounds__(256,1)
lu_d(const int n,const int ks,float*__restrict__ a,const int a_pitch)
{
  DP_WAIT
  dp<1,1>(a,a_pitch,n,64*ks,0,1,0);
}
#endif

// Hand-written diagonal and panel blocks of an elimination that exchange values every 1, 2 or 4 iterations: time per launch,
// back to back, and that the results agree. nvcc -O3 -std=c++17 -arch=sm_90 exchange-rounds.cu
#include <cstdio>
#include <cuda_runtime.h>
__device__ __forceinline__ float quot(float x, float y){ float r; asm("rcp.approx.f32 %0, %1;":"=f"(r):"f"(y)); float q=x*r; return fmaf(fmaf(-q,y,x),r,q); }
__device__ __forceinline__ void c4(float*t,const float*f){*reinterpret_cast<float4*>(t)=*reinterpret_cast<const float4*>(f);}

template<int S,int R,bool LU> __global__ void __launch_bounds__(256,1) diag(float*a,int pitch,int base){
  __shared__ alignas(16) float col[2][S][R], row[2][S][R];
  const int th=threadIdx.x;
  const int i_own=4*(th/8%4+th/64*4), j_own=4*(th%8+th/32%2*8);
  float t[4][4];
  #pragma unroll
  for(int mi=0;mi<4;++mi) c4(t[mi],&a[(long long)(base+i_own+mi)*pitch+base+j_own]);
  #pragma unroll (4/S)
  for(int kq=0;kq<R/S;++kq){
    const int k0=S*kq, b=kq%2, o=k0%4;
    if(j_own==(k0&~3)){
      #pragma unroll
      for(int s=0;s<S;++s){ alignas(16) float v[4];
        #pragma unroll
        for(int mi=0;mi<4;++mi) v[mi]=t[mi][o+s];
        c4(&col[b][s][i_own],v);}
    }
    if(i_own==(k0&~3)){
      #pragma unroll
      for(int s=0;s<S;++s) c4(&row[b][s][j_own],t[o+s]);
    }
    __syncthreads();
    alignas(16) float ik[S][4],kj[S][4],kk[S][S];
    #pragma unroll
    for(int s=0;s<S;++s){c4(ik[s],&col[b][s][i_own]);c4(kj[s],&row[b][s][j_own]);
      #pragma unroll
      for(int u=0;u<S;++u) kk[s][u]=row[b][s][k0+u];}
    #pragma unroll
    for(int s=0;s<S;++s){
      const float p=kk[s][s];
      float f[4];
      #pragma unroll
      for(int mi=0;mi<4;++mi) f[mi]=quot(ik[s][mi],p);
      #pragma unroll
      for(int u=s+1;u<S;++u){
        const float g=quot(kk[u][s],p);
        #pragma unroll
        for(int v=s+1;v<S;++v) kk[u][v]-=g*kk[s][v];
        #pragma unroll
        for(int mj=0;mj<4;++mj) kj[u][mj]-=g*kj[s][mj];
        #pragma unroll
        for(int mi=0;mi<4;++mi) ik[u][mi]-=f[mi]*kk[s][u];
      }
      #pragma unroll
      for(int mi=0;mi<4;++mi)
        #pragma unroll
        for(int mj=0;mj<4;++mj){
          if((i_own+mi>=k0+s+1)&(j_own+mj>=k0+s+1)) t[mi][mj]-=f[mi]*kj[s][mj];
          if(LU && i_own+mi>=k0+s+1 && j_own+mj==k0+s) t[mi][mj]=f[mi];
        }
    }
  }
  #pragma unroll
  for(int mi=0;mi<4;++mi) c4(&a[(long long)(base+i_own+mi)*pitch+base+j_own],t[mi]);
}
// panel along i, E: rows own, columns K and own
template<int S,int R,bool LU> __global__ void __launch_bounds__(256,1) panel(float*a,int pitch,int base){
  __shared__ alignas(16) float kk_[R][R], col[2][S][64];
  const int th=threadIdx.x; const int ib=base+64*(1+blockIdx.x);
  const int i_own=4*(th/8%4+th/64*4), j_own=4*(th%8+th/32%2*8);
  float t[4][4];
  #pragma unroll
  for(int mi=0;mi<4;++mi) c4(t[mi],&a[(long long)(ib+i_own+mi)*pitch+base+j_own]);
  #pragma unroll
  for(int q=0;q<R*R/4/256;++q){int g=q*256+th; int r=g/(R/4),c=4*(g%(R/4)); asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"::"r"((unsigned)__cvta_generic_to_shared(&kk_[r][c])),"l"(&a[(long long)(base+r)*pitch+base+c]):"memory");}
  asm volatile("cp.async.wait_all;":::"memory");
  #pragma unroll (4/S)
  for(int kq=0;kq<R/S;++kq){
    const int k0=S*kq,b=kq%2,o=k0%4;
    if(j_own==(k0&~3)){
      #pragma unroll
      for(int s=0;s<S;++s){ alignas(16) float v[4];
        #pragma unroll
        for(int mi=0;mi<4;++mi) v[mi]=t[mi][o+s];
        c4(&col[b][s][i_own],v);}
    }
    __syncthreads();
    alignas(16) float ik[S][4],kj[S][4],kk[S][S];
    #pragma unroll
    for(int s=0;s<S;++s){c4(ik[s],&col[b][s][i_own]);c4(kj[s],&kk_[k0+s][j_own]);
      #pragma unroll
      for(int u=0;u<S;++u) kk[s][u]=kk_[k0+s][k0+u];}
    #pragma unroll
    for(int s=0;s<S;++s){
      float f[4];
      #pragma unroll
      for(int mi=0;mi<4;++mi) f[mi]=quot(ik[s][mi],kk[s][s]);
      #pragma unroll
      for(int u=s+1;u<S;++u)
        #pragma unroll
        for(int mi=0;mi<4;++mi) ik[u][mi]-=f[mi]*kk[s][u];
      #pragma unroll
      for(int mi=0;mi<4;++mi)
        #pragma unroll
        for(int mj=0;mj<4;++mj){
          if(j_own+mj>=k0+s+1) t[mi][mj]-=f[mi]*kj[s][mj];
          if(LU && j_own+mj==k0+s) t[mi][mj]=f[mi];
        }
    }
  }
  #pragma unroll
  for(int mi=0;mi<4;++mi) c4(&a[(long long)(ib+i_own+mi)*pitch+base+j_own],t[mi]);
}
// panel along i, a row per thread, no barrier
template<int R,int T> __global__ void __launch_bounds__(T,1) rows(float*a,int pitch,int base){
  __shared__ alignas(16) float kk_[R][R];
  const int th=threadIdx.x; const int i=base+R+T*blockIdx.x+th;
  float t[R];
  #pragma unroll
  for(int q=0;q<R;q+=4) c4(&t[q],&a[(long long)i*pitch+base+q]);
  for(int g=th;g<R*R/4;g+=T){int r=g/(R/4),c=4*(g%(R/4)); asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"::"r"((unsigned)__cvta_generic_to_shared(&kk_[r][c])),"l"(&a[(long long)(base+r)*pitch+base+c]):"memory");}
  asm volatile("cp.async.wait_all;":::"memory");
  __syncthreads();
  #pragma unroll
  for(int k=0;k<R;++k){
    t[k]=quot(t[k],kk_[k][k]);
    #pragma unroll
    for(int j=k+1;j<R;++j) t[j]-=t[k]*kk_[k][j];
  }
  #pragma unroll
  for(int q=0;q<R;q+=4) c4(&a[(long long)i*pitch+base+q],&t[q]);
}
__global__ void nothing(){}
template<class F> void time(const char*name,F f){ cudaEvent_t s,e;cudaEventCreate(&s);cudaEventCreate(&e);f();cudaDeviceSynchronize();float best=1e9;
  for(int r=0;r<5;++r){cudaEventRecord(s);for(int i=0;i<200;++i)f();cudaEventRecord(e);cudaEventSynchronize(e);float ms;cudaEventElapsedTime(&ms,s,e);if(ms<best)best=ms;}
  printf("%-40s %8.2f us  %s\n",name,best*1e3/200,cudaGetErrorString(cudaGetLastError()));}
__global__ void fill(float*a,int pitch,int n){for(long long g=blockIdx.x*256+threadIdx.x;g<(long long)n*n;g+=gridDim.x*256){int i=g/n,j=g%n;a[(long long)i*pitch+j]=i==j?n+0.5f:((g*2654435761u)>>8&0xffff)/65536.f;}}
int main(){
  int n=4096,pitch=4096;float*a;cudaMalloc(&a,4ll*n*pitch);
  fill<<<1024,256>>>(a,pitch,n);
  // check of the variants against each other
  static float x[3][64*64];
  for(int v=0;v<3;++v){fill<<<1024,256>>>(a,pitch,n);if(v==0)diag<1,64,true><<<1,256>>>(a,pitch,64);if(v==1)diag<2,64,true><<<1,256>>>(a,pitch,64);if(v==2)diag<4,64,true><<<1,256>>>(a,pitch,64);
    cudaMemcpy2D(x[v],256,a+64ll*pitch+64,4ll*pitch,256,64,cudaMemcpyDeviceToHost);}
  double d1=0,d2=0;for(int q=0;q<4096;++q){d1=fmax(d1,fabs(x[0][q]-x[1][q])/fmax(1,fabs(x[0][q])));d2=fmax(d2,fabs(x[0][q]-x[2][q])/fmax(1,fabs(x[0][q])));}
  printf("difference of variants %g %g\n",d1,d2);
  fill<<<1024,256>>>(a,pitch,n);
  time("nothing",[&]{nothing<<<1,256>>>();});
  time("diag LU exchange 1",[&]{diag<1,64,true><<<1,256>>>(a,pitch,64);});
  time("diag LU exchange 2",[&]{diag<2,64,true><<<1,256>>>(a,pitch,64);});
  time("diag LU exchange 4",[&]{diag<4,64,true><<<1,256>>>(a,pitch,64);});
  time("diag Gauss exchange 1",[&]{diag<1,64,false><<<1,256>>>(a,pitch,64);});
  time("diag Gauss exchange 2",[&]{diag<2,64,false><<<1,256>>>(a,pitch,64);});
  time("diag Gauss exchange 4",[&]{diag<4,64,false><<<1,256>>>(a,pitch,64);});
  time("panel LU exchange 1, 62 blocks",[&]{panel<1,64,true><<<62,256>>>(a,pitch,64);});
  time("panel LU exchange 2, 62 blocks",[&]{panel<2,64,true><<<62,256>>>(a,pitch,64);});
  time("panel LU exchange 4, 62 blocks",[&]{panel<4,64,true><<<62,256>>>(a,pitch,64);});
  time("panel rows per thread 64, 62 blocks",[&]{rows<64,64><<<62,64>>>(a,pitch,64);});
  time("panel rows per thread 32, 124 blocks",[&]{rows<64,32><<<124,32>>>(a,pitch,64);});
  time("panel 32 rows per thread 32, 124 blocks",[&]{rows<32,32><<<124,32>>>(a,pitch,64);});
}

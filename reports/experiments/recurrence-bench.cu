// Recurrences and substitutions of adi by hand, beside the generated launches (adi.cu of `generate` in this folder).
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cmath>
#include <algorithm>
#include "adi.cu"
#define CK(x) do{cudaError_t e_=(x); if(e_){printf("%s line %d\n",cudaGetErrorString(e_),__LINE__);exit(1);}}while(0)
__device__ __forceinline__ double rcp0(double d){ double r; asm("rcp.approx.ftz.f64 %0, %1;":"=d"(r):"d"(d)); return r; }
__device__ __forceinline__ double recip(double d){ double y=rcp0(d); double e=fma(-d,y,1.0); e=fma(e,e,e); y=fma(y,e,y); e=fma(-d,y,1.0); return fma(y,e,y); }
__device__ __forceinline__ double quo(double n,double d,double y){ double q=n*y; double r=fma(-d,q,n); return fma(y,r,q); }
__device__ __forceinline__ bool fine(double x){ unsigned e=(__double2hiint(x)>>20)&0x7ff; return e-300u<1400u; }
__device__ __noinline__ double slow(double n,double d){ return n/d; }
// one recurrence; rows i = 1 + ROWS*ib + lane; u staged by k-tiles as u(j, i-1..i+1)
template<int STORE,int DIV,int HELPW,int ROWS,int KT>
__global__ void __launch_bounds__(32+32*HELPW) rec(int n,const double*__restrict__ u,int pitch,double*__restrict__ p,double*__restrict__ q,const double*__restrict__ ca,const double*__restrict__ cb,const double*__restrict__ cc,const double*__restrict__ cd,const double*__restrict__ cf){
  __shared__ double us[2][KT][ROWS+3]; __shared__ double ps[2][ROWS][KT+1], qs[2][ROWS][KT+1];
  const int t=threadIdx.x, lane=t%32; const int i0=1+ROWS*blockIdx.x; const int T=32+32*HELPW;
  const bool mainw=t<32; const bool helper=HELPW==0||t>=32; const int h=HELPW==0?t:t-32; const int H=HELPW==0?32:32*HELPW;
  const int row=lane%ROWS; const int i=i0+row; const bool in=i<=n-2;
  const int tiles=(n-2+KT-1)/KT;
  auto load=[&](int tile){ for(int x=h;x<KT*(ROWS+2);x+=H){ int jj=x/(ROWS+2), ii=x%(ROWS+2); int j=min(1+tile*KT+jj,n-1); int c=min(i0-1+ii,n-1);
     copy_async1(&us[tile%2][jj][ii],&u[(size_t)j*pitch+c]); } };
  auto out=[&](int tile){ for(int x=h;x<KT*ROWS;x+=H){ int jj=x%KT, ii=x/KT; int j=1+tile*KT+jj; if(j<=n-2&&i0+ii<=n-2){ p[(size_t)(i0+ii)*pitch+j]=ps[tile%2][ii][jj]; q[(size_t)(i0+ii)*pitch+j]=qs[tile%2][ii][jj]; } } };
  double a=ca[0],b=cb[0],mc=-cc[0],md=-cd[0],d2=1.0+2.0*cd[0],f=cf[0];
  double pl=0,ql=1;
  if(helper) load(0);
  for(int tile=0;tile<tiles;tile++){
    await_copies(); __syncthreads();
    if(helper&&tile+1<tiles) load(tile+1);
    if(STORE==1&&HELPW>0&&helper&&tile>0) out(tile-1);
    if(mainw){
      #pragma unroll
      for(int jj=0;jj<KT;jj++){
        double dv=a*pl+b; double num=md*us[tile%2][jj][row]+d2*us[tile%2][jj][row+1]-f*us[tile%2][jj][row+2]-a*ql;
        if(DIV==0){ pl=mc/dv; ql=num/dv; }
        else if(DIV==1){ double y=recip(dv); double pn=quo(mc,dv,y), qn=quo(num,dv,y); if(!(fine(dv)&&fine(mc)&&fine(num))){ pn=slow(mc,dv); qn=slow(num,dv);} pl=pn; ql=qn; }
        else { double y=recip(dv); pl=quo(mc,dv,y); ql=quo(num,dv,y); }
        int j=1+tile*KT+jj;
        if(STORE==0){ if(in&&j<=n-2&&lane<ROWS){ p[(size_t)i*pitch+j]=pl; q[(size_t)i*pitch+j]=ql; } }
        else if(STORE==1){ if(lane<ROWS){ ps[tile%2][row][jj]=pl; qs[tile%2][row][jj]=ql; } }
      }
      if(STORE==2&&pl==12345.0) p[0]=ql;
    }
    if(STORE==1&&HELPW==0){ __syncwarp(); out(tile); }
  }
  if(STORE==1&&HELPW>0){ __syncthreads(); if(helper) out(tiles-1); }
}
// forward and backward of ROWS rows in one block: p and q stay in shared memory
template<int DIV,int HELPW,int ROWS,int KT>
__global__ void __launch_bounds__(32+32*HELPW) both(int n,const double*__restrict__ u,int pitch,double*__restrict__ v,const double*__restrict__ ca,const double*__restrict__ cb,const double*__restrict__ cc,const double*__restrict__ cd,const double*__restrict__ cf){
  extern __shared__ double sm[]; double*ps=sm; double*qs=sm+ROWS*1001; // [ROWS][1001]
  __shared__ double us[2][KT][ROWS+3]; __shared__ double vs[2][KT][ROWS+1];
  const int t=threadIdx.x, lane=t%32; const int i0=1+ROWS*blockIdx.x;
  const bool mainw=t<32; const bool helper=HELPW==0||t>=32; const int h=HELPW==0?t:t-32; const int H=HELPW==0?32:32*HELPW;
  const int row=lane%ROWS;
  const int tiles=(n-2+KT-1)/KT;
  auto load=[&](int tile){ for(int x=h;x<KT*(ROWS+2);x+=H){ int jj=x/(ROWS+2), ii=x%(ROWS+2); int j=min(1+tile*KT+jj,n-1); int c=min(i0-1+ii,n-1);
     copy_async1(&us[tile%2][jj][ii],&u[(size_t)j*pitch+c]); } };
  double a=ca[0],b=cb[0],mc=-cc[0],md=-cd[0],d2=1.0+2.0*cd[0],f=cf[0];
  double pl=0,ql=1;
  if(helper) load(0);
  for(int tile=0;tile<tiles;tile++){
    await_copies(); __syncthreads();
    if(helper&&tile+1<tiles) load(tile+1);
    if(mainw){
      #pragma unroll
      for(int jj=0;jj<KT;jj++){
        double dv=a*pl+b; double num=md*us[tile%2][jj][row]+d2*us[tile%2][jj][row+1]-f*us[tile%2][jj][row+2]-a*ql;
        if(DIV==0){ pl=mc/dv; ql=num/dv; }
        else if(DIV==1){ double y=recip(dv); double pn=quo(mc,dv,y), qn=quo(num,dv,y); if(!(fine(dv)&&fine(mc)&&fine(num))){ pn=slow(mc,dv); qn=slow(num,dv);} pl=pn; ql=qn; }
        else { double y=recip(dv); pl=quo(mc,dv,y); ql=quo(num,dv,y); }
        int j=tile*KT+jj; if(lane<ROWS&&j<1000){ ps[row*1001+j]=pl; qs[row*1001+j]=ql; }
      }
    }
  }
  __syncthreads();
  double x=1.0;
  for(int tile=tiles-1;tile>=0;tile--){
    if(mainw){
      #pragma unroll
      for(int jj=KT-1;jj>=0;jj--){ int j=tile*KT+jj; if(j<=n-3){ x=ps[row*1001+j]*x+qs[row*1001+j]; if(lane<ROWS) vs[tile%2][jj][row]=x; } }
    }
    __syncthreads();
    if(helper) for(int y=h;y<KT*ROWS;y+=H){ int ii=y%ROWS,jj=y/ROWS; int j=1+tile*KT+jj; if(j<=n-2&&i0+ii<=n-2) v[(size_t)j*pitch+i0+ii]=vs[tile%2][jj][ii]; }
    if(HELPW==0) __syncwarp();
  }
}
// substitution as generated, v carried
template<int CARRY> __global__ void __launch_bounds__(32) sub(int n,double*__restrict__ v,int pitch,const double*__restrict__ p,const double*__restrict__ q){
  __shared__ double pp[2][16][34],qq[2][16][34];
  const int thread=threadIdx.x; const int ib=blockIdx.x; const int i=32*ib+1+thread;
  const int count=n-2; double v_last=0; int unset=1;
  auto load=[&](int first,int half){
    #pragma unroll 8
    for(int s=0;s<16;s++){int jj=thread%16; int ii=2*s+thread/16; int r=min(32*ib+ii+1,n-1);
      copy_async1(&pp[half][jj][ii],&p[(size_t)r*pitch+max(n-2-first-jj,0)]); copy_async1(&qq[half][jj][ii],&q[(size_t)r*pitch+max(n-2-first-jj,0)]);} };
  load(0,0);
  for(int ch=0;ch<count;ch+=16){
    int half=ch/16%2; await_copies(); __syncthreads(); if(ch+16<count) load(ch+16,1-half);
    if(CARRY&&unset){ v_last=v[(size_t)(n-1)*pitch+min(i,n-1)]; unset=0; }
    #pragma unroll 16
    for(int jj=0;jj<16;jj++){ int j=n-2-ch-jj; if(j>=1&&i<=n-2){ if(CARRY){ v_last=pp[half][jj][thread]*v_last+qq[half][jj][thread]; v[(size_t)j*pitch+i]=v_last; } else v[(size_t)j*pitch+i]=pp[half][jj][thread]*v[(size_t)(j+1)*pitch+i]+qq[half][jj][thread]; } }
  }
}
double *u,*v,*p,*q,*co; const int P=1024;
std::vector<double> pr,qr;
template<class F> void go(const char*name,F f,int check){
  cudaEvent_t e0,e1; cudaEventCreate(&e0);cudaEventCreate(&e1); std::vector<float> t;
  if(check){ CK(cudaMemset(p+0,0,8)); }
  for(int r=0;r<7;r++){ cudaEventRecord(e0); for(int x=0;x<10;x++) f(); cudaEventRecord(e1); CK(cudaDeviceSynchronize()); float ms; cudaEventElapsedTime(&ms,e0,e1); if(r) t.push_back(ms*100); }
  std::sort(t.begin(),t.end());
  long bad=0; if(check==1){ std::vector<double> a(1000*P),b(1000*P); CK(cudaMemcpy(a.data(),p,1000*P*8,cudaMemcpyDeviceToHost)); CK(cudaMemcpy(b.data(),q,1000*P*8,cudaMemcpyDeviceToHost));
    for(int i=1;i<999;i++)for(int j=1;j<999;j++) bad+= a[i*P+j]!=pr[i*P+j]||b[i*P+j]!=qr[i*P+j]; }
  printf("%-60s %8.1f us  differ %ld\n",name,t[t.size()/2],bad); fflush(stdout);
}
int main(int argc,char**argv){
  CK(cudaMalloc(&u,1100*P*8));CK(cudaMalloc(&v,1100*P*8));CK(cudaMalloc(&p,1100*P*8));CK(cudaMalloc(&q,1100*P*8));CK(cudaMalloc(&co,800));
  std::vector<double> h(1000*P); srand(1); for(auto&x:h) x=rand()/(double)RAND_MAX; CK(cudaMemcpy(u,h.data(),1000*P*8,cudaMemcpyHostToDevice)); CK(cudaMemset(p,0,1100*P*8)); CK(cudaMemset(q,0,1100*P*8)); CK(cudaMemset(v,0,1100*P*8));
  int n=1000; double DX=1.0/n,DT=1.0/500; double m1=2*DT/(DX*DX), m2=DT/(DX*DX); double A=-m1/2,B=1+m1,C=A,D=-m2/2,Ee=1+m2,Fv=D;
  double hc[]={A,0,B,0,C,0,D,0,Ee,0,Fv}; CK(cudaMemcpy(co,hc,sizeof hc,cudaMemcpyHostToDevice));
  double *a=co,*b=co+2,*c=co+4,*d=co+6,*e=co+8,*f=co+10;
  // boundary values p(i,0)=0, q(i,0)=1 for the generated kernel
  std::vector<double> one(1000*P,0.0); for(int i=0;i<1000;i++) one[i*P]=1.0; CK(cudaMemcpy(q,one.data(),1000*P*8,cudaMemcpyHostToDevice));
  adi_s17_s18_step<<<32,32,24576>>>(500,n,1,u,P,p,P,q,P,a,b,c,d,f); CK(cudaDeviceSynchronize());
  pr.resize(1000*P);qr.resize(1000*P); CK(cudaMemcpy(pr.data(),p,1000*P*8,cudaMemcpyDeviceToHost)); CK(cudaMemcpy(qr.data(),q,1000*P*8,cudaMemcpyDeviceToHost));
  go("generated s17_s18, n=1000",[&]{adi_s17_s18_step<<<32,32,24576>>>(500,1000,1,u,P,p,P,q,P,a,b,c,d,f);},1);
  go("generated s17_s18, n=994 (no boundary block)",[&]{adi_s17_s18_step<<<31,32,24576>>>(500,994,1,u,P,p,P,q,P,a,b,c,d,f);},0);
  go("generated s24_s25, n=1000",[&]{adi_s24_s25_step<<<32,32,26112>>>(500,1000,1,u,P,v,P,v,P,a,c,d,e,f);},0);
  go("generated s24_s25, n=994",[&]{adi_s24_s25_step<<<31,32,26112>>>(500,994,1,u,P,v,P,v,P,a,c,d,e,f);},0);
  go("generated s20, n=1000",[&]{adi_s20_step<<<32,32,17408>>>(500,1000,1,v,P,p,P,q,P);},0);
  go("generated s20, n=994",[&]{adi_s20_step<<<31,32,17408>>>(500,994,1,v,P,p,P,q,P);},0);
  go("generated s27, n=1000",[&]{adi_s27_step<<<32,32,17408>>>(500,1000,1,v,P,p,P,q,P);},0);
  go("generated s27, n=994",[&]{adi_s27_step<<<31,32,17408>>>(500,994,1,v,P,p,P,q,P);},0);
  if(argc>1) return 0;
  go("sub",[&]{sub<0><<<32,32>>>(n,v,P,p,q);},0);
  go("sub carried",[&]{sub<1><<<32,32>>>(n,v,P,p,q);},0);
#define REC(S,DV,H,RW,KT) go("rec store " #S " div " #DV " helpers " #H " rows " #RW " k-tile " #KT,[&]{rec<S,DV,H,RW,KT><<<(998+RW-1)/RW,32+32*H>>>(n,u,P,p,q,a,b,c,d,f);},S<2?1:0);
  REC(0,0,0,32,16) REC(0,1,0,32,16) REC(0,2,0,32,16) REC(2,0,0,32,16) REC(2,1,0,32,16) REC(2,2,0,32,16)
  REC(1,0,0,32,16) REC(1,1,0,32,16) REC(1,0,1,32,16) REC(1,0,3,32,16) REC(1,1,3,32,16) REC(1,2,3,32,16) REC(0,0,3,32,16) REC(0,1,3,32,16)
  REC(0,0,0,8,16) REC(0,1,0,8,16) REC(1,0,3,8,16) REC(1,1,3,8,16) REC(1,1,1,8,16) REC(1,1,3,8,32) REC(1,1,1,16,16) REC(0,0,0,16,16) REC(0,1,0,16,16)
#define BOTH(DV,H,KT) CK(cudaFuncSetAttribute(both<DV,H,8,KT>,cudaFuncAttributeMaxDynamicSharedMemorySize,8*1001*16)); go("forward and backward, div " #DV " helpers " #H " k-tile " #KT,[&]{both<DV,H,8,KT><<<125,32+32*H,8*1001*16>>>(n,u,P,v,a,b,c,d,f);},0);
  BOTH(0,0,16) BOTH(0,3,16) BOTH(1,0,16) BOTH(1,3,16) BOTH(2,3,16) BOTH(1,1,32)
}

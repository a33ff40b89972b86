// Quotients by reciprocal_plainly() and divided_plainly() of generated programs beside divisions, bit by bit, on random numbers of all exponents: mantissas of any kind (0), whose upper bits are
// all ones (1) or zeros (2), and the 64 greatest (3) and least (4). Built with: nvcc -O3 -std=c++17 -arch=sm_90
#include <cstdio>
static __device__ __forceinline__ double rcp_plainly(const double x)
{
    double r; asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(x));
    double e = fma(-x, r, 1.0); e = fma(e, e, e); r = fma(r, e, r);
    e = fma(-x, r, 1.0); return fma(r, e, r);
}
static __device__ int is_plain(const double q, const double r)
{
const unsigned least = 0x26f00000, range = 0x32000000, bits = 0x7ff00000;
return ((__double2hiint(q) & bits) - least < range) & ((__double2hiint(r) & bits) - least < range);
}
__device__ unsigned long long bad, plainN, badq;
__device__ unsigned long long mix(unsigned long long z){z+=0x9e3779b97f4a7c15ull;z=(z^(z>>30))*0xbf58476d1ce4e5b9ull;z=(z^(z>>27))*0x94d049bb133111ebull;return z^(z>>31);}
__global__ void k(unsigned long long seed,int mode){
  unsigned long long id=seed+blockIdx.x*(unsigned long long)blockDim.x+threadIdx.x;
  unsigned long long bits=mix(id), b2=mix(id^0x123456789abcdefull);
  if(mode==1) bits|=0x000ffffffff00000ull; if(mode==2) bits&=~0x000ffffffff00000ull; if(mode==3) {bits|=0x000fffffffffffffull; bits-=(id&63);} if(mode==4){bits&=~0x000fffffffffffffull; bits+=(id&63);}
  double y=__longlong_as_double(bits), x=__longlong_as_double(b2);
  double r=rcp_plainly(y); double near=x*r; double q=fma(fma(-near,y,x),r,near);
  double R=1.0/y, Q=x/y;
  if(is_plain(r,r)){atomicAdd(&plainN,1ull); if(__double_as_longlong(R)!=__double_as_longlong(r)) atomicAdd(&bad,1ull);}
  if(is_plain(q,r) && __double_as_longlong(q)!=__double_as_longlong(Q)) atomicAdd(&badq,1ull);
}
int main(){ for(int mode=0;mode<5;mode++){ unsigned long long z=0,a,b,c; cudaMemcpyToSymbol(bad,&z,8);cudaMemcpyToSymbol(plainN,&z,8);cudaMemcpyToSymbol(badq,&z,8);
 for(int i=0;i<(mode?4:16);i++) k<<<1<<18,256>>>(((unsigned long long)i<<40)+mode,mode); cudaDeviceSynchronize(); cudaMemcpyFromSymbol(&a,bad,8);cudaMemcpyFromSymbol(&b,plainN,8);cudaMemcpyFromSymbol(&c,badq,8); printf("mode %d: reciprocals wrong %llu of %llu plain; quotients wrong %llu; %s\n",mode,a,b,c,cudaGetErrorString(cudaGetLastError())); } }

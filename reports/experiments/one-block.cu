// One block: clocks from an access to the next one that depends on it.
#include <cstdio>
__device__ long long clocks[16]; __device__ double sink;
template <int KIND> __global__ void chain(double *x, int threads, int rounds, int slot) {
  __shared__ volatile double s[2048];
  const int t = threadIdx.x; double v = t; s[t] = 0; x[t] = 0; __syncthreads();
  const int partner = (t + 32) % threads;
  long long a = clock64();
  #pragma unroll 1
  for (int i = 0; i < rounds; ++i) {
    if (KIND == 0) { __syncthreads(); }
    if (KIND == 1) { s[t] = v; __syncthreads(); v = s[partner] + 1; __syncthreads(); }
    if (KIND == 2) { x[t] = v; __syncthreads(); v = ((volatile double*)x)[partner] + 1; __syncthreads(); }
    if (KIND == 3) { x[t] = v; __syncthreads(); v = x[partner] + 1; __syncthreads(); }
    if (KIND == 4) { v = x[(t + (int)v) % threads] ; __syncthreads(); __syncthreads(); }
    if (KIND == 5) { if (t == 0) x[0] = v; __syncthreads(); v = x[0] + 1; __syncthreads(); }
    if (KIND == 6) { if (t == 0) x[0] = v; __syncthreads(); if (t == 0) v = x[0] + 1; __syncthreads(); }
    if (KIND == 7) { x[(t + i) % threads] = v; __syncthreads(); v = x[(partner + i) % threads] + 1; __syncthreads(); }
    if (KIND == 8) { if (t == 0) { double w = v; 
      #pragma unroll
      for (int p = 1; p < 32; ++p) w += s[p]; v = w; } __syncthreads(); }
    if (KIND == 9) { v = v + __shfl_xor_sync(~0u, v, 16); v = v + __shfl_xor_sync(~0u, v, 8); v = v + __shfl_xor_sync(~0u, v, 4); v = v + __shfl_xor_sync(~0u, v, 2); v = v + __shfl_xor_sync(~0u, v, 1); }
  }
  long long b = clock64();
  if (t == 0) clocks[slot] = b - a; if (v == 1e300) sink = v;
}
template <int KIND> void go(const char *name, double *x) {
  for (int threads : {32, 256, 512, 1024}) {
    chain<KIND><<<1, threads>>>(x, threads, 1000, KIND); cudaDeviceSynchronize();
    chain<KIND><<<1, threads>>>(x, threads, 1000, KIND); cudaDeviceSynchronize();
    long long c[16]; cudaMemcpyFromSymbol(c, clocks, sizeof c);
    printf("%-52s %4d threads %7.1f clocks a round (%s)\n", name, threads, c[KIND] / 1000.0, cudaGetErrorString(cudaGetLastError()));
  }
}
int main() { double *x; cudaMalloc(&x, 1 << 20);
  go<0>("barrier", x); go<1>("shared store, barrier, load of another warp, barrier", x);
  go<2>("global store, barrier, volatile load, barrier", x); go<3>("global store, barrier, load of another warp, barrier", x);
  go<4>("global load by value loaded, two barriers", x); go<5>("one thread stores, all load, two barriers", x);
  go<6>("one thread stores and loads, two barriers", x); go<7>("global store to another line each round, load", x);
  go<8>("31 additions of shared values by one thread, barrier", x); go<9>("five shuffles with additions", x); }

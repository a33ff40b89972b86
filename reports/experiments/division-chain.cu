// Latency of a Thomas recurrence p = -c / (a p + b), q = (x - a q) / (a p + b), one warp, by how quotients are computed.
#include <cstdio>
#include <cuda_runtime.h>
constexpr int N = 1024, B = 16;
__device__ __forceinline__ double reciprocal(double d) {
  double r;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(d));
  double e = fma(-d, r, 1.0);
  e = fma(e, e, e);
  r = fma(r, e, r);
  e = fma(-d, r, 1.0);
  return fma(r, e, r);
}
__device__ __forceinline__ bool plain(double n, double d, double q) {
  // exponents far from the ends: no rescue is needed
  unsigned hn = __double2hiint(n) & 0x7fffffff, hd = __double2hiint(d) & 0x7fffffff;
  return hn - 0x20000000u < 0x40000000u & hd - 0x20000000u < 0x40000000u;
}
__device__ __forceinline__ double finish(double n, double d, double r) {
  double q = n * r;
  double m = fma(-d, q, n);
  return fma(r, m, q);
}
template <int V> __global__ void chain(double a, double b, double c, const double* x, double* out, long long* cycles) {
  __shared__ double s[N];
  for (int i = threadIdx.x; i < N; i += 32) s[i] = x[i];
  __syncwarp();
  double p = 0, q = 0, sp = 0, sq = 0;
  long long t = clock64();
  for (int j = 0; j < N; j += B) {
#pragma unroll
    for (int k = 0; k < B; k++) {
      double v = s[j + k] + threadIdx.x;
      double d = a * p + b;
      if (V == 0) { p = -c / d; q = v - a * q; }
      if (V == 1) { p = -c / d; q = (v - a * q) / d; }
      if (V == 2) {
        double r = reciprocal(d), n = v - a * q;
        double pp = finish(-c, d, r), qq = finish(n, d, r);
        if (!(plain(-c, d, pp) & plain(n, d, qq))) { pp = -c / d; qq = n / d; }
        p = pp; q = qq;
      }
      if (V == 3) { p = -c * d; q = (v - a * q) * d; }
      if (V == 4) { p = -c * d; q = v - a * q; }
      if (V == 5) {
        double r = reciprocal(d), n = v - a * q;
        p = finish(-c, d, r); q = finish(n, d, r);
      }
      if (V == 6) { p = -c / d; q = (v - a * q) / 1.5; }
      sp += p; sq += q;
    }
  }
  t = clock64() - t;
  out[threadIdx.x] = sp + sq;
  if (threadIdx.x == 0) *cycles = t;
}
template <int V> void run(const char* name, double* x, double* out, long long* cyc) {
  for (int i = 0; i < 3; i++) chain<V><<<1, 32>>>(-0.3, 1.6, -0.3, x, out, cyc);
  long long h; double o[32];
  cudaMemcpy(&h, cyc, 8, cudaMemcpyDeviceToHost); cudaMemcpy(o, out, 256, cudaMemcpyDeviceToHost);
  printf("%-60s %7.1f cycles an iteration  (%.17g)  %s\n", name, (double)h / N, o[5], cudaGetErrorString(cudaGetLastError()));
}
int main() {
  double h[N]; for (int i = 0; i < N; i++) h[i] = 1.0 / (i + 3);
  double *x, *out; long long* cyc; cudaMalloc(&x, sizeof h); cudaMalloc(&out, 256); cudaMalloc(&cyc, 8);
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  run<4>("multiplications, p alone", x, out, cyc);
  run<3>("multiplications, p and q", x, out, cyc);
  run<0>("p by a quotient, q without", x, out, cyc);
  run<1>("p and q by quotients", x, out, cyc);
  run<2>("one reciprocal for both, one check", x, out, cyc);
  run<5>("one reciprocal for both, no check", x, out, cyc);
}

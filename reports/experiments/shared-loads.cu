// Clocks of a multiprocessor per warp instruction that loads from shared memory, by width and by which words lanes ask for.
#include <cstdio>
#include <cuda_runtime.h>
template <typename T> __device__ float sum(T v);
template <> __device__ float sum(float v) { return v; }
template <> __device__ float sum(float2 v) { return v.x + v.y; }
template <> __device__ float sum(float4 v) { return v.x + v.y + v.z + v.w; }
template <typename T, int U>
__global__ void k(int mode, int rounds, float* out, long long* clocks) {
  __shared__ __align__(16) char s[32768];
  for (int i = threadIdx.x; i < 32768 / 4; i += blockDim.x) ((float*)s)[i] = 0;
  __syncthreads();
  int lane = threadIdx.x % 32;
  int at = mode == 0 ? lane : mode == 1 ? 0 : mode == 2 ? lane / 2 : mode == 3 ? lane / 4 : mode == 4 ? lane % 8 : mode == 5 ? lane / 8 : mode == 6 ? lane / 16 : lane % 2;
  unsigned base = (unsigned)__cvta_generic_to_shared(s) + at * sizeof(T);
  float acc = 0;
  long long t0 = clock64();
  for (int r = 0; r < rounds; r++) {
    T v[U];
#pragma unroll
    for (int u = 0; u < U; u++) {
      unsigned a = base + ((u + r * U) * 32 * sizeof(T)) % 16384;
      if constexpr (sizeof(T) == 4) asm volatile("ld.volatile.shared.f32 %0, [%1];" : "=f"(*(float*)&v[u]) : "r"(a) : "memory");
      else if constexpr (sizeof(T) == 8) asm volatile("ld.volatile.shared.v2.f32 {%0,%1}, [%2];" : "=f"(((float*)&v[u])[0]), "=f"(((float*)&v[u])[1]) : "r"(a) : "memory");
      else asm volatile("ld.volatile.shared.v4.f32 {%0,%1,%2,%3}, [%4];" : "=f"(((float*)&v[u])[0]), "=f"(((float*)&v[u])[1]), "=f"(((float*)&v[u])[2]), "=f"(((float*)&v[u])[3]) : "r"(a) : "memory");
    }
    // asm volatile keeps every load; one value of each is used so that all have arrived.
#pragma unroll
    for (int u = 0; u < U; u++) acc += sum(v[u]);
  }
  __syncthreads();
  long long t1 = clock64();
  out[blockIdx.x * blockDim.x + threadIdx.x] = acc;
  if (threadIdx.x == 0) clocks[blockIdx.x] = t1 - t0;
}
template <typename T, int U> void run(const char* w, int threads) {
  const char* m[] = {"lanes distinct", "all lanes one", "pairs (lane/2)", "fours (lane/4)", "lane%8", "lane/8", "halves (lane/16)", "lane%2"};
  float* o; long long* c; cudaMalloc(&o, 1 << 20); cudaMalloc(&c, 4096);
  for (int mode = 0; mode < 8; mode++) {
    int rounds = 20000 / U;
    k<T, U><<<1, threads>>>(mode, 10, o, c);
    k<T, U><<<1, threads>>>(mode, rounds, o, c);
    long long h; cudaMemcpy(&h, c, 8, cudaMemcpyDeviceToHost);
    double per = (double)h / ((double)rounds * U * (threads / 32));
    // More than 128 bytes of different words a clock would show that loads were left out.
    printf("%-6s %4d threads %-18s %.3f clocks per warp instruction, %.1f bytes of lanes per clock\n", w, threads, m[mode], per, 32.0 * sizeof(T) / per);
  }
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
int main() {
  for (int threads : {256, 1024}) { run<float, 16>("32 bit", threads); run<float2, 16>("64 bit", threads); run<float4, 8>("128 bit", threads); }
}

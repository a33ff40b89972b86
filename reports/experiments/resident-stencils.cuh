// What resident-heat.cu and resident-planes.cu share: flags, the warp that tells and waits, arrays and their comparison, times.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { printf("%s: %s, line %d\n", #x, cudaGetErrorString(e_), __LINE__); exit(1); } } while (0)

enum { LATE = 1, ALONE = 2, NO_POINTS = 4, KEPT = 8 };
constexpr int WHOLE = 100;  // with fewer sweeps some programs run alone, for tools that check them
constexpr int FLAG = 32;  // flags lie a cache line apart

static __device__ __forceinline__ int acquire(const int *flag) { int v; asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(flag) : "memory"); return v; }
static __device__ __forceinline__ void release(int *flag, int v) { asm volatile("st.release.gpu.global.s32 [%0], %1;" :: "l"(flag), "r"(v) : "memory"); }
template <int ID, int THREADS> __device__ __forceinline__ void barrier() { asm volatile("bar.sync %0, %1;" :: "n"(ID), "n"(THREADS) : "memory"); }

template <class T, int P> struct Words;
template <> struct Words<double, 1> { using type = double; };
template <> struct Words<double, 2> { using type = double2; };
template <> struct Words<float, 1> { using type = float; };
template <> struct Words<float, 2> { using type = float2; };
template <> struct Words<float, 4> { using type = float4; };
template <> struct Words<double, 4> { struct alignas(16) type { double2 a, b; }; };
static __device__ __forceinline__ Words<double, 4>::type __ldcg(const Words<double, 4>::type *p) { auto q = (const double2 *)p; return {::__ldcg(q), ::__ldcg(q + 1)}; }
template <int P, class T> __device__ __forceinline__ void load(T (&d)[P], const T *p) { auto w = __ldcg((const typename Words<T, P>::type *)p); memcpy(d, &w, sizeof w); }
template <int P, class T> __device__ __forceinline__ void store(T *p, const T (&s)[P]) { typename Words<T, P>::type w; memcpy(&w, s, sizeof w); *(decltype(w) *)p = w; }

// The warp that tells and waits: lane 0 tells what the block has written, lanes 0 to 3 wait for a neighbour each.
template <int THREADS, int MODE> __device__ __forceinline__ void exchange(int *flags, int neighbour, int first, int last, int step) {
  int lane = threadIdx.x % 32;
  for (int v = first; v <= last; v += step) {
    barrier<0, THREADS>();  // the block has written version v
    if (!(MODE & ALONE)) {
      if (lane == 0) release(flags + blockIdx.x * FLAG, v);
      if (neighbour >= 0) while (acquire(flags + neighbour * FLAG) < v) { }
      __syncwarp();
    }
    barrier<0, THREADS>();  // neighbours have written version v
  }
}

// Arrays of one nest: what they begin with, what one launch for each sweep makes of it, and what a program makes of it.
template <class T> struct Nest {
  std::vector<size_t> lengths;
  std::vector<std::vector<T>> start, expected;
  std::vector<T *> device;
  explicit Nest(std::vector<size_t> lengths) : lengths(lengths) {
    unsigned x = 1;
    for (size_t length : lengths) {
      std::vector<T> h(length);
      for (T &e : h) e = T((x = x * 1664525u + 1013904223u) >> 8) * T(1.0 / (1 << 24));
      start.push_back(h);
      device.emplace_back();
      CK(cudaMalloc(&device.back(), (length + (1 << 19)) * sizeof(T)));  // planes behind the last one are read, for nothing
    }
  }
  ~Nest() { for (T *d : device) cudaFree(d); }
  void reset() { for (size_t a = 0; a < device.size(); a++) CK(cudaMemcpy(device[a], start[a].data(), lengths[a] * sizeof(T), cudaMemcpyHostToDevice)); }
  std::vector<T> read(size_t a) { std::vector<T> h(lengths[a]); CK(cudaMemcpy(h.data(), device[a], lengths[a] * sizeof(T), cudaMemcpyDeviceToHost)); return h; }
  void expect() { expected.clear(); for (size_t a = 0; a < device.size(); a++) expected.push_back(read(a)); }

  // Median of five runs, and how many elements differ from what is expected.
  void measure(const char *name, int sweeps, bool right, std::function<void()> run) {
    cudaEvent_t from, to;
    CK(cudaEventCreate(&from));
    CK(cudaEventCreate(&to));
    std::vector<float> times;
    for (int r = 0; r < 6; r++) {
      reset();
      CK(cudaEventRecord(from));
      run();
      CK(cudaEventRecord(to));
      CK(cudaDeviceSynchronize());
      float ms;
      CK(cudaEventElapsedTime(&ms, from, to));
      if (r > 0) times.push_back(ms);
    }
    std::sort(times.begin(), times.end());
    printf("%-44s %8.3f ms %7.3f us a sweep", name, times[2], times[2] / sweeps * 1e3);
    if (right) {
      size_t wrong = 0;
      for (size_t a = 0; a < expected.size(); a++) { auto h = read(a); for (size_t e = 0; e < h.size(); e++) wrong += h[e] != expected[a][e]; }
      printf("  %zu differ", wrong);
    }
    printf("\n");
    fflush(stdout);
  }
};

static int *flags;
template <class... K, class... A> static void resident(void (*kernel)(K...), int blocks, int threads, int bytes, A... arguments) {
  void *pointers[] = {&arguments...};
  CK(cudaMemsetAsync(flags, 0xff, 1024 * FLAG * sizeof(int)));
  CK(cudaLaunchCooperativeKernel((void *)kernel, dim3(blocks), dim3(threads), pointers, bytes, 0));
}
static const char *named(char *name, const char *shape, int mode) {
  sprintf(name, "%s%s%s%s%s", shape, mode & LATE ? ", late" : "", mode & ALONE ? ", alone" : "", mode & NO_POINTS ? ", no points" : "", mode & KEPT ? ", boundary kept" : "");
  return name;
}
static void resources(const void *kernel, int bytes) {
  cudaFuncAttributes a;
  CK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  CK(cudaFuncGetAttributes(&a, kernel));
  printf("  %3d registers, %3d bytes of local memory, %6d of shared memory: ", a.numRegs, (int)a.localSizeBytes, bytes);
}


static void start() {
  cudaDeviceProp p;
  CK(cudaGetDeviceProperties(&p, 0));
  printf("%s, %d multiprocessors\n", p.name, p.multiProcessorCount);
  CK(cudaMalloc(&flags, 1024 * FLAG * sizeof(int)));
}

// Measuring kernels of "tilewright calibrate". Every kernel does the same thing often; times are differences.
<#list operations as op>
// ${op.name}: ${op.chains} independent chains per thread, or one that depends on itself.
extern "C" __global__ void rate_${op.name}(${op.type} *out, int seed, int n) {
  const ${op.type} a = (${op.type}) seed;
  ${op.type} x[${op.chains} + 1];
  #pragma unroll
  for (int c = 0; c <= ${op.chains}; c++) x[c] = a + (${op.type}) (threadIdx.x + c);
  for (int i = 0; i < n; i++) {
    #pragma unroll
    for (int u = 0; u < ${op.unroll}; u++) {
      #pragma unroll
      for (int c = 0; c < ${op.chains}; c++) { ${op.type} &v = x[c]; const ${op.type} &w = x[c + 1]; (void) w; v = ${op.expression}; }
    }
  }
  ${op.type} all = x[0];
  #pragma unroll
  for (int c = 1; c <= ${op.chains}; c++) all += x[c];
  out[blockIdx.x * blockDim.x + threadIdx.x] = all;
}
extern "C" __global__ void latency_${op.name}(${op.type} *out, int seed, int n) {
  const ${op.type} a = (${op.type}) seed;
  ${op.type} v = a + (${op.type}) threadIdx.x;
  const ${op.type} w = a; (void) w;
  for (int i = 0; i < n; i++) {
    #pragma unroll
    for (int u = 0; u < 16; u++) v = ${op.chain};
  }
  out[threadIdx.x] = v;
}
</#list>
#if __CUDA_ARCH__ >= 900
// Products of matrices in double precision: ${productChains} independent chains per warp, or one that depends on itself.
__device__ __forceinline__ void product(double (&sum)[4], const double (&left)[4], const double (&right)[2]) {
  asm volatile("mma.sync.aligned.${product}.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+d"(sum[0]), "+d"(sum[1]), "+d"(sum[2]), "+d"(sum[3])
      : "d"(left[0]), "d"(left[1]), "d"(left[2]), "d"(left[3]), "d"(right[0]), "d"(right[1]));
}
extern "C" __global__ void rate_product(double *out, int seed, int n) {
  const double left[4] = {seed * 1e-3, seed * 2e-3, seed * 3e-3, seed * 4e-3}, right[2] = {seed * 5e-3, seed * 6e-3};
  double sum[${productChains}][4] = {};
  for (int i = 0; i < n; i++) {
    #pragma unroll
    for (int c = 0; c < ${productChains}; c++) product(sum[c], left, right);
  }
  double all = 0;
  #pragma unroll
  for (int c = 0; c < ${productChains}; c++) all += sum[c][0] + sum[c][1] + sum[c][2] + sum[c][3];
  out[blockIdx.x * blockDim.x + threadIdx.x] = all;
}
extern "C" __global__ void latency_product(double *out, int seed, int n) {
  const double left[4] = {seed * 1e-3, seed * 2e-3, seed * 3e-3, seed * 4e-3}, right[2] = {seed * 5e-3, seed * 6e-3};
  double sum[4] = {};
  for (int i = 0; i < n; i++) product(sum, left, right);
  out[threadIdx.x] = sum[0] + sum[1] + sum[2] + sum[3];
}
#endif
// Reads of a buffer that stays in L2, 16 bytes a thread at a time, past the first-level cache.
extern "C" __global__ void read_cached(float *out, const float4 *in, int quads, int n) {
  float sum = 0;
  for (int r = 0; r < n; r++) {
    for (int q = blockIdx.x * blockDim.x + threadIdx.x; q < quads; q += gridDim.x * blockDim.x) {
      float4 v;
      asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(in + q));
      sum += v.x + v.y + v.z + v.w;
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
// Reads and writes a buffer once.
extern "C" __global__ void copy(float4 *out, const float4 *in, int quads) {
  for (int q = blockIdx.x * blockDim.x + threadIdx.x; q < quads; q += gridDim.x * blockDim.x) out[q] = in[q];
}
// 16-byte reads of shared memory without bank conflicts.
extern "C" __global__ void read_shared(float *out, int n) {
  __shared__ float4 s[2048];
  for (int i = threadIdx.x; i < 2048; i += blockDim.x) s[i] = make_float4(i, i, i, i);
  __syncthreads();
  unsigned base = (unsigned) __cvta_generic_to_shared(s) + 16 * (threadIdx.x % 1024);
  float sum = 0;
  for (int i = 0; i < n; i++) {
    #pragma unroll
    for (int u = 0; u < 16; u++) {
      float4 v;
      asm volatile("ld.volatile.shared.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "r"(base + 256 * u));
      sum += v.x + v.y + v.z + v.w;
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
// One thread follows a chain of indices, in L2 or in shared memory.
extern "C" __global__ void chase_cached(int *out, const int *next, int n) {
  int at = 0;
  for (int i = 0; i < n; i++) asm volatile("ld.global.cg.s32 %0, [%1];" : "=r"(at) : "l"(next + at));
  out[0] = at;
}
extern "C" __global__ void chase_shared(int *out, int n) {
  __shared__ int next[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) next[i] = (i + 33) % 1024;
  __syncthreads();
  int at = threadIdx.x;
  for (int i = 0; i < n; i++) at = next[at];
  out[threadIdx.x] = at;
}
extern "C" __global__ void link(int *next, int length, int step) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < length; i += gridDim.x * blockDim.x) next[i] = (i + step) % length;
}
// A block that loads, waits and stores: what it takes when a multiprocessor holds one such block at a time.
extern "C" __global__ void visit(float *out, const float *in) {
  extern __shared__ float unused[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + 1.0f;
}
extern "C" __global__ void barriers(int *out, int n) {
  for (int i = 0; i < n; i++) __syncthreads();
  if (n < 0) out[threadIdx.x] = n;
}
extern "C" __global__ void nothing(int *out, int n) { if (n < 0) out[0] = n; }
// All blocks meet n times; all of them must be resident.
extern "C" __global__ void meet(int *counter, int n) {
  volatile int *now = counter;
  for (int i = 1; i <= n; i++) {
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicAdd(counter, 1);
      while (*now < i * (int) gridDim.x) {}
    }
    __syncthreads();
  }
}

// What a round of an exchange between neighbouring blocks takes, without arithmetic: flags in global memory, values that carry the number of their round, clusters with distributed shared memory.
// Each block has 352 threads and is alone on its multiprocessor; WORDS of 16 bytes go to each neighbour.
//
//   nvcc -arch=sm_90 -O3 -o resident-rounds resident-rounds.cu && ./resident-rounds
#include <cooperative_groups.h>
#include "resident-stencils.cuh"
namespace cg = cooperative_groups;
constexpr int COMPUTE = 320, THREADS = COMPUTE + 32, ROUNDS = 1000;

// NEIGHBOURS 2: a chain; 4: a grid of 12 columns.
template <int NEIGHBOURS> __device__ int neighbour(int side) {
  int b = blockIdx.x, n = gridDim.x, c = b % 12;
  if (NEIGHBOURS == 2) return side == 0 ? b - 1 : side == 1 && b < n - 1 ? b + 1 : -1;
  return side == 0 ? b - 12 : side == 1 ? (b + 12 < n ? b + 12 : -1) : side == 2 ? (c > 0 ? b - 1 : -1) : side == 3 && c < 11 && b < n - 1 ? b + 1 : -1;
}

template <int NEIGHBOURS, int WORDS> __global__ void __launch_bounds__(THREADS) byFlags(double2 *X, int *flags, double *sink) {
  if (threadIdx.x >= COMPUTE) { exchange<THREADS, 0>(flags, neighbour<NEIGHBOURS>(threadIdx.x % 32), 0, ROUNDS - 1, 1); return; }
  double sum = threadIdx.x;
  for (int r = 0; r < ROUNDS; r++) {
    double2 *x = X + r % 2 * gridDim.x * 4 * WORDS;
    for (int s = 0; s < NEIGHBOURS; s++) for (int w = threadIdx.x; w < WORDS; w += COMPUTE) x[(blockIdx.x * 4 + s) * WORDS + w] = {sum, sum};
    barrier<0, THREADS>();
    barrier<0, THREADS>();
    for (int s = 0; s < NEIGHBOURS; s++) {
      int n = neighbour<NEIGHBOURS>(s);
      if (n >= 0) for (int w = threadIdx.x; w < WORDS; w += COMPUTE) sum += __ldcg(&x[(n * 4 + (s ^ 1)) * WORDS + w]).x;
    }
  }
  if (sum == 0.5) *sink = sum;
}

// 8 bytes of value and twice the number of the round in 16 bytes: a reader asks until both halves are of its round.
template <int NEIGHBOURS, int WORDS> __global__ void __launch_bounds__(THREADS) byValues(uint4 *X, double *sink) {
  unsigned sum = threadIdx.x;
  for (unsigned r = 1; r <= ROUNDS; r++) {
    uint4 *x = X + r % 2 * gridDim.x * 8 * WORDS;
    if (threadIdx.x < COMPUTE) {
      for (int s = 0; s < NEIGHBOURS; s++)
        for (int w = threadIdx.x; w < 2 * WORDS; w += COMPUTE)
          asm volatile("st.volatile.global.v4.u32 [%0], {%1, %2, %1, %2};" ::"l"(x + (blockIdx.x * 4 + s) * 2 * WORDS + w), "r"(sum), "r"(r) : "memory");
      for (int s = 0; s < NEIGHBOURS; s++) {
        int n = neighbour<NEIGHBOURS>(s);
        if (n >= 0)
          for (int w = threadIdx.x; w < 2 * WORDS; w += COMPUTE) {
            unsigned a, b, c, d;
            do asm volatile("ld.volatile.global.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(x + (n * 4 + (s ^ 1)) * 2 * WORDS + w) : "memory"); while (b != r || d != r);
            sum += a;
          }
      }
    }
    __syncthreads();
  }
  if (sum == 12345) *sink = sum;
}

// Neighbours are those of the same cluster; two buffers in shared memory, one barrier of the cluster a round.
template <int WORDS> __global__ void __launch_bounds__(THREADS) byClusters(double *sink) {
  extern __shared__ double2 box[];
  cg::cluster_group cluster = cg::this_cluster();
  int rank = cluster.block_rank(), size = cluster.num_blocks();
  double sum = threadIdx.x;
  for (int r = 0; r < ROUNDS; r++) {
    for (int s = 0; s < 2; s++) {
      double2 *there = cluster.map_shared_rank(box, (rank + (s ? 1 : size - 1)) % size) + (r % 2 * 2 + s) * WORDS;
      for (int w = threadIdx.x; w < WORDS; w += THREADS) there[w] = {sum, sum};
    }
    cluster.sync();
    for (int s = 0; s < 2; s++) for (int w = threadIdx.x; w < WORDS; w += THREADS) sum += box[(r % 2 * 2 + s) * WORDS + w].x;
  }
  cluster.sync();
  if (sum == 0.5) *sink = sum;
}

static void time(const char *name, std::function<void()> run) {
  cudaEvent_t from, to;
  CK(cudaEventCreate(&from));
  CK(cudaEventCreate(&to));
  std::vector<float> times;
  for (int r = 0; r < 6; r++) {
    CK(cudaEventRecord(from));
    run();
    CK(cudaEventRecord(to));
    CK(cudaDeviceSynchronize());
    float ms;
    CK(cudaEventElapsedTime(&ms, from, to));
    if (r > 0) times.push_back(ms);
  }
  std::sort(times.begin(), times.end());
  printf("%-64s %7.3f us a round\n", name, times[2] / ROUNDS * 1e3);
  fflush(stdout);
}

template <int WORDS> static void all(double2 *X, double *sink) {
  char name[100];
  const int alone = 120 << 10;  // of shared memory: one block a multiprocessor
  auto flagged = [&](auto kernel, const char *what, int blocks) {
    CK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, alone));
    sprintf(name, "flags, %s, %d words of 16 bytes to each", what, WORDS);
    time(name, [&] { resident(kernel, blocks, THREADS, alone, X, flags, sink); });
  };
  flagged(byFlags<2, WORDS>, "2 neighbours", 130);
  flagged(byFlags<4, WORDS>, "4 neighbours", 132);
  auto valued = [&](auto kernel, const char *what, int blocks) {
    CK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, alone));
    sprintf(name, "values with their round, %s, %d words of 16 bytes to each", what, WORDS);
    time(name, [&] {
      CK(cudaMemsetAsync(X, 0, (size_t)2 * 132 * 8 * WORDS * 16));
      uint4 *x = (uint4 *)X;
      void *pointers[] = {&x, &sink};
      CK(cudaLaunchCooperativeKernel((void *)kernel, dim3(blocks), dim3(THREADS), pointers, alone, 0));
    });
  };
  valued(byValues<2, WORDS>, "2 neighbours", 130);
  valued(byValues<4, WORDS>, "4 neighbours", 132);
  auto kernel = byClusters<WORDS>;
  CK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, alone));
  CK(cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
  for (int size : {2, 4, 8, 12, 16}) {
    cudaLaunchAttribute a[1];
    a[0].id = cudaLaunchAttributeClusterDimension;
    a[0].val.clusterDim = {(unsigned)size, 1, 1};
    cudaLaunchConfig_t c = {};
    c.gridDim = size;
    c.blockDim = THREADS;
    c.dynamicSmemBytes = alone;
    c.attrs = a;
    c.numAttrs = 1;
    int most = 0;
    CK(cudaOccupancyMaxActiveClusters(&most, kernel, &c));
    if (most < 1) continue;
    c.gridDim = size * most;
    sprintf(name, "clusters of %d, %d resident, %d words of 16 bytes to each of 2", size, most, WORDS);
    time(name, [&] { CK(cudaLaunchKernelEx(&c, kernel, sink)); });
  }
}

int main() {
  start();
  double2 *X;
  double *sink;
  CK(cudaMalloc(&X, (size_t)2 * 132 * 8 * 660 * 16));
  CK(cudaMalloc(&sink, 8));
  all<1>(X, sink);
  all<330>(X, sink);
  all<660>(X, sink);
}

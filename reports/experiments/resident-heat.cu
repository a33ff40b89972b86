// Stencils whose whole grid stays in the multiprocessors' registers and shared memories for all sweeps, by hand: heat-3d.
//
// One launch makes all sweeps. A block has one box of the arrays, whole rows along the last dimension: a thread holds columns of it in registers, finds what other threads of
// its block hold in shared memory ("edges"), and what other blocks hold in global memory. Per sweep a block writes the outermost points of its box to global memory, tells its
// neighbours by a flag (one per block, the number of the sweep), and waits for theirs. A warp of its own tells and waits. Versions take turns in two arrays: a block that writes version
// v + 2 over version v has seen that its neighbours told v + 1, for which they have read v.
//
//   late        what lies inside the box is computed before the neighbours' flags are waited for
//   alone       without flags and without reading what neighbours wrote (results are wrong): what a sweep takes beside the exchange
//   no points   the exchange without arithmetic and edges (results are wrong)
//   boundary kept   as if both arrays had the same boundary, which the nest never writes (results are wrong); else it is read from memory in every sweep
//   by two      two blocks on a multiprocessor
//
// All results are compared bit by bit with one launch for each sweep; of that, 4 sweeps with a processor's.
//
//   nvcc -arch=sm_90 -O3 -o resident-heat resident-heat.cu && ./resident-heat [sweeps]
#include "resident-stencils.cuh"
template <class T> __device__ __forceinline__ T heat(T c, T im, T ip, T jm, T jp, T km, T kp) {
  return T(0.125) * (ip - T(2) * c + im) + T(0.125) * (jp - T(2) * c + jm) + T(0.125) * (kp - T(2) * c + km) + c;
}

// heat-3d of N^3 points: boxes of BI x BJ rows of N points, threads of BI x PJ x PK points, RESIDENT blocks on a multiprocessor.
template <class T_, int N_, int BI_, int BJ_, int PJ_, int PK_, int RESIDENT_ = 1> struct Box {
  using T = T_;
  static constexpr int N = N_, BI = BI_, BJ = BJ_, PJ = PJ_, PK = PK_, RESIDENT = RESIDENT_, TX = N / PK, TY = BJ / PJ, COMPUTE = (TX * TY + 31) / 32 * 32, THREADS = COMPUTE + 32;
  static constexpr int GI = (N + BI - 1) / BI, GJ = (N + BJ - 1) / BJ, ROW = TX * (TY + 2), BYTES = BI * PJ * PK * ROW * sizeof(T);
  static_assert(N % PK == 0 && BJ % PJ == 0 && N % BJ == 0 && TY > 1, "whole threads, whole boxes along j");
};

template <class X, int MODE> __global__ void __launch_bounds__(X::THREADS, X::RESIDENT) heatResident(typename X::T *A, typename X::T *B, int *flags, int sweeps) {
  using T = typename X::T;
  constexpr int N = X::N, BI = X::BI, PJ = X::PJ, PK = X::PK, TX = X::TX, TY = X::TY;
  extern __shared__ char memory[];
  const int bi = blockIdx.x / X::GJ, bj = blockIdx.x % X::GJ, i0 = bi * BI, j0 = bj * X::BJ;
  const int b = blockIdx.x, above = bi > 0 ? b - X::GJ : -1, below = bi < X::GI - 1 ? b + X::GJ : -1, left = bj > 0 ? b - 1 : -1, right = bj < X::GJ - 1 ? b + 1 : -1;
  if (threadIdx.x >= X::COMPUTE) {
    int lane = threadIdx.x % 32;
    exchange<X::THREADS, MODE>(flags, lane == 0 ? above : lane == 1 ? below : lane == 2 ? left : lane == 3 ? right : -1, 0, sweeps - 1, 1);
    return;
  }
  const bool on = threadIdx.x < TX * TY;
  const int t = on ? threadIdx.x : 0, tx = t % TX, ty = t / TX, k0 = tx * PK, j1 = j0 + ty * PJ;
  const bool first = on && ty == 0, last = on && ty == TY - 1;
  // A point's value in shared memory: points of a thread lie apart, neighbouring threads beside each other.
  T *const edges = (T *)memory + (ty + 1) * TX + tx;
  auto S = [&](int i, int y, int x, int d) -> T & { return edges[((i * PJ + y) * PK + x) * X::ROW + d]; };
  const int own = (i0 * N + j1) * N + k0;  // this thread's first point; all others at constant distances
  auto at = [](int i, int y) { return (i * N + y) * N; };
  // Which planes of the block and which of a thread's points in a plane are not on the boundary.
  unsigned planes = 0, points = 0;
  for (int i = 0; i < BI; i++) planes |= ((unsigned)(i0 + i - 1) < N - 2) << i;
  for (int y = 0; y < PJ; y++) for (int x = 0; x < PK; x++) points |= ((unsigned)(j1 + y - 1) < N - 2 && (unsigned)(k0 + x - 1) < N - 2) << (y * PK + x);
  auto inside = [&](int i, int y, int x) { return (planes >> i & 1) && (points >> (y * PK + x) & 1); };
  auto present = [&](int i) { return i0 + i < N; };
  T v[BI][PJ][PK], lo[PJ][PK] = {}, hi[PJ][PK] = {};
  auto publish = [&] {
    if (on && !(MODE & NO_POINTS)) {
#pragma unroll
      for (int i = 0; i < BI; i++)
#pragma unroll
        for (int y = 0; y < PJ; y++)
#pragma unroll
          for (int x = 0; x < PK; x++) S(i, y, x, 0) = v[i][y][x];
    }
  };
  // What neighbouring blocks hold: planes into registers, rows into this thread's own places of shared memory.
  auto receive = [&](const T *in) {
    if (!on || (MODE & ALONE)) return;
#pragma unroll
    for (int y = 0; y < PJ; y++) {
      if (above >= 0) load(lo[y], in + own + at(-1, y));
      if (below >= 0) load(hi[y], in + own + at(BI, y));
    }
    auto row = [&](int y, int shared, int d) {
#pragma unroll
      for (int i = 0; i < BI; i++)
#pragma unroll
        for (int x = 0; x < PK; x++) if (present(i)) __pipeline_memcpy_async(&S(i, shared, x, d), in + own + at(i, y) + x, sizeof(T));
    };
    if (first && left >= 0) row(-1, PJ - 1, -TX);
    if (last && right >= 0) row(PJ, 0, TX);
    __pipeline_commit();
    __pipeline_wait_prior(0);
  };
  // Points of planes i, in place: registers hold one version. What the nest never writes of an array, its boundary, comes from memory, as the two arrays may differ there;
  // those that need other blocks' values stay as they are where 'late' makes them afterwards.
  auto sweep = [&](const T *out) {
    constexpr int FROM = MODE & LATE ? 1 : 0, TO = MODE & LATE ? BI - 1 : BI;
    T before[PJ][PK];
#pragma unroll
    for (int y = 0; y < PJ; y++)
#pragma unroll
      for (int x = 0; x < PK; x++) before[y][x] = FROM ? v[0][y][x] : lo[y][x];
#pragma unroll
    for (int i = FROM; i < TO; i++) {
      if (i % 2 == 0) asm volatile("" ::: "memory");  // loads of two planes together, not of all
      T now[PJ][PK];
#pragma unroll
      for (int y = 0; y < PJ; y++)
#pragma unroll
        for (int x = 0; x < PK; x++) now[y][x] = v[i][y][x];
#pragma unroll
      for (int y = 0; y < PJ; y++)
#pragma unroll
        for (int x = 0; x < PK; x++) {
          T r = heat(now[y][x], before[y][x], i + 1 < BI ? v[i + 1 < BI ? i + 1 : i][y][x] : hi[y][x], y > 0 ? now[y > 0 ? y - 1 : 0][x] : S(i, PJ - 1, x, -TX),
                     y + 1 < PJ ? now[y + 1 < PJ ? y + 1 : y][x] : S(i, 0, x, TX), x > 0 ? now[y][x > 0 ? x - 1 : 0] : S(i, y, PK - 1, -1), x + 1 < PK ? now[y][x + 1 < PK ? x + 1 : x] : S(i, y, 0, 1));
          bool waits = (MODE & LATE) && ((y == 0 && first) || (y == PJ - 1 && last));
          if (!inside(i, y, x)) r = MODE & KEPT ? now[y][x] : out[own + at(i, y) + x];
          if (!waits) v[i][y][x] = r;
        }
#pragma unroll
      for (int y = 0; y < PJ; y++)
#pragma unroll
        for (int x = 0; x < PK; x++) before[y][x] = now[y][x];
    }
  };
  // One point by what shared memory has of it and its neighbours, for 'late'.
  auto point = [&](const T *out, int i, int y, int x) {
    T im = i > 0 ? S(i > 0 ? i - 1 : 0, y, x, 0) : lo[y][x], ip = i + 1 < BI ? S(i + 1 < BI ? i + 1 : i, y, x, 0) : hi[y][x];
    T r = heat(v[i][y][x], im, ip, y > 0 ? S(i, y > 0 ? y - 1 : 0, x, 0) : S(i, PJ - 1, x, -TX), y + 1 < PJ ? S(i, y + 1 < PJ ? y + 1 : y, x, 0) : S(i, 0, x, TX),
               x > 0 ? S(i, y, x > 0 ? x - 1 : 0, 0) : S(i, y, PK - 1, -1), x + 1 < PK ? S(i, y, x + 1 < PK ? x + 1 : x, 0) : S(i, y, 0, 1));
    v[i][y][x] = inside(i, y, x) ? r : MODE & KEPT ? v[i][y][x] : out[own + at(i, y) + x];
  };
  auto shell = [&](const T *out) {
#pragma unroll
    for (int y = 0; y < PJ; y++)
#pragma unroll
      for (int x = 0; x < PK; x++) { point(out, 0, y, x); point(out, BI - 1, y, x); }
#pragma unroll
    for (int i = 1; i < BI - 1; i++)
#pragma unroll
      for (int x = 0; x < PK; x++) {
        if (first) point(out, i, 0, x);
        if (last) point(out, i, PJ - 1, x);
      }
  };
  auto write = [&](T *out, bool all) {
    if (!on) return;
#pragma unroll
    for (int i = 0; i < BI; i++)
#pragma unroll
      for (int y = 0; y < PJ; y++)
        if (present(i) && (all || i == 0 || i == BI - 1 || (y == 0 && first) || (y == PJ - 1 && last))) store(out + own + at(i, y), v[i][y]);
  };
#pragma unroll
  for (int i = 0; i < BI; i++)
#pragma unroll
    for (int y = 0; y < PJ; y++) if (on && present(i)) load(v[i][y], A + own + at(i, y)); else for (int x = 0; x < PK; x++) v[i][y][x] = 0;
  for (int s = 0; s < sweeps; s++) {
    const T *in = s % 2 ? B : A;
    T *out = s % 2 ? A : B;
    asm volatile("" : "+r"(planes), "+r"(points));  // the masks stay masks: 44 predicates would take registers
    barrier<0, X::THREADS>();  // this version is written for the neighbours, the version before it is read
    publish();
    if (MODE & LATE) {
      barrier<1, X::COMPUTE>();
      if (on && !(MODE & NO_POINTS)) sweep(out);
    }
    barrier<0, X::THREADS>();
    receive(in);
    if (on && !(MODE & NO_POINTS)) { if (MODE & LATE) shell(out); else sweep(out); }
    write(out, s >= sweeps - 2);
  }
}

template <class T> __global__ void heatSweep(const T *a, T *b, int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y, i = blockIdx.z;
  if (k < 1 || j < 1 || i < 1 || k >= n - 1 || j >= n - 1 || i >= n - 1) return;
  const T *p = a + ((size_t)i * n + j) * n + k;
  b[p - a] = heat(p[0], p[-n * n], p[n * n], p[-n], p[n], p[-1], p[1]);
}

template <class X, int MODE> static void heatRun(Nest<typename X::T> &nest, int sweeps) {
  auto kernel = heatResident<X, MODE>;
  char shape[100], name[200];
  sprintf(shape, "box %dx%d, points %dx%d, %dx%d blocks%s", X::BI, X::BJ, X::PJ, X::PK, X::GI, X::GJ, X::RESIDENT > 1 ? " by two" : "");
  resources((const void *)kernel, X::BYTES);
  nest.measure(named(name, shape, MODE), sweeps, MODE < ALONE, [&] { resident(kernel, X::GI * X::GJ, X::THREADS, X::BYTES, nest.device[0], nest.device[1], flags, sweeps); });
}
template <class T, int N> static void heatReference(Nest<T> &nest, int sweeps) {
  printf("heat-3d, n = %d, %d sweeps, %zu bytes an element\n", N, sweeps, sizeof(T));
  dim3 grid((N + 31) / 32, (N + 7) / 8, N), threads(32, 8);
  auto run = [&](int count) { for (int s = 0; s < count; s++) heatSweep<T><<<grid, threads>>>(nest.device[s % 2], nest.device[1 - s % 2], N); };
  nest.reset();
  run(4);
  auto d = nest.read(0);
  std::vector<T> a = nest.start[0], b = nest.start[1];
  for (int s = 0; s < 4; s++, a.swap(b))
    for (int i = 1; i < N - 1; i++) for (int j = 1; j < N - 1; j++) for (int k = 1; k < N - 1; k++) {
      const T *p = &a[((size_t)i * N + j) * N + k];
      b[p - a.data()] = T(0.125) * (p[N * N] - 2 * p[0] + p[-N * N]) + T(0.125) * (p[N] - 2 * p[0] + p[-N]) + T(0.125) * (p[1] - 2 * p[0] + p[-1]) + p[0];
    }
  double error = 0;
  for (size_t e = 0; e < a.size(); e++) error = std::max(error, std::fabs(double(a[e]) - double(d[e])));
  printf("  4 sweeps beside a processor's: %.1e\n  ", error);
  nest.measure("one launch a sweep", sweeps, false, [&] { run(sweeps); });
  nest.expect();
}
int main(int argc, char **argv) {
  start();
  const int sweeps = argc > 1 ? atoi(argv[1]) : 1000;  // a multiple of 4
  if (sweeps >= WHOLE) {
    constexpr int N = 120;
    Nest<double> nest({N * N * N, N * N * N});
    heatReference<double, N>(nest, sweeps);
    using X = Box<double, N, 15, 8, 2, 1>;
    heatRun<X, 0>(nest, sweeps);
    heatRun<X, LATE>(nest, sweeps);
    heatRun<X, ALONE>(nest, sweeps);
    heatRun<X, NO_POINTS>(nest, sweeps);
    heatRun<X, KEPT>(nest, sweeps);
    heatRun<X, KEPT | ALONE>(nest, sweeps);
    using Y = Box<double, N, 11, 10, 2, 1>;
    heatRun<Y, 0>(nest, sweeps);
    heatRun<Y, LATE>(nest, sweeps);
    heatRun<Y, KEPT>(nest, sweeps);
    heatRun<Box<double, N, 11, 10, 1, 2>, 0>(nest, sweeps);
    heatRun<Box<double, N, 11, 10, 2, 2>, 0>(nest, sweeps);
    heatRun<Box<double, N, 11, 10, 5, 1>, 0>(nest, sweeps);
    heatRun<Box<double, N, 15, 8, 1, 1>, 0>(nest, sweeps);
    heatRun<Box<double, N, 10, 12, 2, 1>, 0>(nest, sweeps);
    heatRun<Box<double, N, 20, 6, 1, 1>, 0>(nest, sweeps);
    heatRun<Box<double, N, 10, 6, 2, 1, 2>, 0>(nest, sweeps);
  }
  if (sweeps >= WHOLE) {
    constexpr int N = 160;
    Nest<float> nest({N * N * N, N * N * N});
    heatReference<float, N>(nest, sweeps);
    heatRun<Box<float, N, 13, 16, 2, 2>, 0>(nest, sweeps);
    heatRun<Box<float, N, 13, 16, 4, 1>, 0>(nest, sweeps);
  }
  {
    constexpr int N = 100;
    Nest<double> nest({N * N * N, N * N * N});
    heatReference<double, N>(nest, sweeps);
    heatRun<Box<double, N, 8, 10, 2, 2>, 0>(nest, sweeps);
    heatRun<Box<double, N, 8, 10, 2, 1>, 0>(nest, sweeps);
    heatRun<Box<double, N, 8, 10, 2, 1>, LATE>(nest, sweeps);
  }
}

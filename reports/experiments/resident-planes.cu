// Stencils of two dimensions whose whole grid stays in the multiprocessors' registers and shared memories for all sweeps, by hand: jacobi-2d and fdtd-2d; as resident-heat.cu, whose words it uses.
// A block has whole rows.
//
//   deep d      d sweeps to an exchange of d rows, computed twice in neighbouring blocks (jacobi-2d)
//
//   nvcc -arch=sm_90 -O3 -o resident-planes resident-planes.cu && ./resident-planes [sweeps]
#include "resident-stencils.cuh"

__device__ __forceinline__ double jacobi(double c, double l, double r, double d, double u) { return 0.2 * (c + l + r + d + u); }

// jacobi-2d of N x N points: boxes of BI rows, D rows of the neighbours' on either side, threads of PK columns. 'late' needs D = 1.
template <int N, int BI, int PK, int D, int MODE> __global__ void __launch_bounds__((N / PK + 31) / 32 * 32 + 32, 1) jacobiResident(double *A, double *B, double *X, int *flags, int sweeps) {
  constexpr int TX = N / PK, COMPUTE = (TX + 31) / 32 * 32, THREADS = COMPUTE + 32, R = BI + 2 * D, ROW = TX + 2, GI = N / BI;
  static_assert(N % BI == 0 && N % PK == 0, "whole boxes and threads");
  extern __shared__ char memory[];
  const int b = blockIdx.x, i0 = b * BI - D;  // row 0 of the registers
  if (threadIdx.x >= COMPUTE) {
    int lane = threadIdx.x % 32;
    exchange<THREADS, MODE>(flags, lane == 0 ? b - 1 : lane == 1 && b < GI - 1 ? b + 1 : -1, 0, sweeps - 1, D);
    return;
  }
  const bool on = threadIdx.x < TX;
  const int t = on ? threadIdx.x : 0, k0 = t * PK;
  double v[R][PK], keep[2][PK];
  // First and last column of a thread; two versions, for sweeps within one exchange.
  auto S = [&](int version, int r, int side, int d) -> double & { return ((double *)memory)[((version * R + r) * 2 + side) * ROW + t + 1 + d]; };
  constexpr int VERSIONS = D > 1 ? 2 : 1;
  const int own = i0 * N + k0;  // this thread's first point; the others at constant distances
  unsigned rowsInside = 0, columnsInside = 0;
  for (int r = 0; r < R; r++) rowsInside |= ((unsigned)(i0 + r - 1) < N - 2) << r;
  for (int x = 0; x < PK; x++) columnsInside |= ((unsigned)(k0 + x - 1) < N - 2) << x;
  auto inside = [&](int r, int x) { return (rowsInside >> r & 1) && (columnsInside >> x & 1); };
  auto publish = [&](int version, int from, int to) {
    if (on && !(MODE & NO_POINTS)) {
#pragma unroll
      for (int r = 0; r < R; r++) if (r >= from && r < to) { S(version, r, 0, 0) = v[r][0]; S(version, r, 1, 0) = v[r][PK - 1]; }
    }
  };
  // The boundary, which the nest never writes, comes from memory, as the two arrays may differ there.
  auto row = [&](const double *out, int version, int r, double (&before)[PK]) {
    double now[PK];
#pragma unroll
    for (int x = 0; x < PK; x++) now[x] = v[r][x];
#pragma unroll
    for (int x = 0; x < PK; x++) {
      double n = jacobi(now[x], x > 0 ? now[x > 0 ? x - 1 : 0] : S(version, r, 1, -1), x + 1 < PK ? now[x + 1 < PK ? x + 1 : x] : S(version, r, 0, 1), v[r + 1][x], before[x]);
      if (!inside(r, x)) n = D == 1 || (unsigned)(i0 + r) < N ? out[own + r * N + x] : 0;
      v[r][x] = n;
      before[x] = now[x];
    }
  };
  auto rows = [&](const double *out, int version, int from, int to) {
    double before[PK];
#pragma unroll
    for (int x = 0; x < PK; x++) before[x] = v[from - 1][x];
#pragma unroll
    for (int r = 0; r < R; r++) if (r >= from && r < to) row(out, version, r, before);
  };
  auto receive = [&](const double *in) {
    if (!on || (MODE & ALONE)) return;
#pragma unroll
    for (int d = 0; d < D; d++) {
      if (b > 0) load(v[d], in + own + d * N);
      if (b < GI - 1) load(v[D + BI + d], in + own + (D + BI + d) * N);
    }
  };
  auto write = [&](double *out, bool all) {
    if (!on) return;
#pragma unroll
    for (int r = D; r < D + BI; r++) if (all || r < 2 * D || r >= BI) store(out + own + r * N, v[r]);
  };
#pragma unroll
  for (int r = 0; r < R; r++) if (on && (unsigned)(i0 + r) < N) load(v[r], A + own + r * N); else for (int x = 0; x < PK; x++) v[r][x] = 0;
  write(X, false);
  for (int s = 0; s < sweeps; s += D) {
    const double *in = X + (s / D % 2) * N * N;
    asm volatile("" : "+r"(rowsInside), "+r"(columnsInside));  // the masks stay masks: predicates of all points would take registers
    barrier<0, THREADS>();
    if (MODE & LATE) {
      publish(0, D, D + BI);
      barrier<1, COMPUTE>();
      if (on && !(MODE & NO_POINTS)) {
#pragma unroll
        for (int x = 0; x < PK; x++) { keep[0][x] = v[2][x]; keep[1][x] = v[BI - 1][x]; }  // old neighbours of the outermost rows, 1 and BI
        rows(s % 2 ? A : B, 0, 2, BI);
      }
      barrier<0, THREADS>();
      receive(in);
      if (on && !(MODE & NO_POINTS)) {
        double above[PK];
#pragma unroll
        for (int x = 0; x < PK; x++) { above[x] = v[2][x]; v[2][x] = keep[0][x]; keep[0][x] = v[0][x]; }
        row(s % 2 ? A : B, 0, 1, keep[0]);
#pragma unroll
        for (int x = 0; x < PK; x++) v[2][x] = above[x];
        row(s % 2 ? A : B, 0, BI, keep[1]);
      }
    } else {
      barrier<0, THREADS>();
      receive(in);
#pragma unroll
      for (int d = 0; d < D; d++) {
        publish(d % VERSIONS, d + 1, R - 1 - d);
        barrier<1, COMPUTE>();
        if (on && !(MODE & NO_POINTS)) rows((s + d) % 2 ? A : B, d % VERSIONS, d + 1, R - 1 - d);
        if (s + d == sweeps - 2) write(B, true);
      }
    }
    if ((MODE & LATE) && s == sweeps - 2) write(B, true);
    write(X + ((s / D + 1) % 2) * N * N, false);
  }
  write(A, true);
}

__global__ void jacobiSweep(const double *a, double *b, int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
  if (k < 1 || i < 1 || k >= n - 1 || i >= n - 1) return;
  const double *p = a + (size_t)i * n + k;
  b[p - a] = jacobi(p[0], p[-1], p[1], p[n], p[-n]);
}

// fdtd-2d of NX x NY points: boxes of BI rows, threads of PK columns. ey of the row behind the box is computed in both blocks, so that blocks exchange hz alone, once a step. Always 'late'.
template <int NX, int NY, int BI, int PK, int MODE> __global__ void __launch_bounds__((NY / PK + 31) / 32 * 32 + 32, 1) fdtdResident(double *EX, double *EY, double *HZ, const double *fict, double *X, int *flags, int steps) {
  constexpr int TX = NY / PK, COMPUTE = (TX + 31) / 32 * 32, THREADS = COMPUTE + 32, ROW = TX + 2, GI = NX / BI;
  static_assert(NX % BI == 0 && NY % PK == 0, "whole boxes and threads");
  extern __shared__ char memory[];
  const int b = blockIdx.x, i0 = b * BI;
  if (threadIdx.x >= COMPUTE) {
    int lane = threadIdx.x % 32;
    exchange<THREADS, MODE>(flags, lane == 0 ? b - 1 : lane == 1 && b < GI - 1 ? b + 1 : -1, 0, steps - 1, 1);
    return;
  }
  const bool on = threadIdx.x < TX, work = on && !(MODE & NO_POINTS);
  const int t = on ? threadIdx.x : 0, k0 = t * PK;
  double ey[BI + 1][PK], hz[BI][PK], lo[PK] = {}, hi[PK] = {};
  auto ex = [&](int r, int x, int d) -> double & { return ((double *)memory)[(r * PK + x) * ROW + t + 1 + d]; };
  auto edge = [&](int r, int d) -> double & { return ((double *)memory)[(BI * PK + r) * ROW + t + 1 + d]; };  // hz of a thread's last column
  auto eyRow = [&](int r, const double (&above)[PK], const double (&here)[PK], double source) {
#pragma unroll
    for (int x = 0; x < PK; x++) ey[r][x] = i0 + r == 0 ? source : ey[r][x] - 0.5 * (here[x] - above[x]);
  };
  auto hzRow = [&](int r) {
#pragma unroll
    for (int x = 0; x < PK; x++) {
      double next = x + 1 < PK ? ex(r, x + 1 < PK ? x + 1 : x, 0) : ex(r, 0, 1);
      double h = hz[r][x] - 0.7 * (next - ex(r, x, 0) + ey[r + 1][x] - ey[r][x]);
      if (i0 + r < NX - 1 && k0 + x < NY - 1) hz[r][x] = h;
    }
  };
  if (on) {
#pragma unroll
    for (int r = 0; r < BI; r++) {
      double e[PK];
      load(e, EX + (i0 + r) * NY + k0);
      load(ey[r], EY + (i0 + r) * NY + k0);
      load(hz[r], HZ + (i0 + r) * NY + k0);
#pragma unroll
      for (int x = 0; x < PK; x++) ex(r, x, 0) = e[x];
    }
    if (b < GI - 1) load(ey[BI], EY + (i0 + BI) * NY + k0); else for (int x = 0; x < PK; x++) ey[BI][x] = 0;
  }
  for (int s = 0; s < steps; s++) {
    double *out = X + s % 2 * NX * NY;
    if (on) { store(out + i0 * NY + k0, hz[0]); store(out + (i0 + BI - 1) * NY + k0, hz[BI - 1]); }
    if (work) {
#pragma unroll
      for (int r = 0; r < BI; r++) edge(r, 0) = hz[r][PK - 1];
    }
    barrier<0, THREADS>();
    if (work) {
#pragma unroll
      for (int r = 0; r < BI; r++)
#pragma unroll
        for (int x = 0; x < PK; x++) if (k0 + x > 0) ex(r, x, 0) -= 0.5 * (hz[r][x] - (x > 0 ? hz[r][x > 0 ? x - 1 : 0] : edge(r, -1)));
#pragma unroll
      for (int r = 1; r < BI; r++) eyRow(r, hz[r - 1], hz[r], 0);
    }
    barrier<1, COMPUTE>();
    if (work) {
#pragma unroll
      for (int r = 1; r < BI - 1; r++) hzRow(r);
    }
    barrier<0, THREADS>();
    if (on && !(MODE & ALONE)) {
      if (b > 0) load(lo, out + (i0 - 1) * NY + k0);
      if (b < GI - 1) load(hi, out + (i0 + BI) * NY + k0);
    }
    if (work) {
      eyRow(0, lo, hz[0], fict[s]);
      eyRow(BI, hz[BI - 1], hi, 0);
      hzRow(0);
      hzRow(BI - 1);
    }
  }
  if (on) {
#pragma unroll
    for (int r = 0; r < BI; r++) {
      double e[PK];
#pragma unroll
      for (int x = 0; x < PK; x++) e[x] = ex(r, x, 0);
      store(EX + (i0 + r) * NY + k0, e);
      store(EY + (i0 + r) * NY + k0, ey[r]);
      store(HZ + (i0 + r) * NY + k0, hz[r]);
    }
  }
}

__global__ void fdtdFields(double *ex, double *ey, const double *hz, const double *fict, int s, int ny) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y, e = i * ny + j;
  if (j >= ny) return;
  ey[e] = i == 0 ? fict[s] : ey[e] - 0.5 * (hz[e] - hz[e - ny]);
  if (j > 0) ex[e] -= 0.5 * (hz[e] - hz[e - 1]);
}

__global__ void fdtdMagnetic(const double *ex, const double *ey, double *hz, int ny) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y, e = i * ny + j;
  if (j < ny - 1) hz[e] = hz[e] - 0.7 * (ex[e + 1] - ex[e] + ey[e + ny] - ey[e]);
}

template <int PK, int D, int MODE> static void jacobiRun(Nest<double> &nest, int sweeps) {
  constexpr int N = 1300, BI = 10, THREADS = (N / PK + 31) / 32 * 32 + 32, BYTES = (D > 1 ? 2 : 1) * (BI + 2 * D) * 2 * (N / PK + 2) * 8;
  auto kernel = jacobiResident<N, BI, PK, D, MODE>;
  char shape[100], name[200];
  sprintf(shape, "%d rows, columns %d, deep %d", BI, PK, D);
  resources((const void *)kernel, BYTES);
  static double *X;
  if (!X) CK(cudaMalloc(&X, 2 * N * N * sizeof(double)));
  nest.measure(named(name, shape, MODE), sweeps, MODE < ALONE, [&] { resident(kernel, N / BI, THREADS, BYTES, nest.device[0], nest.device[1], X, flags, sweeps); });
}
template <int PK, int MODE> static void fdtdRun(Nest<double> &nest, int steps) {
  constexpr int NX = 1000, NY = 1200, BI = 8, THREADS = (NY / PK + 31) / 32 * 32 + 32, BYTES = BI * (PK + 1) * (NY / PK + 2) * 8;
  auto kernel = fdtdResident<NX, NY, BI, PK, MODE>;
  char shape[100], name[200];
  sprintf(shape, "%d rows, columns %d", BI, PK);
  resources((const void *)kernel, BYTES);
  static double *X;
  if (!X) CK(cudaMalloc(&X, 2 * NX * NY * sizeof(double)));
  auto &d = nest.device;
  nest.measure(named(name, shape, MODE), steps, MODE < ALONE, [&] { resident(kernel, NX / BI, THREADS, BYTES, d[0], d[1], d[2], (const double *)d[3], X, flags, steps); });
}

int main(int argc, char **argv) {
  start();
  const int sweeps = argc > 1 ? atoi(argv[1]) : 1000;  // a multiple of 4
  {
    Nest<double> nest({1300 * 1300, 1300 * 1300});
    const int n = 1300;
    printf("jacobi-2d, n = %d, %d sweeps, double precision\n  ", n, sweeps);
    nest.measure("one launch a sweep", sweeps, false, [&] { for (int s = 0; s < sweeps; s++) jacobiSweep<<<dim3((n + 127) / 128, n), 128>>>(nest.device[s % 2], nest.device[1 - s % 2], n); });
    nest.expect();
    jacobiRun<4, 1, 0>(nest, sweeps);
    jacobiRun<4, 1, LATE>(nest, sweeps);
    if (sweeps >= WHOLE) {
      jacobiRun<4, 1, LATE | ALONE>(nest, sweeps);
      jacobiRun<4, 1, NO_POINTS>(nest, sweeps);
      jacobiRun<2, 1, 0>(nest, sweeps);
      jacobiRun<2, 1, LATE>(nest, sweeps);
      jacobiRun<4, 2, 0>(nest, sweeps);
    }
  }
  {
    constexpr int NX = 1000, NY = 1200;
    const int steps = sweeps / 2;
    Nest<double> nest({NX * NY, NX * NY, NX * NY, 500});
    printf("fdtd-2d, %d x %d, %d steps, double precision\n  ", NX, NY, steps);
    auto &d = nest.device;
    nest.measure("two launches a step", steps, false, [&] {
      for (int s = 0; s < steps; s++) {
        fdtdFields<<<dim3((NY + 127) / 128, NX), 128>>>(d[0], d[1], d[2], d[3], s, NY);
        fdtdMagnetic<<<dim3((NY + 127) / 128, NX - 1), 128>>>(d[0], d[1], d[2], NY);
      }
    });
    nest.expect();
    fdtdRun<2, LATE>(nest, steps);
    if (sweeps < WHOLE) return 0;
    fdtdRun<2, LATE | ALONE>(nest, steps);
    fdtdRun<2, LATE | NO_POINTS>(nest, steps);
    fdtdRun<4, LATE>(nest, steps);
  }
}

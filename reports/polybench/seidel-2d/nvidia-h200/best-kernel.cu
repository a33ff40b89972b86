/*
 * seidel-2d, tiled by Tilewright
 *
 * S1(t,i,j): A(i,j) = ((((((((A(i - 1,j - 1) + A(i - 1,j)) + A(i - 1,j + 1)) + A(i,j - 1)) + A(i,j)) + A(i,j + 1)) + A(i + 1,j - 1)) + A(i + 1,j)) + A(i + 1,j + 1)) / 9.0
 *
 * Candidate: block 64x4x16, thread 1x1x1, chunk 64, buffers 1
 * Shape: fronts of blocks
 * Legal because the outermost loop carries every dependence and no component is negative: blocks with
 *     the same sum of coordinates do not depend on each other
 *
 * Kernel seidel_2d_front: the blocks of a front
 *   - blocks of a front, whose iterations depend on each other
 */

extern __shared__ __align__(16) unsigned char shared_memory[];

struct seidel_2d_front_blocks_of_a_front_shared {
    alignas(16) double A_window[21][103]; // elements of A that the block needs
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
seidel_2d_front_blocks_of_a_front_boundary(const int tsteps, const int n, const int front, double *__restrict__ A, const int A_pitch, const int tb, const int ib)
{
    const int thread = threadIdx.x;
    const int wave_first = 64 * front - 64 * tb - 64 * ib;
    const int t_base = 4 * tb;
    int t_own = thread / 16;
    const int i_base = 16 * ib;
    int i_own = thread % 16;
    seidel_2d_front_blocks_of_a_front_shared &shared = *reinterpret_cast<seidel_2d_front_blocks_of_a_front_shared *>(shared_memory);
    #pragma unroll 1
    for (int wave_in = 0; wave_in < 64; ++wave_in) {
        const int wave = wave_first + wave_in;
        {
            const int t = t_base + t_own;
            if ((tsteps >= t + 1) && (t >= 0)) {
                {
                    const int i = i_base + i_own;
                    if ((n + t >= i + 2) && (i >= t + 1) && (n + 2 * t + 2 * i >= wave + 2) && (wave >= 2 * t + 2 * i + 1)) {
                        A[(long long)(i - t) * A_pitch + wave - 2 * t - 2 * i] = ((i - t - 1 >= 0 && i - t - 1 <= n - 1 && wave - 2 * t - 2 * i - 1 >= 0 && wave - 2 * t - 2 * i - 1 <= n - 1 ? A[(long long)(i - t - 1) * A_pitch + wave - 2 * t - 2 * i - 1] : 0.0) + (i - t - 1 >= 0 && i - t - 1 <= n - 1 && wave - 2 * t - 2 * i >= 0 && wave - 2 * t - 2 * i <= n - 1 ? A[(long long)(i - t - 1) * A_pitch + wave - 2 * t - 2 * i] : 0.0) + (i - t - 1 >= 0 && i - t - 1 <= n - 1 && wave - 2 * t - 2 * i + 1 >= 0 && wave - 2 * t - 2 * i + 1 <= n - 1 ? A[(long long)(i - t - 1) * A_pitch + wave - 2 * t - 2 * i + 1] : 0.0) + (i - t >= 0 && i - t <= n - 1 && wave - 2 * t - 2 * i - 1 >= 0 && wave - 2 * t - 2 * i - 1 <= n - 1 ? A[(long long)(i - t) * A_pitch + wave - 2 * t - 2 * i - 1] : 0.0) + (i - t >= 0 && i - t <= n - 1 && wave - 2 * t - 2 * i >= 0 && wave - 2 * t - 2 * i <= n - 1 ? A[(long long)(i - t) * A_pitch + wave - 2 * t - 2 * i] : 0.0) + (i - t >= 0 && i - t <= n - 1 && wave - 2 * t - 2 * i + 1 >= 0 && wave - 2 * t - 2 * i + 1 <= n - 1 ? A[(long long)(i - t) * A_pitch + wave - 2 * t - 2 * i + 1] : 0.0) + (i - t + 1 >= 0 && i - t + 1 <= n - 1 && wave - 2 * t - 2 * i - 1 >= 0 && wave - 2 * t - 2 * i - 1 <= n - 1 ? A[(long long)(i - t + 1) * A_pitch + wave - 2 * t - 2 * i - 1] : 0.0) + (i - t + 1 >= 0 && i - t + 1 <= n - 1 && wave - 2 * t - 2 * i >= 0 && wave - 2 * t - 2 * i <= n - 1 ? A[(long long)(i - t + 1) * A_pitch + wave - 2 * t - 2 * i] : 0.0) + (i - t + 1 >= 0 && i - t + 1 <= n - 1 && wave - 2 * t - 2 * i + 1 >= 0 && wave - 2 * t - 2 * i + 1 <= n - 1 ? A[(long long)(i - t + 1) * A_pitch + wave - 2 * t - 2 * i + 1] : 0.0)) / 9.0;
                    }
                }
            }
        }
        __syncthreads();
    }
}

/** blocks of a front, whose iterations depend on each other */
static __device__ __forceinline__ void
seidel_2d_front_blocks_of_a_front(const int tsteps, const int n, const int front, double *__restrict__ A, const int A_pitch, const int tb, const int ib)
{
    if (!(64 * front - 64 * tb - 64 * ib - 3 >= 0 && -64 * front + 64 * tb + 64 * ib + 3 * n + 4 * tsteps - 73 >= 0 && 4 * tb >= 0 && -4 * tb + tsteps - 4 >= 0 && -4 * tb + 16 * ib - 4 >= 0 && -16 * ib + 4 * tb + n - 17 >= 0 && -96 * ib - 72 * tb + 64 * front - 37 >= 0 && 96 * ib + 72 * tb - 64 * front + n - 65 >= 0)) {
        seidel_2d_front_blocks_of_a_front_boundary(tsteps, n, front, A, A_pitch, tb, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int wave_first = 64 * front - 64 * tb - 64 * ib;
    const int t_base = 4 * tb;
    int t_own = thread / 16;
    const int i_base = 16 * ib;
    int i_own = thread % 16;
    seidel_2d_front_blocks_of_a_front_shared &shared = *reinterpret_cast<seidel_2d_front_blocks_of_a_front_shared *>(shared_memory);
    // Copy elements of A that the block needs.
    #pragma unroll 4
    for (int e_ = thread; e_ < 2142; e_ += 64) {
        const int w1 = e_ / 102;
        const int w2 = e_ % 102;
        if (16 * ib - 4 * tb + w1 - 4 >= 0 && 16 * ib - 4 * tb + w1 - 4 <= n - 1 && 64 * front - 72 * tb - 96 * ib + w2 - 37 >= 0 && 64 * front - 72 * tb - 96 * ib + w2 - 37 <= n - 1) {
            shared.A_window[w1][w2] = A[(long long)(16 * ib - 4 * tb + w1 - 4) * A_pitch + 64 * front - 72 * tb - 96 * ib + w2 - 37];
        }
    }
    __syncthreads();
    #pragma unroll 16
    for (int wave_in = 0; wave_in < 64; ++wave_in) {
        const int wave = wave_first + wave_in;
        {
            const int t_in = t_own;
            const int t = t_base + t_in;
            {
                const int i_in = i_own;
                const int i = i_base + i_in;
                A[(long long)(i - t) * A_pitch + wave - 2 * t - 2 * i] = shared.A_window[i_in - t_in + 4][wave_in - 2 * t_in - 2 * i_in + 37] = (shared.A_window[i_in - t_in + 3][wave_in - 2 * t_in - 2 * i_in + 36] + shared.A_window[i_in - t_in + 3][wave_in - 2 * t_in - 2 * i_in + 37] + shared.A_window[i_in - t_in + 3][wave_in - 2 * t_in - 2 * i_in + 38] + shared.A_window[i_in - t_in + 4][wave_in - 2 * t_in - 2 * i_in + 36] + shared.A_window[i_in - t_in + 4][wave_in - 2 * t_in - 2 * i_in + 37] + shared.A_window[i_in - t_in + 4][wave_in - 2 * t_in - 2 * i_in + 38] + shared.A_window[i_in - t_in + 5][wave_in - 2 * t_in - 2 * i_in + 36] + shared.A_window[i_in - t_in + 5][wave_in - 2 * t_in - 2 * i_in + 37] + shared.A_window[i_in - t_in + 5][wave_in - 2 * t_in - 2 * i_in + 38]) / 9.0;
            }
        }
        __syncthreads();
    }
}

/** the blocks of a front */
extern "C" __global__ void __launch_bounds__(64)
seidel_2d_front(const int tsteps, const int n, const int front, double *__restrict__ A, const int A_pitch)
{
    const int block = blockIdx.x;
    const int tb_count = max(0, ((tsteps - 1) >> 2) + 1);
    const int ib_count = max(0, ((tsteps + n - 3) >> 4) + 1);
    const int tb = block / ib_count;
    const int ib = block % ib_count;
    if (64 * front - 64 * tb - 64 * ib + 60 >= 0 && -64 * front + 64 * tb + 64 * ib + 3 * n + 4 * tsteps - 10 >= 0 && 4 * tb + 3 >= 0 && -4 * tb + tsteps - 1 >= 0 && -4 * tb + 16 * ib + 14 >= 0 && -16 * ib + 4 * tb + n + 1 >= 0 && -96 * ib - 72 * tb + 64 * front + 62 >= 0 && 96 * ib + 72 * tb - 64 * front + n + 34 >= 0) {
        seidel_2d_front_blocks_of_a_front(tsteps, n, front, A, A_pitch, tb, ib);
    }
}

/*
 * seidel-2d, tiled by Tilewright
 *
 * S1(t,i,j): A(i,j) = ((((((((A(i - 1,j - 1) + A(i - 1,j)) + A(i - 1,j + 1)) + A(i,j - 1)) + A(i,j)) + A(i,j + 1)) + A(i + 1,j - 1)) + A(i + 1,j)) + A(i + 1,j + 1)) / 9.0
 *
 * Candidate: block 8x24x16, thread 1x1x2, chunk 8, buffers 1
 * Shape: fronts of blocks
 * Legal because the outermost loop carries every dependence and no component is negative: blocks with
 *     the same sum of coordinates do not depend on each other
 *
 * Kernel seidel_2d_front: the blocks of a front
 *   - blocks of a front, whose iterations depend on each other
 */

extern __shared__ __align__(16) unsigned char shared_memory[];

struct seidel_2d_front_blocks_of_a_front_shared {
    alignas(16) double A_window[41][87]; // elements of A that the block needs
};

/** blocks of a front, whose iterations depend on each other */
static __device__ __forceinline__ void
seidel_2d_front_blocks_of_a_front(const int tsteps, const int n, const int front, double *__restrict__ A, const int A_pitch, const int tb, const int ib)
{
    const int thread = threadIdx.x;
    const int wave_first = 8 * front - 8 * tb - 8 * ib;
    const int t_base = 24 * tb;
    int t_own = thread / 8;
    const int i_base = 16 * ib;
    int i_own = thread % 8;
    seidel_2d_front_blocks_of_a_front_shared &shared = *reinterpret_cast<seidel_2d_front_blocks_of_a_front_shared *>(shared_memory);
    if (8 * front - 8 * tb - 8 * ib - 3 >= 0 && -8 * front + 8 * tb + 8 * ib + 3 * n + 4 * tsteps - 17 >= 0 && 24 * tb >= 0 && -24 * tb + tsteps - 24 >= 0 && -24 * tb + 16 * ib - 24 >= 0 && -16 * ib + 24 * tb + n - 17 >= 0 && -40 * ib - 56 * tb + 8 * front - 77 >= 0 && 40 * ib + 56 * tb - 8 * front + n - 9 >= 0) {
        // Interior: every point takes part in every iteration.
        // Copy elements of A that the block needs.
        #pragma unroll 4
        for (int e_ = thread; e_ < 3526; e_ += 192) {
            const int w1 = e_ / 86;
            const int w2 = e_ % 86;
            if (16 * ib - 24 * tb + w1 - 24 >= 0 && 16 * ib - 24 * tb + w1 - 24 <= n - 1 && 8 * front - 56 * tb - 40 * ib + w2 - 77 >= 0 && 8 * front - 56 * tb - 40 * ib + w2 - 77 <= n - 1) {
                shared.A_window[w1][w2] = A[(long long)(16 * ib - 24 * tb + w1 - 24) * A_pitch + 8 * front - 56 * tb - 40 * ib + w2 - 77];
            }
        }
        __syncthreads();
        #pragma unroll 16
        for (int wave_in = 0; wave_in < 8; ++wave_in) {
            const int wave = wave_first + wave_in;
            {
                const int t_in = t_own;
                const int t = t_base + t_in;
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i_in = i_own + 8 * mi;
                    const int i = i_base + i_in;
                    A[(long long)(i - t) * A_pitch + wave - 2 * t - 2 * i] = shared.A_window[i_in - t_in + 24][wave_in - 2 * t_in - 2 * i_in + 77] = (shared.A_window[i_in - t_in + 23][wave_in - 2 * t_in - 2 * i_in + 76] + shared.A_window[i_in - t_in + 23][wave_in - 2 * t_in - 2 * i_in + 77] + shared.A_window[i_in - t_in + 23][wave_in - 2 * t_in - 2 * i_in + 78] + shared.A_window[i_in - t_in + 24][wave_in - 2 * t_in - 2 * i_in + 76] + shared.A_window[i_in - t_in + 24][wave_in - 2 * t_in - 2 * i_in + 77] + shared.A_window[i_in - t_in + 24][wave_in - 2 * t_in - 2 * i_in + 78] + shared.A_window[i_in - t_in + 25][wave_in - 2 * t_in - 2 * i_in + 76] + shared.A_window[i_in - t_in + 25][wave_in - 2 * t_in - 2 * i_in + 77] + shared.A_window[i_in - t_in + 25][wave_in - 2 * t_in - 2 * i_in + 78]) / 9.0;
                }
            }
            __syncthreads();
        }
    } else {
        // Boundary: points are checked one by one.
        #pragma unroll 1
        for (int wave_in = 0; wave_in < 8; ++wave_in) {
            const int wave = wave_first + wave_in;
            {
                const int t = t_base + t_own;
                if ((tsteps >= t + 1) && (t >= 0)) {
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        const int i = i_base + i_own + 8 * mi;
                        if ((n + t >= i + 2) && (i >= t + 1) && (n + 2 * t + 2 * i >= wave + 2) && (wave >= 2 * t + 2 * i + 1)) {
                            A[(long long)(i - t) * A_pitch + wave - 2 * t - 2 * i] = ((i - t - 1 >= 0 && i - t - 1 <= n - 1 && wave - 2 * t - 2 * i - 1 >= 0 && wave - 2 * t - 2 * i - 1 <= n - 1 ? A[(long long)(i - t - 1) * A_pitch + wave - 2 * t - 2 * i - 1] : 0.0) + (i - t - 1 >= 0 && i - t - 1 <= n - 1 && wave - 2 * t - 2 * i >= 0 && wave - 2 * t - 2 * i <= n - 1 ? A[(long long)(i - t - 1) * A_pitch + wave - 2 * t - 2 * i] : 0.0) + (i - t - 1 >= 0 && i - t - 1 <= n - 1 && wave - 2 * t - 2 * i + 1 >= 0 && wave - 2 * t - 2 * i + 1 <= n - 1 ? A[(long long)(i - t - 1) * A_pitch + wave - 2 * t - 2 * i + 1] : 0.0) + (i - t >= 0 && i - t <= n - 1 && wave - 2 * t - 2 * i - 1 >= 0 && wave - 2 * t - 2 * i - 1 <= n - 1 ? A[(long long)(i - t) * A_pitch + wave - 2 * t - 2 * i - 1] : 0.0) + (i - t >= 0 && i - t <= n - 1 && wave - 2 * t - 2 * i >= 0 && wave - 2 * t - 2 * i <= n - 1 ? A[(long long)(i - t) * A_pitch + wave - 2 * t - 2 * i] : 0.0) + (i - t >= 0 && i - t <= n - 1 && wave - 2 * t - 2 * i + 1 >= 0 && wave - 2 * t - 2 * i + 1 <= n - 1 ? A[(long long)(i - t) * A_pitch + wave - 2 * t - 2 * i + 1] : 0.0) + (i - t + 1 >= 0 && i - t + 1 <= n - 1 && wave - 2 * t - 2 * i - 1 >= 0 && wave - 2 * t - 2 * i - 1 <= n - 1 ? A[(long long)(i - t + 1) * A_pitch + wave - 2 * t - 2 * i - 1] : 0.0) + (i - t + 1 >= 0 && i - t + 1 <= n - 1 && wave - 2 * t - 2 * i >= 0 && wave - 2 * t - 2 * i <= n - 1 ? A[(long long)(i - t + 1) * A_pitch + wave - 2 * t - 2 * i] : 0.0) + (i - t + 1 >= 0 && i - t + 1 <= n - 1 && wave - 2 * t - 2 * i + 1 >= 0 && wave - 2 * t - 2 * i + 1 <= n - 1 ? A[(long long)(i - t + 1) * A_pitch + wave - 2 * t - 2 * i + 1] : 0.0)) / 9.0;
                        }
                    }
                }
            }
            __syncthreads();
        }
    }
}

/** the blocks of a front */
extern "C" __global__ void __launch_bounds__(192)
seidel_2d_front(const int tsteps, const int n, const int front, double *__restrict__ A, const int A_pitch)
{
    const int block = blockIdx.x;
    const int tb_count = max(0, ((tsteps - 1) / 24 - ((tsteps - 1) % 24 < 0)) + 1);
    const int ib_count = max(0, ((tsteps + n - 3) >> 4) + 1);
    const int tb = block / ib_count;
    const int ib = block % ib_count;
    if (8 * front - 8 * tb - 8 * ib + 4 >= 0 && -8 * front + 8 * tb + 8 * ib + 3 * n + 4 * tsteps - 10 >= 0 && 24 * tb + 23 >= 0 && -24 * tb + tsteps - 1 >= 0 && -24 * tb + 16 * ib + 14 >= 0 && -16 * ib + 24 * tb + n + 21 >= 0 && -40 * ib - 56 * tb + 8 * front + 6 >= 0 && 40 * ib + 56 * tb - 8 * front + n + 74 >= 0) {
        seidel_2d_front_blocks_of_a_front(tsteps, n, front, A, A_pitch, tb, ib);
    }
}

/*
 * seidel-2d, tiled by Tilewright
 *
 * S1(t,i,j): A(i,j) = ((((((((A(i - 1,j - 1) + A(i - 1,j)) + A(i - 1,j + 1)) + A(i,j - 1)) + A(i,j)) + A(i,j + 1)) + A(i + 1,j - 1)) + A(i + 1,j)) + A(i + 1,j + 1)) / 9.0
 *
 * Candidate: block 1x4x16, thread 1x1x2, chunk 1, buffers 1
 * Shape: 2D blocks
 * Legal because the iterations of one launch do not depend on each other
 *
 * Kernel seidel_2d_step: all iterations of a step
 *   - blocks along t, i
 */

/** blocks along t, i */
static __device__ __forceinline__ void
seidel_2d_step_blocks_along_t(const int tsteps, const int n, const int wave, double *__restrict__ A, const int A_pitch, const int tb, const int ib)
{
    const int thread = threadIdx.x;
    const int t_base = 4 * tb;
    int t_own = thread / 8;
    const int i_base = 16 * ib;
    int i_own = thread % 8;
    if (tsteps >= 4 * tb + 4 && ib >= 1 && n >= 16 * ib + 17 && wave >= 16 * tb + 32 * ib + 43 && n + 16 * tb + 32 * ib >= wave + 2) {
        // Interior: every point takes part in every iteration.
        {
            const int t = t_base + t_own;
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                const int i = i_base + i_own + 8 * mi;
                A[(long long)i * A_pitch + wave - 4 * t - 2 * i] = (A[(long long)(i - 1) * A_pitch + wave - 4 * t - 2 * i - 1] + A[(long long)(i - 1) * A_pitch + wave - 4 * t - 2 * i] + A[(long long)(i - 1) * A_pitch + wave - 4 * t - 2 * i + 1] + A[(long long)i * A_pitch + wave - 4 * t - 2 * i - 1] + A[(long long)i * A_pitch + wave - 4 * t - 2 * i] + A[(long long)i * A_pitch + wave - 4 * t - 2 * i + 1] + A[(long long)(i + 1) * A_pitch + wave - 4 * t - 2 * i - 1] + A[(long long)(i + 1) * A_pitch + wave - 4 * t - 2 * i] + A[(long long)(i + 1) * A_pitch + wave - 4 * t - 2 * i + 1]) / 9.0;
            }
        }
    } else {
        // Boundary: points are checked one by one.
        {
            const int t = t_base + t_own;
            if (tsteps >= t + 1) {
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i = i_base + i_own + 8 * mi;
                    if ((n >= i + 2) && (i >= 1) && (n + 4 * t + 2 * i >= wave + 2) && (wave >= 4 * t + 2 * i + 1)) {
                        A[(long long)i * A_pitch + wave - 4 * t - 2 * i] = ((i - 1 >= 0 && i - 1 <= n - 1 && wave - 4 * t - 2 * i - 1 >= 0 && wave - 4 * t - 2 * i - 1 <= n - 1 ? A[(long long)(i - 1) * A_pitch + wave - 4 * t - 2 * i - 1] : 0.0) + (i - 1 >= 0 && i - 1 <= n - 1 && wave - 4 * t - 2 * i >= 0 && wave - 4 * t - 2 * i <= n - 1 ? A[(long long)(i - 1) * A_pitch + wave - 4 * t - 2 * i] : 0.0) + (i - 1 >= 0 && i - 1 <= n - 1 && wave - 4 * t - 2 * i + 1 >= 0 && wave - 4 * t - 2 * i + 1 <= n - 1 ? A[(long long)(i - 1) * A_pitch + wave - 4 * t - 2 * i + 1] : 0.0) + (i >= 0 && i <= n - 1 && wave - 4 * t - 2 * i - 1 >= 0 && wave - 4 * t - 2 * i - 1 <= n - 1 ? A[(long long)i * A_pitch + wave - 4 * t - 2 * i - 1] : 0.0) + (i >= 0 && i <= n - 1 && wave - 4 * t - 2 * i >= 0 && wave - 4 * t - 2 * i <= n - 1 ? A[(long long)i * A_pitch + wave - 4 * t - 2 * i] : 0.0) + (i >= 0 && i <= n - 1 && wave - 4 * t - 2 * i + 1 >= 0 && wave - 4 * t - 2 * i + 1 <= n - 1 ? A[(long long)i * A_pitch + wave - 4 * t - 2 * i + 1] : 0.0) + (i + 1 >= 0 && i + 1 <= n - 1 && wave - 4 * t - 2 * i - 1 >= 0 && wave - 4 * t - 2 * i - 1 <= n - 1 ? A[(long long)(i + 1) * A_pitch + wave - 4 * t - 2 * i - 1] : 0.0) + (i + 1 >= 0 && i + 1 <= n - 1 && wave - 4 * t - 2 * i >= 0 && wave - 4 * t - 2 * i <= n - 1 ? A[(long long)(i + 1) * A_pitch + wave - 4 * t - 2 * i] : 0.0) + (i + 1 >= 0 && i + 1 <= n - 1 && wave - 4 * t - 2 * i + 1 >= 0 && wave - 4 * t - 2 * i + 1 <= n - 1 ? A[(long long)(i + 1) * A_pitch + wave - 4 * t - 2 * i + 1] : 0.0)) / 9.0;
                    }
                }
            }
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(32)
seidel_2d_step(const int tsteps, const int n, const int wave, double *__restrict__ A, const int A_pitch)
{
    const int block = blockIdx.x;
    const int tb_count = max(0, (wave + 7 >= 4 * tsteps + 2 * n || wave + 1 >= 4 * tsteps ? ((tsteps + 3) >> 2) - 1 : ((wave + 13) >> 4) - 1) - (n >= wave || 3 * n >= wave + 6 ? 0 : wave - ((3 * n + 15 * wave + 6) >> 4)) + 1);
    const int ib_count = max(0, (2 * n >= wave + 4 ? ((wave + 31) >> 5) - 1 : ((n + 14) >> 4) - 1) - (wave + 3 >= 4 * tsteps + n ? wave - ((4 * tsteps + n + 31 * wave + 24) >> 5) : 0) + 1);
    const int tb = (n >= wave || 3 * n >= wave + 6 ? 0 : wave - ((3 * n + 15 * wave + 6) >> 4)) + block / ib_count;
    const int ib = (wave + 3 >= 4 * tsteps + n ? wave - ((4 * tsteps + n + 31 * wave + 24) >> 5) : 0) + block % ib_count;
    if (((tsteps >= 1 && n >= 3 && wave >= 3 && n >= wave) || (n == 4 && wave >= 7 && 4 * tsteps >= wave + 1 && ((wave + 1) & 3) == 0) || (4 * tsteps + 3 * n >= wave + 10 && wave + 5 >= 3 * n && ((-3 * n + wave + 5) & 3) + 2 * n >= 9) || (tsteps >= 1 && 3 * n >= wave + 6 && wave >= n + 1)) && ((ib >= 1 && n + 16 * tb + 32 * ib >= wave + 2 && wave >= 16 * tb + 32 * ib + 1) || (wave + 5 >= 3 * n + 16 * tb && ib >= 1 && n + 16 * tb + 32 * ib + 28 >= wave) || (3 * n + 16 * tb >= wave + 6 && ib >= 1 && wave + 1 >= n + 16 * tb + 32 * ib && n + 16 * tb + 32 * ib + 28 >= wave) || (ib >= 1 && 16 * ib + 16 >= n && wave >= n + 16 * tb + 32 * ib + 29) || (ib >= 1 && n >= 16 * ib + 17 && wave >= n + 16 * tb + 32 * ib + 29 && n + 16 * tb + 32 * ib + 40 >= wave) || (n + 16 * tb >= wave && ib == 0) || (n == 4 && wave >= 16 * tb + 7 && ib == 0 && ((wave + 1) & 3) == 0) || (wave + 5 >= 3 * n + 16 * tb && n + 16 * tb + 28 >= wave && ib == 0 && 3 * n + wave + 4 * ((-n - wave + 2) >> 2) >= 8) || (3 * n + 16 * tb >= wave + 6 && wave >= n + 16 * tb + 1 && n + 16 * tb + 28 >= wave && ib == 0) || (n <= 16 && wave >= n + 16 * tb + 29 && ib == 0) || (n >= 17 && wave >= n + 16 * tb + 29 && n + 16 * tb + 40 >= wave && ib == 0))) {
        seidel_2d_step_blocks_along_t(tsteps, n, wave, A, A_pitch, tb, ib);
    }
}

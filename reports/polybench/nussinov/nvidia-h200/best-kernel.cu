/*
 * nussinov, tiled by Tilewright
 *
 * S1(i,j): table(i,j) = max(table(i,j), table(i,j - 1))
 * S2(i,j): table(i,j) = max(table(i,j), table(i + 1,j))
 * S3(i,j): table(i,j) = max(table(i,j), table(i + 1,j - 1) + merge(1, 0, (seq(i) + seq(j)) == 3))
 * S4(i,j): table(i,j) = max(table(i,j), table(i + 1,j - 1))
 * S5(i,j,k): table(i,j) = max(table(i,j), table(i,k) + table(k + 1,j))
 *
 * Candidate: block 1x32x16, thread 1x1x1, chunk 16, buffers 1
 * Shape: 1D blocks
 * Legal because the parallel loops carry no dependence; the others run inside the kernel
 *
 * Kernel nussinov_step: all blocks
 *   - blocks along i_up
 */

/** blocks along i_up */
static __device__ __forceinline__ void
nussinov_step_blocks_along_i_up(const int n, const int wave, const int *__restrict__ seq, int *__restrict__ table, const int table_pitch, const int i_upb)
{
    const int thread = threadIdx.x;
    const int k_first = -n + wave + 1;
    const int k_count = 2 * n - wave - 1;
    const int i_up_base = 32 * i_upb + 1;
    int i_up_own = thread;
    #pragma unroll 1
    for (int k_in = 0; k_in < k_count; ++k_in) {
        const int k = k_first + k_in;
        {
            const int i_up = i_up_base + i_up_own;
            if (i_up == k) {
                table[(long long)(-i_up) * table_pitch + wave - i_up] = max(-i_up <= n - 1 && wave - i_up <= n - 1 ? table[(long long)(-i_up) * table_pitch + wave - i_up] : 0, -i_up <= n - 1 && wave - i_up - 1 <= n - 1 ? table[(long long)(-i_up) * table_pitch + wave - i_up - 1] : 0);
            }
        }
        {
            const int i_up = i_up_base + i_up_own;
            if (i_up == k) {
                table[(long long)(-i_up) * table_pitch + wave - i_up] = max(-i_up <= n - 1 && wave - i_up <= n - 1 ? table[(long long)(-i_up) * table_pitch + wave - i_up] : 0, -i_up + 1 <= n - 1 && wave - i_up <= n - 1 ? table[(long long)(-i_up + 1) * table_pitch + wave - i_up] : 0);
            }
        }
        if (wave >= 2) {
            {
                const int i_up = i_up_base + i_up_own;
                if (i_up == k) {
                    table[(long long)(-i_up) * table_pitch + wave - i_up] = __viaddmax_s32(-i_up + 1 <= n - 1 && wave - i_up - 1 <= n - 1 ? table[(long long)(-i_up + 1) * table_pitch + wave - i_up - 1] : 0, (-i_up <= n - 1 ? seq[-i_up] : 0) + (wave - i_up <= n - 1 ? seq[wave - i_up] : 0) == 3 ? 1 : 0, -i_up <= n - 1 && wave - i_up <= n - 1 ? table[(long long)(-i_up) * table_pitch + wave - i_up] : 0);
                }
            }
        }
        if ((wave == 1) && (k == 1)) {
            {
                const int i_up = i_up_base + i_up_own;
                if (n + i_up >= 2) {
                    table[(long long)(-i_up) * table_pitch + wave - i_up] = max(-i_up <= n - 1 && wave - i_up <= n - 1 ? table[(long long)(-i_up) * table_pitch + wave - i_up] : 0, -i_up + 1 <= n - 1 && wave - i_up - 1 <= n - 1 ? table[(long long)(-i_up + 1) * table_pitch + wave - i_up - 1] : 0);
                }
            }
        }
        {
            const int i_up = i_up_base + i_up_own;
            if ((k + i_up >= 1) && (wave >= k + i_up + 1) && (n + i_up >= wave + 1)) {
                table[(long long)(-i_up) * table_pitch + wave - i_up] = __viaddmax_s32(-i_up <= n - 1 && k >= 0 && k <= n - 1 ? table[(long long)(-i_up) * table_pitch + k] : 0, k + 1 >= 0 && k + 1 <= n - 1 && wave - i_up <= n - 1 ? table[(long long)(k + 1) * table_pitch + wave - i_up] : 0, -i_up <= n - 1 && wave - i_up <= n - 1 ? table[(long long)(-i_up) * table_pitch + wave - i_up] : 0);
            }
        }
    }
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(32)
nussinov_step(const int n, const int wave, const int *__restrict__ seq, int *__restrict__ table, const int table_pitch)
{
    const int block = blockIdx.x;
    const int i_upb_count = max(0, -wave + ((n + 31 * wave + 31) >> 5));
    const int i_upb = wave - ((n + 31 * wave + 31) >> 5) + block;
    if (wave >= 1 && n >= wave + 1) {
        nussinov_step_blocks_along_i_up(n, wave, seq, table, table_pitch, i_upb);
    }
}

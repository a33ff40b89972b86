/*
 * trmm, tiled by Tilewright
 *
 * S1(i,j,k): B(i,j) = B(i,j) + (A(k,i) * B(k,j))
 * S2(i,j): B(i,j) = alpha * B(i,j)
 *
 * Candidate: block 32x32x64, thread 1x1x1, chunk 64, buffers 1
 * Shape: 1D blocks
 * Legal because S1: the parallel loops carry no dependence; the others run inside the kernel; S2: the
 *     iterations of one launch do not depend on each other
 *
 * Kernel trmm_s1_step: all blocks
 *   - blocks along j
 *
 * Kernel trmm_s2_step: all iterations of a step
 *   - blocks along i, j
 */

extern __shared__ __align__(16) unsigned char shared_memory[];

struct trmm_s1_step_blocks_along_j_shared {
    alignas(16) double A_ki[64]; // A(k,i)
};

/** blocks along j */
static __device__ __forceinline__ void
trmm_s1_step_blocks_along_j(const int m, const int n, const double *__restrict__ A, const int A_pitch, double *__restrict__ B, const int B_pitch, const int jb)
{
    const int thread = threadIdx.x;
    const int i_first = 0;
    const int i_count = m - 1;
    const int k_first = 0;
    const int k_count = m;
    const int j_base = 32 * jb;
    int j_own = thread;
    trmm_s1_step_blocks_along_j_shared &shared = *reinterpret_cast<trmm_s1_step_blocks_along_j_shared *>(shared_memory);
    #pragma unroll 1
    for (int i_in = 0; i_in < i_count; ++i_in) {
        const int i = i_first + i_in;
        for (int k_chunk = 64 * ((i + 1) >> 6); k_chunk < k_count; k_chunk += 64) {
            // Stage A(k,i).
            #pragma unroll 2
            for (int step = 0; step < 2; ++step) {
                const int group = 32 * step + thread;
                const int k_in = group;
                shared.A_ki[k_in] = k_chunk + k_in <= m - 1 && i_in <= m - 1 ? A[(long long)(k_chunk + k_in) * A_pitch + i_in] : 0.0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = max(0, i + 1 - k_chunk); k_in < min(64, k_count - k_chunk); ++k_in) {
                const int k = k_first + k_chunk + k_in;
                const double A_ki = shared.A_ki[k_in];
                {
                    const int j = j_base + j_own;
                    if (n >= j + 1) {
                        B[(long long)i * B_pitch + j] = (i <= m - 1 && j <= n - 1 ? B[(long long)i * B_pitch + j] : 0.0) + A_ki * (k <= m - 1 && j <= n - 1 ? B[(long long)k * B_pitch + j] : 0.0);
                    }
                }
            }
            __syncthreads();
        }
    }
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(32, 32)
trmm_s1_step(const int m, const int n, const double *__restrict__ A, const int A_pitch, double *__restrict__ B, const int B_pitch)
{
    const int block = blockIdx.x;
    const int jb_count = max(0, ((n + 31) >> 5));
    const int jb = block;
    if (m >= 2 && n >= 1) {
        trmm_s1_step_blocks_along_j(m, n, A, A_pitch, B, B_pitch, jb);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
trmm_s2_step_blocks_along_i_boundary(const int m, const int n, const double *__restrict__ alpha, double *__restrict__ B, const int B_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int i_base = 8 * ib;
    int i_own = thread / 32;
    const int j_base = 32 * jb;
    int j_own = thread % 32;
    alignas(16) double B_ij[1][1];
    // Load B(i,j).
    {
        const int i = i_base + i_own;
        {
            const int j = j_base + j_own;
            B_ij[0][0] = i <= m - 1 && j <= n - 1 ? B[(long long)i * B_pitch + j] : 0.0;
        }
    }
    const double alpha2 = alpha[0];
    {
        {
            B_ij[0][0] = alpha2 * B_ij[0][0];
        }
    }
    // Store B(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    {
        const int i = i_base + i_own;
        if (m >= i + 1) {
            {
                const int j = j_base + j_own;
                if (n >= j + 1) {
                    B[(long long)i * B_pitch + j] = B_ij[0][0];
                }
            }
        }
    }
}

/** blocks along i, j */
static __device__ __forceinline__ void
trmm_s2_step_blocks_along_i(const int m, const int n, const double *__restrict__ alpha, double *__restrict__ B, const int B_pitch, const int ib, const int jb)
{
    if (!(m >= 8 * ib + 8 && n >= 32 * jb + 32)) {
        trmm_s2_step_blocks_along_i_boundary(m, n, alpha, B, B_pitch, ib, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 8 * ib;
    int i_own = thread / 32;
    const int j_base = 32 * jb;
    int j_own = thread % 32;
    alignas(16) double B_ij[1][1];
    // Load B(i,j).
    {
        const int i = i_base + i_own;
        {
            const int j = j_base + j_own;
            B_ij[0][0] = B[(long long)i * B_pitch + j];
        }
    }
    const double alpha2 = alpha[0];
    {
        {
            B_ij[0][0] = alpha2 * B_ij[0][0];
        }
    }
    // Store B(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    {
        const int i = i_base + i_own;
        {
            const int j = j_base + j_own;
            B[(long long)i * B_pitch + j] = B_ij[0][0];
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
trmm_s2_step(const int m, const int n, const double *__restrict__ alpha, double *__restrict__ B, const int B_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((m + 7) >> 3));
    const int jb_count = max(0, ((n + 31) >> 5));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if (m >= 1 && n >= 1) {
        trmm_s2_step_blocks_along_i(m, n, alpha, B, B_pitch, ib, jb);
    }
}

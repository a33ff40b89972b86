/*
 * jacobi-1d, tiled by Tilewright
 *
 * S1(t,i): B(i) = 0.33333 * ((A(i - 1) + A(i)) + A(i + 1))
 * S2(t,i): A(i) = 0.33333 * ((B(i - 1) + B(i)) + B(i + 1))
 *
 * Candidate: block 48x64, thread 1x8, chunk 1, buffers 1
 * Shape: time tiles
 * Legal because within an iteration of t no statement depends on itself or on a later one, and each
 *     reads what others write at constant distances (B at distance up to 1, A at distance up to 1): a
 *     block that also computes a halo of their sum needs no value of another block
 *
 * Kernel jacobi_1d_time: r1 iterations of t in every block
 *   - blocks along i with their halo
 */

/** 2 neighbours in one double2 access; both addresses must be aligned to it. */
static __device__ __forceinline__ void copy2(double *to, const double *from)
{
    *reinterpret_cast<double2 *>(to) = *reinterpret_cast<const double2 *>(from);
}

/** blocks along i with their halo */
static __device__ __forceinline__ void
jacobi_1d_time_tile(const int tsteps, const int n, const int tb, const double *__restrict__ A, double *__restrict__ A_next, double *__restrict__ B, const int ib)
{
    const int thread = threadIdx.x;
    const int t_count = ((48 * tb + 47) < (tsteps - 1) ? (48 * tb + 47) : (tsteps - 1)) - 48 * tb + 1;
    const int i_base = 64 * ib - 96;
    int i_own = 8 * thread;
    alignas(16) double B_i[12];
    alignas(16) double A_i[12];
    if (ib >= 2 && n >= 64 * ib + 161) {
        // Full block: inside all arrays; what changes with the iterations is checked.
        // Load A(i).
        #pragma unroll
        for (int mi = 0; mi < 8; mi += 2) {
            const int i = i_base + i_own + mi;
            copy2(&A_i[mi + 2], &A[i]);
        }
        #pragma unroll 1
        for (int t_in = 0; t_in < t_count; ++t_in) {
            // Take A of the thread before along i.
            {
                A_i[1] = __shfl_up_sync(0xffffffffu, A_i[9], 1, 32);
            }
            // Take A of the thread after along i.
            {
                A_i[10] = __shfl_down_sync(0xffffffffu, A_i[2], 1, 32);
            }
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                B_i[mi + 2] = 0.33333 * (A_i[mi + 1] + A_i[mi + 2] + A_i[mi + 3]);
            }
            // Take B of the thread before along i.
            {
                B_i[1] = __shfl_up_sync(0xffffffffu, B_i[9], 1, 32);
            }
            // Take B of the thread after along i.
            {
                B_i[10] = __shfl_down_sync(0xffffffffu, B_i[2], 1, 32);
            }
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                A_i[mi + 2] = 0.33333 * (B_i[mi + 1] + B_i[mi + 2] + B_i[mi + 3]);
            }
        }
        // Store B(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        if ((48 * tb <= tsteps - 1) && (48 * tb + 47 >= tsteps - 1)) {
            #pragma unroll
            for (int mi = 0; mi < 8; mi += 2) {
                const int i_in = i_own + mi;
                const int i = i_base + i_in;
                if ((i_in >= 96) && (i_in < 160)) {
                    copy2(&B[i], &B_i[mi + 2]);
                }
            }
        }
        // Store A(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        #pragma unroll
        for (int mi = 0; mi < 8; mi += 2) {
            const int i_in = i_own + mi;
            const int i = i_base + i_in;
            if ((i_in >= 96) && (i_in < 160)) {
                copy2(&A_next[i], &A_i[mi + 2]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load B(i).
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i = i_base + i_own + mi;
            B_i[mi + 2] = i >= 0 && i <= n - 1 && (n < i + 2 || i < 1) ? B[i] : 0.0;
        }
        // Load A(i).
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i = i_base + i_own + mi;
            A_i[mi + 2] = i >= 0 && i <= n - 1 ? A[i] : 0.0;
        }
        #pragma unroll 1
        for (int t_in = 0; t_in < t_count; ++t_in) {
            // Take A of the thread before along i.
            {
                A_i[1] = __shfl_up_sync(0xffffffffu, A_i[9], 1, 32);
            }
            // Take A of the thread after along i.
            {
                A_i[10] = __shfl_down_sync(0xffffffffu, A_i[2], 1, 32);
            }
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                const int i = i_base + i_own + mi;
                if ((n >= i + 2) && (i >= 1)) {
                    B_i[mi + 2] = 0.33333 * (A_i[mi + 1] + A_i[mi + 2] + A_i[mi + 3]);
                }
            }
            // Take B of the thread before along i.
            {
                B_i[1] = __shfl_up_sync(0xffffffffu, B_i[9], 1, 32);
            }
            // Take B of the thread after along i.
            {
                B_i[10] = __shfl_down_sync(0xffffffffu, B_i[2], 1, 32);
            }
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                const int i = i_base + i_own + mi;
                if ((n >= i + 2) && (i >= 1)) {
                    A_i[mi + 2] = 0.33333 * (B_i[mi + 1] + B_i[mi + 2] + B_i[mi + 3]);
                }
            }
        }
        // Store B(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        if ((48 * tb <= tsteps - 1) && (48 * tb + 47 >= tsteps - 1)) {
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                const int i_in = i_own + mi;
                const int i = i_base + i_in;
                if ((i_in >= 96) && (i_in < 160) && (n >= i + 2) && (i >= 1)) {
                    B[i] = B_i[mi + 2];
                }
            }
        }
        // Store A(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i_in = i_own + mi;
            const int i = i_base + i_in;
            if ((i_in >= 96) && (i_in < 160) && (i >= 0) && (i <= n - 1)) {
                A_next[i] = A_i[mi + 2];
            }
        }
    }
}

/** r1 iterations of t in every block */
extern "C" __global__ void __launch_bounds__(32, 30)
jacobi_1d_time(const int tsteps, const int n, const int tb, const double *__restrict__ A, double *__restrict__ A_next, double *__restrict__ B)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n - 1) >> 6) + 1);
    const int ib = block;
    jacobi_1d_time_tile(tsteps, n, tb, A, A_next, B, ib);
}

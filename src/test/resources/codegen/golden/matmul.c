/*
 * matmul, tiled by Tilewright
 *
 * S1(i,j,k): c(i,j) = c(i,j) + (a(i,k) * b(k,j))
 *
 * Candidate: block 16x16x16, thread 1x2x4, k-tile 8
 * Shape: blocks in levels
 * Legal because the test says so
 *
 * Kernel matmul: all blocks of c
 *   - blocks of c
 */
#include <math.h>
#include <stdlib.h>

static inline int maximum(int x, int y)
{
    return x > y ? x : y;
}

/* blocks of c */
static void
matmul_blocks_of_c(const int n, const float *restrict a, const int a_pitch, const float *restrict b, const int b_pitch, float *restrict c, const int c_pitch, const int ib, const int jb)
{
    _Alignas(64) float c_ij[16][16]; // elements of c that the block owns
    _Alignas(64) float a_ik_staged[8][16]; // a(i,k)
    _Alignas(64) float b_kj_staged[8][16]; // b(k,j)
    const int k_count = n;
    const int i_base = 16 * ib + 1;
    const int j_base = 16 * jb + 1;
    if (16 * ib + 16 <= n && 16 * jb + 16 <= n) {
        // Interior: every point takes part in every iteration.
        // Load c(i,j).
        for (int i_in = 0; i_in < 16; ++i_in) {
            const int i = i_base + i_in;
            for (int j_in = 0; j_in < 16; ++j_in) {
                const int j = j_base + j_in;
                c_ij[i_in][j_in] = c[(long long)(i - 1) * c_pitch + j - 1];
            }
        }
        int k_chunk = 0;
        for (; k_chunk + 8 <= k_count; k_chunk += 8) {
            // Stage a(i,k).
            for (int i_in = 0; i_in < 16; ++i_in) {
                for (int k_in = 0; k_in < 8; ++k_in) {
                    a_ik_staged[k_in][i_in] = a[(long long)(16 * ib + i_in) * a_pitch + k_chunk + k_in];
                }
            }
            // Stage b(k,j).
            for (int k_in = 0; k_in < 8; ++k_in) {
                for (int j_in = 0; j_in < 16; ++j_in) {
                    b_kj_staged[k_in][j_in] = b[(long long)(k_chunk + k_in) * b_pitch + 16 * jb + j_in];
                }
            }
            for (int i_in = 0; i_in < 16; ++i_in) {
                for (int k_in = 0; k_in < 8; ++k_in) {
                    const float a_ik = a_ik_staged[k_in][i_in];
                    for (int j_in = 0; j_in < 16; ++j_in) {
                        c_ij[i_in][j_in] = c_ij[i_in][j_in] + a_ik * b_kj_staged[k_in][j_in];
                    }
                }
            }
        }
        if (k_chunk < k_count) {
            // Stage a(i,k).
            for (int i_in = 0; i_in < 16; ++i_in) {
                for (int k_in = 0; k_in < 8; ++k_in) {
                    a_ik_staged[k_in][i_in] = 16 * ib + i_in + 1 <= n && k_chunk + k_in + 1 <= n ? a[(long long)(16 * ib + i_in) * a_pitch + k_chunk + k_in] : 0.0f;
                }
            }
            // Stage b(k,j).
            for (int k_in = 0; k_in < 8; ++k_in) {
                for (int j_in = 0; j_in < 16; ++j_in) {
                    b_kj_staged[k_in][j_in] = k_chunk + k_in + 1 <= n && 16 * jb + j_in + 1 <= n ? b[(long long)(k_chunk + k_in) * b_pitch + 16 * jb + j_in] : 0.0f;
                }
            }
            for (int i_in = 0; i_in < 16; ++i_in) {
                for (int k_in = 0; k_in < (k_count - k_chunk < 8 ? k_count - k_chunk : 8); ++k_in) {
                    const float a_ik = a_ik_staged[k_in][i_in];
                    for (int j_in = 0; j_in < 16; ++j_in) {
                        c_ij[i_in][j_in] = c_ij[i_in][j_in] + a_ik * b_kj_staged[k_in][j_in];
                    }
                }
            }
        }
        // Store c(i,j).
        for (int i_in = 0; i_in < 16; ++i_in) {
            const int i = i_base + i_in;
            for (int j_in = 0; j_in < 16; ++j_in) {
                const int j = j_base + j_in;
                c[(long long)(i - 1) * c_pitch + j - 1] = c_ij[i_in][j_in];
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load c(i,j).
        for (int i_in = 0; i_in < 16; ++i_in) {
            const int i = i_base + i_in;
            for (int j_in = 0; j_in < 16; ++j_in) {
                const int j = j_base + j_in;
                c_ij[i_in][j_in] = i <= n && j <= n ? c[(long long)(i - 1) * c_pitch + j - 1] : 0.0f;
            }
        }
        int k_chunk = 0;
        for (; k_chunk + 8 <= k_count; k_chunk += 8) {
            // Stage a(i,k).
            for (int i_in = 0; i_in < 16; ++i_in) {
                for (int k_in = 0; k_in < 8; ++k_in) {
                    a_ik_staged[k_in][i_in] = 16 * ib + i_in + 1 <= n ? a[(long long)((16 * ib + i_in + 1 < n ? 16 * ib + i_in + 1 : n) - 1) * a_pitch + k_chunk + k_in] : 0.0f;
                }
            }
            // Stage b(k,j).
            for (int k_in = 0; k_in < 8; ++k_in) {
                for (int j_in = 0; j_in < 16; ++j_in) {
                    b_kj_staged[k_in][j_in] = 16 * jb + j_in + 1 <= n ? b[(long long)(k_chunk + k_in) * b_pitch + 16 * jb + j_in] : 0.0f;
                }
            }
            for (int i_in = 0; i_in < 16; ++i_in) {
                for (int k_in = 0; k_in < 8; ++k_in) {
                    const float a_ik = a_ik_staged[k_in][i_in];
                    for (int j_in = 0; j_in < 16; ++j_in) {
                        c_ij[i_in][j_in] = c_ij[i_in][j_in] + a_ik * b_kj_staged[k_in][j_in];
                    }
                }
            }
        }
        if (k_chunk < k_count) {
            // Stage a(i,k).
            for (int i_in = 0; i_in < 16; ++i_in) {
                for (int k_in = 0; k_in < 8; ++k_in) {
                    a_ik_staged[k_in][i_in] = 16 * ib + i_in + 1 <= n && k_chunk + k_in + 1 <= n ? a[(long long)(16 * ib + i_in) * a_pitch + k_chunk + k_in] : 0.0f;
                }
            }
            // Stage b(k,j).
            for (int k_in = 0; k_in < 8; ++k_in) {
                for (int j_in = 0; j_in < 16; ++j_in) {
                    b_kj_staged[k_in][j_in] = k_chunk + k_in + 1 <= n && 16 * jb + j_in + 1 <= n ? b[(long long)(k_chunk + k_in) * b_pitch + 16 * jb + j_in] : 0.0f;
                }
            }
            for (int i_in = 0; i_in < 16; ++i_in) {
                for (int k_in = 0; k_in < (k_count - k_chunk < 8 ? k_count - k_chunk : 8); ++k_in) {
                    const float a_ik = a_ik_staged[k_in][i_in];
                    for (int j_in = 0; j_in < 16; ++j_in) {
                        c_ij[i_in][j_in] = c_ij[i_in][j_in] + a_ik * b_kj_staged[k_in][j_in];
                    }
                }
            }
        }
        // Store c(i,j).
        for (int i_in = 0; i_in < 16; ++i_in) {
            const int i = i_base + i_in;
            if (i <= n) {
                for (int j_in = 0; j_in < (16 < n - j_base + 1 ? 16 : n - j_base + 1); ++j_in) {
                    const int j = j_base + j_in;
                    c[(long long)(i - 1) * c_pitch + j - 1] = c_ij[i_in][j_in];
                }
            }
        }
    }
}

/* all blocks of c */
static void
matmul(const int n, const float *restrict a, const int a_pitch, const float *restrict b, const int b_pitch, float *restrict c, const int c_pitch)
{
    const long long ib_count = maximum(0, ((n - 1) >> 4) + 1);
    const long long jb_count = maximum(0, ((n - 1) >> 4) + 1);
    const long long blocks = ib_count * jb_count;
    #pragma omp parallel for schedule(dynamic) if (blocks > 1)
    for (long long block = 0; block < blocks; ++block) {
        const int ib = (int)(block / jb_count);
        const int jb = (int)(block % jb_count);
        matmul_blocks_of_c(n, a, a_pitch, b, b_pitch, c, c_pitch, ib, jb);
    }
}

void run(float *a, float *b, float *c, const int n)
{
    int a_pitch = 32 * ((n + 31) >> 5);
    int b_pitch = 32 * ((n + 31) >> 5);
    int c_pitch = 32 * ((n + 31) >> 5);
    matmul(n, a, a_pitch, b, b_pitch, c, c_pitch);
}

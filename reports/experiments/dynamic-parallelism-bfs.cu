// Breadth-first search as in A. S. Kolganov (2014): every level by all arcs, or by vertices whose arcs a child kernel goes through (dynamic parallelism).
// nvcc -O3 -arch=sm_90 -rdc=true -o dynamic-parallelism-bfs dynamic-parallelism-bfs.cu -lcudadevrt
// ./dynamic-parallelism-bfs SCALE [SOURCES]
// A level is gone through by vertices where fewer than a share of 1 / THRESHOLD of the arcs leaves it, else by arcs. RMAT, edge factor 16, both directions, duplicates kept.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>
#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { printf("%s: %s\n", #x, cudaGetErrorString(e)); exit(1); } } while (0)

static uint64_t mix(uint64_t x) { x += 0x9e3779b97f4a7c15ull; x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull; x = (x ^ x >> 27) * 0x94d049bb133111ebull; return x ^ x >> 31; }

struct Told { int changed; unsigned long long arcs; };

__global__ void by_arcs(const int *tails, const int *heads, long m, unsigned char *level, int now, Told *told, const int *first)
{
    const long at = 4 * (blockIdx.x * (long)blockDim.x + threadIdx.x);
    for (long a = at; a < min(at + 4, m); a++)
        if (level[tails[a]] == now && level[heads[a]] == 255) { level[heads[a]] = now + 1; told->changed = 1; }
}

/* How many arcs leave a level. */
__global__ void count(const int *first, int n, const unsigned char *level, int now, Told *told)
{
    const int v = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long own = v < n && level[v] == now ? first[v + 1] - first[v] : 0;
    for (int d = 16; d; d /= 2) own += __shfl_xor_sync(~0u, own, d);
    if ((threadIdx.x & 31) == 0 && own) atomicAdd(&told->arcs, own);
}

__global__ void child(const int *heads, int begin, int end, unsigned char *level, int now, Told *told)
{
    const int a = begin + blockIdx.x * blockDim.x + threadIdx.x;
    if (a < end && level[heads[a]] == 255) { level[heads[a]] = now + 1; told->changed = 1; }
}

/* Children for rows of at least `least` arcs; a thread goes through shorter ones itself. */
__global__ void by_vertices(const int *first, const int *heads, int n, unsigned char *level, int now, Told *told, int least)
{
    const int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n || level[v] != now) return;
    const int begin = first[v], end = first[v + 1];
    if (end - begin >= least) child<<<(end - begin + 127) / 128, 128, 0, cudaStreamFireAndForget>>>(heads, begin, end, level, now, told);
    else for (int a = begin; a < end; a++) if (level[heads[a]] == 255) { level[heads[a]] = now + 1; told->changed = 1; }
}

int main(int argc, char **argv)
{
    const int scale = argc > 1 ? atoi(argv[1]) : 20, sources = argc > 2 ? atoi(argv[2]) : 8;
    const int n = 1 << scale;
    const long tuples = 16L * n, m = 2 * tuples;
    std::vector<int> u(tuples), v(tuples), first(n + 1), tails(m), heads(m);
    #pragma omp parallel for
    for (long t = 0; t < tuples; t++) {
        unsigned a = 0, b = 0;
        for (int l = 0; l < scale; l++) {
            const double r = (mix(mix(t) + l) >> 11) * 0x1p-53;
            a = 2 * a + (r >= 0.76);
            b = 2 * b + (r >= 0.57 && r < 0.76 || r >= 0.95);
        }
        // A permutation of the vertices: odd multiplications and shifts.
        for (int k = 0; k < 3; k++) { a = a * 0x9e3779b1u + k & n - 1; a ^= a >> scale / 2; b = b * 0x9e3779b1u + k & n - 1; b ^= b >> scale / 2; }
        u[t] = a; v[t] = b;
    }
    for (long t = 0; t < tuples; t++) { first[u[t] + 1]++; first[v[t] + 1]++; }
    for (int i = 0; i < n; i++) first[i + 1] += first[i];
    { std::vector<int> next(first.begin(), first.end() - 1);
      for (long t = 0; t < tuples; t++) { int p = next[u[t]]++; tails[p] = u[t]; heads[p] = v[t]; p = next[v[t]]++; tails[p] = v[t]; heads[p] = u[t]; } }
    for (int i = 0; i < n; i++) std::sort(heads.begin() + first[i], heads.begin() + first[i + 1]);
    int *df, *dt, *dh; unsigned char *level; Told *told, *host;
    CHECK(cudaMalloc(&df, 4L * (n + 1))); CHECK(cudaMalloc(&dt, 4 * m)); CHECK(cudaMalloc(&dh, 4 * m)); CHECK(cudaMalloc(&level, n)); CHECK(cudaMalloc(&told, sizeof *told)); CHECK(cudaMallocHost(&host, sizeof *host));
    CHECK(cudaMemcpy(df, first.data(), 4L * (n + 1), cudaMemcpyHostToDevice)); CHECK(cudaMemcpy(dt, tails.data(), 4 * m, cudaMemcpyHostToDevice)); CHECK(cudaMemcpy(dh, heads.data(), 4 * m, cudaMemcpyHostToDevice));
    CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 1 << 20));
    std::vector<int> roots;
    for (uint64_t r = 1; (int)roots.size() < sources; r++) { int x = (int)(mix(r) & (n - 1)); if (first[x + 1] - first[x] > 4) roots.push_back(x); }
    std::vector<unsigned char> right(n), found(n);
    cudaEvent_t e0, e1; cudaEventCreate(&e0); cudaEventCreate(&e1);
    printf("scale %d: %d vertices, %ld arcs, %d sources; ms, mean of the median of 3 runs of each\n", scale, n, m, sources);
    struct Way { const char *name; double threshold; int least; } ways[] = {
        {"arcs in every level", 0, 1 << 30},
        {"vertices where < 1/1000 of the arcs leave, child kernels for all rows", 1000, 1},
        {"vertices where < 1/1000, child kernels for rows of 128 arcs and more", 1000, 128},
        {"vertices where < 1/1000, no child kernels", 1000, 1 << 30},
        {"vertices where < 1/20, child kernels for rows of 128 arcs and more", 20, 128},
        {"vertices in every level, child kernels for rows of 128 arcs and more", 1e-9, 128}};
    for (Way &way : ways) {
        double sum = 0; int swept = 0, levels = 0; bool same = true;
        for (int s = 0; s < sources; s++) {
            std::vector<float> times;
            for (int run = 0; run < 4; run++) {
                CHECK(cudaMemset(level, 255, n)); CHECK(cudaMemset(level + roots[s], 0, 1)); CHECK(cudaDeviceSynchronize());
                cudaEventRecord(e0);
                for (int now = 0; now < 254; now++) {
                    CHECK(cudaMemsetAsync(told, 0, sizeof *told));
                    bool vertices = false;
                    if (way.threshold > 0) {
                        count<<<(n + 255) / 256, 256>>>(df, n, level, now, told);
                        CHECK(cudaMemcpy(host, told, sizeof *host, cudaMemcpyDeviceToHost));
                        vertices = host->arcs * way.threshold < m || way.threshold < 1;
                    }
                    if (vertices) by_vertices<<<(n + 255) / 256, 256>>>(df, dh, n, level, now, told, way.least);
                    else by_arcs<<<(m / 4 + 255) / 256, 256>>>(dt, dh, m, level, now, told, df);
                    if (run == 3) { levels++; swept += !vertices; }
                    CHECK(cudaMemcpy(host, told, sizeof *host, cudaMemcpyDeviceToHost));
                    if (!host->changed) break;
                }
                cudaEventRecord(e1); CHECK(cudaEventSynchronize(e1));
                float ms; cudaEventElapsedTime(&ms, e0, e1);
                if (run) times.push_back(ms);
            }
            std::sort(times.begin(), times.end()); sum += times[1];
            CHECK(cudaMemcpy(found.data(), level, n, cudaMemcpyDeviceToHost));
            if (s == 0) { if (&way == ways) right = found; else same = found == right; }
        }
        printf("%-72s %8.3f  levels %.1f, by arcs %.1f%s\n", way.name, sum / sources, levels / (double)sources, swept / (double)sources, same ? "" : "  WRONG"); fflush(stdout);
    }
}

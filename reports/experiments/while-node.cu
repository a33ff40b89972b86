// What a step of a repetition takes beside its work: a graph with a while node, launches whose flag the host reads, one launch whose blocks wait for each other, and one block alone.
// nvcc -O3 -arch=sm_90 -o while-node while-node.cu
// ./while-node
// A step loads one number of another block's last step, stores one, and says whether there is another step; all threads take part.
#include <algorithm>
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { printf("%s: %s\n", #x, cudaGetErrorString(e)); exit(1); } } while (0)
namespace cg = cooperative_groups;

static const int THREADS = 512;

struct State { int step; unsigned arrived; int more; };

/* A step's work: what another block stored in the step before comes back from the second-level cache. */
__device__ void work(volatile int *cells, int step)
{
    const int me = blockIdx.x * THREADS + threadIdx.x, all = gridDim.x * THREADS;
    cells[(step + 1 & 1) * all + me] = cells[(step & 1) * all + (me + THREADS) % all] + 1;
}

/* The last block of a step says whether there is another one. */
__device__ bool last_block(State *state)
{
    __shared__ bool last;
    __syncthreads();
    if (threadIdx.x == 0) { __threadfence(); last = atomicAdd(&state->arrived, 1) == gridDim.x - 1; }
    __syncthreads();
    return last && threadIdx.x == 0;
}

__global__ void body(cudaGraphConditionalHandle handle, int *cells, State *state, int steps)
{
    const int step = state->step;
    work(cells, step);
    if (last_block(state)) { state->arrived = 0; state->step = step + 1; cudaGraphSetConditional(handle, step + 1 < steps); }
}

__global__ void launched(int *cells, State *state, int steps)
{
    const int step = state->step;
    work(cells, step);
    if (last_block(state)) { state->arrived = 0; state->step = step + 1; state->more = step + 1 < steps; }
}

__global__ void together(int *cells, int steps)
{
    cg::grid_group grid = cg::this_grid();
    for (int step = 0; step < steps; step++) { work(cells, step); grid.sync(); }
}

__global__ void alone(int *cells, int steps)
{
    for (int step = 0; step < steps; step++) { work(cells, step); __syncthreads(); }
}

__global__ void reset(State *state) { *state = State{0, 0, 1}; }

template <class Run> static float microseconds(int steps, Run run)
{
    cudaEvent_t before, after;
    CHECK(cudaEventCreate(&before)); CHECK(cudaEventCreate(&after));
    float times[5];
    for (int r = -1; r < 5; r++) {
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaEventRecord(before));
        run();
        CHECK(cudaEventRecord(after)); CHECK(cudaEventSynchronize(after));
        float ms;
        CHECK(cudaEventElapsedTime(&ms, before, after));
        if (r >= 0) times[r] = ms;
    }
    std::sort(times, times + 5);
    return 1000 * times[2] / steps;
}

int main()
{
    cudaDeviceProp device;
    CHECK(cudaGetDeviceProperties(&device, 0));
    const int blocks = device.multiProcessorCount;
    int *cells; State *state;
    CHECK(cudaMalloc(&cells, 8 * sizeof(int) * blocks * THREADS)); CHECK(cudaMemset(cells, 0, 8 * sizeof(int) * blocks * THREADS));
    CHECK(cudaMalloc(&state, sizeof(State)));
    printf("# while-node.cu on one %s: us a step, median of 5 runs\n", device.name);
    for (int steps : {10, 100, 1000}) {
        for (int of : {1, blocks}) {
            cudaGraph_t graph; cudaGraphExec_t made; cudaGraphNode_t cleared, loop, inside;
            CHECK(cudaGraphCreate(&graph, 0));
            cudaGraphConditionalHandle handle;
            CHECK(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
            void *ofReset[] = {&state};
            cudaGraphNodeParams parameters = {cudaGraphNodeTypeKernel};
            parameters.kernel.func = (void *)reset; parameters.kernel.gridDim = dim3(1); parameters.kernel.blockDim = dim3(1); parameters.kernel.kernelParams = ofReset;
            CHECK(cudaGraphAddNode(&cleared, graph, nullptr, nullptr, 0, &parameters));
            cudaGraphNodeParams condition = {cudaGraphNodeTypeConditional};
            condition.conditional.handle = handle; condition.conditional.type = cudaGraphCondTypeWhile; condition.conditional.size = 1;
            CHECK(cudaGraphAddNode(&loop, graph, &cleared, nullptr, 1, &condition));
            void *ofBody[] = {&handle, &cells, &state, &steps};
            cudaGraphNodeParams step = {cudaGraphNodeTypeKernel};
            step.kernel.func = (void *)body; step.kernel.gridDim = dim3(of); step.kernel.blockDim = dim3(THREADS); step.kernel.kernelParams = ofBody;
            CHECK(cudaGraphAddNode(&inside, condition.conditional.phGraph_out[0], nullptr, nullptr, 0, &step));
            CHECK(cudaGraphInstantiate(&made, graph, 0));
            const float node = microseconds(steps, [&] { CHECK(cudaGraphLaunch(made, 0)); });
            State told;
            CHECK(cudaMemcpy(&told, state, sizeof told, cudaMemcpyDeviceToHost));
            if (told.step != steps) { printf("the graph made %d steps of %d\n", told.step, steps); return 1; }
            const float host = microseconds(steps, [&] {
                reset<<<1, 1>>>(state);
                for (State s{0, 0, 1}; s.more;) { launched<<<of, THREADS>>>(cells, state, steps); CHECK(cudaMemcpy(&s, state, sizeof s, cudaMemcpyDeviceToHost)); }
            });
            void *ofTogether[] = {&cells, &steps};
            const float one = microseconds(steps, [&] { CHECK(cudaLaunchCooperativeKernel((void *)together, dim3(of), dim3(THREADS), ofTogether, 0, 0)); });
            printf("%4d steps of %3d blocks: while node %6.2f, launches and a flag %6.2f, one launch whose blocks wait %6.2f", steps, of, node, host, one);
            if (of == 1) printf(", one block alone %6.2f", microseconds(steps, [&] { alone<<<1, THREADS>>>(cells, steps); }));
            printf("\n");
            CHECK(cudaGraphExecDestroy(made)); CHECK(cudaGraphDestroy(graph));
        }
    }
    return 0;
}

// Launches of kernels that come from cubins; see cubin-bench.cu.
#include <cuda_runtime.h>
extern cudaKernel_t lu_kernels[5];
template <class... A> static void launch(cudaKernel_t kernel, unsigned blocks, unsigned threads, size_t shared, cudaStream_t stream, A... arguments)
{
    void *pointers[] = {&arguments...};
    cudaLaunchKernel((const void *)kernel, dim3(blocks), dim3(threads), pointers, shared, stream);
}

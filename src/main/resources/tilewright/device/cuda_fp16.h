/*
 * Numbers of 16 bits as CUDA's header of this name has them, as far as generated kernels use them: NVIDIA's run-time compiler
 * comes without headers.
 */
#pragma once

struct alignas(2) __half {
    unsigned short bits;

    __half() = default;
    __device__ __forceinline__ __half(const float x)
    {
        asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(x));
    }
    __device__ __forceinline__ __half(const double x)
    {
        asm("cvt.rn.f16.f64 %0, %1;" : "=h"(bits) : "d"(x));
    }
    __device__ __forceinline__ operator float() const
    {
        float x;
        asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(bits));
        return x;
    }
};

static __device__ __forceinline__ unsigned short __half_as_ushort(const __half x)
{
    return x.bits;
}

static __device__ __forceinline__ __half __ushort_as_half(const unsigned short bits)
{
    __half x;
    x.bits = bits;
    return x;
}

// How a kernel tells the host that it is done: the last block writes some numbers to memory of the host, then a flag.
#ifndef SHEAF_SIGNAL
#define SHEAF_SIGNAL

#include "types.cuh"

// Called by all threads of all blocks when their work is done. `done` counts the blocks; host[0] is the flag, host[1 + i] gets
// numbers[i], which others change by atomics only.
__device__ __forceinline__ void raise_signal(u64* done, const u64* numbers, u32 count, u64* host) {
    __shared__ bool is_last;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        is_last = atomicAdd(done, 1ULL) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last) {
        __threadfence();
        for (u32 i = threadIdx.x; i < count; i += blockDim.x) {
            host[1 + i] = __ldcg(numbers + i);
        }
        __threadfence_system();
        __syncthreads();
        if (threadIdx.x == 0) {
            *static_cast<volatile u64*>(host) = 1;
        }
    }
}

#endif

// Sums over the threads of a block.
#ifndef SHEAF_BLOCK_SUMS
#define SHEAF_BLOCK_SUMS

#include "types.cuh"
#include "warp.cuh"

// The sum of what all THREADS threads of the block have; `before` gets what the threads before this one have. Every thread calls it.
template <u32 THREADS> __device__ __forceinline__ u64 sum_of_block(u64 mine, u64& before) {
    __shared__ u64 of_warp[THREADS / WARP];
    const u32 lane = threadIdx.x % WARP;
    const u64 so_far = inclusive_sum(mine);
    __syncthreads(); // of an earlier call, all have read
    if (lane == WARP - 1) {
        of_warp[threadIdx.x / WARP] = so_far;
    }
    __syncthreads();
    u64 total = 0;
    before = so_far - mine;
    for (u32 warp = 0; warp < THREADS / WARP; warp++) {
        before += warp < threadIdx.x / WARP ? of_warp[warp] : 0;
        total += of_warp[warp];
    }
    return total;
}

#endif

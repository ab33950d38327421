// Rows that a warp puts aside, for what few rows need: done at once, it has the whole warp wait for each of them, and leaves lanes
// that go their own way behind it until they are told to wait for each other.
#ifndef SHEAF_RARE_ROWS
#define SHEAF_RARE_ROWS

#include "types.cuh"

// The numbers of the rows that a warp has put aside, of which there is room for ROOM in shared memory. All lanes of the warp call
// these together.
struct RareRows {
    static constexpr u32 ROOM = 2 * WARP;

    u32* rows;
    u32 count;

    // Of all warps of a block, which lie one behind the other.
    __device__ __forceinline__ explicit RareRows(u32* of_block) : rows(of_block + threadIdx.x / WARP * ROOM), count(0) {}

    // Those of the four rows from number `first` on that are in `rare`. Once there are as many as lanes, each lane handles one.
    template <typename F> __device__ __forceinline__ void add(u32 first, u32 rare, F handle) {
#pragma unroll 1
        for (u32 lanes = __ballot_sync(FULL_WARP, rare != 0); lanes != 0; lanes = __ballot_sync(FULL_WARP, rare != 0)) {
            if (rare != 0) {
                const u32 before = lanes & ((1u << threadIdx.x % WARP) - 1);
                rows[count + __popc(before)] = first + static_cast<u32>(__ffs(static_cast<i32>(rare))) - 1;
                rare &= rare - 1;
            }
            count += __popc(lanes);
            if (count >= WARP) {
                take(handle);
            }
        }
    }

    // Handles the last WARP rows, or as many as there are.
    template <typename F> __device__ __forceinline__ void take(F handle) {
        const u32 taken = min(count, WARP);
        count -= taken;
        __syncwarp();
        if (threadIdx.x % WARP < taken) {
            handle(rows[count + threadIdx.x % WARP]);
        }
        __syncwarp();
    }
};

#endif

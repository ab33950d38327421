// Warps of a block that work on the same shared memory one after the other, without waiting for the block as a whole.
#ifndef SHEAF_TURNS
#define SHEAF_TURNS

#include "rows.cuh"
#include "types.cuh"

constexpr u32 WAIT = 32; // nanoseconds, less than half of what a warp takes in its turn

__device__ __forceinline__ u32 read_turn(const u32* turn) {
#if defined(__CUDA_ARCH__)
    u32 number;
    asm volatile("ld.acquire.cta.shared.u32 %0, [%1];" : "=r"(number) : "r"(static_cast<u32>(__cvta_generic_to_shared(turn))) : "memory");
    return number;
#else
    return read_word(turn);
#endif
}

// Waits until turn `mine` has come: those before it have passed theirs on. `turn` is shared memory that starts as 0.
__device__ __forceinline__ void await_turn(const u32* turn, u32 mine) {
    u32 before = mine - read_turn(turn);
    while (__any_sync(FULL_WARP, before != 0)) {
        if (before > 1) { // a sleep takes up to twice as long as asked for
            __nanosleep(WAIT * (before - 1));
        }
        before = mine - read_turn(turn);
    }
}

// Lets the next one go on, which sees what this warp has written.
__device__ __forceinline__ void pass_turn(u32* turn, u32 mine) {
    __syncwarp();
    if (threadIdx.x % WARP == 0) {
#if defined(__CUDA_ARCH__)
        asm volatile("st.release.cta.shared.u32 [%0], %1;" ::"r"(static_cast<u32>(__cvta_generic_to_shared(turn))), "r"(mine + 1) : "memory");
#else
        *turn = mine + 1;
#endif
    }
}

#endif

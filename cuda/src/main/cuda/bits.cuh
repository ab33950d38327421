// Bits of memory that several threads set.
#ifndef SHEAF_BITS
#define SHEAF_BITS

#include "types.cuh"

// The lanes that are here together mostly have rows that lie together, so they share an atomic.
__device__ __forceinline__ void set_bit(u32* bits, u64 row) {
    u32* const word = bits + (row >> 5);
    const u32 bit = 1u << (row & 31);
#if defined(__CUDA_ARCH__)
    const u32 lanes = __match_any_sync(__activemask(), static_cast<u32>(row >> 5));
    const u32 all = __reduce_or_sync(lanes, bit);
    if ((lanes & ((1u << threadIdx.x % WARP) - 1)) == 0) {
        atomicOr(word, all);
    }
#else
    atomicOr(word, bit);
#endif
}

#endif

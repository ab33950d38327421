// Which lanes of a warp have the same number.
#ifndef SHEAF_PEERS
#define SHEAF_PEERS

#include "types.cuh"

// The lanes with the same number of `bits` bits among those of `lanes`.
__device__ __forceinline__ u32 lanes_like(u32 number, u32 bits, u32 lanes) {
    for (u32 bit = 0; bit < bits; bit++) {
        const bool is_set = (number >> bit & 1) != 0;
        const u32 set = __ballot_sync(FULL_WARP, is_set);
        lanes &= is_set ? set : ~set;
    }
    return lanes;
}

#endif

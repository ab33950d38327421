// The hash function of keys and texts.
#ifndef SHEAF_HASH
#define SHEAF_HASH

#include "types.cuh"

// The finalizer of MurmurHash3 for 64 bits (Appleby): every input bit reaches every output bit.
__device__ __forceinline__ u64 murmur3(u64 x) {
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdULL;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53ULL;
    return x ^ (x >> 33);
}

__device__ __forceinline__ u64 rotate_left(u64 x, u32 bits) { return x << bits | x >> (64 - bits); }

#endif

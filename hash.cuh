// Hash functions for keys of 4, 8 and 16 bytes. HASH in spec.cuh selects one; which is best on compact key domains is
// for measurements to say.
#ifndef SHEAF_HASH
#define SHEAF_HASH

#include "types.cuh"

constexpr u32 HASH_FIBONACCI = 0;
constexpr u32 HASH_MURMUR3 = 1;
constexpr u32 HASH_FNV1A = 2;
constexpr u32 HASH_XXH64 = 3;

// Multiplication by 2^64 divided by the golden ratio: one instruction; only the high bits are good.
// Knuth, The Art of Computer Programming 3, section 6.4.
__device__ __forceinline__ u64 fibonacci(u64 x) { return x * 0x9e3779b97f4a7c15ULL; }

// The finalizer of MurmurHash3 for 64 bits (Appleby): every input bit reaches every output bit.
__device__ __forceinline__ u64 murmur3(u64 x) {
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdULL;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53ULL;
    return x ^ (x >> 33);
}

// FNV-1a over the `bytes` low bytes of x, lowest first, going on from `hash`.
__device__ __forceinline__ u64 fnv1a(u64 x, u32 bytes, u64 hash) {
    for (u32 i = 0; i < bytes; i++) {
        hash = (hash ^ (x >> (8 * i) & 0xff)) * 0x100000001b3ULL;
    }
    return hash;
}

__device__ __forceinline__ u64 rotate_left(u64 x, u32 bits) { return x << bits | x >> (64 - bits); }

// xxHash64 of the 8 bytes of x with seed `seed` (Collet's specification, input of 8 bytes).
__device__ __forceinline__ u64 xxh64(u64 x, u64 seed) {
    constexpr u64 PRIME1 = 0x9e3779b185ebca87ULL;
    constexpr u64 PRIME2 = 0xc2b2ae3d27d4eb4fULL;
    constexpr u64 PRIME3 = 0x165667b19e3779f9ULL;
    constexpr u64 PRIME4 = 0x85ebca77c2b2ae63ULL;
    constexpr u64 PRIME5 = 0x27d4eb2f165667c5ULL;
    u64 hash = seed + PRIME5 + 8;
    hash ^= rotate_left(x * PRIME2, 31) * PRIME1;
    hash = rotate_left(hash, 27) * PRIME1 + PRIME4;
    hash = (hash ^ (hash >> 33)) * PRIME2;
    hash = (hash ^ (hash >> 29)) * PRIME3;
    return hash ^ (hash >> 32);
}

// The hash of a key of up to 8 bytes, of which `bytes` count.
template <u32 FUNCTION> __device__ __forceinline__ u64 hash_word(u64 key, u32 bytes) {
    if constexpr (FUNCTION == HASH_FIBONACCI) {
        return fibonacci(key);
    } else if constexpr (FUNCTION == HASH_MURMUR3) {
        return murmur3(key);
    } else if constexpr (FUNCTION == HASH_FNV1A) {
        return fnv1a(key, bytes, 0xcbf29ce484222325ULL);
    } else {
        static_assert(FUNCTION == HASH_XXH64, "HASH names no function");
        return xxh64(key, 0);
    }
}

// The hash of a key of 16 bytes: the low word's hash carried into the high word's.
template <u32 FUNCTION> __device__ __forceinline__ u64 hash_wide(u64 low, u64 high) {
    if constexpr (FUNCTION == HASH_FNV1A) {
        return fnv1a(high, 8, fnv1a(low, 8, 0xcbf29ce484222325ULL));
    } else if constexpr (FUNCTION == HASH_XXH64) {
        return xxh64(high, xxh64(low, 0));
    } else {
        return hash_word<FUNCTION>(high ^ rotate_left(hash_word<FUNCTION>(low, 8), 32), 8);
    }
}

#endif

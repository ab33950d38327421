// Counts by key in an open-addressing table in device memory, with a hash function and a way from hashes to slots to compare.
// HASHED_BY and Key are given as definitions; HashFunction.java has the same functions for the host.
#include "hash.cuh"
#include "types.cuh"

__device__ __forceinline__ u32 fnv1a_32(u64 key) {
    u32 hash = 0x811c9dc5u;
    for (u32 i = 0; i < sizeof(Key); i++) {
        hash = (hash ^ static_cast<u32>(key >> (8 * i) & 0xff)) * 0x01000193u;
    }
    return hash;
}

__device__ __forceinline__ u32 fmix32(u32 x) {
    x ^= x >> 16;
    x *= 0x85ebca6bu;
    x ^= x >> 13;
    x *= 0xc2b2ae35u;
    return x ^ x >> 16;
}

// MurmurHash3_x86_32 with seed 0.
__device__ __forceinline__ u32 murmur3_32(u64 key) {
    u32 hash = 0;
    for (u32 i = 0; i < sizeof(Key) / 4; i++) {
        u32 k = static_cast<u32>(key >> (32 * i)) * 0xcc9e2d51u;
        k = (k << 15 | k >> 17) * 0x1b873593u;
        hash ^= k;
        hash = (hash << 13 | hash >> 19) * 5 + 0xe6546b64u;
    }
    return fmix32(hash ^ static_cast<u32>(sizeof(Key)));
}

// That of hash_groups.cu.
__device__ __forceinline__ u32 multiply(u64 key) {
    u32 x = static_cast<u32>(key) * 0x9e3779b1u;
    if constexpr (sizeof(Key) == 8) {
        x += static_cast<u32>(key >> 32) * 0x85ebca77u;
        x ^= x >> 16;
        x *= 0x7feb352du;
    }
    return x;
}

// `slots` is a power of two but for functions 2 and 4.
__device__ __forceinline__ u32 place(u64 key, u32 slots) {
    if constexpr (HASHED_BY == 0) {
        return static_cast<u32>(key) & (slots - 1);
    } else if constexpr (HASHED_BY == 1) {
        return fnv1a_32(key) & (slots - 1);
    } else if constexpr (HASHED_BY == 2) {
        return fnv1a_32(key) % slots;
    } else if constexpr (HASHED_BY == 3) {
        return murmur3_32(key) & (slots - 1);
    } else if constexpr (HASHED_BY == 4) {
        return murmur3_32(key) % slots;
    } else if constexpr (HASHED_BY == 5) {
        return (sizeof(Key) == 8 ? static_cast<u32>(murmur3(key)) : fmix32(static_cast<u32>(key))) & (slots - 1);
    } else if constexpr (HASHED_BY == 6) {
        return static_cast<u32>(murmur3(key)) & (slots - 1);
    } else if constexpr (HASHED_BY == 7) {
        return __umulhi(static_cast<u32>(fibonacci(key) >> 32), slots);
    } else if constexpr (HASHED_BY == 8) {
        return __umulhi(multiply(key), slots);
    } else {
        return static_cast<u32>(xxh64(key, 0)) & (slots - 1);
    }
}

__device__ __forceinline__ u64 first() { return static_cast<u64>(blockIdx.x) * blockDim.x + threadIdx.x; }
__device__ __forceinline__ u64 step() { return static_cast<u64>(gridDim.x) * blockDim.x; }

// Rows drawn from `groups` keys.
extern "C" __global__ void fill_hash_keys(const u64* domain, u64 groups, Key* keys, u64 rows) {
    for (u64 i = first(); i < rows; i += step()) {
        keys[i] = static_cast<Key>(domain[__umul64hi(murmur3(i + 1), groups)]);
    }
}

// table: a key plus 1, or 0; counts: as many.
extern "C" __global__ void count_hash_keys(const Key* keys, u64 rows, u64* table, u32* counts, u64 slots) {
    for (u64 i = first(); i < rows; i += step()) {
        const u64 mark = static_cast<u64>(keys[i]) + 1;
        u32 slot = place(keys[i], static_cast<u32>(slots));
        while (true) {
            u64 found = *static_cast<volatile u64*>(table + slot);
            if (found == 0) {
                found = atomicCAS(table + slot, 0ULL, mark);
            }
            if (found == 0 || found == mark) {
                break;
            }
            slot = slot + 1 == slots ? 0 : slot + 1;
        }
        atomicAdd(counts + slot, 1u);
    }
}

// Query B of Karnagel, Mueller and Lohman as their section 2.2 describes it: one open-addressing table in device memory that all
// threads share, 32-bit FNV-1a and the remainder of its division by the number of buckets, linear probing.
// To be compared with; `keys` starts as EMPTY, counts as 0.
#include "types.cuh"

constexpr u32 EMPTY = 0xffffffffu;

__device__ __forceinline__ u64 first() { return static_cast<u64>(blockIdx.x) * blockDim.x + threadIdx.x; }
__device__ __forceinline__ u64 step() { return static_cast<u64>(gridDim.x) * blockDim.x; }

__device__ __forceinline__ u32 fnv1a(u32 key) {
    u32 hash = 0x811c9dc5u;
    for (u32 i = 0; i < 4; i++) {
        hash = (hash ^ (key >> (8 * i) & 0xff)) * 0x01000193u;
    }
    return hash;
}

extern "C" __global__ void scan(const u32* column, u64 rows, u32 modulus, u32* keys, u32* counts, u32 buckets) {
    for (u64 i = first(); i < rows; i += step()) {
        const u32 key = column[i] % modulus;
        u32 bucket = fnv1a(key) % buckets;
        while (true) {
            u32 found = *static_cast<volatile u32*>(keys + bucket);
            if (found == EMPTY) {
                found = atomicCAS(keys + bucket, EMPTY, key);
            }
            if (found == EMPTY || found == key) {
                break;
            }
            bucket = bucket + 1 == buckets ? 0 : bucket + 1;
        }
        atomicAdd(counts + bucket, 1u);
    }
}

extern "C" __global__ void
finalize(const u32* keys, const u32* counts, u32 buckets, u32* found, u64* found_counts, u64* groups) {
    for (u64 i = first(); i < buckets; i += step()) {
        if (keys[i] != EMPTY) {
            const u64 row = atomicAdd(groups, 1ULL);
            found[row] = keys[i];
            found_counts[row] = counts[i];
        }
    }
}

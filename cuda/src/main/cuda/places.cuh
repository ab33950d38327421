// Places of words in hash tables: in the shared memory of a block by two hashes, in device memory by open addressing.
#ifndef SHEAF_PLACES
#define SHEAF_PLACES

#include "hash.cuh"
#include "scan.cuh"
#include "types.cuh"

constexpr u32 NOWHERE = 0xffffffffu;
constexpr u32 LONGEST_GLOBAL_PROBE = 64;

// Two hashes of a word, and from them two places and the pass. For words of 32 bits neither loses anything.
struct Hashes {
    static constexpr u32 FACTOR_1 = 0x9e3779b1u;
    static constexpr u32 FACTOR_2 = 0xc2b2ae3du;
    u32 first;
    u32 second;

    __device__ __forceinline__ explicit Hashes(Word word) {
        u32 x = static_cast<u32>(word) * FACTOR_1;
        if constexpr (sizeof(Word) == 8) {
            x += static_cast<u32>(static_cast<u64>(word) >> 32) * 0x85ebca77u;
            x ^= x >> 16;
            x *= 0x7feb352du;
        }
        first = x;
        second = (x ^ x >> 15) * FACTOR_2;
    }

    // The first slot of a bucket, of a table of so many slots.
    template <u32 BUCKET> __device__ __forceinline__ u32 place(u32 slots) const {
        return __umulhi(first, slots / BUCKET) * BUCKET;
    }
    template <u32 BUCKET> __device__ __forceinline__ u32 other_place(u32 slots) const {
        return __umulhi(second, slots / BUCKET) * BUCKET;
    }
    __device__ __forceinline__ u32 pass(u32 passes) const { return __umulhi((first ^ second) * 0x846ca68bu, passes); }
};

// Which of two slots gives way, so that a chain of keys that push each other out does not walk in a circle: always the same one
// loses a hundredth of the keys at 8 of 10 slots.
__device__ __forceinline__ u32 victim(u32 mark, u32 step) { return (mark * 0x85ebca6bu >> 28 ^ step * 7 >> 2) & 1; }

// The place of a mark (a word plus 1, so that 0 is a free place) from `slot` on, which is taken if it is free.
template <u32 LONGEST, typename T> __device__ __forceinline__ u32 find_place(T* keys, u32 slots, T mark, u32 slot) {
    T found = 0;
#pragma unroll 1
    for (u32 probe = 0; probe < LONGEST; probe++) { // one way out, since each takes a register of the few for threads that part
        found = *static_cast<volatile T*>(keys + slot);
        if (found == 0) {
            found = atomicCAS(keys + slot, static_cast<T>(0), mark);
        }
        if (found == mark || found == 0) {
            break;
        }
        slot = slot + 1 == slots ? 0 : slot + 1;
    }
    return found == mark || found == 0 ? slot : NOWHERE;
}

__device__ __forceinline__ u32 first_place(u64 mark, u32 capacity) { return static_cast<u32>(murmur3(mark)) & (capacity - 1); }

// The place of a mark in device memory, which is taken if it is free. Places are never given back: a mark that has found
// LONGEST_GLOBAL_PROBE places taken by others has never had one and will never have one.
__device__ __forceinline__ u32 take_place(u64* keys, u32 capacity, u64 mark) {
    return find_place<LONGEST_GLOBAL_PROBE>(keys, capacity, mark, first_place(mark, capacity));
}

// Whether a mark has a place in device memory, while nobody takes any.
__device__ __forceinline__ bool has_place(const u64* keys, u32 capacity, u64 mark) {
    u32 slot = first_place(mark, capacity);
#pragma unroll 1
    for (u32 probe = 0; probe < LONGEST_GLOBAL_PROBE; probe++) {
        const u64 found = __ldg(keys + slot);
        if (found == mark || found == 0) {
            return found == mark;
        }
        slot = slot + 1 == capacity ? 0 : slot + 1;
    }
    return false;
}

#endif

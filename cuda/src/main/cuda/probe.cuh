// The tables of partitions in shared memory in which rests are looked for. spec.cuh: what split.cuh asks for; THREADS; UNROLL.
#ifndef SHEAF_PROBE
#define SHEAF_PROBE

#include "cells.cuh"
#include "split.cuh"
#include "types.cuh"

constexpr u32 LONGEST_PROBE = 96;

// A number of 32 bits from a rest, independent of those that have chosen the partition.
__device__ __forceinline__ u32 hash_of(Rest rest) {
    if constexpr (sizeof(Rest) == 8) {
        return static_cast<u32>(static_cast<u64>(rest) * 0x9e3779b97f4a7c15ULL >> 32);
    } else {
        return static_cast<u32>(rest) * 0x9e3779b1u;
    }
}

// The slot of a rest, which is put there if it is new; NO_ENTRY if the table is too full. 0 marks a free slot, so rests are kept
// plus 1.
__device__ __forceinline__ u32 find(Rest* keys, u32 slots, Rest rest, u32 hash, bool& is_new) {
    const Rest mark = static_cast<Rest>(rest + 1);
    u32 slot = __umulhi(hash, slots);
    for (u32 probe = 0; probe < LONGEST_PROBE; probe++) {
        Rest found = *static_cast<volatile Rest*>(keys + slot);
        if (found == 0) {
            found = atomicCAS(keys + slot, static_cast<Rest>(0), mark);
        }
        if (found == mark || found == 0) {
            is_new = found == 0;
            return slot;
        }
        slot = slot + 1 == slots ? 0 : slot + 1;
    }
    return NO_ENTRY;
}

// Calls load(u, row) for those of UNROLL rows of this thread that a tile has; the reads of all of them are on their way together.
template <typename Load> __device__ __forceinline__ void load_tile(u32 tile, u32 rows, const Load& load) {
#pragma unroll
    for (u32 u = 0; u < UNROLL; u++) {
        const u32 row = tile + u * THREADS + threadIdx.x;
        if (row < rows) {
            load(u, row);
        }
    }
}

// Whether a rest is looked at in this round.
__device__ __forceinline__ bool is_of_round(u32 hash, u32 round, u32 rounds_bits) {
    return rounds_bits == 0 || (hash * 0x85ebca6bu) >> (32 - rounds_bits) == round;
}

#endif

// The groups of a hash table in device memory (places.cuh). spec.cuh: THREADS of a block.
#ifndef SHEAF_EMIT_PLACES
#define SHEAF_EMIT_PLACES

#include "cells.cuh"
#include "emit.cuh"
#include "scan.cuh"
#include "types.cuh"

// Makes groups of the places that are taken, and ends the query. Called by all blocks.
__device__ __forceinline__ void
emit_places(const Layout& layout, const Output& output, const u64* keys, const u64* cells, u32 capacity) {
    for (u32 first = blockIdx.x * THREADS; first < capacity; first += gridDim.x * THREADS) {
        const u32 place = first + threadIdx.x;
        const bool is_group = place < capacity && keys[place] != 0;
        const u32 groups = __ballot_sync(FULL_WARP, is_group);
        u64 start = 0;
        if (threadIdx.x % WARP == 0 && groups != 0) {
            start = atomicAdd(output.groups, static_cast<u64>(__popc(groups)));
        }
        start = __shfl_sync(FULL_WARP, start, 0);
        if (is_group) {
            u64 states[CELLS];
            for_each<CELLS>([&](auto c) {
                states[decltype(c)::value] = cells[static_cast<u64>(decltype(c)::value) * capacity + place];
            });
            const u64 row = start + __popc(groups & ((1u << threadIdx.x % WARP) - 1));
            emit_group(layout, output, row, static_cast<Word>(keys[place] - 1), states);
        }
    }
    finish_query(output);
}

#endif

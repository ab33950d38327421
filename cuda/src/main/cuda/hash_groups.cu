// Groups in a hash table in the shared memory of each block, and behind it one in device memory: for few groups among many
// words, and for keys of which some are very frequent.
//
// spec.cuh: what scan.cuh, cells.cuh and emit.cuh ask for, words of 32 or 64 bits; THREADS; Key, an unsigned type that holds
//   a word plus 1.
//
// hash_groups: a row's place is found by open addressing in the block's table of `slots` groups; the cells of a slot are there
//   in `copies` copies, as in block_groups.cu. A row that finds no place there, because the table is full, goes to the table
//   in device memory at once; what comes often has come early and has a place. At the end the block's table is merged
//   into the other. Any grid; a block has to see fewer than 2^32 rows.
//   shared bytes: slots * sizeof(Key) + 4 * entry_words() * slots * copies; slots is a multiple of 4
//   global memory: reads each row once; two atomics or more for each row without a place and each slot of a block
// emit_hash: makes groups of the places taken in device memory. Any grid.
//
// A table in device memory that is too full is told in *full; the result is worth nothing then. Rows outside of the layout are
// counted in *outside. Sums of floats depend on timing in their last bits. Other races: none.
#include "spec.cuh"

#include "cells.cuh"
#include "emit.cuh"
#include "hash.cuh"
#include "scan.cuh"
#include "types.cuh"

constexpr u32 LONGEST_PROBE = 24;
constexpr u32 LONGEST_GLOBAL_PROBE = 512;
constexpr u32 NOWHERE = 0xffffffffu;

struct Job {
    Scan scan;
    Output output;
    u64* keys;
    u64* cells;
    u64* outside;
    u64* watched;
    u64* full;
    u32 slots;
    u32 copies;
    u32 capacity;
};

// The place of a mark (a word plus 1, so that 0 is a free place) from `slot` on.
template <u32 LONGEST, typename T> __device__ __forceinline__ u32 find(T* keys, u32 slots, T mark, u32 slot) {
    for (u32 probe = 0; probe < LONGEST; probe++) {
        T found = *static_cast<volatile T*>(keys + slot);
        if (found == 0) {
            found = atomicCAS(keys + slot, static_cast<T>(0), mark);
        }
        if (found == mark || found == 0) {
            return slot;
        }
        slot = slot + 1 == slots ? 0 : slot + 1;
    }
    return NOWHERE;
}

__device__ __forceinline__ u32 hash_of(Word word) {
    return static_cast<u32>(static_cast<u64>(word) * 0x9e3779b97f4a7c15ULL >> 32);
}

__device__ __forceinline__ u32 global_place(const Job& job, u64 mark) {
    const u32 place =
        find<LONGEST_GLOBAL_PROBE>(job.keys, job.capacity, mark, static_cast<u32>(murmur3(mark)) & (job.capacity - 1));
    if (place == NOWHERE) {
        *job.full = 1;
    }
    return place;
}

__device__ __forceinline__ u64* global_cell(const Job& job, u32 cell, u32 place) {
    return job.cells + static_cast<u64>(cell) * job.capacity + place;
}

__device__ __forceinline__ void
add_row(const Job& job, Key* keys, u32* table, u32 entries, Word word, const Item& item, Watch& watch) {
    const u32 slot = find<LONGEST_PROBE>(keys, job.slots, static_cast<Key>(word + 1), __umulhi(hash_of(word), job.slots));
    if (slot != NOWHERE) {
        add_to_entry(table, entries, slot * job.copies + threadIdx.x % job.copies, item, watch);
        return;
    }
    const u32 place = global_place(job, static_cast<u64>(word) + 1);
    if (place != NOWHERE) {
        for_each<CELLS>([&](auto c) {
            constexpr u32 C = decltype(c)::value;
            if (Cell<C>::takes(item)) {
                merge_cell<C>(global_cell(job, C, place), bits_of<C>(kept<C>(item, watch)));
            }
        });
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) hash_groups(const __grid_constant__ Job job) {
    extern __shared__ __align__(16) u32 shared[];
    const u32 entries = job.slots * job.copies;
    u32* table = shared;
    Key* keys = reinterpret_cast<Key*>(shared + entries * entry_words());
    const u32 words = entries * entry_words() + job.slots * static_cast<u32>(sizeof(Key)) / 4;
    for (u32 i = threadIdx.x; i < words; i += THREADS) {
        shared[i] = 0;
    }
    __syncthreads();

    Watch watch;
    u32 outside = 0;
    const u64 tile_rows = static_cast<u64>(THREADS) * ROWS;
    for (u64 tile = blockIdx.x * tile_rows; tile < job.scan.rows; tile += gridDim.x * tile_rows) {
        Rows rows;
        read_rows(job.scan, tile + static_cast<u64>(threadIdx.x) * ROWS, rows);
        outside += __popc(rows.outside);
#pragma unroll
        for (u32 i = 0; i < ROWS; i++) {
            if (rows.taken >> i & 1) {
                add_row(job, keys, table, entries, rows.word[i], rows.item[i], watch);
            }
        }
    }
    if (outside != 0) {
        atomicAdd(job.outside, static_cast<u64>(outside));
    }
    report(watch, job.watched);
    __syncthreads();

    for (u32 slot = threadIdx.x; slot < job.slots; slot += THREADS) {
        if (keys[slot] == 0) {
            continue;
        }
        const u32 place = global_place(job, static_cast<u64>(keys[slot]));
        if (place == NOWHERE) {
            continue;
        }
        for_each<CELLS>([&](auto c) {
            constexpr u32 C = decltype(c)::value;
            u64 bits = 0;
            for (u32 copy = 0; copy < job.copies; copy++) {
                bits = combine_cells<C>(bits, read_cell<C>(table, entries, slot * job.copies + copy));
            }
            merge_cell<C>(global_cell(job, C, place), bits);
        });
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) emit_hash(const __grid_constant__ Job job) {
    for (u32 first = blockIdx.x * THREADS; first < job.capacity; first += gridDim.x * THREADS) {
        const u32 place = first + threadIdx.x;
        const bool is_group = place < job.capacity && job.keys[place] != 0;
        const u32 groups = __ballot_sync(FULL_WARP, is_group);
        u64 start = 0;
        if (threadIdx.x % WARP == 0 && groups != 0) {
            start = atomicAdd(job.output.groups, static_cast<u64>(__popc(groups)));
        }
        start = __shfl_sync(FULL_WARP, start, 0);
        if (is_group) {
            u64 cells[CELLS];
            for_each<CELLS>([&](auto c) {
                cells[decltype(c)::value] = *global_cell(job, decltype(c)::value, place);
            });
            const u64 row = start + __popc(groups & ((1u << threadIdx.x % WARP) - 1));
            emit_group(job.scan.layout, job.output, row, static_cast<Word>(job.keys[place] - 1), cells);
        }
    }
}

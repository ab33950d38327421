// Groups in the shared memory of each block, where a key's word is its place in the table.
//
// spec.cuh: what scan.cuh, cells.cuh and emit.cuh ask for; THREADS; UNROLL, how many times four rows a thread reads at
//   once; LISTED, how many groups each thread keeps in its registers, or 0; IS_NARROW, whether counts, of which there is nothing
//   else, have 16 bits; IS_SUMMED, whether these are checked at the end instead of emptied; HAS_REST_SLOTS, whether not all slots are in the table of some pass; IN_PASSES.
//
// block_groups: with LISTED, every row is offered to the keys that the sample has seen (sample_keys.cu), so there are no atomics but at
//   the end; other keys go to `cells` at once. Else each block has a table of `slots` groups, in `copies` copies: thread t
//   works on copy t % copies, and the copies of a slot lie side by side, so that with few groups threads meet neither at an
//   address nor in a bank. Rows are taken a grid apart. At the end the copies are added up and merged into `cells`, slots
//   of cell 0 first. Any grid works; a block has to see fewer than 2^32 rows.
//   If the table has not room for all slots, there are several passes over the rows, each for `slots` of `all_slots`; the rows of
//   slots behind the last pass, if there are a few, go to `cells` at once.
//   Counts of 16 bits that no key is likely to pass are added up at the end: one that did has lost 2^16 rows, or all of them but
//   one to its neighbour, so that the sum is less than the rows that the block has counted. Then *full is set, and the
//   result is worth nothing. Else a count of 16 bits is emptied by the thread that makes it HALF. Each thread adds NARROW_ROWS times at most before it waits
//   for the others, so a count cannot pass 2^16 before that is done.
//   shared bytes: 4 * entry_words() * slots * copies, of which slots * copies is even, or 2 * slots if IS_NARROW; with LISTED,
//   8 * CELLS * LISTED * warps
//   A launch takes the rows from `first_row` on, a multiple of 64; several launches, a part of the rows each, add to the same `cells`.
//   global memory: reads each row once; an atomic for each cell of a non-empty slot and block
// emit_table: makes groups of the slots that have rows. Any grid.
//
// Rows whose key lies outside of the layout are counted in *outside, marked (leftover_rows.cu) and left out. Sums of floats depend on timing in their
// last bits. Other races: none.
#include "spec.cuh"

#include "cells.cuh"
#include "emit.cuh"
#include "scan.cuh"
#include "types.cuh"

constexpr u32 HALF = 1u << 15;

// Blocks that are smaller so that rows stay in registers: one of them fills a multiprocessor.
constexpr bool HAS_WIDE_ROWS = LISTED == 0 && THREADS < 1024;
constexpr u32 NARROW_ROWS = 24;
constexpr u32 TILES_A_WAIT = NARROW_ROWS / (ROWS * UNROLL);
static_assert(!IS_NARROW || IS_SUMMED || THREADS * NARROW_ROWS < HALF, "a count may pass 16 bits");

// `sample` and `listed` are of sample_keys.cu.
struct Params {
    Scan scan;
    Output output;
    u64* cells;
    u64* outside;
    u64* watched;
    u64* full;
    const u64* sample;
    const u32* listed;
    u64 first_row;
    u32 slots;
    u32 copies;
    u32 first_slot;
    u32 all_slots;
    u32 takes_rest;
};

constexpr u32 NOWHERE = 0xffffffffu;

__device__ __forceinline__ u64* global_cell(const Params& params, u32 cell, u32 slot) {
    return params.cells + static_cast<u64>(cell) * params.all_slots + slot;
}

// Adds a row to a slot that no table has.
__device__ __forceinline__ void add_to_cells(const Params& params, u32 slot, const Item& item, Watch& watch) {
    add_to_device([&](u32 cell) { return global_cell(params, cell, slot); }, item, watch);
}

__device__ __forceinline__ void flush(const u32* table, const Params& params) {
    const u32 entries = params.slots * params.copies;
    const bool by_warp = params.copies >= WARP;
    const u32 lane = by_warp ? threadIdx.x % WARP : 0;
    const u32 lanes = by_warp ? WARP : 1;
    for (u32 slot = threadIdx.x / lanes; slot < params.slots; slot += THREADS / lanes) {
        for_each<CELLS>([&](auto c) {
            constexpr u32 C = decltype(c)::value;
            Total<C> total;
            for (u32 copy = lane; copy < params.copies; copy += lanes) {
                total.add_entry(table, entries, slot * params.copies + copy);
            }
            if (by_warp) {
                total.add_lanes();
            }
            if (lane == 0) {
                total.merge([&](u32 cell) { return global_cell(params, cell, params.first_slot + slot); });
            }
        });
    }
}

// Whether a row of another pass, or of none, was left out or added elsewhere. `slot` counts from the first of this pass.
__device__ __forceinline__ bool is_elsewhere(const Params& params, u32 slot, const Item& item, Watch& watch) {
    if (!(IN_PASSES || HAS_REST_SLOTS) || slot < params.slots) {
        return false;
    }
    if (HAS_REST_SLOTS && params.takes_rest != 0 && slot + params.first_slot < params.all_slots && slot < (1u << 31)) {
        add_to_cells(params, slot + params.first_slot, item, watch);
    }
    return true;
}

// The tables of this block, in shared memory.
struct BlockTable {
    u32* table;
    u32 slots;
    u32 entries;
    u32 copies;
    u32 copy;

    __device__ BlockTable(u32* shared, const Params& params)
        : table(shared), slots(params.slots), entries(params.slots * params.copies), copies(params.copies),
          copy(threadIdx.x % params.copies) {
        for (u32 i = threadIdx.x; i < entries * entry_words(); i += THREADS) {
            table[i] = 0;
        }
        __syncthreads();
    }

    __device__ __forceinline__ void add(const Params& params, u32 slot, const Item& item, Watch& watch) {
        if (!is_elsewhere(params, slot, item, watch)) {
            add_to_entry(table, entries, slot * copies + copy, item, watch);
        }
    }

    __device__ __forceinline__ void end_tile(u32) {}

    __device__ __forceinline__ void finish(const Params& params) {
        __syncthreads();
        flush(table, params);
    }
};

// Counts of 16 bits, two in a word of shared memory.
struct NarrowCounts {
    u32* table;

    __device__ NarrowCounts(u32* shared, const Params& params) : table(shared) {
        for (u32 i = threadIdx.x; i < params.slots / 2; i += THREADS) {
            table[i] = 0;
        }
        __syncthreads();
    }

    // Adds them to those of all blocks, and gives the sum of those of this thread.
    __device__ __forceinline__ u32 flush(const Params& params) const {
        u32 flushed = 0;
        for (u32 slot = threadIdx.x; slot < params.slots; slot += THREADS) {
            const u32 count = table[slot / 2] >> slot % 2 * 16 & 0xffff;
            flushed += count;
            if (count != 0) {
                atomicAdd(global_cell(params, 0, params.first_slot + slot), static_cast<u64>(count));
            }
        }
        return flushed;
    }
};

// Counts that are moved on when they come to half of what 16 bits hold.
struct NarrowTable : NarrowCounts {
    __device__ NarrowTable(u32* shared, const Params& params) : NarrowCounts(shared, params) {}

    __device__ __forceinline__ void add(const Params& params, u32 slot, const Item& item, Watch& watch) {
        if (is_elsewhere(params, slot, item, watch)) {
            return;
        }
        const u32 shift = slot % 2 * 16;
        const u32 old = atomicAdd(table + slot / 2, 1u << shift);
        if ((old >> shift & 0xffff) == HALF - 1) {
            atomicSub(table + slot / 2, HALF << shift);
            atomicAdd(global_cell(params, 0, params.first_slot + slot), static_cast<u64>(HALF));
        }
    }

    __device__ __forceinline__ void end_tile(u32 tile) {
        if (tile % TILES_A_WAIT == TILES_A_WAIT - 1) {
            __syncthreads();
        }
    }

    __device__ __forceinline__ void finish(const Params& params) {
        __syncthreads();
        flush(params);
    }
};

// The same, but a thread that adds does not wait for what was there before: the counts show at the end whether one did not fit.
struct SummedTable : NarrowCounts {
    u32 added = 0;

    __device__ SummedTable(u32* shared, const Params& params) : NarrowCounts(shared, params) {}

    __device__ __forceinline__ void add(const Params& params, u32 slot, const Item& item, Watch& watch) {
        if (is_elsewhere(params, slot, item, watch)) {
            return;
        }
        added++;
        atomicAdd(table + slot / 2, 1u << slot % 2 * 16);
    }

    __device__ __forceinline__ void end_tile(u32) {}

    __device__ __forceinline__ void finish(const Params& params) {
        __shared__ u32 missing;
        if (threadIdx.x == 0) {
            missing = 0;
        }
        __syncthreads();
        added = __reduce_add_sync(FULL_WARP, added - flush(params));
        if (threadIdx.x % WARP == 0) {
            atomicAdd(&missing, added);
        }
        __syncthreads();
        if (threadIdx.x == 0 && missing != 0) {
            *params.full = 1;
        }
    }
};

constexpr u32 NAMES = LISTED == 0 ? 1 : LISTED;

// Cells C and following of all listed groups, in registers.
template <u32 C> struct Registers {
    typedef typename Kept<C>::type Type;
    Type at[NAMES];
    Registers<C + 1> next;

    __device__ __forceinline__ void clear() {
#pragma unroll
        for (u32 s = 0; s < NAMES; s++) {
            at[s] = 0;
        }
        next.clear();
    }

    __device__ __forceinline__ void add(u32 slot, const Item& item, Watch& watch) {
        if (Cell<C>::takes(item)) {
            const Type more = kept<C>(item, watch);
#pragma unroll
            for (u32 s = 0; s < NAMES; s++) {
                if (slot == s) {
                    at[s] = together<C>(at[s], more);
                }
            }
        }
        next.add(slot, item, watch);
    }

    // Adds the warp's cells up and writes them where the block collects them.
    __device__ __forceinline__ void store(u64* warp_cells) const {
#pragma unroll
        for (u32 s = 0; s < NAMES; s++) {
            u64 bits = bits_of<C>(at[s]);
            for (u32 distance = WARP / 2; distance > 0; distance /= 2) {
                bits = combine_cells<C>(bits, __shfl_down_sync(FULL_WARP, bits, distance));
            }
            if (threadIdx.x % WARP == 0) {
                warp_cells[C * NAMES + s] = bits;
            }
        }
        next.store(warp_cells);
    }
};

template <> struct Registers<CELLS> {
    __device__ __forceinline__ void clear() {}
    __device__ __forceinline__ void add(u32, const Item&, Watch&) {}
    __device__ __forceinline__ void store(u64*) const {}
};

// The table of this thread.
struct ThreadTable {
    u64* shared;
    u32 names[NAMES];
    Registers<0> registers;

    __device__ ThreadTable(u32* shared, const Params& params) : shared(reinterpret_cast<u64*>(shared)) {
        registers.clear();
#pragma unroll
        for (u32 s = 0; s < NAMES; s++) {
            const u32 row = static_cast<u32>(params.sample[2ULL * params.listed[s] + 1] >> 32);
            Rows rows;
            read_words(params.scan, row & ~(ROWS - 1), rows);
            names[s] = rows.taken >> row % ROWS & 1 ? static_cast<u32>(word_at(rows, row)) : NOWHERE;
        }
    }

    __device__ __forceinline__ void add(const Params& params, u32 slot, const Item& item, Watch& watch) {
        u32 at = NOWHERE;
#pragma unroll
        for (u32 s = 0; s < NAMES; s++) {
            at = names[s] == slot ? s : at;
        }
        if (at == NOWHERE) {
            add_to_cells(params, slot, item, watch);
        } else {
            registers.add(at, item, watch);
        }
    }

    __device__ __forceinline__ void end_tile(u32) {}

    __device__ __forceinline__ void finish(const Params& params) {
        registers.store(shared + threadIdx.x / WARP * (CELLS * NAMES));
        __syncthreads();
        for_each<CELLS>([&](auto c) {
            constexpr u32 C = decltype(c)::value;
#pragma unroll
            for (u32 s = 0; s < NAMES; s++) {
                if (threadIdx.x == s && names[s] != NOWHERE) {
                    u64 bits = 0;
                    for (u32 warp = 0; warp < THREADS / WARP; warp++) {
                        bits = combine_cells<C>(bits, shared[(warp * CELLS + C) * NAMES + s]);
                    }
                    merge_cell<C>(global_cell(params, C, names[s]), bits);
                }
            }
        });
    }
};

template <bool, bool> struct TableKind { typedef BlockTable type; };
template <bool NARROW> struct TableKind<true, NARROW> { typedef ThreadTable type; };
template <> struct TableKind<false, true> {
    template <bool, bool> struct Counts { typedef NarrowTable type; };
    template <bool ANY> struct Counts<true, ANY> { typedef SummedTable type; };
    typedef typename Counts<IS_SUMMED, true>::type type;
};

extern "C" __global__ void __launch_bounds__(THREADS, HAS_WIDE_ROWS ? 1 : LEAST_BLOCKS) block_groups(const __grid_constant__ Params params) {
    extern __shared__ __align__(16) u32 shared[];
    typename TableKind<(LISTED > 0), IS_NARROW>::type table(shared, params);
    Watch watch;
    u32 outside = 0;
    const u32 first_slot = IN_PASSES ? params.first_slot : 0;
    const u64 tile_rows = static_cast<u64>(THREADS) * ROWS * UNROLL;
    u32 tiles = 0;
    for (u64 tile = params.first_row + blockIdx.x * tile_rows; tile < params.scan.rows; tile += gridDim.x * tile_rows) {
        Rows rows[UNROLL];
#pragma unroll
        for (u32 u = 0; u < UNROLL; u++) {
            read_rows(params.scan, tile + (static_cast<u64>(u) * THREADS + threadIdx.x) * ROWS, rows[u]);
        }
#pragma unroll
        for (u32 u = 0; u < UNROLL; u++) {
            if (rows[u].taken == ALL_ROWS) {
#pragma unroll
                for (u32 i = 0; i < ROWS; i++) {
                    table.add(params, static_cast<u32>(rows[u].word[i]) - first_slot, rows[u].item[i], watch);
                }
                continue;
            }
            if (rows[u].outside != 0 && first_slot == 0) {
                outside += __popc(rows[u].outside);
                mark_leftover(params.scan, tile + (static_cast<u64>(u) * THREADS + threadIdx.x) * ROWS);
            }
#pragma unroll
            for (u32 i = 0; i < ROWS; i++) {
                if (rows[u].taken >> i & 1) {
                    table.add(params, static_cast<u32>(rows[u].word[i]) - first_slot, rows[u].item[i], watch);
                }
            }
        }
        __syncwarp(); // or lanes that raised an extreme would go on by themselves
        table.end_tile(tiles++);
    }
    if (outside != 0) {
        atomicAdd(params.outside, static_cast<u64>(outside));
    }
    report(watch, params.watched);
    table.finish(params);
}

extern "C" __global__ void __launch_bounds__(THREADS) emit_table(const __grid_constant__ Params params) {
    for (u32 first = blockIdx.x * THREADS; first < params.all_slots; first += gridDim.x * THREADS) {
        const u32 slot = first + threadIdx.x;
        const bool is_group = slot < params.all_slots && params.cells[slot] != 0;
        const u32 groups = __ballot_sync(FULL_WARP, is_group);
        u64 start = 0;
        if (threadIdx.x % WARP == 0 && groups != 0) {
            start = atomicAdd(params.output.groups, static_cast<u64>(__popc(groups)));
        }
        start = __shfl_sync(FULL_WARP, start, 0);
        if (is_group) {
            u64 cells[CELLS];
            for_each<CELLS>([&](auto c) {
                cells[decltype(c)::value] = params.cells[static_cast<u64>(decltype(c)::value) * params.all_slots + slot];
            });
            const u64 row = start + __popc(groups & ((1u << threadIdx.x % WARP) - 1));
            emit_group(params.scan.layout, params.output, row, static_cast<Word>(slot), cells);
        }
    }
    finish_query(params.output);
}

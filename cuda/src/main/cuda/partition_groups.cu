// Groups of one partition after the other, each in the shared memory of a block.
//
// spec.cuh: what split.cuh, cells.cuh and emit.cuh ask for; PAYLOADS, Payload<P> (Type, `set(item, value)`); THREADS; UNROLL, how
//   many rows a thread reads at once; IN_PIECES, whether partitions of many rows are taken in pieces, which list_pieces.cu has listed.
//
// partition_groups: blocks take partitions from a counter. The table has split.slots slots: a rest is its place if IS_DIRECT, else
//   places are found by open addressing, and a partition whose groups do not fit is taken in 2, 4, 8 ... rounds,
//   each for the keys with one value of some further bits. Any grid.
//   A block adds the groups of a piece to a table in device memory, and the last one writes the groups of that; *full is not 0
//   if they do not fit it.
//   shared bytes: slots * (4 * entry_words() + (IS_DIRECT ? 0 : sizeof(Rest))), slots is even
//   global memory: reads each row once a round, writes each group once; an atomic a round
//
// The order of groups and the last bits of sums of floats depend on timing. Other races: none.
#include "spec.cuh"

#include "cells.cuh"
#include "emit.cuh"
#include "pieces.cuh"
#include "probe.cuh"
#include "scan.cuh"
#include "split.cuh"
#include "types.cuh"

struct Params {
    Layout layout;
    Output output;
    Split split;
    u32 partitions;
    const u32* counts;
    const u32* starts;
    const Rest* rests;
    void* payload[PAYLOADS == 0 ? 1 : PAYLOADS];
    u32* next;
    u64* watched;
    u64* full;
    Pieces pieces;
};

__device__ __forceinline__ Item load_item(const Params& params, u64 at) {
    Item item;
    for_each<PAYLOADS>([&](auto p) {
        typedef Payload<decltype(p)::value> Column;
        Column::set(item, load_value(static_cast<const typename Column::Type*>(params.payload[decltype(p)::value]) + at));
    });
    return item;
}

// The table of a block.
struct OfBlock {
    const Rest* keys;
    const u32* table;
    u32 slots;

    __device__ __forceinline__ bool has(u32 slot) const { return (table + plane<0>() * slots)[slot] != 0; }

    __device__ __forceinline__ Rest rest(u32 slot) const {
        return IS_DIRECT ? static_cast<Rest>(slot) : static_cast<Rest>(keys[slot] - 1);
    }

    template <u32 C> __device__ __forceinline__ u64 cell(u32 slot) const { return read_cell<C>(table, slots, slot); }
};

// One in device memory, which other blocks have written.
struct OfPieces {
    u64* keys;
    u64* cells;
    u32 slots;

    __device__ __forceinline__ OfPieces(const Pieces& pieces, u32 table)
        : keys(pieces.keys + static_cast<u64>(table) * pieces.slots),
          cells(pieces.cells + static_cast<u64>(table) * CELLS * pieces.slots), slots(pieces.slots) {}

    __device__ __forceinline__ bool has(u32 slot) const { return __ldcg(cells + slot) != 0; }

    __device__ __forceinline__ Rest rest(u32 slot) const {
        return IS_DIRECT ? static_cast<Rest>(slot) : static_cast<Rest>(__ldcg(keys + slot) - 1);
    }

    template <u32 C> __device__ __forceinline__ u64 cell(u32 slot) const {
        return __ldcg(cells + static_cast<u64>(C) * slots + slot);
    }

    // The slot of a rest, which is put there if it is new; NO_ENTRY if the table is too full.
    __device__ __forceinline__ u32 find(Rest rest) const {
        if constexpr (IS_DIRECT) {
            return static_cast<u32>(rest);
        } else {
            const u64 mark = static_cast<u64>(rest) + 1;
            u32 slot = __umulhi(hash_of(rest), slots);
            for (u32 probe = 0; probe < LONGEST_PROBE; probe++) {
                const u64 found = atomicCAS(keys + slot, 0ULL, mark);
                if (found == mark || found == 0) {
                    return slot;
                }
                slot = slot + 1 == slots ? 0 : slot + 1;
            }
            return NO_ENTRY;
        }
    }
};

// Gives each group of a table a row of the result, in the order of slots within a warp.
template <typename Table> __device__ __forceinline__ void emit_slots(const Params& params, u32 partition, const Table& table) {
    __shared__ u32 of_warp[THREADS / WARP];
    __shared__ u64 first_row;
    const u32 warp = threadIdx.x / WARP;
    const u32 lane = threadIdx.x % WARP;
    const u32 share = (table.slots / WARP + THREADS / WARP) / (THREADS / WARP) * WARP;
    const u32 begin = warp * share;
    const u32 end = min(begin + share, table.slots);
    u32 groups = 0;
    for (u32 slot = begin + lane; slot < end; slot += WARP) {
        groups += table.has(slot);
    }
    groups = __reduce_add_sync(FULL_WARP, groups);
    if (lane == 0) {
        of_warp[warp] = groups;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        u32 sum = 0;
        for (u32 w = 0; w < THREADS / WARP; w++) {
            const u32 mine = of_warp[w];
            of_warp[w] = sum;
            sum += mine;
        }
        first_row = atomicAdd(params.output.groups, static_cast<u64>(sum));
    }
    __syncthreads();
    u64 row = first_row + of_warp[warp];
    for (u32 base = begin; base < end; base += WARP) {
        const u32 slot = base + lane;
        const bool is_group = slot < end && table.has(slot);
        const u32 all = __ballot_sync(FULL_WARP, is_group);
        if (is_group) {
            u64 cells[CELLS];
            for_each<CELLS>([&](auto c) {
                cells[decltype(c)::value] = table.template cell<decltype(c)::value>(slot);
            });
            emit_group(params.layout, params.output, row + __popc(all & ((1u << lane) - 1)),
                       word_from(partition, table.rest(slot), params.split), cells);
        }
        row += __popc(all);
    }
}

// Adds the groups of a block's table to those of the other pieces.
__device__ __forceinline__ void add_slots(const Params& params, const OfBlock& mine, const OfPieces& all) {
    for (u32 slot = threadIdx.x; slot < mine.slots; slot += THREADS) {
        if (mine.has(slot)) {
            const u32 place = all.find(mine.rest(slot));
            if (place == NO_ENTRY) {
                *params.full = 1;
                continue;
            }
            for_each<CELLS>([&](auto c) {
                Total<decltype(c)::value> total;
                total.add_entry(mine.table, mine.slots, slot);
                total.merge([&](u32 cell) { return all.cells + static_cast<u64>(cell) * all.slots + place; });
            });
        }
    }
}

// Whether all pieces with a table are done; the same for all threads of the block, which has done one.
__device__ __forceinline__ bool are_done(u32* pending) {
    __shared__ bool is_last;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        is_last = atomicSub(pending, 1u) == 1;
    }
    __syncthreads();
    __threadfence();
    return is_last;
}

// Takes the next piece, if there is one.
__device__ __forceinline__ bool take(const Params& params, Piece& piece) {
    const u32 number = atomicAdd(params.next, 1u);
    if (number >= (IN_PIECES ? params.pieces.counts[0] : params.partitions)) {
        return false;
    }
    if constexpr (IN_PIECES) {
        piece = params.pieces.list[number];
    } else {
        piece = {number, 0, params.counts[number], WHOLE};
    }
    return true;
}

extern "C" __global__ void __launch_bounds__(THREADS, IS_DIRECT && PAYLOADS == 0 ? 2048 / THREADS : 1) partition_groups(const __grid_constant__ Params params) {
    extern __shared__ __align__(16) u32 table[];
    __shared__ Piece mine; // not in registers, of which two blocks have few
    __shared__ bool is_taken;
    __shared__ bool is_full;
    const u32 slots = params.split.slots;
    Rest* keys = reinterpret_cast<Rest*>(table + entry_words() * slots);
    const u32 words = entry_words() * slots + (IS_DIRECT ? 0 : slots * static_cast<u32>(sizeof(Rest)) / 4);
    Watch watch;
    for (;;) {
        if (threadIdx.x == 0) {
            is_taken = take(params, mine);
        }
        __syncthreads();
        if (!is_taken) {
            break;
        }
        const u32 rows = mine.rows;
        const u64 start = static_cast<u64>(params.starts[mine.partition]) + mine.first;
        u32 rounds_bits = 0;
        for (u32 round = 0; round >> rounds_bits == 0 && rows != 0; round++) {
            __syncthreads();
            for (u32 i = threadIdx.x; i < words; i += THREADS) {
                table[i] = 0;
            }
            is_full = false;
            [[maybe_unused]] u32 frequent = NO_ENTRY;
            __syncthreads();
            for (u32 tile = 0; tile < rows; tile += THREADS * UNROLL) {
                Rest rests[UNROLL];
                Item items[UNROLL];
                load_tile(tile, rows, [&](u32 u, u32 row) {
                    rests[u] = __ldcs(params.rests + start + row);
                    items[u] = load_item(params, start + row);
                });
#pragma unroll
                for (u32 u = 0; u < UNROLL; u++) {
                    u32 slot = NO_ENTRY;
                    if (tile + u * THREADS + threadIdx.x < rows) {
                        if constexpr (IS_DIRECT) {
                            slot = static_cast<u32>(rests[u]);
                        } else {
                            const u32 hash = hash_of(rests[u]);
                            if (is_of_round(hash, round, rounds_bits)) {
                                bool is_new;
                                slot = find(keys, slots, rests[u], hash, is_new);
                                if (slot == NO_ENTRY) {
                                    is_full = true;
                                }
                            }
                        }
                    }
                    if constexpr (sums_floats()) {
                        add_to_entries(table, slots, slot, items[u], frequent, watch);
                    } else if (slot != NO_ENTRY) {
                        add_to_entry(table, slots, slot, items[u], watch);
                    }
                }
                if constexpr (IS_DIRECT) {
                    __syncwarp(); // or lanes that raised an extreme would go on by themselves
                } else if (__any_sync(FULL_WARP, *static_cast<volatile bool*>(&is_full))) {
                    break;
                }
            }
            __syncthreads();
            if (!IS_DIRECT && is_full) {
                rounds_bits++;
                round = round * 2 - 1;
                continue;
            }
            const OfBlock groups{keys, table, slots};
            if constexpr (IN_PIECES) {
                if (mine.table != WHOLE) {
                    add_slots(params, groups, OfPieces(params.pieces, mine.table));
                    continue;
                }
            }
            emit_slots(params, mine.partition, groups);
        }
        if constexpr (IN_PIECES) {
            if (mine.table != WHOLE && are_done(params.pieces.pending + mine.table)) {
                emit_slots(params, mine.partition, OfPieces(params.pieces, mine.table));
            }
        }
        __syncthreads();
    }
    report(watch, params.watched);
    finish_query(params.output);
}

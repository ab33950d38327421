// Brings rows of the same partition together: the rest of each row's key, and the values that are aggregated.
//
// spec.cuh: what scan.cuh, split.cuh and move.cuh ask for; COUNT_UNROLL, how many times four rows a thread counts at once; BLOCKS,
//   how many blocks of partition_rows a multiprocessor is to have room for.
//
// count_partitions: counts the rows of each partition of `fine`. The last block turns the counts into starts, each a multiple of
//   ALIGNMENT rows: `starts` and, to be moved by what comes next, `cursors`; and of each 2^coarse_bits partitions the first
//   start is a cursor of `coarse_cursors`. Any grid.
//   shared bytes: 4 * partitions; global memory: reads the keys; an atomic for each partition and block
// partition_rows: splits rows by `split` and takes places from `move_cursors`: in one step by the partitions themselves, or in
//   the first of two steps (partition_again.cu) by groups of 2^coarse_bits of them. Any grid; blocks take tiles of
//   THREADS * 4 * GROUPS rows in turns. In each: the rows of a partition are counted, which gives every row its rank;
//   places for them are taken from the partition's cursor; the rows follow.
//   shared bytes: 8 * partitions + (IS_STAGED ? tile * (2 + bytes of rest and payload) : 0); BY_COLUMN, 8 * partitions + tile *
//   (4 + bytes of the widest column, to which a rest of at most 2 does not count)
//   global memory: reads each row once, by column a value that is computed from several columns again for each, writes rest and
//   payload once; an atomic for each partition and tile
//
// Rows whose key lies outside of the layout are counted in *outside, marked (leftover_rows.cu) and left out. The order of rows
// within a partition depends on timing. Other races: none.
#include "spec.cuh"

#include "emit.cuh"
#include "move.cuh"
#include "scan.cuh"
#include "split.cuh"
#include "types.cuh"

constexpr u32 ALIGNMENT = 16;

// counts and cursors have a number for each partition; counts[partitions] counts the blocks that are done. `summary` gets the rows
// of the largest partition.
struct Params {
    Scan scan;
    Split fine;
    Split split;
    u32 partitions;
    u32 coarse_bits;
    u32 move_partitions;
    u32* counts;
    u32* starts;
    u32* cursors;
    u32* coarse_cursors;
    u32* move_cursors;
    Moved moved;
    u64* outside;
    u64* summary;
};

// Starts from counts, by one block.
__device__ void set_starts(const Params& params) {
    const u32 each = (params.partitions + THREADS - 1) / THREADS;
    const u32 first = threadIdx.x * each;
    const u32 coarse_mask = (1u << params.coarse_bits) - 1;
    u32 rows = 0;
    u32 most = 0;
    for (u32 p = first; p < first + each && p < params.partitions; p++) {
        const u32 count = __ldcg(params.counts + p);
        rows += (count + ALIGNMENT - 1) & ~(ALIGNMENT - 1);
        most = max(most, count);
    }
    u32 total;
    u32 start = sum_before(rows, total);
    for (u32 p = first; p < first + each && p < params.partitions; p++) {
        params.starts[p] = start;
        params.cursors[p] = start;
        if ((p & coarse_mask) == 0) {
            params.coarse_cursors[p >> params.coarse_bits] = start;
        }
        start += (__ldcg(params.counts + p) + ALIGNMENT - 1) & ~(ALIGNMENT - 1);
    }
    most = __reduce_max_sync(FULL_WARP, most);
    if (threadIdx.x % WARP == 0) {
        atomicMax(params.summary, static_cast<u64>(most));
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) count_partitions(const __grid_constant__ Params params) {
    extern __shared__ __align__(16) u32 counts[];
    for (u32 i = threadIdx.x; i < params.partitions; i += THREADS) {
        counts[i] = 0;
    }
    __syncthreads();
    u32 outside = 0;
    const u64 tile_rows = static_cast<u64>(THREADS) * ROWS * COUNT_UNROLL;
    for (u64 tile = blockIdx.x * tile_rows; tile < params.scan.rows; tile += gridDim.x * tile_rows) {
        Rows rows[COUNT_UNROLL];
        u32 leftovers = 0;
#pragma unroll
        for (u32 u = 0; u < COUNT_UNROLL; u++) {
            read_words(params.scan, tile + (static_cast<u64>(u) * THREADS + threadIdx.x) * ROWS, rows[u]);
        }
#pragma unroll
        for (u32 u = 0; u < COUNT_UNROLL; u++) {
            outside += __popc(rows[u].outside);
            leftovers |= rows[u].outside;
#pragma unroll
            for (u32 i = 0; i < ROWS; i++) {
                Rest rest;
                if (rows[u].taken >> i & 1) {
                    atomicAdd(counts + partition_of(rows[u].word[i], params.fine, rest), 1u);
                }
            }
        }
        if (leftovers != 0) { // all segments of the tile, which takes no registers
            for (u64 row = tile; row < min(tile + tile_rows, params.scan.rows); row += LEFTOVER_SEGMENT) {
                mark_leftover(params.scan, row);
            }
        }
    }
    if (outside != 0) {
        atomicAdd(params.outside, static_cast<u64>(outside));
    }
    __syncthreads();
    for (u32 i = threadIdx.x; i < params.partitions; i += THREADS) {
        if (counts[i] != 0) {
            atomicAdd(params.counts + i, counts[i]);
        }
    }
    __shared__ bool is_last;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        is_last = atomicAdd(params.counts + params.partitions, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last) {
        __threadfence();
        set_starts(params);
    }
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) partition_rows(const __grid_constant__ Params params) {
    extern __shared__ __align__(16) u8 shared[];
    MoveRoom room(shared, params.move_partitions);
    for (u64 tile = static_cast<u64>(blockIdx.x) * TILE; tile < params.scan.rows; tile += static_cast<u64>(gridDim.x) * TILE) {
        room.clear(params.move_partitions);
        Moving moving = {};
#pragma unroll
        for (u32 g = 0; g < GROUPS; g++) {
            Rows rows;
            const u64 first = tile + (static_cast<u64>(g) * THREADS + threadIdx.x) * ROWS;
            if constexpr (BY_COLUMN) {
                read_words(params.scan, first, rows);
            } else {
                read_rows(params.scan, first, rows);
            }
#pragma unroll
            for (u32 i = 0; i < ROWS; i++) {
                u32 place = NOWHERE;
                if (rows.taken >> i & 1) {
                    const u32 partition = partition_of(rows.word[i], params.split, moving.rests[g * ROWS + i]);
                    place = partition << 16 | atomicAdd(room.counts + partition, 1u);
                }
                moving.where[g * ROWS + i] = place;
                if constexpr (!BY_COLUMN) {
                    moving.items[g * ROWS + i] = rows.item[i];
                }
            }
        }
        if constexpr (BY_COLUMN) {
            const auto fetch = [&](auto p, auto& values) {
#pragma unroll
                for (u32 g = 0; g < GROUPS; g++) {
                    Rows rows = {};
                    read_items<decltype(p)::value>(params.scan, tile + (static_cast<u64>(g) * THREADS + threadIdx.x) * ROWS, rows);
#pragma unroll
                    for (u32 i = 0; i < ROWS; i++) {
                        values[g * ROWS + i] = Payload<decltype(p)::value>::get(rows.item[i]);
                    }
                }
            };
            move_columns(room, params.move_partitions, params.move_cursors, moving, params.moved, fetch);
        } else {
            move_tile(room, params.move_partitions, params.move_cursors, moving, params.moved);
        }
    }
}

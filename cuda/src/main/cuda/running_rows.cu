// What marked rows come to so far, for each row, of all rows or of the run that the row is in; and the numbers of the rows that are kept.
//
// spec.cuh: KIND, see below; THREADS.
//
// | KIND | | of |
// |---|---|---|
// | KEPT | the numbers of rows | a column of bools |
// | LATEST | the number of the last row that is marked, NONE without one | marks |
// | COUNTS | how many rows are marked | marks |
//
// A tile is THREADS * ROWS rows, ROWS that lie together of each thread of a block; they pass through shared memory, so that memory is read and
// written in stretches. Marks are bytes, of which `mask` counts. A row whose byte in `runs` has bit 0 begins a run: what was before does not
// count. `reversed` begins with the last row; of LATEST alone.
// run_tiles: a block a tile; tiles[block] is what the tile comes to.
// run_starts: one block; tiles[block] becomes what all tiles before come to. Of rows that are kept, their number goes to the host.
// running_rows: a block a tile; a result for each row.
// kept_rows: a block a tile; `to` gets the numbers of the rows that are kept, 32 bits, in order.
// Global memory: reads the column twice, coalesced, and writes each result once. No races.
#include "columns.cuh"
#include "rows.cuh"
#include "signal.cuh"
#include "spec.cuh"

constexpr u32 KEPT = 0;
constexpr u32 LATEST = 1;
constexpr u32 COUNTS = 2;

// What some rows come to: `has` values, in the rows from the one on that begins a run if `fresh`.
struct Run {
    u32 value;
    u32 has;
    u32 fresh;
};

struct Params {
    u64 count;
    InputColumn input;
    Run* tiles;
    u32* to;
    u64* kept;
    u64* done;
    u64* host;
    const u8* runs;
    u64 mask;
    u64 reversed;
};

__device__ __forceinline__ Run nothing() { return Run{0, 0, 0}; }

__device__ __forceinline__ Run both(const Run& a, const Run& b) {
    if (b.fresh != 0) {
        return b;
    }
    if constexpr (KIND == LATEST) {
        return Run{b.has == 0 ? a.value : b.value, a.has + b.has, a.fresh};
    } else {
        return Run{a.value + b.value, a.has + b.has, a.fresh};
    }
}

// The row that a thread has: of the last one on, if rows are reversed.
__device__ __forceinline__ u64 place_of(const Params& params, u64 thread) {
    return params.reversed != 0 ? params.count - 1 - thread : thread;
}

__device__ __forceinline__ Run run_of(const Params& params, u64 thread) {
    if (thread >= params.count) {
        return nothing();
    }
    const u64 row = place_of(params, thread);
    const u32 fresh = params.runs != nullptr ? params.runs[row] & 1u : 0u;
    if constexpr (KIND == KEPT) {
        return Run{is_true(read<bool>(params.input, row)) ? 1u : 0u, 1, 0};
    } else {
        const u32 marked = (static_cast<const u8*>(params.input.data)[row] & params.mask) != 0 ? 1u : 0u;
        return KIND == COUNTS ? Run{marked, 1, fresh} : Run{static_cast<u32>(row), marked, fresh};
    }
}

__device__ __forceinline__ u32 result_of(const Run& run) { return KIND == LATEST && run.has == 0 ? NONE : run.value; }

__device__ __forceinline__ Run of_lane_below(const Run& run, u32 distance) {
    return Run{__shfl_up_sync(FULL_WARP, run.value, distance), __shfl_up_sync(FULL_WARP, run.has, distance),
               __shfl_up_sync(FULL_WARP, run.fresh, distance)};
}

constexpr u32 WARPS = THREADS / WARP;

// What the threads before this one come to; `total` gets what all of them come to.
__device__ __forceinline__ Run before(const Run& mine, Run& total) {
    __shared__ Run of_warp[WARPS];
    const u32 lane = threadIdx.x % WARP;
    Run so_far = mine;
    for (u32 distance = 1; distance < WARP; distance *= 2) {
        const Run below = of_lane_below(so_far, distance);
        so_far = lane >= distance ? both(below, so_far) : so_far;
    }
    const Run below = of_lane_below(so_far, 1);
    __syncthreads(); // of an earlier call, all have read
    if (lane == WARP - 1) {
        of_warp[threadIdx.x / WARP] = so_far;
    }
    __syncthreads();
    Run left = nothing();
    total = nothing();
    for (u32 warp = 0; warp < WARPS; warp++) {
        left = warp == threadIdx.x / WARP ? total : left;
        total = both(total, of_warp[warp]);
    }
    return lane == 0 ? left : both(left, below);
}

// Rows of a thread.
constexpr u32 ROWS = 8;
constexpr u32 TILE = THREADS * ROWS;

// The rows of a tile: values, and a byte each, of which bit 0 says whether there is one and bit 1 whether a run begins. Between the values of two threads
// one is free, so that threads hit different banks.
struct Tile {
    u32 values[TILE + THREADS];
    __align__(8) u8 flags[TILE];
};

__device__ __forceinline__ u32 slot_of(u32 row) { return row + row / ROWS; }

__device__ __forceinline__ u64 first_row() { return thread_number() * ROWS; }

__device__ __forceinline__ void load(const Params& params, Tile& tile) {
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        const u32 row = r * THREADS + threadIdx.x;
        const Run run = run_of(params, static_cast<u64>(blockIdx.x) * TILE + row);
        tile.values[slot_of(row)] = run.value;
        tile.flags[row] = static_cast<u8>(run.has | run.fresh << 1);
    }
    __syncthreads();
}

// A row of this thread.
__device__ __forceinline__ Run run_at(const Tile& tile, u32 r) {
    const u32 row = threadIdx.x * ROWS + r;
    const u32 flags = tile.flags[row];
    return Run{tile.values[slot_of(row)], flags & 1, flags >> 1};
}

// What the rows of a thread come to.
__device__ __forceinline__ Run run_of_thread(const Tile& tile) {
    Run all = run_at(tile, 0);
    for (u32 r = 1; r < ROWS; r++) {
        all = both(all, run_at(tile, r));
    }
    return all;
}

extern "C" __global__ void __launch_bounds__(THREADS) run_tiles(const __grid_constant__ Params params) {
    __shared__ Tile tile;
    load(params, tile);
    Run total;
    before(run_of_thread(tile), total);
    if (threadIdx.x == 0) {
        params.tiles[blockIdx.x] = total;
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) run_starts(const __grid_constant__ Params params) {
    const u64 tiles = (params.count + TILE - 1) / TILE;
    const u64 share = (tiles + THREADS - 1) / THREADS;
    const u64 first = threadIdx.x * share;
    const u64 end = first + share < tiles ? first + share : tiles;
    Run mine = nothing();
#pragma unroll 4
    for (u64 tile = first; tile < end; tile++) {
        mine = both(mine, params.tiles[tile]);
    }
    Run total;
    Run so_far = before(mine, total);
#pragma unroll 4
    for (u64 tile = first; tile < end; tile++) {
        const Run next = params.tiles[tile];
        params.tiles[tile] = so_far;
        so_far = both(so_far, next);
    }
    if constexpr (KIND == KEPT) {
        if (threadIdx.x == 0) {
            *params.kept = total.value;
        }
        raise_signal(params.done, params.kept, 1, params.host);
    }
}

// Blocks of `running_rows` that a multiprocessor is to have at once: more leave too few registers.
constexpr u32 BLOCKS = 4;

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) running_rows(const __grid_constant__ Params params) {
    __shared__ Tile tile;
    load(params, tile);
    Run total;
    const Run left = before(run_of_thread(tile), total);
    Run so_far = both(params.tiles[blockIdx.x], left);
#pragma unroll 2
    for (u32 r = 0; r < ROWS; r++) {
        so_far = both(so_far, run_at(tile, r));
        tile.values[slot_of(threadIdx.x * ROWS + r)] = result_of(so_far);
    }
    __syncthreads();
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        const u32 at = r * THREADS + threadIdx.x;
        const u64 row = static_cast<u64>(blockIdx.x) * TILE + at;
        if (row < params.count) {
            params.to[place_of(params, row)] = tile.values[slot_of(at)];
        }
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) kept_rows(const __grid_constant__ Params params) {
    __shared__ Tile tile;
    load(params, tile);
    Run total;
    const Run left = before(run_of_thread(tile), total);
    u32 place = both(params.tiles[blockIdx.x], left).value;
    for (u32 r = 0; r < ROWS; r++) {
        if (run_at(tile, r).value != 0) {
            params.to[place++] = static_cast<u32>(first_row() + r);
        }
    }
}

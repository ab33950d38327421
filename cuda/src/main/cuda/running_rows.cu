// What the rows so far come to, for each row, of all rows or of the run that the row is in; and the numbers of the rows that are kept.
//
// spec.cuh: KIND, see below; Value, the type of the column; Total, the type in which values are put together; Result, that of the
//   results; THREADS.
//
// | KIND | | of |
// |---|---|---|
// | SUMS, LEAST, GREATEST, MEANS, PRODUCTS | of the values so far | a column |
// | KEPT | the numbers of rows | a column of bools |
// | LATEST | the number of the last row that is marked, NONE without one | marks |
// | COUNTS | how many rows are marked | marks |
//
// A tile is THREADS * ROWS rows, ROWS that lie together of each thread of a block; they pass through shared memory, so that memory is read and
// written in stretches. Nulls add nothing; a row before which no value comes is null. Marks are bytes, of
// which `mask` counts. A row whose byte in `runs` has bit 0 begins a run: what was before does not count. `reversed` begins with the last
// row; of LATEST alone, since validity is written in the order of rows.
// run_tiles: a block a tile; tiles[block] is what the tile comes to.
// run_starts: one block; tiles[block] becomes what all tiles before come to. Of rows that are kept, their number goes to the host.
// running_rows: a block a tile; a result for each row, and its validity, bits behind the last one of a word being 0. *fault becomes
//   1 if a sum does not fit; the last block writes it to the host.
// kept_rows: a block a tile; `to` gets the numbers of the rows that are kept, 32 bits, in order.
// Global memory: reads the column twice, coalesced, and writes each result once. No races.
#include "columns.cuh"
#include "order.cuh"
#include "rows.cuh"
#include "signal.cuh"
#include "spec.cuh"

constexpr u32 SUMS = 0;
constexpr u32 LEAST = 1;
constexpr u32 GREATEST = 2;
constexpr u32 KEPT = 3;
constexpr u32 LATEST = 4;
constexpr u32 COUNTS = 5;
constexpr u32 MEANS = 6;
constexpr u32 PRODUCTS = 7;
constexpr bool OF_MARKS = KIND == LATEST || KIND == COUNTS;

// What some rows come to: `has` values, in the rows from the one on that begins a run if `fresh`.
struct Run {
    Total value;
    u32 has;
    u32 fresh;
};

struct Job {
    u64 count;
    InputColumn input;
    Run* tiles;
    void* to;
    u32* to_validity;
    u64* fault;
    u64* done;
    u64* host;
    const u8* runs;
    u64 mask;
    u64 reversed;
};

__device__ __forceinline__ Run nothing() { return Run{static_cast<Total>(0), 0, 0}; }

__device__ __forceinline__ Total together(const Total& a, const Total& b) {
    if constexpr (KIND == LEAST) {
        return is_before(b, a) ? b : a;
    } else if constexpr (KIND == GREATEST) {
        return is_before(a, b) ? b : a;
    } else if constexpr (KIND == LATEST) {
        return b;
    } else if constexpr (KIND == PRODUCTS) {
        return static_cast<Total>(a * b);
    } else {
        return static_cast<Total>(a + b);
    }
}

__device__ __forceinline__ Run both(const Run& a, const Run& b) {
    if (b.fresh != 0) {
        return b;
    }
    if (a.has == 0 || b.has == 0) {
        return Run{a.has == 0 ? b.value : a.value, a.has + b.has, a.fresh};
    }
    return Run{together(a.value, b.value), a.has + b.has, a.fresh};
}

// The row that a thread has: of the last one on, if rows are reversed.
__device__ __forceinline__ u64 place_of(const Job& job, u64 thread) {
    return job.reversed != 0 ? job.count - 1 - thread : thread;
}

__device__ __forceinline__ Run run_of(const Job& job, u64 thread) {
    if (thread >= job.count) {
        return nothing();
    }
    const u64 row = place_of(job, thread);
    const u32 fresh = job.runs != nullptr ? job.runs[row] & 1u : 0u;
    if constexpr (OF_MARKS) {
        const u32 marked = (static_cast<const u8*>(job.input.data)[row] & job.mask) != 0 ? 1u : 0u;
        return KIND == COUNTS ? Run{static_cast<Total>(marked), 1, fresh} : Run{static_cast<Total>(row), marked, fresh};
    } else if constexpr (KIND == KEPT) {
        return Run{static_cast<Total>(is_true(read<bool>(job.input, row)) ? 1 : 0), 1, 0};
    } else {
        const Maybe<Value> value = read<Value>(job.input, row);
        return Run{static_cast<Total>(value.value), value.valid ? 1u : 0u, fresh};
    }
}

__device__ __forceinline__ Result result_of(const Run& run) {
    if constexpr (KIND == MEANS) {
        return static_cast<Result>(run.value) / static_cast<Result>(run.has);
    } else if constexpr (KIND == LATEST) {
        return run.has != 0 ? static_cast<Result>(run.value) : static_cast<Result>(NONE);
    } else {
        return static_cast<Result>(run.value);
    }
}

// The value of the lane `distance` below.
template <typename T> __device__ __forceinline__ T from_lane_below(T value, u32 distance) {
    if constexpr (sizeof(T) == 16) {
        const u64 low = __shfl_up_sync(FULL_WARP, low_word(value), distance);
        const i64 high = __shfl_up_sync(FULL_WARP, high_word(value), distance);
        return static_cast<T>(static_cast<u128>(static_cast<u64>(high)) << 64 | low);
    } else if constexpr (sizeof(T) < 4) {
        return static_cast<T>(__shfl_up_sync(FULL_WARP, static_cast<i32>(value), distance));
    } else {
        return __shfl_up_sync(FULL_WARP, value, distance);
    }
}

__device__ __forceinline__ Run of_lane_below(const Run& run, u32 distance) {
    return Run{from_lane_below(run.value, distance), from_lane_below(run.has, distance), from_lane_below(run.fresh, distance)};
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

// Rows of a thread: bits of validity of as many are a byte.
constexpr u32 ROWS = 8;
constexpr u32 TILE = THREADS * ROWS;

// The rows of a tile: values, and a byte each, of which bit 0 says whether there is one and bit 1 whether a run begins. Between the values of two threads
// one is free, so that threads hit different banks.
struct Tile {
    Total values[TILE + THREADS];
    __align__(8) u8 flags[TILE];
};

__device__ __forceinline__ u32 slot_of(u32 row) { return row + row / ROWS; }

__device__ __forceinline__ u64 first_row() { return thread_number() * ROWS; }

__device__ __forceinline__ void load(const Job& job, Tile& tile) {
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        const u32 row = r * THREADS + threadIdx.x;
        const Run run = run_of(job, static_cast<u64>(blockIdx.x) * TILE + row);
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

extern "C" __global__ void __launch_bounds__(THREADS) run_tiles(const __grid_constant__ Job job) {
    __shared__ Tile tile;
    load(job, tile);
    Run total;
    before(run_of_thread(tile), total);
    if (threadIdx.x == 0) {
        job.tiles[blockIdx.x] = total;
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) run_starts(const __grid_constant__ Job job) {
    const u64 tiles = (job.count + TILE - 1) / TILE;
    const u64 share = (tiles + THREADS - 1) / THREADS;
    const u64 first = threadIdx.x * share;
    const u64 end = first + share < tiles ? first + share : tiles;
    Run mine = nothing();
#pragma unroll 4
    for (u64 tile = first; tile < end; tile++) {
        mine = both(mine, job.tiles[tile]);
    }
    Run total;
    Run so_far = before(mine, total);
#pragma unroll 4
    for (u64 tile = first; tile < end; tile++) {
        const Run next = job.tiles[tile];
        job.tiles[tile] = so_far;
        so_far = both(so_far, next);
    }
    if constexpr (KIND == KEPT) {
        if (threadIdx.x == 0) {
            *job.fault = static_cast<u64>(total.value);
        }
        raise_signal(job.done, job.fault, 1, job.host);
    }
}

// Blocks of `running_rows` that a multiprocessor is to have at once: more leave too few registers.
constexpr u32 BLOCKS = 4;

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) running_rows(const __grid_constant__ Job job) {
    __shared__ Tile tile;
    load(job, tile);
    Run total;
    const Run left = before(run_of_thread(tile), total);
    Run so_far = both(job.tiles[blockIdx.x], left);
    u32 bits = 0;
#pragma unroll 2
    for (u32 r = 0; r < ROWS; r++) {
        so_far = both(so_far, run_at(tile, r));
        const Result value = result_of(so_far);
        *reinterpret_cast<Result*>(tile.values + slot_of(threadIdx.x * ROWS + r)) = value;
        if constexpr (KIND == SUMS && !IsFloat<Result>::value) {
            if (static_cast<Total>(value) != so_far.value) {
                atomicOr(job.fault, 1ULL);
            }
        }
        bits |= (so_far.has != 0 && first_row() + r < job.count ? 1u : 0u) << r;
    }
    const u64 rows_of_words = (job.count + WARP - 1) / WARP * WARP;
    if (first_row() < rows_of_words && job.to_validity != nullptr) {
        reinterpret_cast<u8*>(job.to_validity)[first_row() / ROWS] = static_cast<u8>(bits);
    }
    __syncthreads();
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        const u32 at = r * THREADS + threadIdx.x;
        const u64 row = static_cast<u64>(blockIdx.x) * TILE + at;
        if (row < job.count) {
            static_cast<Result*>(job.to)[place_of(job, row)] = *reinterpret_cast<const Result*>(tile.values + slot_of(at));
        }
    }
    raise_signal(job.done, job.fault, 1, job.host);
}

extern "C" __global__ void __launch_bounds__(THREADS) kept_rows(const __grid_constant__ Job job) {
    __shared__ Tile tile;
    load(job, tile);
    Run total;
    const Run left = before(run_of_thread(tile), total);
    u64 place = static_cast<u64>(both(job.tiles[blockIdx.x], left).value);
    for (u32 r = 0; r < ROWS; r++) {
        if (run_at(tile, r).value != static_cast<Total>(0)) {
            static_cast<u32*>(job.to)[place++] = static_cast<u32>(first_row() + r);
        }
    }
}

// What the rows so far come to, for each row: sums, least or greatest values; and the numbers of the rows that are kept.
//
// spec.cuh: KIND, 0 for sums, 1 for least values, 2 for greatest ones, 3 for rows that are kept, of a column of bools; Value, the type of another column; Total,
//   the type in which sums are added up; Result, that of the results; THREADS.
//
// A tile is THREADS rows, one of each thread of a block. Nulls add nothing; a row before which no value comes is null.
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

constexpr u32 LEAST = 1;
constexpr u32 GREATEST = 2;
constexpr u32 KEPT = 3;

// What some rows come to; nothing if `has` is 0.
struct Run {
    Total value;
    u32 has;
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
};

__device__ __forceinline__ Run nothing() { return Run{static_cast<Total>(0), 0}; }

__device__ __forceinline__ Run both(const Run& a, const Run& b) {
    if (a.has == 0 || b.has == 0) {
        return a.has == 0 ? b : a;
    }
    if constexpr (KIND == LEAST) {
        return is_before(b.value, a.value) ? b : a;
    } else if constexpr (KIND == GREATEST) {
        return is_before(a.value, b.value) ? b : a;
    } else {
        return Run{static_cast<Total>(a.value + b.value), 1};
    }
}

__device__ __forceinline__ Run run_of(const Job& job, u64 row) {
    if (row >= job.count) {
        return nothing();
    }
    if constexpr (KIND == KEPT) {
        return Run{static_cast<Total>(is_true(read<bool>(job.input, row)) ? 1 : 0), 1};
    } else {
        const Maybe<Value> value = read<Value>(job.input, row);
        return Run{static_cast<Total>(value.value), value.valid ? 1u : 0u};
    }
}

// What the threads before this one come to; `total` gets what all of them come to.
__device__ __forceinline__ Run before(const Run& mine, Run& total) {
    __shared__ Run of_thread[THREADS];
    of_thread[threadIdx.x] = mine;
    __syncthreads();
    for (u32 distance = 1; distance < THREADS; distance *= 2) {
        const Run below = threadIdx.x >= distance ? of_thread[threadIdx.x - distance] : nothing();
        __syncthreads();
        of_thread[threadIdx.x] = both(below, of_thread[threadIdx.x]);
        __syncthreads();
    }
    total = of_thread[THREADS - 1];
    const Run left = threadIdx.x == 0 ? nothing() : of_thread[threadIdx.x - 1];
    __syncthreads();
    return left;
}

extern "C" __global__ void __launch_bounds__(THREADS) run_tiles(const __grid_constant__ Job job) {
    Run total;
    before(run_of(job, thread_number()), total);
    if (threadIdx.x == 0) {
        job.tiles[blockIdx.x] = total;
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) run_starts(const __grid_constant__ Job job) {
    const u64 tiles = (job.count + THREADS - 1) / THREADS;
    Run start = nothing();
    for (u64 base = 0; base < tiles; base += THREADS) {
        const u64 tile = base + threadIdx.x;
        Run total;
        const Run left = before(tile < tiles ? job.tiles[tile] : nothing(), total);
        if (tile < tiles) {
            job.tiles[tile] = both(start, left);
        }
        start = both(start, total);
    }
    if constexpr (KIND == KEPT) {
        if (threadIdx.x == 0) {
            *job.fault = static_cast<u64>(start.value);
        }
        raise_signal(job.done, job.fault, 1, job.host);
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) running_rows(const __grid_constant__ Job job) {
    const u64 row = thread_number();
    const Run mine = run_of(job, row);
    Run total;
    const Run left = before(mine, total);
    const Run result = both(both(job.tiles[blockIdx.x], left), mine);
    if (row < job.count) {
        const Result value = static_cast<Result>(result.value);
        static_cast<Result*>(job.to)[row] = value;
        if constexpr (!IsFloat<Result>::value) {
            if (static_cast<Total>(value) != result.value) {
                atomicOr(job.fault, 1ULL);
            }
        }
    }
    const u32 bits = __ballot_sync(FULL_WARP, row < job.count && result.has != 0);
    if (row % WARP == 0 && row < job.count) {
        job.to_validity[row / WARP] = bits;
    }
    raise_signal(job.done, job.fault, 1, job.host);
}

extern "C" __global__ void __launch_bounds__(THREADS) kept_rows(const __grid_constant__ Job job) {
    const u64 row = thread_number();
    const Run mine = run_of(job, row);
    Run total;
    const Run left = before(mine, total);
    if (mine.value != static_cast<Total>(0)) {
        const u64 place = static_cast<u64>(both(job.tiles[blockIdx.x], left).value);
        static_cast<u32*>(job.to)[place] = static_cast<u32>(row);
    }
}

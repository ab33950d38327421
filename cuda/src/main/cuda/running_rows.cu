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
// A tile is THREADS * ROWS rows, ROWS that lie together of each thread of a block. Nulls add nothing; a row before which no value comes is null. Marks are bytes, of
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

// Rows of a thread: bits of validity of as many are a byte.
constexpr u32 ROWS = 8;

__device__ __forceinline__ u64 first_row() { return thread_number() * ROWS; }

// What the rows of a thread come to.
__device__ __forceinline__ Run run_of_thread(const Job& job) {
    Run all = nothing();
#pragma unroll 2
    for (u32 r = 0; r < ROWS; r++) {
        all = both(all, run_of(job, first_row() + r));
    }
    return all;
}

extern "C" __global__ void __launch_bounds__(THREADS) run_tiles(const __grid_constant__ Job job) {
    Run total;
    before(run_of_thread(job), total);
    if (threadIdx.x == 0) {
        job.tiles[blockIdx.x] = total;
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) run_starts(const __grid_constant__ Job job) {
    const u64 tiles = (job.count + THREADS * ROWS - 1) / (THREADS * ROWS);
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
    Run total;
    const Run left = before(run_of_thread(job), total);
    Run so_far = both(job.tiles[blockIdx.x], left);
    u32 bits = 0;
#pragma unroll 2
    for (u32 r = 0; r < ROWS; r++) {
        const u64 row = first_row() + r;
        so_far = both(so_far, run_of(job, row));
        if (row < job.count) {
            const Result value = result_of(so_far);
            static_cast<Result*>(job.to)[place_of(job, row)] = value;
            if constexpr (KIND == SUMS && !IsFloat<Result>::value) {
                if (static_cast<Total>(value) != so_far.value) {
                    atomicOr(job.fault, 1ULL);
                }
            }
            bits |= (so_far.has != 0 ? 1u : 0u) << r;
        }
    }
    const u64 rows_of_words = (job.count + WARP - 1) / WARP * WARP;
    if (first_row() < rows_of_words && job.to_validity != nullptr) {
        reinterpret_cast<u8*>(job.to_validity)[first_row() / ROWS] = static_cast<u8>(bits);
    }
    raise_signal(job.done, job.fault, 1, job.host);
}

extern "C" __global__ void __launch_bounds__(THREADS) kept_rows(const __grid_constant__ Job job) {
    Run total;
    const Run left = before(run_of_thread(job), total);
    u64 place = static_cast<u64>(both(job.tiles[blockIdx.x], left).value);
    for (u32 r = 0; r < ROWS; r++) {
        if (run_of(job, first_row() + r).value != static_cast<Total>(0)) {
            static_cast<u32*>(job.to)[place++] = static_cast<u32>(first_row() + r);
        }
    }
}

// Median, mean and squares about the mean of the values of each group, which lie together.
//
// spec.cuh: what scan.cuh and emit.cuh ask for, with cells count, mean, squares and median; Payload<0>::Type is a number that
//   a double holds; THREADS; CAPACITY, how many values shared memory takes.
//
// group_members: blocks take groups from a counter; the word of a group is the number of its partition. Values are read once
//   into shared memory, larger groups again from device memory for each step. The median is found by bins: the range of the
//   values that come into question, in the order of values, is cut into BINS bins, until one bin is one value.
//   shared bytes: 8 * CAPACITY
//   global memory: reads each value once (up to CAPACITY a group), writes each group once; an atomic a group
//
// The order of groups depends on timing; values are added in an order that depends on the order of rows in a partition.
// Other races: none.
#include "spec.cuh"

#include "emit.cuh"
#include "scan.cuh"
#include "types.cuh"

constexpr u32 BINS = 2048;
constexpr u32 WARPS = THREADS / WARP;

struct Job {
    Layout layout;
    Output output;
    u32 partitions;
    const u32* counts;
    const u32* starts;
    const void* values;
    u32* next;
};

__device__ __forceinline__ u64 order_word(f64 value) {
    return static_cast<u64>(order_key(value)) ^ 0x8000000000000000ULL;
}

__device__ __forceinline__ f64 of_order_word(u64 word) { return of_rank_word<OP_MAX, f64>(word); }

struct AddUp {
    __device__ __forceinline__ f64 operator()(f64 a, f64 b) const { return a + b; }
};
struct Least {
    __device__ __forceinline__ u64 operator()(u64 a, u64 b) const { return min(a, b); }
};
struct Greatest {
    __device__ __forceinline__ u64 operator()(u64 a, u64 b) const { return max(a, b); }
};

// What the numbers of all threads come to; every thread gets it.
template <typename T, typename F> __device__ __forceinline__ T of_block(T mine, F combine) {
    __shared__ T of_warp[WARPS];
    for (u32 distance = WARP / 2; distance > 0; distance /= 2) {
        mine = combine(mine, __shfl_xor_sync(FULL_WARP, mine, distance));
    }
    __syncthreads();
    if (threadIdx.x % WARP == 0) {
        of_warp[threadIdx.x / WARP] = mine;
    }
    __syncthreads();
    T all = of_warp[0];
    for (u32 warp = 1; warp < WARPS; warp++) {
        all = combine(all, of_warp[warp]);
    }
    return all;
}

// The values of a group, in shared memory if they fit.
struct Members {
    const typename Payload<0>::Type* source;
    const f64* kept;
    u32 count;

    __device__ __forceinline__ f64 at(u32 i) const {
        return count <= CAPACITY ? kept[i] : static_cast<f64>(source[i]);
    }
};

// Finds the bin with the wanted rank: `rank` becomes the rank within it. Counts of bins are in shared memory.
__device__ __forceinline__ u32 find_bin(const u32* bins, u32& rank) {
    __shared__ u32 bin_found;
    __shared__ u32 rank_found;
    if (threadIdx.x < WARP) {
        u32 mine = 0;
        constexpr u32 EACH = BINS / WARP;
#pragma unroll 8
        for (u32 i = 0; i < EACH; i++) {
            mine += bins[threadIdx.x * EACH + i];
        }
        u32 sum = mine;
        for (u32 distance = 1; distance < WARP; distance *= 2) {
            const u32 below = __shfl_up_sync(FULL_WARP, sum, distance);
            sum += threadIdx.x >= distance ? below : 0;
        }
        u32 before = sum - mine;
        if (rank >= before && rank < sum) {
            for (u32 i = 0; i < EACH; i++) {
                const u32 here = bins[threadIdx.x * EACH + i];
                if (rank - before < here) {
                    bin_found = threadIdx.x * EACH + i;
                    rank_found = rank - before;
                    break;
                }
                before += here;
            }
        }
    }
    __syncthreads();
    rank = rank_found;
    const u32 bin = bin_found;
    __syncthreads();
    return bin;
}

// The value of a rank, counted from 0, among order words from `least` to `greatest`.
__device__ __forceinline__ u64 select(const Members& members, u32 rank, u64 least, u64 greatest) {
    __shared__ u32 bins[BINS];
    while (least != greatest) {
        const u64 span = greatest - least;
        const u32 bits = 64 - __clzll(span);
        const u32 shift = bits > 11 ? bits - 11 : 0;
        for (u32 i = threadIdx.x; i < BINS; i += THREADS) {
            bins[i] = 0;
        }
        __syncthreads();
        for (u32 i = threadIdx.x; i < members.count; i += THREADS) {
            const u64 apart = order_word(members.at(i)) - least;
            if (apart <= span) {
                atomicAdd(bins + (apart >> shift), 1u);
            }
        }
        __syncthreads();
        const u64 bin = find_bin(bins, rank);
        greatest = min(greatest, least + (((bin + 1) << shift) - 1));
        least += bin << shift;
    }
    return least;
}

extern "C" __global__ void __launch_bounds__(THREADS) group_members(const __grid_constant__ Job job) {
    extern __shared__ __align__(16) f64 values[];
    __shared__ u32 taken;
    for (;;) {
        __syncthreads();
        if (threadIdx.x == 0) {
            taken = atomicAdd(job.next, 1u);
        }
        __syncthreads();
        const u32 group = taken;
        if (group >= job.partitions) {
            return;
        }
        const u32 count = job.counts[group];
        if (count == 0) {
            continue;
        }
        const Members members{static_cast<const typename Payload<0>::Type*>(job.values) + job.starts[group], values, count};
        f64 sum = 0;
        u64 least = ~0ULL;
        u64 greatest = 0;
        for (u32 i = threadIdx.x; i < count; i += THREADS) {
            const f64 value = static_cast<f64>(members.source[i]);
            if (count <= CAPACITY) {
                values[i] = value;
            }
            sum += value;
            least = min(least, order_word(value));
            greatest = max(greatest, order_word(value));
        }
        const f64 mean = of_block(sum, AddUp()) / count;
        least = of_block(least, Least());
        greatest = of_block(greatest, Greatest());
        f64 squares = 0;
        for (u32 i = threadIdx.x; i < count; i += THREADS) {
            const f64 apart = members.at(i) - mean;
            squares += apart * apart;
        }
        squares = of_block(squares, AddUp());

        f64 median = 0;
        if (HAS_MEDIAN) {
            const u64 below = select(members, (count - 1) / 2, least, greatest);
            u64 above = below;
            if (count % 2 == 0) {
                u32 not_above = 0;
                u64 next = ~0ULL;
                for (u32 i = threadIdx.x; i < count; i += THREADS) {
                    const u64 word = order_word(members.at(i));
                    not_above += word <= below;
                    next = min(next, word > below ? word : ~0ULL);
                }
                next = of_block(next, Least());
                above = of_block(static_cast<f64>(not_above), AddUp()) > count / 2 ? below : next;
            }
            const f64 low = of_order_word(below);
            median = above == below ? low : low + (of_order_word(above) - low) / 2;
        }
        if (threadIdx.x == 0) {
            const u64 cells[CELLS] = {count, static_cast<u64>(__double_as_longlong(mean)),
                                      static_cast<u64>(__double_as_longlong(squares)),
                                      static_cast<u64>(__double_as_longlong(median))};
            emit_group(job.layout, job.output, atomicAdd(job.output.groups, 1ULL), static_cast<Word>(group), cells);
        }
    }
}

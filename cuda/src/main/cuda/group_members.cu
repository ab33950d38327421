// Median, mean and squares about the mean of the values of each group, which lie together.
//
// spec.cuh: what scan.cuh and emit.cuh ask for, with cells count, mean, squares and median; Payload<0>::Type is a number that
//   a double holds; THREADS; CAPACITY, how many values shared memory takes.
//
// group_members: blocks take groups from a counter; the word of a group is the number of its partition. Values are read once
//   into shared memory, larger groups again from device memory for each step: sum and range, then squares and how many values are
//   in each of BINS equal parts of the range, then the values of the part that has the median, of which it is chosen by
//   counting. Where that part has too many values, or the range is no finite number, bins in the order of values are cut
//   until one bin is one value.
//   shared bytes: 8 * CAPACITY
//   global memory: reads each value once (up to CAPACITY a group), writes each group once; an atomic a group
//
// The order of groups depends on timing; values are added in an order that depends on the order of rows in a partition.
// Other races: none.
#include "spec.cuh"

#include "emit.cuh"
#include "scan.cuh"
#include "types.cuh"

constexpr u32 BIN_BITS = 10;
constexpr u32 BINS = 1 << BIN_BITS;
constexpr u32 CHOSEN = 512;
constexpr u32 AT_ONCE = 8;
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

// The same for a sum, the least and the greatest of order words at once.
__device__ __forceinline__ void sum_and_range(f64& sum, u64& least, u64& greatest) {
    __shared__ f64 sums[WARPS];
    __shared__ u64 leasts[WARPS];
    __shared__ u64 greatests[WARPS];
    for (u32 distance = WARP / 2; distance > 0; distance /= 2) {
        sum += __shfl_xor_sync(FULL_WARP, sum, distance);
        least = min(least, __shfl_xor_sync(FULL_WARP, least, distance));
        greatest = max(greatest, __shfl_xor_sync(FULL_WARP, greatest, distance));
    }
    if (threadIdx.x % WARP == 0) {
        sums[threadIdx.x / WARP] = sum;
        leasts[threadIdx.x / WARP] = least;
        greatests[threadIdx.x / WARP] = greatest;
    }
    __syncthreads();
    sum = sums[0];
    least = leasts[0];
    greatest = greatests[0];
    for (u32 warp = 1; warp < WARPS; warp++) {
        sum += sums[warp];
        least = min(least, leasts[warp]);
        greatest = max(greatest, greatests[warp]);
    }
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
    __shared__ u32 of_warp[WARPS];
    __shared__ u32 bin_found;
    __shared__ u32 rank_found;
    constexpr u32 EACH = BINS / THREADS;
    static_assert(EACH * THREADS == BINS, "every thread takes as many bins");
    u32 mine = 0;
#pragma unroll
    for (u32 i = 0; i < EACH; i++) {
        mine += bins[threadIdx.x * EACH + i];
    }
    u32 sum = mine;
    for (u32 distance = 1; distance < WARP; distance *= 2) {
        const u32 below = __shfl_up_sync(FULL_WARP, sum, distance);
        sum += threadIdx.x % WARP >= distance ? below : 0;
    }
    if (threadIdx.x % WARP == WARP - 1) {
        of_warp[threadIdx.x / WARP] = sum;
    }
    __syncthreads();
    u32 before = sum - mine;
    for (u32 warp = 0; warp < threadIdx.x / WARP; warp++) {
        before += of_warp[warp];
    }
    if (rank >= before && rank < before + mine) {
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
    __syncthreads();
    rank = rank_found;
    return bin_found;
}

// Calls f(index, value) for all values of a group; several are loaded before the first is used.
template <typename F> __device__ __forceinline__ void each_member(const Members& members, F&& f) {
    for (u32 base = threadIdx.x; base < members.count; base += THREADS * AT_ONCE) {
        f64 values[AT_ONCE];
#pragma unroll
        for (u32 k = 0; k < AT_ONCE; k++) {
            const u32 i = base + k * THREADS;
            values[k] = i < members.count ? members.at(i) : 0.0;
        }
#pragma unroll
        for (u32 k = 0; k < AT_ONCE; k++) {
            if (base + k * THREADS < members.count) {
                f(base + k * THREADS, values[k]);
            }
        }
    }
}

// The value of a rank, counted from 0, among order words from `least` to `greatest`.
__device__ __noinline__ u64 select_rank(const typename Payload<0>::Type* source, const f64* kept, u32 count, u32* bins,
                                        u32 rank, u64 least, u64 greatest) {
    const Members members{source, kept, count};
    while (least != greatest) {
        const u64 span = greatest - least;
        const u32 bits = 64 - __clzll(span);
        const u32 shift = bits > BIN_BITS ? bits - BIN_BITS : 0;
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
        __syncthreads();
        greatest = min(greatest, least + (((bin + 1) << shift) - 1));
        least += bin << shift;
    }
    return least;
}

// The values of ranks (count - 1) / 2 and count / 2 by counting from `least` to `greatest` on.
__device__ __forceinline__ void
by_order(const Members& members, u32* bins, u64 least, u64 greatest, u64& below, u64& above) {
    below = select_rank(members.source, members.kept, members.count, bins, (members.count - 1) / 2, least, greatest);
    above = below;
    if (members.count % 2 == 0) {
        u32 not_above = 0;
        u64 next = ~0ULL;
#pragma unroll 1
        for (u32 i = threadIdx.x; i < members.count; i += THREADS) {
            const u64 word = order_word(members.at(i));
            not_above += word <= below;
            next = min(next, word > below ? word : ~0ULL);
        }
        next = of_block(next, Least());
        above = of_block(static_cast<f64>(not_above), AddUp()) > members.count / 2 ? below : next;
    }
}

// Equal parts of the range of a group's values. The part of a value does not fall when the value rises, in rounded arithmetic too.
struct Parts {
    f64 least;
    f64 scale;
    bool is_fit;

    __device__ __forceinline__ Parts(f64 least, f64 greatest) : least(least), scale(BINS / (greatest - least)) {
        is_fit = greatest - least > 0 && scale > 0 && scale < 1e300 && greatest - least < 1e300;
    }

    __device__ __forceinline__ u32 of(f64 value) const {
        return min(static_cast<u32>((value - least) * scale), BINS - 1);
    }
};

extern "C" __global__ void __launch_bounds__(THREADS) group_members(const __grid_constant__ Job job) {
    extern __shared__ __align__(16) f64 values[];
    __shared__ u32 bins[BINS];
    __shared__ u64 chosen[CHOSEN];
    __shared__ u64 picked[2];
    __shared__ u32 chosen_count;
    __shared__ u32 taken;
    __shared__ u32 following; // of thread 0, as `row` is: registers are short
    __shared__ u64 row;
    if (threadIdx.x == 0) {
        taken = atomicAdd(job.next, 1u);
    }
    for (;;) {
        __syncthreads();
        const u32 group = taken;
        if (group >= job.partitions) {
            break;
        }
        const u32 count = job.counts[group];
        if (threadIdx.x == 0) {
            following = atomicAdd(job.next, 1u);
            row = count == 0 ? 0 : atomicAdd(job.output.groups, 1ULL);
            chosen_count = 0;
        }
        if (count == 0) {
            __syncthreads();
            if (threadIdx.x == 0) {
                taken = following;
            }
            continue;
        }
        const Members members{static_cast<const typename Payload<0>::Type*>(job.values) + job.starts[group], values, count};
        for (u32 i = threadIdx.x; i < BINS; i += THREADS) {
            bins[i] = 0;
        }
        f64 sum = 0;
        u64 least = ~0ULL;
        u64 greatest = 0;
        for (u32 base = threadIdx.x; base < count; base += THREADS * AT_ONCE) {
            f64 loaded[AT_ONCE];
#pragma unroll
            for (u32 k = 0; k < AT_ONCE; k++) {
                const u32 i = base + k * THREADS;
                loaded[k] = i < count ? static_cast<f64>(__ldcs(members.source + i)) : 0.0;
            }
#pragma unroll
            for (u32 k = 0; k < AT_ONCE; k++) {
                const u32 i = base + k * THREADS;
                if (i < count) {
                    if (count <= CAPACITY) {
                        values[i] = loaded[k];
                    }
                    sum += loaded[k];
                    const u64 word = order_word(loaded[k]);
                    least = min(least, word);
                    greatest = max(greatest, word);
                }
            }
        }
        sum_and_range(sum, least, greatest);
        const f64 mean = sum / count;
        f64 squares = 0;
        u64 below = 0;
        u64 above = 0;
        if constexpr (HAS_MEDIAN) {
            const Parts parts(of_order_word(least), of_order_word(greatest));
            if (parts.is_fit) {
                each_member(members, [&](u32, f64 value) {
                    squares += (value - mean) * (value - mean);
                    atomicAdd(bins + parts.of(value), 1u);
                });
            } else {
                each_member(members, [&](u32, f64 value) { squares += (value - mean) * (value - mean); });
            }
            squares = of_block(squares, AddUp());
            if (least == greatest) {
                below = least;
                above = least;
            } else if (!parts.is_fit) {
                by_order(members, bins, least, greatest, below, above);
            } else {
                u32 rank = (count - 1) / 2;
                const u32 part = find_bin(bins, rank);
                const u32 here = bins[part];
                u64 next = ~0ULL;
                each_member(members, [&](u32, f64 value) {
                    const u32 its = parts.of(value);
                    if (its == part) {
                        const u32 at = atomicAdd(&chosen_count, 1u);
                        if (at < CHOSEN) {
                            chosen[at] = order_word(value);
                        }
                    } else if (its > part) {
                        next = min(next, order_word(value));
                    }
                });
                next = of_block(next, Least());
                if (here <= CHOSEN) {
                    for (u32 i = threadIdx.x; i < here; i += THREADS) {
                        const u64 mine = chosen[i];
                        u32 before = 0;
                        for (u32 k = 0; k < here; k++) {
                            before += chosen[k] < mine || (chosen[k] == mine && k < i);
                        }
                        if (before == rank) {
                            picked[0] = mine;
                        } else if (before == rank + 1) {
                            picked[1] = mine;
                        }
                    }
                    __syncthreads();
                    below = picked[0];
                    above = count % 2 != 0 ? below : rank + 1 < here ? picked[1] : next;
                } else {
                    by_order(members, bins, least, greatest, below, above);
                }
            }
        } else {
            each_member(members, [&](u32, f64 value) { squares += (value - mean) * (value - mean); });
            squares = of_block(squares, AddUp());
        }
        if (threadIdx.x == 0) {
            const f64 low = of_order_word(below);
            const f64 median = above == below ? low : low + (of_order_word(above) - low) / 2;
            const u64 cells[CELLS] = {count, static_cast<u64>(__double_as_longlong(mean)),
                                      static_cast<u64>(__double_as_longlong(squares)),
                                      static_cast<u64>(__double_as_longlong(median))};
            emit_group(job.layout, job.output, row, static_cast<Word>(group), cells);
            taken = following;
        }
    }
    finish_query(job.output);
}

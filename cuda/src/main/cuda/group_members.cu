// Functions that need the values of a group together, quantiles and squares about the mean, and beside them those that do not.
//
// spec.cuh: what scan.cuh and emit.cuh ask for, where Cell<C> has ARGUMENT, too; PAYLOADS, Payload<P>; VALUES, how many payloads are
//   values; MEMBERS and, for each number M below it, Member<M>: the values of PAYLOAD are brought together, which bit FLAG of the
//   last payload says to be valid (NONE: all are); their mean and squares are cells FIRST and FIRST + 1, followed by
//   QUANTILES quantiles, the first of which is number QUANTILE of the params; THREADS; BLOCKS, how many blocks a
//   multiprocessor is to have room for; CAPACITY, how many values shared memory takes.
//
// group_members: blocks take groups from a counter; the word of a group is the number of its partition. First the cells that need
//   one value after the other, a payload at a time. Then values are read once into shared memory, larger groups again from device
//   memory for each step: sum and range, then squares and how many values are in each of BINS equal parts of the range, then
//   for each quantile the values of the part that has it, of which it is chosen by counting. Where that part has too many
//   values, or the range is no finite number, bins in the order of values are cut until one bin is one value.
//   shared bytes: 8 * CAPACITY
//   global memory: reads each value once for its cells and once for its members (up to CAPACITY a group), writes each group
//   once; an atomic a group
//
// The order of groups depends on timing; values are added in an order that depends on the order of rows in a partition.
// Other races: none.
#include "spec.cuh"

#include "cells.cuh"
#include "emit.cuh"
#include "scan.cuh"
#include "types.cuh"
#include "warp.cuh"

constexpr u32 BIN_BITS = 10;
constexpr u32 BINS = 1 << BIN_BITS;
constexpr u32 CHOSEN = 512;
constexpr u32 AT_ONCE = 8;
constexpr u32 WARPS = THREADS / WARP;

constexpr u32 MAX_QUANTILES = 16;

// How a quantile lies between the values around it, numbered as Interpolation is.
enum Between : u32 { LINEAR, LOWER, HIGHER, MIDPOINT, NEAREST };

struct Params {
    Layout layout;
    Output output;
    u32 partitions;
    const u32* counts;
    const u32* starts;
    void* payload[PAYLOADS == 0 ? 1 : PAYLOADS];
    u32* next;
    u64* watched;
    f64 shares[MAX_QUANTILES];
    u32 between[MAX_QUANTILES];
};

__device__ __forceinline__ u64 order_word(f64 value) {
    return static_cast<u64>(order_key(value)) ^ 0x8000000000000000ULL;
}

__device__ __forceinline__ f64 of_order_word(u64 word) { return of_rank_word<OP_MAX, f64>(word); }

struct AddUp {
    __device__ __forceinline__ f64 operator()(f64 a, f64 b) const { return a + b; }
};
struct AddUpWhole {
    __device__ __forceinline__ u32 operator()(u32 a, u32 b) const { return a + b; }
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

// The values of a group, in shared memory if they fit: `count` of them, or as many rows of which some have none.
template <u32 M> struct Members {
    typedef typename Payload<Member<M>::PAYLOAD>::Type Value;
    static constexpr bool HAS_FLAGS = Member<M>::FLAG != NONE;

    const Value* source;
    const u32* flags;
    const f64* kept;
    u32 count;

    __device__ __forceinline__ bool has(u32 i) const {
        if constexpr (HAS_FLAGS) {
            return kept != nullptr || (flags[i] >> Member<M>::FLAG & 1) != 0;
        } else {
            return true;
        }
    }

    __device__ __forceinline__ f64 at(u32 i) const { return kept != nullptr ? kept[i] : static_cast<f64>(source[i]); }
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
    const u32 sum = inclusive_sum(mine);
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

// Calls f(value) for all values of a group; several are loaded before the first is used.
template <u32 M, typename F> __device__ __forceinline__ void each_member(const Members<M>& members, F&& f) {
    for (u32 base = threadIdx.x; base < members.count; base += THREADS * AT_ONCE) {
        f64 values[AT_ONCE];
        bool is_there[AT_ONCE];
#pragma unroll
        for (u32 k = 0; k < AT_ONCE; k++) {
            const u32 i = base + k * THREADS;
            is_there[k] = i < members.count && members.has(i);
            values[k] = is_there[k] ? members.at(i) : 0.0;
        }
#pragma unroll
        for (u32 k = 0; k < AT_ONCE; k++) {
            if (is_there[k]) {
                f(values[k]);
            }
        }
    }
}

// The value of a rank, counted from 0, among order words from `least` to `greatest`.
template <u32 M>
__device__ __noinline__ u64 select_rank(const typename Members<M>::Value* source, const u32* flags, const f64* kept,
                                        u32 count, u32* bins, u32 rank, u64 least, u64 greatest) {
    const Members<M> members{source, flags, kept, count};
    while (least != greatest) {
        const u64 span = greatest - least;
        const u32 bits = 64 - __clzll(span);
        const u32 shift = bits > BIN_BITS ? bits - BIN_BITS : 0;
        __syncthreads();
        for (u32 i = threadIdx.x; i < BINS; i += THREADS) {
            bins[i] = 0;
        }
        __syncthreads();
#pragma unroll 1
        for (u32 i = threadIdx.x; i < members.count; i += THREADS) {
            if (members.has(i)) {
                const u64 apart = order_word(members.at(i)) - least;
                if (apart <= span) {
                    atomicAdd(bins + (apart >> shift), 1u);
                }
            }
        }
        __syncthreads();
        const u64 bin = find_bin(bins, rank);
        greatest = least + min(span, ((bin + 1) << shift) - 1); // the part may end behind the last of all words
        least += bin << shift;
    }
    return least;
}

// The values of `rank` and, if wanted, of the rank behind it, which there has to be, by counting from `least` to `greatest` on.
template <u32 M>
__device__ __forceinline__ void
by_order(const Members<M>& members, u32* bins, u32 rank, bool wants_next, u64 least, u64 greatest, u64& below, u64& above) {
    below = select_rank<M>(members.source, members.flags, members.kept, members.count, bins, rank, least, greatest);
    above = below;
    if (!wants_next) {
        return;
    }
    u32 not_above = 0;
    u64 next = ~0ULL;
#pragma unroll 1
    for (u32 i = threadIdx.x; i < members.count; i += THREADS) {
        if (members.has(i)) {
            const u64 word = order_word(members.at(i));
            not_above += word <= below;
            next = min(next, word > below ? word : ~0ULL);
        }
    }
    next = of_block(next, Least());
    above = of_block(static_cast<f64>(not_above), AddUp()) > rank + 1 ? below : next;
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

// Where a quantile lies among `count` values: the rank of the one below, and the share of the way to the next that it is behind it.
__device__ __forceinline__ u32 rank_of(f64 share, u32 between, u32 count, f64& beyond) {
    const f64 position = share * (count - 1);
    const f64 below = floor(position);
    beyond = between == LINEAR ? position - below : between == MIDPOINT && position != below ? 0.5 : 0;
    return static_cast<u32>(between == HIGHER ? ceil(position) : between == NEAREST ? rint(position) : below);
}

// Between numbers so far apart that the gap is no number, too.
__device__ __forceinline__ f64 weighted(u64 below, u64 above, f64 share) {
    const f64 low = of_order_word(below);
    if (share == 0 || above == below) {
        return low;
    }
    const f64 high = of_order_word(above);
    const f64 gap = high - low;
    return low == high ? low : gap - gap != 0 ? low * (1 - share) + high * share : low + gap * share;
}

template <u32 C> struct Together {
    __device__ __forceinline__ u64 operator()(u64 a, u64 b) const { return combine_cells<C>(a, b); }
};

// Whether a cell needs one value of payload P after the other.
template <u32 C, u32 P> constexpr __device__ bool adds_up() {
    return C != 0 && Cell<C>::ARGUMENT == P && (Cell<C>::OP <= OP_MAX || CellTraits<C>::IS_BITS);
}

template <u32 P, u32 C = 0> constexpr __device__ bool has_values() {
    if constexpr (C < CELLS) {
        return adds_up<C, P>() || has_values<P, C + 1>();
    } else {
        return false;
    }
}

// The cells of payload P that need one value after the other.
template <u32 P> __device__ __forceinline__ void sum_up(const Params& params, u64 start, u32 count, u64* cells, Watch& watch) {
    typedef typename Payload<P>::Type Value;
    u64 mine[CELLS] = {};
    const Value* source = static_cast<const Value*>(params.payload[P]) + start;
    const u32* flags = static_cast<const u32*>(params.payload[PAYLOADS - 1]) + start;
#pragma unroll 4
    for (u32 i = threadIdx.x; i < count; i += THREADS) {
        Item item = {};
        Payload<P>::set(item, source[i]);
        if constexpr (PAYLOADS > VALUES) {
            Payload<PAYLOADS - 1>::set(item, flags[i]);
        }
        for_each<CELLS>([&](auto c) {
            constexpr u32 C = decltype(c)::value;
            if constexpr (adds_up<C, P>()) {
                if (Cell<C>::takes(item)) {
                    mine[C] = combine_cells<C>(mine[C], bits_of<C>(kept<C>(item, watch)));
                }
            }
        });
    }
    for_each<CELLS>([&](auto c) {
        constexpr u32 C = decltype(c)::value;
        if constexpr (adds_up<C, P>()) {
            const u64 all = of_block(mine[C], Together<C>());
            if (threadIdx.x == 0) {
                cells[C] = all;
            }
        }
    });
}

// The shared memory of a block besides the values.
struct Room {
    u32 bins[BINS];
    u64 chosen[CHOSEN];
    u64 picked[2];
    u32 chosen_count;
    u32 kept_count;
};

// The cells of member M: mean, squares and quantiles.
template <u32 M>
__device__ __forceinline__ void bring_together(const Params& params, u64 start, u32 rows, f64* values, Room& room, u64* cells) {
    typedef Member<M> Of;
    typedef Members<M> All;
    const bool is_kept = rows <= CAPACITY;
    const typename All::Value* source = static_cast<const typename All::Value*>(params.payload[Of::PAYLOAD]) + start;
    const u32* flags = static_cast<const u32*>(params.payload[PAYLOADS - 1]) + start;
    __syncthreads(); // whoever reads the values or the bins of the member before has done so
    for (u32 i = threadIdx.x; i < BINS; i += THREADS) {
        room.bins[i] = 0;
    }
    if (All::HAS_FLAGS && threadIdx.x == 0) {
        room.kept_count = 0;
    }
    if constexpr (All::HAS_FLAGS) {
        __syncthreads();
    }
    f64 sum = 0;
    u64 least = ~0ULL;
    u64 greatest = 0;
    u32 there = 0;
    for (u32 base = threadIdx.x; base < rows; base += THREADS * AT_ONCE) {
        f64 loaded[AT_ONCE];
        bool is_there[AT_ONCE];
#pragma unroll
        for (u32 k = 0; k < AT_ONCE; k++) {
            const u32 i = base + k * THREADS;
            is_there[k] = i < rows && (!All::HAS_FLAGS || (flags[i] >> (Of::FLAG % 32) & 1) != 0);
            loaded[k] = i < rows ? static_cast<f64>(__ldcs(source + i)) : 0.0;
        }
#pragma unroll
        for (u32 k = 0; k < AT_ONCE; k++) {
            if (is_there[k]) {
                if (is_kept) {
                    if constexpr (All::HAS_FLAGS) {
                        values[atomicAdd(&room.kept_count, 1u)] = loaded[k];
                    } else {
                        values[base + k * THREADS] = loaded[k];
                    }
                }
                there++;
                sum += loaded[k];
                const u64 word = order_word(loaded[k]);
                least = min(least, word);
                greatest = max(greatest, word);
            }
        }
    }
    sum_and_range(sum, least, greatest);
    const u32 count = All::HAS_FLAGS ? of_block(there, AddUpWhole()) : rows;
    if (All::HAS_FLAGS && count == 0) {
        if (threadIdx.x == 0) {
            for (u32 q = 0; q < 2 + Of::QUANTILES; q++) {
                cells[Of::FIRST + q] = 0;
            }
        }
        return;
    }
    const All members{source, flags, is_kept ? values : nullptr, is_kept ? count : rows};
    const f64 mean = sum / count;
    f64 squares = 0;
    const Parts parts(of_order_word(least), of_order_word(greatest));
    bool in_parts = Of::QUANTILES != 0 && parts.is_fit;
    if (in_parts) {
        each_member(members, [&](f64 value) {
            squares += (value - mean) * (value - mean);
            atomicAdd(room.bins + parts.of(value), 1u);
        });
    } else {
        each_member(members, [&](f64 value) { squares += (value - mean) * (value - mean); });
    }
    squares = of_block(squares, AddUp());
    if (threadIdx.x == 0) {
        cells[Of::FIRST] = static_cast<u64>(__double_as_longlong(mean));
        cells[Of::FIRST + 1] = static_cast<u64>(__double_as_longlong(squares));
    }
#pragma unroll 1
    for (u32 q = 0; q != Of::QUANTILES; q++) {
        f64 beyond;
        u32 rank = rank_of(params.shares[Of::QUANTILE + q], params.between[Of::QUANTILE + q], count, beyond);
        u64 below = least;
        u64 above = least;
        if (least == greatest) {
            // all values are this one
        } else if (!in_parts) {
            by_order(members, room.bins, rank, beyond != 0, least, greatest, below, above);
        } else {
            const u32 wanted = rank;
            if (threadIdx.x == 0) {
                room.chosen_count = 0;
            }
            const u32 part = find_bin(room.bins, rank);
            const u32 here = room.bins[part];
            if (here <= CHOSEN) {
                u64 next = ~0ULL;
                each_member(members, [&](f64 value) {
                    const u32 its = parts.of(value);
                    if (its == part) {
                        room.chosen[atomicAdd(&room.chosen_count, 1u)] = order_word(value);
                    } else if (its > part) {
                        next = min(next, order_word(value));
                    }
                });
                next = of_block(next, Least());
                for (u32 i = threadIdx.x; i < here; i += THREADS) {
                    const u64 mine = room.chosen[i];
                    u32 before = 0;
                    for (u32 k = 0; k < here; k++) {
                        before += room.chosen[k] < mine || (room.chosen[k] == mine && k < i);
                    }
                    if (before == rank) {
                        room.picked[0] = mine;
                    } else if (before == rank + 1) {
                        room.picked[1] = mine;
                    }
                }
                __syncthreads();
                below = room.picked[0];
                above = beyond == 0 ? below : rank + 1 < here ? room.picked[1] : next;
            } else {
                by_order(members, room.bins, wanted, beyond != 0, least, greatest, below, above);
                in_parts = false; // the bins are of something else now
            }
        }
        if (threadIdx.x == 0) {
            cells[Of::FIRST + 2 + q] = static_cast<u64>(__double_as_longlong(weighted(below, above, beyond)));
        }
        __syncthreads();
    }
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) group_members(const __grid_constant__ Params params) {
    extern __shared__ __align__(16) f64 values[];
    __shared__ Room room;
    __shared__ u64 cells[CELLS];
    __shared__ u32 taken;
    __shared__ u32 following; // of thread 0, as `row` is: registers are short
    __shared__ u64 row;
    Watch watch;
    if (threadIdx.x == 0) {
        taken = atomicAdd(params.next, 1u);
    }
    for (;;) {
        __syncthreads();
        const u32 group = taken;
        if (group >= params.partitions) {
            break;
        }
        const u32 count = params.counts[group];
        if (threadIdx.x == 0) {
            following = atomicAdd(params.next, 1u);
            row = count == 0 ? 0 : atomicAdd(params.output.groups, 1ULL);
            cells[0] = count;
        }
        if (count != 0) {
            const u64 start = params.starts[group];
            for_each<VALUES>([&](auto p) {
                if constexpr (has_values<decltype(p)::value>()) {
                    sum_up<decltype(p)::value>(params, start, count, cells, watch);
                }
            });
            for_each<MEMBERS>([&](auto m) { bring_together<decltype(m)::value>(params, start, count, values, room, cells); });
            if (threadIdx.x == 0) {
                u64 found[CELLS];
#pragma unroll
                for (u32 c = 0; c < CELLS; c++) {
                    found[c] = cells[c];
                }
                emit_group(params.layout, params.output, row, static_cast<Word>(group), found);
            }
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            taken = following;
        }
    }
    report(watch, params.watched);
    finish_query(params.output);
}

// Sum, least, greatest and number of the valid values of one column.
//
// spec.cuh: Value is the type; HAS_NULLS says whether there is a validity bitmap; THREADS is the size of a block.
//
// reduce_column: each block reads tiles of THREADS * LOADS * 16 bytes, one grid apart, so that a thread has LOADS loads
//   of 16 bytes under way at once; the few values before the first and after the last 16-byte boundary go to block 0.
//   Any grid works; a multiple of what runs at once is best. Static shared memory: one Partial a warp. Global memory:
//   reads each value and validity bit once, writes one Stored a block.
// merge_partials: one block; each thread takes every THREADS-th of them, then the block combines them. Writes one.
//
// No races: there are no atomics, and rows are assigned by their numbers, so the same grid gives the same bits every time.
#include "load.cuh"
#include "order.cuh"
#include "spec.cuh"
#include "types.cuh"
#include "warp.cuh"

typedef SumOf<Value>::type Sum;

constexpr u32 LOADS = 4;
constexpr u32 PER_LOAD = VALUES_PER_LOAD<Value>;
constexpr bool IS_WIDE = sizeof(Value) == 16;

// What some of the values come to. The sum of 128-bit values is kept as those of their low and high words, neither of
// which can overflow.
struct Partial {
    Sum sum;
    i128 sum_high;
    Value least;
    Value greatest;
    u64 count;
};

// A value in 16 bytes, of which all are written.
template <typename T> union Room {
    u128 all;
    T value;
};

template <typename T> __device__ __forceinline__ Room<T> in_room(T value) {
    Room<T> room;
    room.all = 0;
    room.value = value;
    return room;
}

// A Partial as the host reads it: a field every 16 bytes, low bytes first.
struct Stored {
    Room<Sum> sum;
    Room<i128> sum_high;
    Room<Value> least;
    Room<Value> greatest;
    Room<u64> count;
};

__device__ __forceinline__ Partial nothing() {
    return Partial{0, 0, last_in_order<Value>(), first_in_order<Value>(), 0};
}

__device__ __forceinline__ void add(Partial& into, Value value) {
    if constexpr (IS_WIDE) {
        into.sum += low_word(value);
        into.sum_high += high_word(value);
    } else {
        into.sum += static_cast<Sum>(value);
    }
    into.least = is_before(value, into.least) ? value : into.least;
    into.greatest = is_before(into.greatest, value) ? value : into.greatest;
    into.count++;
}

__device__ __forceinline__ void merge(Partial& into, const Partial& other) {
    into.sum += other.sum;
    into.sum_high += other.sum_high;
    into.least = is_before(other.least, into.least) ? other.least : into.least;
    into.greatest = is_before(into.greatest, other.greatest) ? other.greatest : into.greatest;
    into.count += other.count;
}

__device__ __forceinline__ Partial from_lane_above(const Partial& partial, u32 distance) {
    return Partial{
        from_lane_above(partial.sum, distance),
        from_lane_above(partial.sum_high, distance),
        from_lane_above(partial.least, distance),
        from_lane_above(partial.greatest, distance),
        from_lane_above(partial.count, distance),
    };
}

__device__ __forceinline__ void store(const Partial& partial, Stored* to) {
    to->sum = in_room(partial.sum);
    to->sum_high = in_room(partial.sum_high);
    to->least = in_room(partial.least);
    to->greatest = in_room(partial.greatest);
    to->count = in_room(partial.count);
}

__device__ __forceinline__ Partial read(const Stored* from) {
    return Partial{from->sum.value, from->sum_high.value, from->least.value, from->greatest.value, from->count.value};
}

// Combines the partials of a block, lower threads first; thread 0 gets the result.
__device__ Partial merge_block(Partial mine) {
    __shared__ Partial of_warp[THREADS / WARP];
    for (u32 distance = WARP / 2; distance > 0; distance /= 2) {
        merge(mine, from_lane_above(mine, distance));
    }
    if (threadIdx.x % WARP == 0) {
        of_warp[threadIdx.x / WARP] = mine;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        for (u32 warp = 1; warp < THREADS / WARP; warp++) {
            merge(mine, of_warp[warp]);
        }
    }
    return mine;
}

__device__ __forceinline__ void add_row(Partial& into, const Value* values, const u32* validity, u64 first_bit, u64 row) {
    if (!HAS_NULLS || valid_bits(validity, first_bit + row, 1) != 0) {
        add(into, values[row]);
    }
}

extern "C" __global__ void __launch_bounds__(THREADS)
reduce_column(const Value* values, const u32* validity, u64 first_bit, u64 rows, Stored* partials) {
    const u64 head = min(static_cast<u64>(values_to_boundary(values)), rows);
    const u64 loads = (rows - head) / PER_LOAD;
    const u64 tail = head + loads * PER_LOAD;
    Partial mine = nothing();

    const u64 stride = static_cast<u64>(gridDim.x) * THREADS * LOADS;
    for (u64 tile = static_cast<u64>(blockIdx.x) * THREADS * LOADS; tile < loads; tile += stride) {
        Values<Value> loaded[LOADS];
        u32 valid[LOADS];
#pragma unroll
        for (u32 i = 0; i < LOADS; i++) {
            const u64 load_index = tile + i * THREADS + threadIdx.x;
            const u64 row = head + load_index * PER_LOAD;
            valid[i] = 0;
            if (load_index < loads) {
                loaded[i] = load(values + row);
                valid[i] = HAS_NULLS ? valid_bits(validity, first_bit + row, PER_LOAD) : 0xffffffffu;
            }
        }
#pragma unroll
        for (u32 i = 0; i < LOADS; i++) {
#pragma unroll
            for (u32 j = 0; j < PER_LOAD; j++) {
                if (valid[i] >> j & 1) {
                    add(mine, loaded[i].at[j]);
                }
            }
        }
    }

    if (blockIdx.x == 0) {
        if (threadIdx.x < head) {
            add_row(mine, values, validity, first_bit, threadIdx.x);
        }
        if (threadIdx.x < rows - tail) {
            add_row(mine, values, validity, first_bit, tail + threadIdx.x);
        }
    }
    mine = merge_block(mine);
    if (threadIdx.x == 0) {
        store(mine, partials + blockIdx.x);
    }
}

extern "C" __global__ void __launch_bounds__(THREADS)
merge_partials(const Stored* partials, u32 count, Stored* result) {
    Partial mine = nothing();
    for (u32 i = threadIdx.x; i < count; i += THREADS) {
        merge(mine, read(partials + i));
    }
    mine = merge_block(mine);
    if (threadIdx.x == 0) {
        store(mine, result);
    }
}

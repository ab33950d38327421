// Columns in another form.
//
// spec.cuh: Value is the type.
//
// convert: a thread a row; numbers as doubles (doubles.cuh).
// to_order_keys: a thread a row; values of up to 8 bytes as unsigned words in the order of the contract; of 16 bytes, the
//   high word to `high` and the low one to `keys`.
// value_range: the least and the greatest of such words of up to 8 bytes, nulls left out, for the host: a thread takes one row after the other,
//   until what it has seen alone spans `enough`. range[0] begins as all bits, range[1] and range[2] as 0.
// number_values: a thread for EACH rows (rows.cuh); the word of a row less `least`, or `of_null`, as the lowest digit of a number, numbers[row], whose other digits are there
//   already unless `size`, what a digit is worth, is 0. A row that has NONE, or is to get it, has it.
// values_of_numbers: a thread a group; the value whose digit a number has: numbers[group], or the group itself, over `place`, modulo `size`. A bit of
//   `validity`, if bits are wanted, says whether the digit is other than `of_null`.
// widen: a thread a row; the bytes of a value in 16 bytes.
// Global memory: reads each value and writes each result once, coalesced. No races: rows do not meet.
#include "doubles.cuh"
#include "order.cuh"
#include "rows.cuh"
#include "signal.cuh"
#include "spec.cuh"

extern "C" __global__ void convert(const Value* values, u32 rows, f64 unit, u32 scale, f64* doubles) {
    const u64 row = thread_number();
    if (row >= rows) {
        return;
    }
    doubles[row] = as_double(values[row], unit, scale);
}

// A word that is ordered as the value is.
__device__ __forceinline__ u64 order_word(Value value) {
    const u64 flip = IS_SIGNED<Value> ? 1ULL << 63 : 0;
    return static_cast<u64>(static_cast<i64>(order_key(value))) ^ flip;
}

__device__ __forceinline__ bool is_valid(const u32* validity, u64 bit) {
    return validity == nullptr || (validity[bit >> 5] >> (bit & 31) & 1) != 0;
}

// Rows of a thread of value_range that are on their way together.
constexpr u32 TOGETHER = sizeof(Value) > 4 ? 4 : 6; // of eight blocks of a multiprocessor, more spill registers

// Of all threads of a block, for thread 0: a word for each warp, so that few atomics meet.
__device__ __forceinline__ void range_of_block(u64& least, u64& most) {
    __shared__ u64 of_warps[2][WARP];
    for (u32 distance = WARP / 2; distance > 0; distance /= 2) {
        const u64 less = __shfl_xor_sync(FULL_WARP, least, distance);
        const u64 more = __shfl_xor_sync(FULL_WARP, most, distance);
        least = less < least ? less : least;
        most = more > most ? more : most;
    }
    if (threadIdx.x % WARP == 0) {
        of_warps[0][threadIdx.x / WARP] = least;
        of_warps[1][threadIdx.x / WARP] = most;
    }
    __syncthreads();
    for (u32 warp = 1; warp < blockDim.x / WARP && threadIdx.x == 0; warp++) {
        least = of_warps[0][warp] < least ? of_warps[0][warp] : least;
        most = of_warps[1][warp] > most ? of_warps[1][warp] : most;
    }
}

extern "C" __global__ void __launch_bounds__(256, 8)
value_range(const Value* values, const u32* validity, u64 first_bit, u64 rows, u64 enough, u64* range, u64* host) {
    u64 least = ~0ULL;
    u64 most = 0;
    const u64 threads = static_cast<u64>(gridDim.x) * blockDim.x;
    for (u64 row = thread_number(); row < rows; row += TOGETHER * threads) {
        Value loaded[TOGETHER];
        bool is_value[TOGETHER];
#pragma unroll
        for (u32 i = 0; i < TOGETHER; i++) {
            const u64 at = row + i * threads;
            is_value[i] = at < rows && is_valid(validity, first_bit + at);
            loaded[i] = is_value[i] ? values[at] : Value();
        }
#pragma unroll
        for (u32 i = 0; i < TOGETHER; i++) {
            const u64 word = order_word(loaded[i]);
            least = is_value[i] && word < least ? word : least;
            most = is_value[i] && word > most ? word : most;
        }
        if (most > least && most - least >= enough) {
            break;
        }
    }
    range_of_block(least, most);
    if (threadIdx.x == 0) {
        atomicMin(range, least);
        atomicMax(range + 1, most);
    }
    raise_signal(range + 2, range, 2, host);
}

extern "C" __global__ void
number_values(const Value* values, const u32* validity, u64 first_bit, u32 rows, u64 least, u32 of_null, u32 size, u32* numbers) {
    u32 others[EACH];
    u32 digit[EACH];
#pragma unroll
    for (u32 r = 0; r < EACH; r++) {
        const u64 row = row_of_thread(r);
        others[r] = size == 0 || row >= rows ? 0 : numbers[row];
        digit[r] = row < rows && is_valid(validity, first_bit + row) ? static_cast<u32>(order_word(values[row]) - least) : of_null;
    }
#pragma unroll
    for (u32 r = 0; r < EACH; r++) {
        if (row_of_thread(r) < rows) {
            numbers[row_of_thread(r)] = others[r] == NONE || digit[r] == NONE ? NONE : others[r] * size + digit[r];
        }
    }
}

// The whole number whose word it is.
__device__ __forceinline__ Value value_of_word(u64 word) {
    return static_cast<Value>(static_cast<i64>(word ^ (IS_SIGNED<Value> ? 1ULL << 63 : 0)));
}

extern "C" __global__ void
values_of_numbers(const u32* numbers, u32 groups, u64 least, u32 of_null, u32 place, u32 size, Value* values, u32* validity) {
    const u64 group = thread_number();
    const bool is_there = group < groups;
    const u32 number = !is_there ? 0 : numbers == nullptr ? static_cast<u32>(group) : numbers[group];
    const u32 digit = number / place % size;
    const u32 bits = __ballot_sync(FULL_WARP, is_there && digit != of_null);
    if (is_there) {
        values[group] = value_of_word(least + digit);
        if (validity != nullptr && group % WARP == 0) {
            validity[group / WARP] = bits;
        }
    }
}

extern "C" __global__ void to_order_keys(const Value* values, u32 rows, u64* keys, u64* high) {
    const u64 row = thread_number();
    if (row >= rows) {
        return;
    }
    if constexpr (sizeof(Value) == 16) {
        keys[row] = low_word(values[row]);
        high[row] = static_cast<u64>(high_word(values[row])) ^ (IS_SIGNED<Value> ? 1ULL << 63 : 0);
    } else {
        keys[row] = order_word(values[row]);
    }
}

extern "C" __global__ void widen(const Value* values, u32 rows, u64* wide) {
    const u64 row = thread_number();
    if (row >= rows) {
        return;
    }
    union {
        u64 words[2];
        Value value;
    } room;
    room.words[0] = 0;
    room.words[1] = 0;
    room.value = values[row];
    wide[2 * row] = room.words[0];
    wide[2 * row + 1] = room.words[1];
}

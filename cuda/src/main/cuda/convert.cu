// Columns in another form.
//
// spec.cuh: Value is the type.
//
// convert: a thread a row; numbers as doubles, decimals by way of their unscaled number and `unit`, 10 to the scale; those of
//   16 bytes that fit no 8 are rounded once, as on the CPU.
// to_order_keys: a thread a row; values of up to 8 bytes as unsigned words in the order of the contract; of 16 bytes, the
//   high word to `high` and the low one to `keys`.
// widen: a thread a row; the bytes of a value in 16 bytes.
// Global memory: reads each value and writes each result once, coalesced. No races: rows do not meet.
#include "order.cuh"
#include "rows.cuh"
#include "spec.cuh"

constexpr u32 EXACT_SCALE = 22;

// The 55 or more highest bits of a / 10^scale, the last one set if anything follows, and what they are to be multiplied by
// as a power of two.
__device__ __forceinline__ u64 quotient_bits(u128 a, u32 scale, i32& exponent) {
    u128 divisor = 1;
    for (u32 i = 0; i < scale; i++) {
        divisor *= 10;
    }
    u128 quotient = a / divisor;
    u128 rest = a % divisor;
    exponent = 0;
    while (quotient >> 55 == 0) {
        rest += rest;
        const bool one = rest >= divisor;
        rest = one ? rest - divisor : rest;
        quotient = quotient << 1 | (one ? 1 : 0);
        exponent--;
    }
    bool more = rest != 0;
    while (quotient >> 62 != 0) {
        more = more || (quotient & 1) != 0;
        quotient >>= 1;
        exponent++;
    }
    return static_cast<u64>(quotient) | (more ? 1 : 0);
}

// The double nearest to value / 10^scale; between 10^-38 and 10^39, so never subnormal.
__device__ __forceinline__ f64 nearest_double(i128 value, u32 scale) {
    if (value == 0) {
        return 0.0;
    }
    const u128 magnitude = value < 0 ? 0 - static_cast<u128>(value) : static_cast<u128>(value);
    i32 exponent = 0;
    const u64 bits = quotient_bits(magnitude, scale, exponent);
    const f64 unit = __longlong_as_double(static_cast<i64>(exponent + 1023) << 52);
    const f64 rounded = static_cast<f64>(bits) * unit;
    return value < 0 ? -rounded : rounded;
}

extern "C" __global__ void convert(const Value* values, u32 rows, f64 unit, u32 scale, f64* doubles) {
    const u64 row = thread_number();
    if (row >= rows) {
        return;
    }
    if constexpr (sizeof(Value) == 16) {
        const i128 value = static_cast<i128>(values[row]);
        const i64 low = static_cast<i64>(low_word(value));
        const bool fits = high_word(value) == low >> 63;
        doubles[row] = fits && scale <= EXACT_SCALE ? static_cast<f64>(low) / unit : nearest_double(value, scale);
    } else {
        doubles[row] = static_cast<f64>(values[row]) / unit;
    }
}

extern "C" __global__ void to_order_keys(const Value* values, u32 rows, u64* keys, u64* high) {
    const u64 row = thread_number();
    if (row >= rows) {
        return;
    }
    const u64 flip = IS_SIGNED<Value> ? 1ULL << 63 : 0;
    if constexpr (sizeof(Value) == 16) {
        keys[row] = low_word(values[row]);
        high[row] = static_cast<u64>(high_word(values[row])) ^ flip;
    } else {
        keys[row] = static_cast<u64>(static_cast<i64>(order_key(values[row]))) ^ flip;
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

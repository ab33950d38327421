// Numbers as doubles, as the CPU has them: the nearest one.
#ifndef SHEAF_DOUBLES
#define SHEAF_DOUBLES

#include "types.cuh"

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

// Of a decimal, `value` is its unscaled number and `unit` 10 to the scale; numbers of 16 bytes that fit no 8 are rounded once.
template <typename T> __device__ __forceinline__ f64 as_double(T value, f64 unit, u32 scale) {
    if constexpr (sizeof(T) == 16) {
        const i128 number = static_cast<i128>(value);
        const i64 low = static_cast<i64>(low_word(number));
        const bool fits = high_word(number) == low >> 63;
        return fits && scale <= EXACT_SCALE ? static_cast<f64>(low) / unit : nearest_double(number, scale);
    } else {
        return static_cast<f64>(value) / unit;
    }
}

// Whether a number has 38 digits at most.
__device__ __forceinline__ bool fits_decimal(i128 value) {
    const i128 limit = static_cast<i128>(10000000000000000000ULL) * static_cast<i128>(10000000000000000000ULL);
    return -limit < value && value < limit;
}

// Rounded twice at most.
__device__ __forceinline__ f64 to_double(i128 value) {
    const u128 size = value < 0 ? -static_cast<u128>(value) : static_cast<u128>(value);
    const f64 number = static_cast<f64>(static_cast<u64>(size >> 64)) * 18446744073709551616.0
                     + static_cast<f64>(static_cast<u64>(size));
    return value < 0 ? -number : number;
}

#endif

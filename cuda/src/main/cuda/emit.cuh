// A finished group: its key word and cells become a row of the result.
//
// spec.cuh defines RESULTS and `emit_group(output, index, word, cells)`, which calls what is here for each key
// column and each result.
#ifndef SHEAF_EMIT
#define SHEAF_EMIT

#include "bits.cuh"
#include "cells.cuh"
#include "doubles.cuh"
#include "scan.cuh"
#include "signal.cuh"
#include "types.cuh"

constexpr u32 COUNTERS = 8;

// The counter that is *faults of the scan.
constexpr u32 FAULTS = 6;

// The columns of the result. Bitmaps are cleared before, and absent where every row is valid. `groups` is the number of
// groups so far, and behind it are the other counters, COUNTERS with the blocks that are done; the last block writes them to `host`.
struct Output {
    u64* groups;
    u64* host;
    void* keys[PARTS];
    u32* key_validity[PARTS];
    i32* key_offsets[PARTS];
    void* results[RESULTS];
    u32* result_validity[RESULTS];
};

// Ends the last kernel of a query.
__device__ __forceinline__ void finish_query(const Output& out) {
    raise_signal(out.groups + COUNTERS - 1, out.groups, COUNTERS, out.host);
}

// Says that a sum does not fit its type.
__device__ __forceinline__ void report_overflow(const Output& out) { atomicOr(out.groups + FAULTS, FAULT); }

// A sum of whole numbers from those of their limbs of 32 bits, which are cells from FIRST on; the last ones have a sign if
// SIGNED. `fits` becomes false if the sum has more than 128 bits.
template <u32 FIRST, u32 LIMBS, bool SIGNED>
__device__ __forceinline__ i128 sum_of_limbs(const u64 (&cells)[CELLS], bool& fits) {
    u128 low = 0;
    u128 carry = 0;
#pragma unroll
    for (u32 limb = 0; limb < LIMBS - 1; limb++) {
        carry += cells[FIRST + limb];
        low |= static_cast<u128>(static_cast<u32>(carry)) << 32 * limb;
        carry >>= 32;
    }
    const u64 last = cells[FIRST + LIMBS - 1];
    const i128 top = (SIGNED ? static_cast<i128>(static_cast<i64>(last)) : static_cast<i128>(last)) + static_cast<i128>(carry);
    fits = fits && (LIMBS < 4 || top == static_cast<i128>(static_cast<i32>(top)));
    return static_cast<i128>((static_cast<u128>(top) << 32 * (LIMBS - 1)) + low);
}

__device__ __forceinline__ bool fits_i64(i128 value) { return value == static_cast<i128>(static_cast<i64>(value)); }

__device__ __forceinline__ bool fits_u64(i128 value) { return value == static_cast<i128>(static_cast<u64>(value)); }

// Writes a number's value; true unless it stands for null.
template <typename T>
__device__ __forceinline__ bool emit_number(void* column, u64 row, u64 number, const Part& part) {
    const bool valid = number != part.range;
    static_cast<T*>(column)[row] = valid ? of_ordinal<T>(part.base + number) : static_cast<T>(0);
    return valid;
}

// Writes a text of LENGTH bytes, as all of them have, and where it ends. SMALL: numbers are below 2^31.
template <u32 LENGTH, bool SMALL>
__device__ __forceinline__ void emit_text(void* column, i32* offsets, u64 row, u64 number, const Text& text) {
    typedef typename Width<SMALL>::type Digits;
    u8* target = static_cast<u8*>(column) + row * LENGTH;
    Digits left = static_cast<Digits>(number);
    u32 words[(LENGTH + 3) / 4];
#pragma unroll
    for (u32 i = LENGTH; i-- > 0;) {
        u32 digit = 0;
        if (text.last[i] != 0) {
            const Digits place = static_cast<Digits>(text.place[i]);
            const Digits quotient = SMALL ? static_cast<Digits>(__umulhi(static_cast<u32>(left), text.magic[i]) >> text.shift[i])
                                          : left / place;
            digit = static_cast<u32>(place == 1 ? left : quotient);
            left -= static_cast<Digits>(digit) * place;
        }
        const u32 byte = text.least[i] + digit;
        words[i / 4] = i % 4 == 3 || i == LENGTH - 1 ? byte << (8 * (i % 4)) : words[i / 4] | byte << (8 * (i % 4));
    }
    if constexpr (LENGTH % 4 == 0) {
#pragma unroll
        for (u32 i = 0; i < LENGTH / 4; i++) {
            reinterpret_cast<u32*>(target)[i] = words[i];
        }
    } else {
#pragma unroll
        for (u32 i = 0; i < LENGTH; i++) {
            target[i] = static_cast<u8>(words[i / 4] >> (8 * (i % 4)));
        }
    }
    offsets[row + 1] = static_cast<i32>((row + 1) * LENGTH);
    if (row == 0) {
        offsets[0] = 0;
    }
}

#endif

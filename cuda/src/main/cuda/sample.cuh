// What a sample finds out about a key column: the least and the greatest of its numbers, or of each byte position of its texts.
#ifndef SHEAF_SAMPLE
#define SHEAF_SAMPLE

#include "hash.cuh"
#include "scan.cuh"
#include "types.cuh"

// Words of a key column. All are maxima, of a number or of what remains of it to the greatest one. Of numbers: greatest, least.
// Of texts: greatest length, least length, and greatest and least byte of each position.
constexpr u32 WORDS = 2 + 2 * MAX_TEXT;

constexpr u64 TEXT = 10;

// Only the hash is wanted of these.
constexpr u64 BIT = 11;
constexpr u64 WIDE = 12;

// A number in the order of its type.
template <typename T> __device__ __forceinline__ u64 ordered(T value) {
    if constexpr (!IsFloat<T>::value && static_cast<T>(-1) < static_cast<T>(0)) {
        return static_cast<u64>(static_cast<i64>(value)) ^ 0x8000000000000000ULL;
    } else {
        return ordinal(value);
    }
}

template <typename T> __device__ __forceinline__ u64 ordered_at(const void* data, u64 row) {
    return ordered(static_cast<const T*>(data)[row]);
}

// The same of a type by its number, below TEXT.
__device__ __forceinline__ u64 number(const void* data, u64 row, u64 kind) {
    switch (kind) {
        case 0: return ordered_at<i8>(data, row);
        case 1: return ordered_at<u8>(data, row);
        case 2: return ordered_at<i16>(data, row);
        case 3: return ordered_at<u16>(data, row);
        case 4: return ordered_at<i32>(data, row);
        case 5: return ordered_at<u32>(data, row);
        case 6: return ordered_at<i64>(data, row);
        case 7: return ordered_at<u64>(data, row);
        case 8: return ordered_at<f32>(data, row);
        default: return ordered_at<f64>(data, row);
    }
}

// The words found so far, in shared memory, or null if only the hash is wanted; and the hash of the row's key so far.
struct Sample {
    u64* found;
    u64 hash;

    __device__ __forceinline__ void keep(u32 word, u64 value) {
        if (found != nullptr && value > *static_cast<volatile u64*>(found + word)) {
            atomicMax(found + word, value);
        }
    }

    __device__ __forceinline__ void add(u64 value) { hash = (hash ^ murmur3(value)) * 0x100000001b3ULL; }

    template <typename T> __device__ __forceinline__ void value(T value, u32 part, bool valid) {
        word(ordered(value), part, valid);
    }

    __device__ __forceinline__ void word(u64 word, u32 part, bool valid) {
        if (!valid) {
            add(0x6e756c6cULL);
            return;
        }
        keep(part * WORDS, word);
        keep(part * WORDS + 1, ~word);
        add(word);
    }

    // The key in a column of which the kind is known at run time alone, so that one kernel looks at all tables.
    __device__ __forceinline__ void key(const Column& column, u64 row, u32 part, u64 kind) {
        const bool valid = column.validity == nullptr || valid_bits(column.validity, column.first_bit + row, 1) != 0;
        if (kind == TEXT) {
            text(column, row, part, valid);
        } else if (kind >= BIT) {
            const u64* words = static_cast<const u64*>(column.data) + 2 * row;
            add(!valid ? 0x6e756c6cULL
                       : kind == WIDE ? words[0] ^ rotate_left(words[1], 31)
                                      : valid_bits(static_cast<const u32*>(column.data), column.first_bit + row, 1));
        } else {
            word(valid ? number(column.data, row, kind) : 0, part, valid);
        }
    }

    __device__ __forceinline__ void text(const Column& column, u64 row, u32 part, bool valid) {
        if (!valid) {
            add(0x6e756c6cULL);
            return;
        }
        const u8* bytes = static_cast<const u8*>(column.data) + column.offsets[row];
        const u32 length = static_cast<u32>(column.offsets[row + 1] - column.offsets[row]);
        keep(part * WORDS, length + 1);
        keep(part * WORDS + 1, ~static_cast<u64>(length));
        // The first bytes by words, all of which are under way at once.
        const u32 offset = static_cast<u32>(reinterpret_cast<u64>(bytes) & 3);
        const u32* source = reinterpret_cast<const u32*>(bytes - offset);
        u32 words[MAX_TEXT / 4 + 1];
#pragma unroll
        for (u32 i = 0; i < MAX_TEXT / 4 + 1; i++) {
            words[i] = length != 0 && i * 4 < length + offset ? __ldg(source + i) : 0;
        }
        u64 all = length;
#pragma unroll
        for (u32 i = 0; i < MAX_TEXT; i++) {
            if (i < length) {
                const u64 byte = __funnelshift_r(words[i / 4], words[i / 4 + 1], offset * 8) >> (8 * (i % 4)) & 0xff;
                keep(part * WORDS + 2 + 2 * i, byte + 1);
                keep(part * WORDS + 3 + 2 * i, 256 - byte);
                all = (all ^ byte) * 0x100000001b3ULL;
            }
        }
        for (u32 i = MAX_TEXT; i < length; i++) {
            all = (all ^ bytes[i]) * 0x100000001b3ULL;
        }
        add(all);
    }
};

#endif

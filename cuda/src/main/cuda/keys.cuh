// The key of a row, whatever its columns are: its hash, and whether it is that of another row. Texts are read where they lie.
//
// spec.cuh: KEYS; ANY_KEYS, whether kernels learn when they run how many columns there are, up to KEYS, and what they hold; if
// not, Key<K> for each column, which is OfText, OfBit or OfNumber.
#ifndef SHEAF_KEYS
#define SHEAF_KEYS

#include "bytes.cuh"
#include "hash.cuh"
#include "order.cuh"
#include "types.cuh"

// What a column holds: nothing, whole numbers of so many bytes, or one of these.
constexpr u64 KIND_NOTHING = 0;
constexpr u64 KIND_F32 = 32;
constexpr u64 KIND_F64 = 64;
constexpr u64 KIND_BIT = 65;
constexpr u64 KIND_TEXT = 66;

constexpr u64 FIRST_HASH = 0x9e3779b97f4a7c15ULL;
constexpr u64 HASH_OF_NULL = 0x6e756c6c6e756c6cULL;

template <u32 K> struct Key;

// WORDS: how many tell two values apart, 0 if it depends on the value.
struct OfText {
    static constexpr bool HAS_OFFSETS = true;
    static constexpr u32 WORDS = 0;

    static __device__ __forceinline__ u64 hash(const KeyColumn& column, u64 row) {
        const Bytes bytes(column, row);
        u64 hash = bytes.size;
        for (u32 i = 0; i < bytes.count(); i++) {
            hash = murmur3(hash ^ bytes.word(i)) + FIRST_HASH;
        }
        return hash;
    }

    static __device__ __forceinline__ bool
    is_same(const KeyColumn& of_a, u64 a, const KeyColumn& of_b, u64 b) {
        const Bytes one(of_a, a);
        const Bytes other(of_b, b);
        if (one.size != other.size) {
            return false;
        }
        for (u32 i = 0; i < one.count(); i++) {
            if (one.word(i) != other.word(i)) {
                return false;
            }
        }
        return true;
    }
};

struct OfBit {
    static constexpr bool HAS_OFFSETS = false;
    static constexpr u32 WORDS = 1;

    static __device__ __forceinline__ u64 word(const KeyColumn& column, u64 row, u32) { return hash(column, row); }

    static __device__ __forceinline__ u64 hash(const KeyColumn& column, u64 row) {
        return valid_bits(static_cast<const u32*>(column.data), column.first_bit + row, 1);
    }

    static __device__ __forceinline__ bool
    is_same(const KeyColumn& of_a, u64 a, const KeyColumn& of_b, u64 b) {
        return hash(of_a, a) == hash(of_b, b);
    }
};

template <typename T> struct OfNumber {
    static constexpr bool HAS_OFFSETS = false;
    static constexpr u32 WORDS = (sizeof(T) + 7) / 8;

    static __device__ __forceinline__ T value(const KeyColumn& column, u64 row) {
        return static_cast<const T*>(column.data)[row];
    }

    // A number that is the same for the same value, but for the high word.
    static __device__ __forceinline__ u64 canonical(T value) {
        if constexpr (IsFloat<T>::value) {
            return ordinal(value);
        } else {
            return low_word(value);
        }
    }

    static __device__ __forceinline__ u64 word(const KeyColumn& column, u64 row, u32 w) {
        const T of_row = value(column, row);
        return w == 0 ? canonical(of_row) : static_cast<u64>(high_word(of_row));
    }

    static __device__ __forceinline__ u64 hash(const KeyColumn& column, u64 row) {
        const T of_row = value(column, row);
        return canonical(of_row) ^ rotate_left(static_cast<u64>(high_word(of_row)) * 0xff51afd7ed558ccdULL, 31);
    }

    static __device__ __forceinline__ bool
    is_same(const KeyColumn& of_a, u64 a, const KeyColumn& of_b, u64 b) {
        const T one = value(of_a, a);
        const T other = value(of_b, b);
        return canonical(one) == canonical(other) && high_word(one) == high_word(other);
    }
};

// Calls f with what the column holds, which it says.
template <typename F> __device__ __forceinline__ void as_it_says(const KeyColumn& column, const F& f) {
    switch (column.kind) {
    case 1: f(OfNumber<u8>()); break;
    case 2: f(OfNumber<u16>()); break;
    case 4: f(OfNumber<u32>()); break;
    case 8: f(OfNumber<u64>()); break;
    case KIND_F32: f(OfNumber<f32>()); break;
    case KIND_F64: f(OfNumber<f64>()); break;
    case KIND_BIT: f(OfBit()); break;
    case KIND_TEXT: f(OfText()); break;
    default: f(OfNumber<u128>()); break;
    }
}

// Calls f(what the column holds, number of the column) for each column.
template <bool ANY = ANY_KEYS, typename F>
__device__ __forceinline__ void each_key(const KeyColumn (&columns)[KEYS], const F& f) {
    if constexpr (ANY) {
        for (u32 k = 0; k < KEYS && columns[k].kind != KIND_NOTHING; k++) {
            as_it_says(columns[k], [&](auto of) { f(of, k); });
        }
    } else {
        for_each<KEYS>([&](auto k) { f(Key<decltype(k)::value>(), decltype(k)::value); });
    }
}

// The hash of the key of a row; `has_null` becomes true if one of its columns is null there.
__device__ __forceinline__ u64 hash_row(const KeyColumn (&columns)[KEYS], u64 row, bool& has_null) {
    u64 hash = FIRST_HASH;
    each_key(columns, [&](auto of, u32 k) {
        const bool valid = is_there(columns[k], row);
        has_null = has_null || !valid;
        hash = murmur3(hash ^ (valid ? of.hash(columns[k], row) : HASH_OF_NULL)) + k;
    });
    return hash;
}

// Whether two rows have the same key; null is a value.
__device__ __forceinline__ bool
same_row(const KeyColumn (&of_a)[KEYS], u64 a, const KeyColumn (&of_b)[KEYS], u64 b) {
    bool same = true;
    each_key(of_a, [&](auto of, u32 k) {
        if (same) {
            const bool valid = is_there(of_a[k], a);
            same = valid == is_there(of_b[k], b) && (!valid || of.is_same(of_a[k], a, of_b[k], b));
        }
    });
    return same;
}

#endif

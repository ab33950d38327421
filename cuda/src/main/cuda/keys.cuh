// The key of a row, whatever its columns are: its hash, and whether it is that of another row. Texts are read where they lie.
//
// spec.cuh: KEYS, and Key<K>::KIND for each; of numbers Key<K>::Value.
#ifndef SHEAF_KEYS
#define SHEAF_KEYS

#include "bytes.cuh"
#include "hash.cuh"
#include "order.cuh"
#include "types.cuh"

constexpr u32 KIND_NUMBER = 0;
constexpr u32 KIND_BIT = 1;
constexpr u32 KIND_TEXT = 2;

template <u32 K> struct Key;

// A number that is the same for the same value, in two words.
template <typename T> __device__ __forceinline__ u64 canonical(T value) {
    if constexpr (IsFloat<T>::value) {
        return ordinal(value);
    } else {
        return low_word(value);
    }
}

template <u32 K> __device__ __forceinline__ u64 hash_of_key(const KeyColumn& column, u64 row) {
    if constexpr (Key<K>::KIND == KIND_TEXT) {
        const Bytes bytes(column, row);
        u64 hash = bytes.size;
        for (u32 i = 0; i < bytes.count(); i++) {
            hash = murmur3(hash ^ bytes.word(i)) + 0x9e3779b97f4a7c15ULL;
        }
        return hash;
    } else if constexpr (Key<K>::KIND == KIND_BIT) {
        return valid_bits(static_cast<const u32*>(column.data), column.first_bit + row, 1);
    } else {
        typedef typename Key<K>::Value Value;
        const Value value = static_cast<const Value*>(column.data)[row];
        return canonical(value) ^ rotate_left(static_cast<u64>(high_word(value)) * 0xff51afd7ed558ccdULL, 31);
    }
}

template <u32 K>
__device__ __forceinline__ bool is_same_key(const KeyColumn& of_a, u64 a, const KeyColumn& of_b, u64 b) {
    if constexpr (Key<K>::KIND == KIND_TEXT) {
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
    } else if constexpr (Key<K>::KIND == KIND_BIT) {
        return valid_bits(static_cast<const u32*>(of_a.data), of_a.first_bit + a, 1) ==
               valid_bits(static_cast<const u32*>(of_b.data), of_b.first_bit + b, 1);
    } else {
        typedef typename Key<K>::Value Value;
        const Value one = static_cast<const Value*>(of_a.data)[a];
        const Value other = static_cast<const Value*>(of_b.data)[b];
        return canonical(one) == canonical(other) && high_word(one) == high_word(other);
    }
}

// The hash of the key of a row; `has_null` becomes true if one of its columns is null there.
__device__ __forceinline__ u64 hash_row(const KeyColumn (&columns)[KEYS], u64 row, bool& has_null) {
    u64 hash = 0x9e3779b97f4a7c15ULL;
    for_each<KEYS>([&](auto k) {
        constexpr u32 K = decltype(k)::value;
        const bool valid = is_there(columns[K], row);
        has_null = has_null || !valid;
        hash = murmur3(hash ^ (valid ? hash_of_key<K>(columns[K], row) : 0x6e756c6c6e756c6cULL)) + K;
    });
    return hash;
}

// Whether two rows have the same key; null is a value.
__device__ __forceinline__ bool
same_row(const KeyColumn (&of_a)[KEYS], u64 a, const KeyColumn (&of_b)[KEYS], u64 b) {
    bool same = true;
    for_each<KEYS>([&](auto k) {
        constexpr u32 K = decltype(k)::value;
        if (same) {
            const bool valid = is_there(of_a[K], a);
            same = valid == is_there(of_b[K], b) && (!valid || is_same_key<K>(of_a[K], a, of_b[K], b));
        }
    });
    return same;
}

#endif

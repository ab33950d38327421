// Between key columns and keys as words: each column's bits side by side, the first column highest, then a bit for each
// column that may be null. Keys compared word by word, the first word first, are in the order of their columns.
//
// spec.cuh: nothing.
//
// pack_keys: a thread a row; writes `words` words. NaNs become one NaN, -0.0 becomes 0.0, the bits of a null are 1. With
//   `leave_out_nulls`, rows with a null key get keep[row] = 0.
// unpack_keys: a thread a group; the same the other way round.
// Global memory: reads each value and writes each key word once. No races: rows do not meet.
#include "rows.cuh"
#include "spec.cuh"

enum Kind : u32 { UNSIGNED = 0, SIGNED = 1, FLOATING = 2 };

// Where a column lies and where its bits go; a column of 16 bytes takes two words, the high one first.
struct KeyColumn {
    void* data;
    u8* valid;
    u32 bytes;
    u32 word;
    u32 shift;
    u32 null_word;
    u32 null_shift;
    u32 has_null_bit;
    u32 kind;
    u32 unused;
};

__device__ __forceinline__ u64 all_ones(u32 bytes) { return bytes >= 8 ? ~0ULL : (1ULL << (8 * bytes)) - 1; }

__device__ __forceinline__ u64 sign_of(u32 bytes) { return 1ULL << (8 * min(bytes, 8u) - 1); }

__device__ __forceinline__ u64 float_bits(u64 bits, u32 bytes) {
    const u64 exponent = bytes == 4 ? 0x7f800000ULL : 0x7ff0000000000000ULL;
    const u64 fraction = bytes == 4 ? 0x007fffffULL : 0x000fffffffffffffULL;
    if ((bits & exponent) == exponent && (bits & fraction) != 0) {
        return bytes == 4 ? 0x7fc00000ULL : 0x7ff8000000000000ULL;
    }
    return (bits & (exponent | fraction)) == 0 ? 0 : bits;
}

// Bits that are ordered as unsigned numbers as the values are.
__device__ __forceinline__ u64 to_ordered(u64 bits, const KeyColumn& column) {
    const u64 sign = sign_of(column.bytes);
    if (column.kind == UNSIGNED) {
        return bits;
    }
    if (column.kind == SIGNED) {
        return bits ^ sign;
    }
    const u64 one = float_bits(bits, column.bytes);
    return (one & sign) != 0 ? ~one & all_ones(column.bytes) : one | sign;
}

__device__ __forceinline__ u64 of_ordered(u64 ordered, const KeyColumn& column) {
    const u64 sign = sign_of(column.bytes);
    if (column.kind == UNSIGNED) {
        return ordered;
    }
    if (column.kind == SIGNED || (ordered & sign) != 0) {
        return ordered ^ sign;
    }
    return ~ordered & all_ones(column.bytes);
}

__device__ __forceinline__ u64 read_bits(const void* data, u32 bytes, u64 row) {
    switch (bytes) {
        case 1: return static_cast<const u8*>(data)[row];
        case 2: return static_cast<const u16*>(data)[row];
        case 4: return static_cast<const u32*>(data)[row];
        default: return static_cast<const u64*>(data)[row];
    }
}

__device__ __forceinline__ void write_bits(void* data, u32 bytes, u64 row, u64 bits) {
    switch (bytes) {
        case 1: static_cast<u8*>(data)[row] = static_cast<u8>(bits); break;
        case 2: static_cast<u16*>(data)[row] = static_cast<u16>(bits); break;
        case 4: static_cast<u32*>(data)[row] = static_cast<u32>(bits); break;
        default: static_cast<u64*>(data)[row] = bits;
    }
}

extern "C" __global__ void pack_keys(
    const KeyColumn* columns, u32 count, u32 words, u32 rows, u64* keys, u8* keep, u32 leave_out_nulls) {
    const u64 row = thread_number();
    if (row >= rows) {
        return;
    }
    u64* key = keys + row * words;
    for (u32 word = 0; word < words; word++) {
        key[word] = 0;
    }
    for (u32 i = 0; i < count; i++) {
        const KeyColumn column = columns[i];
        if (column.valid != nullptr && column.valid[row] == 0) {
            key[column.word] |= all_ones(column.bytes) << column.shift;
            if (column.bytes == 16) {
                key[column.word + 1] = ~0ULL;
            }
            if (column.has_null_bit) {
                key[column.null_word] |= 1ULL << column.null_shift;
            }
            if (leave_out_nulls) {
                keep[row] = 0;
            }
        } else if (column.bytes == 16) {
            key[column.word] = to_ordered(static_cast<const u64*>(column.data)[2 * row + 1], column);
            key[column.word + 1] = static_cast<const u64*>(column.data)[2 * row];
        } else {
            key[column.word] |= to_ordered(read_bits(column.data, column.bytes, row), column) << column.shift;
        }
    }
}

extern "C" __global__ void unpack_keys(const KeyColumn* columns, u32 count, u32 words, u32 groups, const u64* keys) {
    const u64 group = thread_number();
    if (group >= groups) {
        return;
    }
    const u64* key = keys + group * words;
    for (u32 i = 0; i < count; i++) {
        const KeyColumn column = columns[i];
        const bool is_null = column.has_null_bit && (key[column.null_word] >> column.null_shift & 1) != 0;
        if (column.bytes == 16) {
            static_cast<u64*>(column.data)[2 * group] = is_null ? 0 : key[column.word + 1];
            static_cast<u64*>(column.data)[2 * group + 1] = is_null ? 0 : of_ordered(key[column.word], column);
        } else {
            const u64 ordered = key[column.word] >> column.shift & all_ones(column.bytes);
            write_bits(column.data, column.bytes, group, is_null ? 0 : of_ordered(ordered, column));
        }
        column.valid[group] = is_null ? 0 : 1;
    }
}

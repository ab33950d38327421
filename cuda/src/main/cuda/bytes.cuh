// Columns of keys and texts as kernels find them: one row at a time, texts where they lie.
#ifndef SHEAF_BYTES
#define SHEAF_BYTES

#include "load.cuh"
#include "types.cuh"

// A column in the Arrow layout; bit `first_bit` of the bitmap, and of the values of a bool, is row 0. Of texts, `data` are
// bytes and `offsets` where each begins; of a dictionary both are of its entries, and `codes` say which one a row has.
struct KeyColumn {
    const void* data;
    const u32* validity;
    u64 first_bit;
    const i32* offsets;
    const i32* codes;
    u64 kind; // as keys.cuh has it
};

__device__ __forceinline__ bool is_there(const KeyColumn& column, u64 row) {
    return column.validity == nullptr || valid_bits(column.validity, column.first_bit + row, 1) != 0;
}

// Bytes anywhere in memory, read by aligned words of 8 bytes that hold at least one of them.
struct Bytes {
    const u64* words;
    u32 shift;
    u32 size;

    __device__ __forceinline__ Bytes(const KeyColumn& column, u64 row) {
        const u64 entry = column.codes == nullptr ? row : static_cast<u64>(column.codes[row]);
        const i32 start = column.offsets[entry];
        size = static_cast<u32>(column.offsets[entry + 1] - start);
        const u64 address = reinterpret_cast<u64>(column.data) + static_cast<u64>(start);
        words = reinterpret_cast<const u64*>(address & ~7ULL);
        shift = static_cast<u32>(address & 7) * 8;
    }

    // Bytes 8 * i and on, zeros behind the end; 8 * i is below the size.
    __device__ __forceinline__ u64 word(u32 i) const {
        return word(i, [](const u64* at) { return *at; });
    }

    // The same of bytes that are read once, which leave the caches to others.
    __device__ __forceinline__ u64 passing_word(u32 i) const {
        return word(i, [](const u64* at) { return __ldcs(at); });
    }

    template <typename Load> __device__ __forceinline__ u64 word(u32 i, const Load& load) const {
        const u32 left = size - 8 * i;
        u64 word = load(words + i) >> shift;
        if (shift != 0 && left * 8 > 64 - shift) {
            word |= load(words + i + 1) << (64 - shift);
        }
        return left >= 8 ? word : word & ((1ULL << (8 * left)) - 1);
    }

    __device__ __forceinline__ u32 count() const { return (size + 7) / 8; }
};

#endif

// Columns in the Arrow layout as kernels of the general strategy read them, and the columns that they write.
#ifndef SHEAF_COLUMNS
#define SHEAF_COLUMNS

#include "expression.cuh"

// Of a bool, `data` are bits, of which `first_bit` is row 0 as of `validity`. Without a bitmap every row is valid.
struct InputColumn {
    const void* data;
    const u32* validity;
    u64 first_bit;
};

// A byte a row says whether there is a value; either may be null if nobody wants it.
struct OutputColumn {
    void* data;
    u8* valid;
};

__device__ __forceinline__ bool bit_at(const u32* bits, u64 bit) { return (bits[bit >> 5] >> (bit & 31) & 1) != 0; }

__device__ __forceinline__ bool is_valid(const InputColumn& column, u64 row) {
    return column.validity == nullptr || bit_at(column.validity, column.first_bit + row);
}

template <typename T> __device__ __forceinline__ Maybe<T> read(const InputColumn& column, u64 row) {
    const bool valid = is_valid(column, row);
    return Maybe<T>{valid ? static_cast<const T*>(column.data)[row] : static_cast<T>(0), valid};
}

template <> __device__ __forceinline__ Maybe<bool> read<bool>(const InputColumn& column, u64 row) {
    const bool valid = is_valid(column, row);
    return Maybe<bool>{valid && bit_at(static_cast<const u32*>(column.data), column.first_bit + row), valid};
}

template <typename T> __device__ __forceinline__ void store(const OutputColumn& column, u64 row, Maybe<T> value) {
    if (column.data != nullptr) {
        static_cast<T*>(column.data)[row] = value.value;
    }
    if (column.valid != nullptr) {
        column.valid[row] = value.valid;
    }
}

#endif

// Columns as values of the rows of a chunk: without nulls, with a byte a row that says whether there is a value.
//
// spec.cuh: nothing
//
// row_values: a thread a row. `bits` of a value: 0 if only its validity is wanted, 1 of a bool, which becomes a byte, else 8 to
//   128. A value that is null becomes zeros. Where keep[row] is 0, there is none; without `keep`, all rows are kept.
// keep_rows: a thread a row; keep[row] says whether a bool is true.
// Global memory: reads each column once and writes it once, coalesced. No races: rows do not meet.
#include "columns.cuh"
#include "rows.cuh"

template <typename T> __device__ __forceinline__ void copy_value(const void* data, u64 from, bool valid, void* values, u64 row) {
    static_cast<T*>(values)[row] = valid ? static_cast<const T*>(data)[from] : static_cast<T>(0);
}

extern "C" __global__ void row_values(
    const void* data, const u32* validity, u64 first_bit, u64 first, u32 rows, const u8* keep, u32 bits, void* values,
    u8* valid) {
    const u64 row = thread_number();
    if (row >= rows) {
        return;
    }
    const u64 from = first + row;
    const InputColumn column{data, validity, first_bit};
    const bool has_value = is_valid(column, from);
    valid[row] = has_value && (keep == nullptr || keep[row] != 0);
    switch (bits) {
    case 0: break;
    case 1: static_cast<u8*>(values)[row] = is_true(read<bool>(column, from)); break;
    case 8: copy_value<u8>(data, from, has_value, values, row); break;
    case 16: copy_value<u16>(data, from, has_value, values, row); break;
    case 32: copy_value<u32>(data, from, has_value, values, row); break;
    case 64: copy_value<u64>(data, from, has_value, values, row); break;
    default: copy_value<u128>(data, from, has_value, values, row);
    }
}

extern "C" __global__ void keep_rows(const u8* values, const u8* valid, u32 rows, u8* keep) {
    const u64 row = thread_number();
    if (row < rows) {
        keep[row] = valid[row] != 0 && values[row] != 0;
    }
}

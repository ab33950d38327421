// The hash of each row's key, whatever its columns are, and the number of each row: one kernel for all keys, which learns their types
// when it runs.
//
// spec.cuh: THREADS; KEYS, the most key columns there are.
//
// hash_rows: hashes[row], of which the `shift` highest bits are 0; numbers[row] = row; bits of `valid`, if it is there, say which
//   rows have no null in their keys. Rows with the same key have the same hash: floats count as on the CPU, and null is a value.
//   Any grid. global memory: reads the keys, writes 12 bytes a row. No races.
#include "spec.cuh"

#include "bytes.cuh"
#include "hash.cuh"
#include "order.cuh"
#include "rows.cuh"

// What a key column holds: whole numbers of so many bytes, or one of these.
constexpr u64 KIND_F32 = 32;
constexpr u64 KIND_F64 = 64;
constexpr u64 KIND_BIT = 65;
constexpr u64 KIND_TEXT = 66;

// Rows of a thread at once, so that their keys are on their way together.
constexpr u32 ROWS = 4;
constexpr u32 TILE = ROWS * THREADS;

struct Job {
    u64 rows;
    u64 keys;
    u64 shift;
    KeyColumn at[KEYS];
    u64 kinds[KEYS];
    u64* hashes;
    u32* numbers;
    u32* valid;
};

// Calls f(value, r) for the rows of a thread; those behind the last row have its value.
template <typename T, typename F>
__device__ __forceinline__ void each_value(const KeyColumn& column, const u64 (&rows)[ROWS], const F& f) {
    T values[ROWS];
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        values[r] = static_cast<const T*>(column.data)[rows[r]];
    }
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        f(values[r], r);
    }
}

__device__ __forceinline__ u64 hash_of_text(const KeyColumn& column, u64 row) {
    const Bytes bytes(column, row);
    u64 hash = bytes.size;
    for (u32 i = 0; i < bytes.count(); i++) {
        hash = murmur3(hash ^ bytes.word(i)) + 0x9e3779b97f4a7c15ULL;
    }
    return hash;
}

// Hashes of values, the same for the same values.
__device__ __forceinline__ void
hash_values(const KeyColumn& column, u64 kind, const u64 (&rows)[ROWS], u64 (&hashes)[ROWS]) {
    const auto as_it_is = [&](auto value, u32 r) { hashes[r] = value; };
    const auto as_ordinal = [&](auto value, u32 r) { hashes[r] = ordinal(value); };
    switch (kind) {
        case 1: each_value<u8>(column, rows, as_it_is); break;
        case 2: each_value<u16>(column, rows, as_it_is); break;
        case 4: each_value<u32>(column, rows, as_it_is); break;
        case 8: each_value<u64>(column, rows, as_it_is); break;
        case 16:
            each_value<uint4>(column, rows, [&](const uint4& value, u32 r) {
                const u64 high = static_cast<u64>(value.w) << 32 | value.z;
                hashes[r] = (static_cast<u64>(value.y) << 32 | value.x) ^ rotate_left(high * 0xff51afd7ed558ccdULL, 31);
            });
            break;
        case KIND_F32: each_value<f32>(column, rows, as_ordinal); break;
        case KIND_F64: each_value<f64>(column, rows, as_ordinal); break;
        case KIND_BIT:
#pragma unroll
            for (u32 r = 0; r < ROWS; r++) {
                hashes[r] = valid_bits(static_cast<const u32*>(column.data), column.first_bit + rows[r], 1);
            }
            break;
        case KIND_TEXT:
        default:
#pragma unroll
            for (u32 r = 0; r < ROWS; r++) {
                hashes[r] = is_there(column, rows[r]) ? hash_of_text(column, rows[r]) : 0; // a null may have no code
            }
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) hash_rows(const __grid_constant__ Job job) {
    for (u64 tile = static_cast<u64>(blockIdx.x) * TILE; tile < job.rows; tile += static_cast<u64>(gridDim.x) * TILE) {
        u64 rows[ROWS];
        u64 hashes[ROWS];
        u32 nulls = 0;
#pragma unroll
        for (u32 r = 0; r < ROWS; r++) {
            rows[r] = min(tile + r * THREADS + threadIdx.x, job.rows - 1);
            hashes[r] = 0x9e3779b97f4a7c15ULL;
        }
        for (u64 k = 0; k < job.keys; k++) {
            u64 values[ROWS];
            hash_values(job.at[k], job.kinds[k], rows, values);
#pragma unroll
            for (u32 r = 0; r < ROWS; r++) {
                const bool is_value = is_there(job.at[k], rows[r]);
                nulls |= static_cast<u32>(!is_value) << r;
                hashes[r] = murmur3(hashes[r] ^ (is_value ? values[r] : 0x6e756c6c6e756c6cULL)) + k;
            }
        }
#pragma unroll
        for (u32 r = 0; r < ROWS; r++) {
            const u64 row = tile + r * THREADS + threadIdx.x;
            const u32 taken = __ballot_sync(FULL_WARP, row < job.rows && (nulls >> r & 1) == 0);
            if (row < job.rows) {
                job.hashes[row] = hashes[r] >> job.shift;
                job.numbers[row] = static_cast<u32>(row);
                if (job.valid != nullptr && row % WARP == 0) {
                    job.valid[row / WARP] = taken;
                }
            }
        }
    }
}

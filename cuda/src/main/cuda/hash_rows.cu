// The hash of each row's key, whatever its columns are, and the number of each row: one kernel for all keys, which learns their types
// when it runs.
//
// spec.cuh: THREADS; what keys.cuh asks for.
//
// hash_rows: hashes[row], of which the `shift` highest bits are 0; numbers[row] = row; bits of `valid`, if it is there, say which
//   rows have no null in their keys. Rows with the same key have the same hash: floats count as on the CPU, and null is a value.
//   Any grid. global memory: reads the keys, writes 12 bytes a row. No races.
#include "spec.cuh"

#include "keys.cuh"
#include "rows.cuh"

// Rows of a thread at once, so that their keys are on their way together.
constexpr u32 ROWS = 4;
constexpr u32 TILE = ROWS * THREADS;

struct Job {
    u64 rows;
    u64 shift;
    KeyColumn keys[KEYS];
    u64* hashes;
    u32* numbers;
    u32* valid;
};

// A null of a dictionary may have no code.
template <typename Of>
__device__ __forceinline__ void
hash_values(Of of, const KeyColumn& column, const u64 (&rows)[ROWS], u64 (&values)[ROWS]) {
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        values[r] = !Of::HAS_OFFSETS || is_there(column, rows[r]) ? of.hash(column, rows[r]) : 0;
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
            hashes[r] = FIRST_HASH;
        }
        each_key(job.keys, [&](auto of, u32 k) {
            u64 values[ROWS];
            hash_values(of, job.keys[k], rows, values);
#pragma unroll
            for (u32 r = 0; r < ROWS; r++) {
                const bool is_value = is_there(job.keys[k], rows[r]);
                nulls |= static_cast<u32>(!is_value) << r;
                hashes[r] = murmur3(hashes[r] ^ (is_value ? values[r] : HASH_OF_NULL)) + k;
            }
        });
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

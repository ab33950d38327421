// The hash of each row's key, whatever its columns are, and the number of each row: one kernel for all keys, which learns their types
// when it runs.
//
// spec.cuh: THREADS; what keys.cuh asks for.
//
// hash_rows: hashes[row], of which the `shift` highest bits are 0; numbers[row] = row; bits of `valid`, if it is there, say which
//   rows have no null in their keys. Rows with the same key have the same hash: floats count as on the CPU, and null is a value.
//   Any grid. global memory: reads the keys, writes 12 bytes a row. No races.
// mark_shared: of `rows`, each has in numbers[row] a row with its hash, the first, which partition_firsts.cu has found. Its key is
//   compared with that of the first; counts[2] is not 0 if they differ. `shared`, a bit for each row and 0 before, becomes 1 for first
//   rows of groups that have others. A thread for each row.
// mark_firsts: firsts get the next numbers, those of TILE rows together, in the order of rows: of groups that have others from 0 on,
//   and of those that have none behind all of these. bits[row / 32] says which rows are first, and starts[0] and starts[1] of
//   row / 32 which number the first of either kind has there. counts[0] becomes how many groups have others, counts[1] how many
//   have none. The last block raises the signal with both. A block for each TILE rows.
// number_firsts: numbers[row] becomes the number of the row's group, and group_rows[number] its first row. A thread for each row.
//   global memory: each reads a number a row; number_firsts reads bits and starts at random, 16 bytes for each 32 rows, which caches
//   hold; mark_shared has an atomic, and reads a key, at random for each row that is not the first of its group. The order of numbers of tiles depends
//   on timing. No races.
#include "spec.cuh"

#include "keys.cuh"
#include "rows.cuh"
#include "signal.cuh"
#include "warp.cuh"

// Rows of a thread at once, so that their keys are on their way together.
constexpr u32 ROWS = 4;
constexpr u32 TILE = ROWS * THREADS;

struct Params {
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

extern "C" __global__ void __launch_bounds__(THREADS) hash_rows(const __grid_constant__ Params params) {
    for (u64 tile = static_cast<u64>(blockIdx.x) * TILE; tile < params.rows; tile += static_cast<u64>(gridDim.x) * TILE) {
        u64 rows[ROWS];
        u64 hashes[ROWS];
        u32 nulls = 0;
#pragma unroll
        for (u32 r = 0; r < ROWS; r++) {
            rows[r] = min(tile + r * THREADS + threadIdx.x, params.rows - 1);
            hashes[r] = FIRST_HASH;
        }
        each_key(params.keys, [&](auto of, u32 k) {
            u64 values[ROWS];
            hash_values(of, params.keys[k], rows, values);
#pragma unroll
            for (u32 r = 0; r < ROWS; r++) {
                const bool is_value = is_there(params.keys[k], rows[r]);
                nulls |= static_cast<u32>(!is_value) << r;
                hashes[r] = murmur3(hashes[r] ^ (is_value ? values[r] : HASH_OF_NULL)) + k;
            }
        });
#pragma unroll
        for (u32 r = 0; r < ROWS; r++) {
            const u64 row = tile + r * THREADS + threadIdx.x;
            const u32 taken = __ballot_sync(FULL_WARP, row < params.rows && (nulls >> r & 1) == 0);
            if (row < params.rows) {
                params.hashes[row] = hashes[r] >> params.shift;
                params.numbers[row] = static_cast<u32>(row);
                if (params.valid != nullptr && row % WARP == 0) {
                    params.valid[row / WARP] = taken;
                }
            }
        }
    }
}

struct Firsts {
    u64 rows;
    u32* numbers;
    const u32* valid;
    u32* shared;
    u32* bits;
    uint2* starts;
    u32* group_rows;
    u64* counts; // groups with several rows, groups with one, whether a hash has two keys, blocks that are done
    u64* host;
    KeyColumn keys[KEYS];
};

extern "C" __global__ void __launch_bounds__(THREADS) mark_shared(const __grid_constant__ Firsts params) {
    const u64 row = thread_number();
    if (row < params.rows && params.numbers[row] != static_cast<u32>(row)) {
        const u32 first = params.numbers[row];
        atomicOr(params.shared + first / WARP, 1u << first % WARP);
        if (!same_row(params.keys, first, params.keys, row)) {
            params.counts[2] = 1;
        }
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) mark_firsts(const __grid_constant__ Firsts params) {
    __shared__ u32 firsts[TILE / WARP];
    static_assert(TILE == WARP * WARP, "a warp has a lane for each word");
    const u32 lane = threadIdx.x % WARP;
    const u64 tile = static_cast<u64>(blockIdx.x) * TILE;
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        const u64 row = tile + r * THREADS + threadIdx.x;
        const bool is_first = row < params.rows && params.numbers[row] == static_cast<u32>(row) &&
                              (params.valid == nullptr || valid_bits(params.valid, row, 1) != 0);
        const u32 all = __ballot_sync(FULL_WARP, is_first);
        if (lane == 0) {
            firsts[(r * THREADS + threadIdx.x) / WARP] = all;
        }
    }
    __syncthreads();
    if (threadIdx.x < WARP) {
        const u64 word = tile / WARP + lane;
        const bool is_there = word * WARP < params.rows;
        const u32 shared = is_there ? params.shared[word] : 0;
        const u32 of_shared = static_cast<u32>(take_start(__popc(shared), params.counts));
        const u32 of_single = static_cast<u32>(take_start(__popc(firsts[lane] & ~shared), params.counts + 1));
        if (is_there) {
            params.bits[word] = firsts[lane];
            params.starts[word] = {of_shared, of_single};
        }
    }
    raise_signal(params.counts + 3, params.counts, 3, params.host);
}

extern "C" __global__ void __launch_bounds__(THREADS) number_firsts(const __grid_constant__ Firsts params) {
    const u64 row = thread_number();
    if (row >= params.rows) {
        return;
    }
    const u32 first = params.numbers[row];
    const u32 bits = params.bits[first / WARP];
    const u32 shared = params.shared[first / WARP];
    const uint2 starts = params.starts[first / WARP];
    const u32 before = (1u << first % WARP) - 1;
    const u32 number = (shared >> first % WARP & 1) != 0
                           ? starts.x + __popc(shared & before)
                           : static_cast<u32>(params.counts[0]) + starts.y + __popc(bits & ~shared & before);
    const bool has_group = (bits >> first % WARP & 1) != 0; // not where a key is null
    params.numbers[row] = has_group ? number : 0;
    if (has_group && first == static_cast<u32>(row)) {
        params.group_rows[number] = first;
    }
}

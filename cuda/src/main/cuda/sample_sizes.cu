// How many bits whole numbers have, decimals among them, by a sample of the rows.
//
// spec.cuh: COLUMNS; THREADS; WIDE_COLUMNS, which of them have values of 16 bytes, and not of 8: a bit each.
//
// sample_sizes: thread t looks at a row somewhere in the t-th part of the table; if the threads are enough, at all. For each column
//   found[2 * c] and found[2 * c + 1], which start as zeros, get the bits, low and high ones, that some valid value has, of a
//   negative one those of its complement. The last block writes them to the host. Any grid.
//   global memory: reads a value and a valid bit a thread and column; two atomics a warp
// No races but the atomics.
#include "spec.cuh"

#include "columns.cuh"
#include "hash.cuh"
#include "signal.cuh"
#include "types.cuh"

struct Params {
    u64 rows;
    InputColumn at[COLUMNS];
    u64* found;
    u64* host;
    u64 threads;
};

template <typename T> __device__ __forceinline__ void look(const InputColumn& column, u64 row, bool is_there, u64* found) {
    u64 low = 0;
    u64 high = 0;
    if (is_there) {
        const Maybe<T> value = read<T>(column, row);
        if (value.valid) {
            const i128 bits = static_cast<i128>(value.value) ^ (static_cast<i128>(value.value) >> 127);
            low = static_cast<u64>(bits);
            high = static_cast<u64>(bits >> 64);
        }
    }
    const u32 words[4] = {static_cast<u32>(low), static_cast<u32>(low >> 32), static_cast<u32>(high), static_cast<u32>(high >> 32)};
    u32 all[4];
#pragma unroll
    for (u32 i = 0; i < 4; i++) {
        all[i] = __reduce_or_sync(FULL_WARP, words[i]);
    }
    if (threadIdx.x % WARP == 0) {
        atomicOr(found, static_cast<u64>(all[1]) << 32 | all[0]);
        atomicOr(found + 1, static_cast<u64>(all[3]) << 32 | all[2]);
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) sample_sizes(const __grid_constant__ Params params) {
    const u64 thread = static_cast<u64>(blockIdx.x) * THREADS + threadIdx.x;
    const bool takes_all = params.threads >= params.rows;
    const u64 begin = takes_all ? thread : static_cast<u64>(static_cast<u128>(thread) * params.rows / params.threads);
    const u64 end = takes_all ? begin + 1 : static_cast<u64>(static_cast<u128>(thread + 1) * params.rows / params.threads);
    const u64 row = takes_all ? begin : begin + __umul64hi(murmur3(thread + 1), end - begin);
    for_each<COLUMNS>([&](auto c) {
        constexpr u32 C = decltype(c)::value;
        if constexpr ((WIDE_COLUMNS >> C & 1) != 0) {
            look<i128>(params.at[C], row, row < params.rows, params.found + 2 * C);
        } else {
            look<i64>(params.at[C], row, row < params.rows, params.found + 2 * C);
        }
    });
    raise_signal(params.found + 2 * COLUMNS, params.found, 2 * COLUMNS, params.host);
}

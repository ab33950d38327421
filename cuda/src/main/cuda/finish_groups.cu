// Final expressions and the condition on groups (HAVING), computed of the keys and results of groups: of columns of results, or of
// the states from which the general strategy makes results (states.cuh).
//
// spec.cuh: INPUTS, LITERALS and OUTPUTS, how many arrays and words there are; THREADS; HAS_CONDITION; and, generated, `is_kept(inputs, literals, in, fault)`, which
//   also computes what may not fit its type, and `finish_group(inputs, literals, outputs, in, out, fault)`, which puts a value to each output.
//
// finish_groups: a thread a group. Without a condition groups stay where they are; with one, those of THREADS * ROWS groups that are kept take
//   the next rows, in their order, and their numbers are written to `numbers` unless it is null. counters[0] counts them,
//   counters[1] becomes 1 if an expression has no result, counters[2] counts the blocks that are done; the last block writes the first two to
//   the host. Any grid.
//   global memory: reads the columns that it names, writes each output once; with a condition, an atomic for the rows of a block, and one for the bits of a warp
// The order of groups depends on timing if there is a condition. No other races than the atomics.
#include "bits.cuh"
#include "columns.cuh"
#include "signal.cuh"
#include "states.cuh"
#include "warp.cuh"

// A column of the result. Without a bitmap every value is valid.
struct FinishedColumn {
    void* data;
    u32* validity;
};

// Bits of a row. Where groups may be left out, bits start as zeros; else the lanes of a warp have the rows of a word, of which those behind the
// last one repeat it.
template <bool LEAVES_OUT> __device__ __forceinline__ void put_bit(u32* bits, u64 row, bool bit) {
    if constexpr (!LEAVES_OUT) {
        const u32 word = __ballot_sync(FULL_WARP, bit && row % WARP == threadIdx.x % WARP);
        if (threadIdx.x % WARP == 0) {
            bits[row / WARP] = word;
        }
    } else if (bit) {
        set_bit(bits, row);
    }
}

template <bool LEAVES_OUT, typename T> __device__ __forceinline__ void put(const FinishedColumn& column, u64 row, Maybe<T> value) {
    static_cast<T*>(column.data)[row] = value.valid ? value.value : static_cast<T>(0);
    if (column.validity != nullptr) {
        put_bit<LEAVES_OUT>(column.validity, row, value.valid);
    }
}

template <bool LEAVES_OUT> __device__ __forceinline__ void put(const FinishedColumn& column, u64 row, Maybe<bool> value) {
    put_bit<LEAVES_OUT>(static_cast<u32*>(column.data), row, is_true(value));
    if (column.validity != nullptr) {
        put_bit<LEAVES_OUT>(column.validity, row, value.valid);
    }
}

#include "spec.cuh"

struct Params {
    u64 groups;
    InputColumn inputs[INPUTS];
    u64 literals[LITERALS];
    FinishedColumn outputs[OUTPUTS];
    u32* numbers;
    u64* counters;
    u64* host;
};

// A thread computes the condition of so many rows before the block asks for places: bits of as many as a warp has lanes.
constexpr u32 WARPS = THREADS / WARP;
constexpr u32 ROWS = WARP / WARPS;

// Not told how many blocks are enough, ptxas takes 32 registers for sm_100, and spills.
extern "C" __global__ void __launch_bounds__(THREADS, 4) finish_groups(const __grid_constant__ Params params) {
    bool fault = false;
    if constexpr (HAS_CONDITION) {
        __shared__ u32 kept[ROWS * WARPS];
        __shared__ u64 starts[ROWS * WARPS];
        const u32 warp = threadIdx.x / WARP;
        const u32 lane = threadIdx.x % WARP;
        for (u64 first = static_cast<u64>(blockIdx.x) * THREADS * ROWS; first < params.groups;
             first += static_cast<u64>(gridDim.x) * THREADS * ROWS) {
#pragma unroll 1
            for (u32 r = 0; r < ROWS; r++) {
                const u64 in = first + r * THREADS + threadIdx.x;
                const u32 bits =
                    __ballot_sync(FULL_WARP, in < params.groups && is_kept(params.inputs, params.literals, in, fault));
                if (lane == 0) {
                    kept[r * WARPS + warp] = bits;
                }
            }
            __syncthreads();
            if (warp == 0) {
                starts[lane] = take_start(__popc(kept[lane]), params.counters); // a lane for each 32 rows
            }
            __syncthreads();
#pragma unroll 1
            for (u32 r = 0; r < ROWS; r++) {
                const u64 in = first + r * THREADS + threadIdx.x;
                const u32 bits = kept[r * WARPS + warp];
                const u64 out = starts[r * WARPS + warp] + __popc(bits & ((1u << lane) - 1));
                if ((bits >> lane & 1) != 0) {
                    if (params.numbers != nullptr) {
                        params.numbers[out] = static_cast<u32>(in);
                    }
                    finish_group(params.inputs, params.literals, params.outputs, in, out, fault);
                }
            }
            __syncthreads();
        }
    } else {
        for (u64 first = static_cast<u64>(blockIdx.x) * THREADS + threadIdx.x / WARP * WARP; first < params.groups;
             first += static_cast<u64>(gridDim.x) * THREADS) {
            const u64 in = min(first + threadIdx.x % WARP, params.groups - 1);
            finish_group(params.inputs, params.literals, params.outputs, in, in, fault);
        }
    }
    if (fault) {
        atomicOr(params.counters + 1, 1ULL);
    }
    raise_signal(params.counters + 2, params.counters, 2, params.host);
}

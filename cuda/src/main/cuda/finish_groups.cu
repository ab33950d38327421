// Final expressions and the condition on groups (HAVING), computed of the keys and results of groups: of columns of results, or of
// the states from which the general strategy makes results (states.cuh).
//
// spec.cuh: INPUTS, LITERALS and OUTPUTS, how many arrays and words there are; THREADS; HAS_CONDITION; and, generated, `is_kept(inputs, literals, in, fault)`, which
//   also computes what may not fit its type, and `finish_group(inputs, literals, outputs, in, out, fault)`, which puts a value to each output.
//
// finish_groups: a thread a group. Without a condition groups stay where they are; with one, those that are kept take the next
//   rows, and their numbers are written to `numbers` unless it is null. counters[0] counts them, counters[1] becomes 1 if an expression has no result, counters[2] counts the blocks that are
//   done; the last block writes the first two to the host. Any grid.
//   global memory: reads the columns that it names, writes each output once; an atomic a warp, and one for each valid bit
// The order of groups depends on timing if there is a condition. No other races than the atomics.
#include "columns.cuh"
#include "signal.cuh"
#include "states.cuh"

// A column of the result; bitmaps, and the data of bools, start as zeros. Without a bitmap every value is valid.
struct FinishedColumn {
    void* data;
    u32* validity;
};

__device__ __forceinline__ void set_bit(void* bits, u64 row) {
    atomicOr(static_cast<u32*>(bits) + (row >> 5), 1u << (row & 31));
}

template <typename T> __device__ __forceinline__ void put(const FinishedColumn& column, u64 row, Maybe<T> value) {
    static_cast<T*>(column.data)[row] = value.valid ? value.value : static_cast<T>(0);
    if (column.validity != nullptr && value.valid) {
        set_bit(column.validity, row);
    }
}

template <> __device__ __forceinline__ void put<bool>(const FinishedColumn& column, u64 row, Maybe<bool> value) {
    if (is_true(value)) {
        set_bit(column.data, row);
    }
    if (column.validity != nullptr && value.valid) {
        set_bit(column.validity, row);
    }
}

#include "spec.cuh"

struct Job {
    u64 groups;
    InputColumn inputs[INPUTS];
    u64 literals[LITERALS];
    FinishedColumn outputs[OUTPUTS];
    u32* numbers;
    u64* counters;
    u64* host;
};

// Not told how many blocks are enough, ptxas takes 32 registers for sm_100, and spills.
extern "C" __global__ void __launch_bounds__(THREADS, 4) finish_groups(const __grid_constant__ Job job) {
    bool fault = false;
    for (u64 first = static_cast<u64>(blockIdx.x) * THREADS; first < job.groups;
         first += static_cast<u64>(gridDim.x) * THREADS) {
        const u64 in = first + threadIdx.x;
        bool kept = in < job.groups;
        u64 out = in;
        if constexpr (HAS_CONDITION) {
            kept = kept && is_kept(job.inputs, job.literals, in, fault);
            const u32 all = __ballot_sync(FULL_WARP, kept);
            u64 start = 0;
            if (threadIdx.x % WARP == 0 && all != 0) {
                start = atomicAdd(job.counters, static_cast<u64>(__popc(all)));
            }
            out = __shfl_sync(FULL_WARP, start, 0) + __popc(all & ((1u << threadIdx.x % WARP) - 1));
        }
        if (kept && HAS_CONDITION && job.numbers != nullptr) {
            job.numbers[out] = static_cast<u32>(in);
        }
        if (kept) {
            finish_group(job.inputs, job.literals, job.outputs, in, out, fault);
        }
    }
    if (fault) {
        atomicOr(job.counters + 1, 1ULL);
    }
    raise_signal(job.counters + 2, job.counters, 2, job.host);
}

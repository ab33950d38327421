// Key words as numbers of groups, where words are few, and a row of each.
//
// spec.cuh: what scan.cuh asks for; THREADS.
//
// number_words: a thread for each four rows of the scan, any grid. numbers[row] is the row's word; a bit of `valid` says whether it
//   has one, if valid is there. group_rows[word] becomes a row with the word; 0 at first, which is what it stays for words that
//   no row has. counts[0] becomes how many rows have a key outside of the layout; if there are any, the numbers are of no use.
//   The last block raises the signal with that.
//   global memory: reads the keys once, writes a number a row; reads a group's row for each, which caches hold
//
// Races: which row becomes that of a word is open, and any will do.
#include "spec.cuh"

#include "scan.cuh"
#include "signal.cuh"

struct Params {
    Scan scan;
    u32* numbers;
    u32* valid;
    u32* group_rows;
    u64* counts; // rows outside, blocks that are done
    u64* host;
};

__device__ __forceinline__ void take_row(const Params& params, u64 row, u32 number, bool is_taken) {
    params.numbers[row] = is_taken ? number : 0;
    if (is_taken && params.group_rows[number] == 0) {
        params.group_rows[number] = static_cast<u32>(row);
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) number_words(const __grid_constant__ Params params) {
    const u64 step = static_cast<u64>(gridDim.x) * THREADS * ROWS;
    u32 outside = 0;
    for (u64 base = static_cast<u64>(blockIdx.x) * THREADS * ROWS; base < params.scan.rows; base += step) {
        const u64 first = base + threadIdx.x * ROWS;
        Rows rows;
        read_words(params.scan, first, rows);
        outside += __popc(rows.outside);
#pragma unroll
        for (u32 i = 0; i < ROWS; i++) {
            if (first + i < params.scan.rows) {
                take_row(params, first + i, static_cast<u32>(rows.word[i]), (rows.taken >> i & 1) != 0);
            }
        }
        u32 bits = rows.taken << threadIdx.x % 8 * ROWS;
        for (u32 distance = 4; distance > 0; distance /= 2) {
            bits |= __shfl_xor_sync(FULL_WARP, bits, distance);
        }
        if (params.valid != nullptr && threadIdx.x % 8 == 0 && first < params.scan.rows) {
            params.valid[first / WARP] = bits;
        }
    }
    if (outside != 0) {
        atomicAdd(params.counts, static_cast<u64>(outside));
    }
    raise_signal(params.counts + 1, params.counts, 1, params.host);
}

// The rows with the least and the greatest text of each group. Texts are compared where they lie, by their bytes.
//
// spec.cuh: THREADS; LOCAL, for how many groups each block keeps its own best rows in shared memory.
//
// least[n] and greatest[n] are the row of the group of number n plus 1, 0 at first; either may be null. Of rows with the same
// text any may win.
// best_texts: any grid; rows without a bit in `numbered`, if it is there, have no group, and rows without a text take no part.
//   shared: 24 * LOCAL + 8 * THREADS bytes
//   global memory: reads each number and text once, and the text that is best so far, which caches hold where groups are few
// picked_texts: a thread for each of `groups` results: the row of the group of number order[i], from `least`, or 0; a bit says
//   whether there is one.
// No races: places change by compare-and-swap, and bounds by atomics.
//
// A bound is the first eight bytes of the best text that a block was offered, as a number, or the better one. A text whose
// first bytes are beyond it is not the best, so that most rows look at no other text. Those that do are put aside until a warp has
// as many as lanes: looking at once, a quarter of the rows had the whole warp wait for three lanes of four.
#include "spec.cuh"

#include "bytes.cuh"
#include "rare_rows.cuh"
#include "rows.cuh"

struct Params {
    u64 rows;
    u64 groups;
    KeyColumn texts;
    const u32* numbers;
    const u32* numbered;
    u32* least;
    u32* greatest;
    const u32* order;
    u32* to_rows;
    u32* to_validity;
};

// The first byte of eight as the highest.
__device__ __forceinline__ u64 first_highest(u64 word) {
    u64 swapped = (word & 0x00ff00ff00ff00ffULL) << 8 | (word >> 8 & 0x00ff00ff00ff00ffULL);
    swapped = (swapped & 0x0000ffff0000ffffULL) << 16 | (swapped >> 16 & 0x0000ffff0000ffffULL);
    return swapped << 32 | swapped >> 32;
}

__device__ __forceinline__ bool comes_before(const Bytes& a, const Bytes& b) {
    const u32 words = min(a.count(), b.count());
    for (u32 i = 0; i < words; i++) {
        const u64 one = first_highest(a.word(i));
        const u64 other = first_highest(b.word(i));
        if (one != other) {
            return one < other;
        }
    }
    return a.size < b.size;
}

template <bool LEAST> __device__ __forceinline__ void offer(const Params& params, u32* place, u64 row, const Bytes& text) {
    u32 best = read_word(place);
    while (true) {
        if (best != 0) {
            const Bytes other(params.texts, best - 1);
            if (LEAST ? !comes_before(text, other) : !comes_before(other, text)) {
                return;
            }
        }
        const u32 seen = atomicCAS(place, best, static_cast<u32>(row) + 1);
        if (seen == best) {
            return;
        }
        best = seen;
    }
}

// The first bytes of a text, in the order of texts.
__device__ __forceinline__ u64 first_bytes(const Bytes& text) {
    return text.size == 0 ? 0 : first_highest(text.word(0));
}

// Offers a row to a block's own places. Bounds are 0 at first: those of the least texts are kept inverted.
template <bool LEAST>
__device__ __forceinline__ void offer_here(const Params& params, u32* place, u64* bound, u64 row, const Bytes& text) {
    const u64 first = LEAST ? ~first_bytes(text) : first_bytes(text);
    const u64 known = read_word(bound);
    if (first >= known) {
        if (first > known) {
            atomicMax(bound, first);
        }
        offer<LEAST>(params, place, row, text);
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) best_texts(const __grid_constant__ Params params) {
    __shared__ u32 least[LOCAL];
    __shared__ u32 greatest[LOCAL];
    __shared__ u64 least_bounds[LOCAL];
    __shared__ u64 greatest_bounds[LOCAL];
    const bool is_local = params.groups <= LOCAL;
    for (u32 i = threadIdx.x; i < LOCAL; i += THREADS) {
        least[i] = 0;
        greatest[i] = 0;
        least_bounds[i] = 0;
        greatest_bounds[i] = 0;
    }
    __syncthreads();
    __shared__ u32 aside[THREADS / WARP * RareRows::ROOM];
    RareRows rare(aside);
    const auto handle = [&](u32 row) {
        const Bytes text(params.texts, row);
        const u32 number = params.numbers[row];
        if (params.least != nullptr) {
            offer_here<true>(params, least + number, least_bounds + number, row, text);
        }
        if (params.greatest != nullptr) {
            offer_here<false>(params, greatest + number, greatest_bounds + number, row, text);
        }
    };
    const u64 all = static_cast<u64>(gridDim.x) * THREADS;
    for (u64 base = static_cast<u64>(blockIdx.x) * THREADS; base < params.rows; base += all) {
        const u64 row = base + threadIdx.x;
        const bool takes = row < params.rows && (params.numbered == nullptr || valid_bits(params.numbered, row, 1) != 0) &&
                           is_there(params.texts, row);
        if (is_local) {
            bool is_rare = false;
            if (takes) {
                const u64 first = first_bytes(Bytes(params.texts, row));
                const u32 number = params.numbers[row];
                is_rare = (params.least != nullptr && ~first >= read_word(least_bounds + number)) ||
                          (params.greatest != nullptr && first >= read_word(greatest_bounds + number));
            }
            rare.add(static_cast<u32>(row), is_rare, handle);
        } else if (takes) {
            const Bytes text(params.texts, row);
            if (params.least != nullptr) {
                offer<true>(params, params.least + params.numbers[row], row, text);
            }
            if (params.greatest != nullptr) {
                offer<false>(params, params.greatest + params.numbers[row], row, text);
            }
        }
    }
    while (rare.count != 0) {
        rare.take(handle);
    }
    __syncthreads();
    for (u32 i = threadIdx.x; is_local && i < params.groups; i += THREADS) {
        if (params.least != nullptr && least[i] != 0) {
            offer<true>(params, params.least + i, least[i] - 1, Bytes(params.texts, least[i] - 1));
        }
        if (params.greatest != nullptr && greatest[i] != 0) {
            offer<false>(params, params.greatest + i, greatest[i] - 1, Bytes(params.texts, greatest[i] - 1));
        }
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) picked_texts(const __grid_constant__ Params params) {
    const u64 i = thread_number();
    const u32 best = i < params.groups ? params.least[params.order[i]] : 0;
    const u32 bits = __ballot_sync(FULL_WARP, best != 0);
    if (i < params.groups) {
        params.to_rows[i] = best == 0 ? 0 : best - 1;
        if (i % WARP == 0) {
            params.to_validity[i / WARP] = bits;
        }
    }
}

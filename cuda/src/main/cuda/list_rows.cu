// Which rows lists have, each of which is a stretch of places or a part of one.
//
// spec.cuh: Bound is the type of the bounds, u32 or u64.
//
// List i has the places from starts[l] to ends[l] where l is numbers[i], or i without numbers; `most` of them at most, the first, or
// the last in reverse if `from_end` is not 0. The row of a place is order[place], or the place itself without an order. list_sizes
// and list_offsets have a thread a list and THREADS a block, list_rows has a thread an element.
//
// list_sizes: the elements of the lists of each block; and a bit a list, set if it has places, if bits are wanted.
// list_offsets: where each list starts in the elements, from where each block does; the last list says where it ends, too.
// list_rows: the row of each element; a thread finds its list by halving the offsets.
//   global memory: reads bounds at random, offsets by halving, and an order in stretches; writes each result once. No races.
#include "block_sums.cuh"
#include "rows.cuh"
#include "spec.cuh"

constexpr u32 THREADS = 256;

struct Params {
    u64 lists;
    const Bound* starts;
    const Bound* ends;
    const u32* numbers;
    u64 most;
    u64 from_end;
    const u32* order;
    u64* sums;
    u32* taken;
    u32* offsets;
    u64 elements;
    u32* rows;
};

__device__ __forceinline__ u64 number_of(const Params& params, u64 list) { return params.numbers == nullptr ? list : params.numbers[list]; }

__device__ __forceinline__ u64 size_of(const Params& params, u64 list) {
    if (list >= params.lists) {
        return 0;
    }
    const u64 number = number_of(params, list);
    const u64 places = params.ends[number] - params.starts[number];
    return places < params.most ? places : params.most;
}

extern "C" __global__ void __launch_bounds__(THREADS) list_sizes(const __grid_constant__ Params params) {
    const u64 list = thread_number();
    const u64 size = size_of(params, list);
    u64 before;
    const u64 sum = sum_of_block<THREADS>(size, before);
    if (threadIdx.x == 0) {
        params.sums[blockIdx.x] = sum;
    }
    const u64 number = list < params.lists ? number_of(params, list) : 0;
    const u32 bits = __ballot_sync(FULL_WARP, list < params.lists && params.ends[number] != params.starts[number]);
    if (params.taken != nullptr && list % WARP == 0 && list < params.lists) {
        params.taken[list / WARP] = bits;
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) list_offsets(const __grid_constant__ Params params) {
    const u64 list = thread_number();
    const u64 size = size_of(params, list);
    u64 before;
    sum_of_block<THREADS>(size, before);
    const u64 start = params.sums[blockIdx.x] + before;
    if (list < params.lists) {
        params.offsets[list] = static_cast<u32>(start);
    }
    if (list + 1 == params.lists) {
        params.offsets[params.lists] = static_cast<u32>(start + size);
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) list_rows(const __grid_constant__ Params params) {
    const u64 element = thread_number();
    if (element >= params.elements) {
        return;
    }
    u64 list = 0; // the last one that starts at the element or before it
    u64 end = params.lists;
    while (end - list > 1) {
        const u64 middle = (list + end) / 2;
        if (params.offsets[middle] <= element) {
            list = middle;
        } else {
            end = middle;
        }
    }
    const u64 number = number_of(params, list);
    const u64 at = element - params.offsets[list];
    const u64 place = params.from_end != 0 ? params.ends[number] - 1 - at : params.starts[number] + at;
    params.rows[element] = params.order == nullptr ? static_cast<u32>(place) : params.order[place];
}

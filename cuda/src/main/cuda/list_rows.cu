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

struct Job {
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

__device__ __forceinline__ u64 number_of(const Job& job, u64 list) { return job.numbers == nullptr ? list : job.numbers[list]; }

__device__ __forceinline__ u64 size_of(const Job& job, u64 list) {
    if (list >= job.lists) {
        return 0;
    }
    const u64 number = number_of(job, list);
    const u64 places = job.ends[number] - job.starts[number];
    return places < job.most ? places : job.most;
}

extern "C" __global__ void __launch_bounds__(THREADS) list_sizes(const __grid_constant__ Job job) {
    const u64 list = thread_number();
    const u64 size = size_of(job, list);
    u64 before;
    const u64 sum = sum_of_block<THREADS>(size, before);
    if (threadIdx.x == 0) {
        job.sums[blockIdx.x] = sum;
    }
    const u64 number = list < job.lists ? number_of(job, list) : 0;
    const u32 bits = __ballot_sync(FULL_WARP, list < job.lists && job.ends[number] != job.starts[number]);
    if (job.taken != nullptr && list % WARP == 0 && list < job.lists) {
        job.taken[list / WARP] = bits;
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) list_offsets(const __grid_constant__ Job job) {
    const u64 list = thread_number();
    const u64 size = size_of(job, list);
    u64 before;
    sum_of_block<THREADS>(size, before);
    const u64 start = job.sums[blockIdx.x] + before;
    if (list < job.lists) {
        job.offsets[list] = static_cast<u32>(start);
    }
    if (list + 1 == job.lists) {
        job.offsets[job.lists] = static_cast<u32>(start + size);
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) list_rows(const __grid_constant__ Job job) {
    const u64 element = thread_number();
    if (element >= job.elements) {
        return;
    }
    u64 list = 0; // the last one that starts at the element or before it
    u64 end = job.lists;
    while (end - list > 1) {
        const u64 middle = (list + end) / 2;
        if (job.offsets[middle] <= element) {
            list = middle;
        } else {
            end = middle;
        }
    }
    const u64 number = number_of(job, list);
    const u64 at = element - job.offsets[list];
    const u64 place = job.from_end != 0 ? job.ends[number] - 1 - at : job.starts[number] + at;
    job.rows[element] = job.order == nullptr ? static_cast<u32>(place) : job.order[place];
}

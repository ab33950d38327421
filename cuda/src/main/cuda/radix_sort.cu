// A stable sort of row numbers by 8 bits of their keys, from the lowest to the highest in as many passes as there are bytes.
//
// spec.cuh: Key is the type, u32 or u64.
//
// first_order: a thread a row; 0, 1, 2, ...
// count_digits: a block a tile of TILE rows; counts[digit * blocks + block] is how often the digit occurs in it.
// sum_up: a block for TILE counts, here or anywhere; sums[block] is what they come to.
// add_up: a block for TILE counts; each becomes the sum of those before it: where each digit of each tile goes. `sums` are those of sum_up.
// radix_sort: a block a tile; warps take the rows of their part in order, 32 at a time, so that equal digits stay in order.
// Global memory: reads an order and, at random, a key twice a pass, writes an order. No races: each row has a place of its own.
#include "rows.cuh"
#include "spec.cuh"

constexpr u32 THREADS = 256;
constexpr u32 WARPS = THREADS / WARP;
constexpr u32 DIGITS = 256;
constexpr u32 TILE = 4096;
constexpr u32 PART = TILE / WARPS;

extern "C" __global__ void first_order(u32 rows, u32* order) {
    const u64 row = thread_number();
    if (row < rows) {
        order[row] = static_cast<u32>(row);
    }
}

__device__ __forceinline__ u32 digit_of(const Key* keys, u32 row, u32 shift) {
    return static_cast<u32>(keys[row] >> shift) & (DIGITS - 1);
}

extern "C" __global__ void __launch_bounds__(THREADS)
count_digits(const Key* keys, const u32* order, u32 rows, u32 shift, u64* counts) {
    __shared__ u32 count[DIGITS];
    count[threadIdx.x] = 0;
    __syncthreads();
    const u64 first = static_cast<u64>(blockIdx.x) * TILE;
    for (u64 i = first + threadIdx.x; i < first + TILE && i < rows; i += THREADS) {
        atomicAdd(count + digit_of(keys, order[i], shift), 1u);
    }
    __syncthreads();
    counts[static_cast<u64>(threadIdx.x) * gridDim.x + blockIdx.x] = count[threadIdx.x];
}

constexpr u32 COUNTS = TILE / THREADS;

// The sum of what all threads have, which is what the last one has of the sums so far; `before` gets what the threads before have.
__device__ __forceinline__ u64 sum_of_block(u64 mine, u64& before) {
    __shared__ u64 of_warp[WARPS];
    const u32 lane = threadIdx.x % WARP;
    u64 so_far = mine;
    for (u32 distance = 1; distance < WARP; distance *= 2) {
        const u64 below = __shfl_up_sync(FULL_WARP, so_far, distance);
        so_far += lane >= distance ? below : 0;
    }
    __syncthreads();
    if (lane == WARP - 1) {
        of_warp[threadIdx.x / WARP] = so_far;
    }
    __syncthreads();
    u64 total = 0;
    before = so_far - mine;
    for (u32 warp = 0; warp < WARPS; warp++) {
        before += warp < threadIdx.x / WARP ? of_warp[warp] : 0;
        total += of_warp[warp];
    }
    return total;
}

extern "C" __global__ void __launch_bounds__(THREADS) sum_up(const u64* counts, u64 length, u64* sums) {
    const u64 first = static_cast<u64>(blockIdx.x) * TILE;
    u64 mine = 0;
    for (u64 i = first + threadIdx.x; i < first + TILE && i < length; i += THREADS) {
        mine += counts[i];
    }
    u64 before;
    const u64 total = sum_of_block(mine, before);
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = total;
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) add_up(u64* counts, u64 length, const u64* sums) {
    u64 mine = 0;
    for (u32 block = threadIdx.x; block < blockIdx.x; block += THREADS) {
        mine += sums[block];
    }
    u64 before;
    u64 start = sum_of_block(mine, before);
    for (u32 r = 0; r < COUNTS; r++) {
        const u64 i = static_cast<u64>(blockIdx.x) * TILE + r * THREADS + threadIdx.x;
        const u64 count = i < length ? counts[i] : 0;
        const u64 total = sum_of_block(count, before);
        if (i < length) {
            counts[i] = start + before;
        }
        start += total;
    }
}

extern "C" __global__ void __launch_bounds__(THREADS)
radix_sort(const Key* keys, const u32* order, u32 rows, u32 shift, const u64* starts, u32* sorted) {
    __shared__ u32 next[WARPS][DIGITS];
    const u32 warp = threadIdx.x / WARP;
    const u32 lane = threadIdx.x % WARP;
    const u64 first = static_cast<u64>(blockIdx.x) * TILE + warp * PART;
    for (u32 digit = lane; digit < DIGITS; digit += WARP) {
        next[warp][digit] = 0;
    }
    __syncwarp();
    for (u64 i = first + lane; i < first + PART && i < rows; i += WARP) {
        atomicAdd(&next[warp][digit_of(keys, order[i], shift)], 1u);
    }
    __syncthreads();
    u32 before = 0;
    for (u32 w = 0; w < WARPS; w++) {
        const u32 count = next[w][threadIdx.x];
        next[w][threadIdx.x] = before;
        before += count;
    }
    __syncthreads();
    for (u64 base = first; base < first + PART; base += WARP) {
        const u64 i = base + lane;
        const u32 row = i < rows ? order[i] : NONE;
        const u32 digit = i < rows ? digit_of(keys, row, shift) : DIGITS;
        const u32 peers = __match_any_sync(FULL_WARP, digit);
        const u32 rank = static_cast<u32>(__popc(peers & ((1u << lane) - 1)));
        if (i < rows) {
            sorted[starts[static_cast<u64>(digit) * gridDim.x + blockIdx.x] + next[warp][digit] + rank] = row;
        }
        __syncwarp();
        if (i < rows && rank == 0) {
            next[warp][digit] += static_cast<u32>(__popc(peers));
        }
        __syncwarp();
    }
}

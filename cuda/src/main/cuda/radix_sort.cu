// A stable sort of row numbers by some bits of their keys, from the lowest to the highest, 8 bits a pass at most. Keys move with the row
// numbers, so that each pass reads and writes both in stretches.
//
// spec.cuh: Key is the type, u32 or u64.
//
// Keys are sorted by what they are more than `least`, of which a pass sees the `bits` bits from `shift` on: the digit.
// first_order: a thread a row; 0, 1, 2, ...
// keys_in_order: a thread a row; the key of each row of an order.
// count_digits: a block a tile of TILE rows; counts[digit * blocks + block] is how often the digit occurs in it.
// sum_up: a block for TILE counts, here or anywhere; sums[block] is what they come to.
// add_up: a block for TILE counts; each becomes the sum of those before it: where each digit of each tile goes. `sums` are those of sum_up.
// radix_sort: a block a tile; warps take the rows of their part in order, 32 at a time, so that equal digits stay in order. Keys, then row numbers, are
//   brought together by digit in shared memory, so that those of a digit are written side by side. `order` is null for that of the table; `sorted` is
//   null if nobody asks for row numbers; `moves`, if wanted, gets the place to which each row of the order goes.
// follow_moves: a thread a row; moves[i] becomes next[moves[i]].
// Global memory: radix_sort reads and writes keys and row numbers once. No races: each row has a place of its own.
#include "block_sums.cuh"
#include "peers.cuh"
#include "rows.cuh"
#include "spec.cuh"

constexpr u32 THREADS = 256;
constexpr u32 DIGITS = 256;
constexpr u32 TILE = 4096;
constexpr u32 COUNTS = TILE / THREADS;

// Threads of radix_sort: with half as many, each would need twice the registers, and a multiprocessor would hold fewer warps.
constexpr u32 SORTERS = 512;
constexpr u32 BLOCKS = sizeof(Key) == 4 ? 2 : 1; // of a multiprocessor; two of them would spill registers of long keys
constexpr u32 WARPS = SORTERS / WARP;
constexpr u32 PART = TILE / WARPS;
constexpr u32 ROWS = TILE / SORTERS;

extern "C" __global__ void first_order(u32 rows, u32* order) {
    const u64 row = thread_number();
    if (row < rows) {
        order[row] = static_cast<u32>(row);
    }
}

extern "C" __global__ void keys_in_order(const Key* keys, const u32* order, u32 rows, Key* ordered) {
    const u64 i = thread_number();
    if (i < rows) {
        ordered[i] = keys[order[i]];
    }
}

extern "C" __global__ void follow_moves(const u32* next, u32 rows, u32* moves) {
    const u64 i = thread_number();
    if (i < rows) {
        moves[i] = next[moves[i]];
    }
}

__device__ __forceinline__ u32 digit_of(Key key, Key least, u32 shift, u32 bits) {
    return static_cast<u32>(static_cast<Key>(key - least) >> shift) & ((1u << bits) - 1);
}

extern "C" __global__ void __launch_bounds__(THREADS)
count_digits(const Key* keys, u32 rows, Key least, u32 shift, u32 bits, u64* counts) {
    __shared__ u32 count[DIGITS];
    count[threadIdx.x] = 0;
    __syncthreads();
    const u64 first = static_cast<u64>(blockIdx.x) * TILE;
    for (u64 i = first + threadIdx.x; i < first + TILE && i < rows; i += THREADS) {
        atomicAdd(count + digit_of(keys[i], least, shift, bits), 1u);
    }
    __syncthreads();
    if (threadIdx.x < 1u << bits) {
        counts[static_cast<u64>(threadIdx.x) * gridDim.x + blockIdx.x] = count[threadIdx.x];
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) sum_up(const u64* counts, u64 length, u64* sums) {
    const u64 first = static_cast<u64>(blockIdx.x) * TILE;
    u64 mine = 0;
    for (u64 i = first + threadIdx.x; i < first + TILE && i < length; i += THREADS) {
        mine += counts[i];
    }
    u64 before;
    const u64 total = sum_of_block<THREADS>(mine, before);
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
    u64 start = sum_of_block<THREADS>(mine, before);
    for (u32 r = 0; r < COUNTS; r++) {
        const u64 i = static_cast<u64>(blockIdx.x) * TILE + r * THREADS + threadIdx.x;
        const u64 count = i < length ? counts[i] : 0;
        const u64 total = sum_of_block<THREADS>(count, before);
        if (i < length) {
            counts[i] = start + before;
        }
        start += total;
    }
}

extern "C" __global__ void __launch_bounds__(SORTERS, BLOCKS)
radix_sort(const Key* keys, const u32* order, u32 rows, Key least, u32 shift, u32 bits, const u64* starts, Key* sorted_keys, u32* sorted,
           u32* moves) {
    __shared__ u16 counted[WARPS][DIGITS]; // of each warp so far; then where its rows of each digit begin in the tile
    __shared__ u32 outside[DIGITS];        // what takes places in the tile to places of the order
    __shared__ Key staged[TILE];
    const u32 warp = threadIdx.x / WARP;
    const u32 lane = threadIdx.x % WARP;
    const u32 tile = blockIdx.x * TILE; // rows have 31 bits
    const u32 first = tile + warp * PART + lane;
    const u32 left = first < rows ? rows - first : 0; // of the rows from there on, a thread has every 32nd
    for (u32 digit = lane; digit < DIGITS; digit += WARP) {
        counted[warp][digit] = 0;
    }
    __syncwarp();
    Key mine[ROWS];
    u32 places[ROWS / 2] = {}; // in the tile, 16 bits each
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        mine[r] = r * WARP < left ? (keys + first)[r * WARP] : 0;
    }
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        const bool is_row = r * WARP < left;
        const u32 digit = digit_of(mine[r], least, shift, bits);
        const u32 peers = lanes_like(digit, bits, __ballot_sync(FULL_WARP, is_row));
        const u32 rank = static_cast<u32>(__popc(peers & ((1u << lane) - 1)));
        const u32 place = counted[warp][digit] + rank;
        places[r / 2] |= place << 16 * (r % 2);
        __syncwarp();
        if (is_row && rank == 0) {
            counted[warp][digit] = static_cast<u16>(place + static_cast<u32>(__popc(peers)));
        }
        __syncwarp();
    }
    __syncthreads();
    u32 all = 0; // of the digit that has the number of the thread
    for (u32 w = 0; w < WARPS && threadIdx.x < DIGITS; w++) {
        const u32 count = counted[w][threadIdx.x];
        counted[w][threadIdx.x] = static_cast<u16>(all);
        all += count;
    }
    u64 before;
    sum_of_block<SORTERS>(all, before);
    for (u32 w = 0; w < WARPS && threadIdx.x < DIGITS; w++) {
        counted[w][threadIdx.x] = static_cast<u16>(counted[w][threadIdx.x] + before);
    }
    if (threadIdx.x < 1u << bits) {
        outside[threadIdx.x] = static_cast<u32>(starts[static_cast<u64>(threadIdx.x) * gridDim.x + blockIdx.x] - before);
    }
    __syncthreads();
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        if (r * WARP < left) {
            const u32 digit = digit_of(mine[r], least, shift, bits);
            places[r / 2] += static_cast<u32>(counted[warp][digit]) << 16 * (r % 2);
            const u32 place = places[r / 2] >> 16 * (r % 2) & 0xffff;
            staged[place] = mine[r];
            if (moves != nullptr) {
                (moves + first)[r * WARP] = outside[digit] + place;
            }
        }
    }
    __syncthreads();
    const u32 count = rows - tile < TILE ? rows - tile : TILE;
    u64 digits = 0; // a byte for each row
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        const u32 at = r * SORTERS + threadIdx.x;
        if (at < count) {
            const Key key = staged[at];
            const u32 digit = digit_of(key, least, shift, bits);
            digits |= static_cast<u64>(digit) << 8 * r;
            sorted_keys[outside[digit] + at] = key;
        }
    }
    if (sorted == nullptr) {
        return;
    }
    __syncthreads();
    u32* numbers = reinterpret_cast<u32*>(staged);
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        if (r * WARP < left) {
            numbers[places[r / 2] >> 16 * (r % 2) & 0xffff] = order == nullptr ? first + r * WARP : (order + first)[r * WARP];
        }
    }
    __syncthreads();
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        const u32 at = r * SORTERS + threadIdx.x;
        if (at < count) {
            sorted[outside[static_cast<u32>(digits >> 8 * r) & (DIGITS - 1)] + at] = numbers[at];
        }
    }
}

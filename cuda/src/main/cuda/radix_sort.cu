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
//   null if nobody asks for row numbers; `moves`, if wanted, gets the place to which each row of the order goes. Arrays that are carried move as row numbers do.
// follow_moves: a thread a row; moves[i] becomes next[moves[i]].
// Global memory: radix_sort reads and writes keys, row numbers and what is carried once. No races: each row has a place of its own.
#include "block_sums.cuh"
#include "rows.cuh"
#include "spec.cuh"

constexpr u32 THREADS = 256;
constexpr u32 DIGITS = 256;
constexpr u32 TILE = 4096;
constexpr u32 COUNTS = TILE / THREADS;

// Threads of radix_sort: with half as many, each would need twice the registers, and a multiprocessor would hold fewer warps.
constexpr u32 SORTERS = 512;
constexpr u32 BLOCKS = 2; // of a multiprocessor
// Halves of a long value that are unrolled: one of them, or two for compute capability 12, would spill registers.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 1200
constexpr u32 HALVES = 1;
#else
constexpr u32 HALVES = 2;
#endif
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

// An array of values of `width` bytes that moves along.
struct Carried {
    const void* from;
    void* to;
    u64 width;
};

constexpr u32 MOST_CARRIED = 8;

struct Params {
    const Key* keys;
    const u32* order;
    u64 rows;
    u64 least;
    u64 shift;
    u64 bits;
    const u64* starts;
    Key* sorted_keys;
    u32* sorted;
    u32* moves;
    u64 carried;
    Carried arrays[MOST_CARRIED];
};

// What a thread knows of its rows: from `first` on, every 32nd of `left`; and of the places of the tile that it writes.
struct Tile {
    u32 first;
    u32 left;
    u32 count;            // of the tile
    u32 places[ROWS / 2]; // in the tile, 16 bits each
    u64 digits;           // of the places that the thread writes, a byte each
};

__device__ __forceinline__ u32 place_in(const Tile& tile, u32 r) { return tile.places[r / 2] >> 16 * (r % 2) & 0xffff; }

// Brings values of the rows of a tile, value(r) of row r of a thread, to the places of their keys; of an array of items of `stride` values, the value `part`.
template <typename T, typename F>
__device__ __forceinline__ void bring(const Tile& tile, const u32* outside, void* staged, T* to, u32 stride, u32 part, const F& value) {
    T* values = static_cast<T*>(staged);
    __syncthreads();
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        if (r * WARP < tile.left) {
            values[place_in(tile, r)] = value(r);
        }
    }
    __syncthreads();
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        const u32 at = r * SORTERS + threadIdx.x;
        if (at < tile.count) {
            to[static_cast<u64>(outside[tile.digits >> 8 * r & (DIGITS - 1)] + at) * stride + part] = values[at];
        }
    }
}

template <typename T> __device__ __forceinline__ void carry(const Tile& tile, const u32* outside, void* staged, const Carried& array, u32 stride) {
    const T* from = static_cast<const T*>(array.from) + static_cast<u64>(tile.first) * stride;
#pragma unroll HALVES
    for (u32 part = 0; part < stride; part++) {
        bring(tile, outside, staged, static_cast<T*>(array.to), stride, part, [&](u32 r) { return from[r * WARP * stride + part]; });
    }
}

extern "C" __global__ void __launch_bounds__(SORTERS, BLOCKS) radix_sort(const __grid_constant__ Params params) {
    __shared__ u16 counted[WARPS][DIGITS]; // of each warp so far; then where its rows of each digit begin in the tile
    __shared__ u32 outside[DIGITS];        // what takes places in the tile to places of the order
    __shared__ u64 staged[TILE];           // keys, then values
    const u32 warp = threadIdx.x / WARP;
    const u32 lane = threadIdx.x % WARP;
    const u32 rows = static_cast<u32>(params.rows);
    const Key least = static_cast<Key>(params.least);
    const u32 shift = static_cast<u32>(params.shift);
    const u32 bits = static_cast<u32>(params.bits);
    const u32 start = blockIdx.x * TILE; // rows have 31 bits
    Tile tile = {};
    tile.first = start + warp * PART + lane;
    tile.left = tile.first < rows ? rows - tile.first : 0;
    tile.count = rows - start < TILE ? rows - start : TILE;
    u32* alike = reinterpret_cast<u32*>(staged) + warp * DIGITS; // the lanes with each digit
    for (u32 digit = lane; digit < DIGITS; digit += WARP) {
        counted[warp][digit] = 0;
        alike[digit] = 0;
    }
    __syncwarp();
    Key mine[ROWS];
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        mine[r] = r * WARP < tile.left ? (params.keys + tile.first)[r * WARP] : 0;
    }
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        const bool is_row = r * WARP < tile.left;
        const u32 digit = digit_of(mine[r], least, shift, bits);
        if (is_row) {
            atomicOr(alike + digit, 1u << lane);
        }
        __syncwarp();
        const u32 peers = alike[digit];
        const u32 rank = static_cast<u32>(__popc(peers & ((1u << lane) - 1)));
        const u32 place = counted[warp][digit] + rank;
        tile.places[r / 2] |= place << 16 * (r % 2);
        __syncwarp();
        if (is_row && rank == 0) {
            counted[warp][digit] = static_cast<u16>(place + static_cast<u32>(__popc(peers)));
            alike[digit] = 0;
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
        outside[threadIdx.x] = static_cast<u32>(params.starts[static_cast<u64>(threadIdx.x) * gridDim.x + blockIdx.x] - before);
    }
    __syncthreads();
    Key* keys = reinterpret_cast<Key*>(staged);
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        if (r * WARP < tile.left) {
            const u32 digit = digit_of(mine[r], least, shift, bits);
            tile.places[r / 2] += static_cast<u32>(counted[warp][digit]) << 16 * (r % 2);
            keys[place_in(tile, r)] = mine[r];
            if (params.moves != nullptr) {
                (params.moves + tile.first)[r * WARP] = outside[digit] + place_in(tile, r);
            }
        }
    }
    __syncthreads();
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        const u32 at = r * SORTERS + threadIdx.x;
        if (at < tile.count) {
            const Key key = keys[at];
            const u32 digit = digit_of(key, least, shift, bits);
            tile.digits |= static_cast<u64>(digit) << 8 * r;
            params.sorted_keys[outside[digit] + at] = key;
        }
    }
    if (params.sorted != nullptr && params.order == nullptr) {
        bring(tile, outside, staged, params.sorted, 1, 0, [&](u32 r) { return tile.first + r * WARP; });
    } else if (params.sorted != nullptr) {
        carry<u32>(tile, outside, staged, Carried{params.order, params.sorted, sizeof(u32)}, 1);
    }
#pragma unroll 1
    for (u32 i = 0; i < params.carried; i++) {
        const Carried& array = params.arrays[i];
        switch (array.width) {
        case 1: carry<u8>(tile, outside, staged, array, 1); break;
        case 2: carry<u16>(tile, outside, staged, array, 1); break;
        case 4: carry<u32>(tile, outside, staged, array, 1); break;
        case 8: carry<u64>(tile, outside, staged, array, 1); break;
        default: carry<u64>(tile, outside, staged, array, 2); break;
        }
    }
}

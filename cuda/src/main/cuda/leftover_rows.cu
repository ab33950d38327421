// Brings the rows together that a scan has left out: those whose key lies outside of its layout, and those whose key found no place
// in its table in device memory. None of their keys is one of the groups that the scan has made.
//
// spec.cuh: what scan.cuh asks for; THREADS.
//
// leftover_rows: blocks look at the segments that the scan has marked. Each leftover takes the next row of the targets, to which the values of
//   all columns are copied. Targets' bitmaps start as zeros. A text of another length than `length` sets *refused.
//   The last block raises the signal, with *refused. Any grid.
//   static shared memory: 8 * THREADS + 16 bytes; global memory: reads marked segments once and leftovers twice, writes them once;
//   an atomic for THREADS * 4 rows of which some are leftovers
//
// The order of the rows depends on timing. Other races: none.
#include "spec.cuh"

#include "places.cuh"
#include "scan.cuh"
#include "signal.cuh"
#include "types.cuh"

// A column and where its leftovers go. `width` is that of a value in bytes, 0 of a bool, and of a text that of every text.
struct Target {
    Column from;
    void* values;
    u32* validity;
    i32* offsets;
    u64 width;
};

// keys and capacity are the table of hash_groups.cu, or nothing. next, refused and done start as zeros.
struct Params {
    Scan scan;
    Target targets[COLUMNS];
    const u64* keys;
    u64* next;
    u64* refused;
    u64* done;
    u64* host;
    u64 room;
    u32 capacity;
    u32 columns;
};

__device__ __forceinline__ bool bit_at(const u32* words, u64 bit) { return (words[bit >> 5] >> (bit & 31) & 1) != 0; }

// An atomic of its own: registers of bits that a warp sets together would be spilled here.
__device__ __forceinline__ void set_alone(u32* words, u64 bit) { atomicOr(words + (bit >> 5), 1u << (bit & 31)); }

template <typename T> __device__ __forceinline__ void copy_value(const Target& target, u64 row, u64 to) {
    static_cast<T*>(target.values)[to] = static_cast<const T*>(target.from.data)[row];
}

__device__ __forceinline__ void copy_text(const Params& params, const Target& target, u64 row, u64 to) {
    const i32 start = target.from.offsets[row];
    const u32 length = static_cast<u32>(target.width);
    if (static_cast<u32>(target.from.offsets[row + 1] - start) != length) {
        *params.refused = 1;
        return;
    }
    const u8* source = static_cast<const u8*>(target.from.data) + start;
    for (u32 i = 0; i < length; i++) {
        static_cast<u8*>(target.values)[to * length + i] = source[i];
    }
    target.offsets[to + 1] = static_cast<i32>((to + 1) * length);
    if (to == 0) {
        target.offsets[0] = 0;
    }
}

__device__ __forceinline__ void copy(const Params& params, const Target& target, u64 row, u64 to) {
    if (target.validity != nullptr && bit_at(target.from.validity, target.from.first_bit + row)) {
        set_alone(target.validity, to);
    }
    if (target.offsets != nullptr) {
        copy_text(params, target, row, to);
        return;
    }
    switch (target.width) {
    case 0:
        if (bit_at(static_cast<const u32*>(target.from.data), target.from.first_bit + row)) {
            set_alone(static_cast<u32*>(target.values), to);
        }
        break;
    case 1: copy_value<u8>(target, row, to); break;
    case 2: copy_value<u16>(target, row, to); break;
    case 4: copy_value<u32>(target, row, to); break;
    case 8: copy_value<u64>(target, row, to); break;
    default: copy_value<uint4>(target, row, to); break;
    }
}

// Which of four rows the scan has left out.
__device__ __forceinline__ u32 leftovers_of(const Params& params, const Rows& rows) {
    u32 leftovers = rows.outside;
    if constexpr (sizeof(Word) <= 8) {
        if (params.capacity != 0) {
#pragma unroll 1
            for (u32 i = 0; i < ROWS; i++) {
                if ((rows.taken >> i & 1) && !has_place(params.keys, params.capacity, static_cast<u64>(word_at(rows, i)) + 1)) {
                    leftovers |= 1u << i;
                }
            }
        }
    }
    return leftovers;
}

// The leftovers of a tile of rows: their numbers in the tile, how many they are, and the row of the targets where they begin.
struct Tile {
    u64 first;
    u32 count;
    u16 listed[THREADS * ROWS];
};

// Copies the leftovers among the rows from `start` on; called by the whole block.
__device__ __forceinline__ void take_tile(const Params& params, Tile& tile, u64 start) {
    if (threadIdx.x == 0) {
        tile.count = 0;
    }
    __syncthreads();
    Rows rows;
    read_words(params.scan, start + threadIdx.x * ROWS, rows);
    u32 leftovers = leftovers_of(params, rows);
    if (leftovers != 0) {
        for (u32 place = atomicAdd(&tile.count, static_cast<u32>(__popc(leftovers))); leftovers != 0; leftovers &= leftovers - 1) {
            tile.listed[place++] = static_cast<u16>(threadIdx.x * ROWS + __ffs(static_cast<i32>(leftovers)) - 1);
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        tile.first = tile.count == 0 ? 0 : atomicAdd(params.next, static_cast<u64>(tile.count));
    }
    __syncthreads();
    for (u32 i = threadIdx.x; i < tile.count * params.columns; i += THREADS) {
        const u64 to = tile.first + i % tile.count;
        if (to < params.room) {
            copy(params, params.targets[i / tile.count], start + tile.listed[i % tile.count], to);
        }
    }
    __syncthreads();
}

extern "C" __global__ void __launch_bounds__(THREADS) leftover_rows(const __grid_constant__ Params params) {
    __shared__ Tile tile;
    const u64 segments = (params.scan.rows + LEFTOVER_SEGMENT - 1) / LEFTOVER_SEGMENT;
    for (u64 first = static_cast<u64>(blockIdx.x) * WARP; first < segments; first += static_cast<u64>(gridDim.x) * WARP) {
        const u64 mine = first + threadIdx.x % WARP; // every warp looks at the same marks
        const u32 marked = __ballot_sync(FULL_WARP, mine < segments && params.scan.leftovers[mine] != 0);
        for (u32 left = marked; left != 0; left &= left - 1) {
            const u64 start = (first + __ffs(static_cast<i32>(left)) - 1) * LEFTOVER_SEGMENT;
#pragma unroll 1
            for (u32 row = 0; row < LEFTOVER_SEGMENT; row += THREADS * ROWS) {
                take_tile(params, tile, start + row);
            }
        }
    }
    raise_signal(params.done, params.refused, 1, params.host);
}

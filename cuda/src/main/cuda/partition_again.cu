// The second of two steps in which rows are brought together by partition (partition_rows.cu is the first): the rows of
// 2^coarse_bits partitions, which lie together, are split into these. Both steps write whole lines, where one step into many
// thousands of partitions writes a row here and a row there.
//
// spec.cuh: what scan.cuh and move.cuh ask for; IS_DIRECT; From, the type of the rests of the first step; BLOCKS, how many blocks a
//   multiprocessor is to have room for. A rest of the first step is partition * slots + rest if IS_DIRECT, else
//   partition << rest_bits | rest, with the number of the partition among its 2^coarse_bits.
//
// partition_again: any grid; blocks take tiles in turns, each of rows of one coarse partition.
//   shared bytes: as partition_rows, of 2^coarse_bits partitions; global memory: reads and writes each row once; an
//   atomic for each partition and tile
//
// The order of rows within a partition depends on timing. Other races: none.
#include "spec.cuh"

#include "emit.cuh"
#include "move.cuh"
#include "scan.cuh"
#include "split.cuh"
#include "types.cuh"

constexpr u32 MAX_COARSE = 256;

// coarse_ends[c] is the first place behind the rows of coarse partition c, which begin at starts[c << coarse_bits].
struct Params {
    Split fine;
    u32 partitions;
    u32 coarse_bits;
    u32 coarse;
    const u32* starts;
    const u32* coarse_ends;
    u32* cursors;
    const From* rests;
    void* payload[PAYLOADS == 0 ? 1 : PAYLOADS];
    Moved moved;
};

// Splits a rest of the first step.
__device__ __forceinline__ u32 partition_within(From from, const Split& split, Rest& rest) {
    if constexpr (IS_DIRECT) {
        const u32 number = static_cast<u32>(from);
        const u32 partition = split.slots == 1 ? number : __umulhi(number, split.magic) >> split.shift;
        rest = static_cast<Rest>(number - partition * split.slots);
        return partition;
    } else {
        rest = static_cast<Rest>(from & ((static_cast<From>(1) << split.rest_bits) - 1));
        return static_cast<u32>(from >> split.rest_bits);
    }
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) partition_again(const __grid_constant__ Params params) {
    extern __shared__ __align__(16) u8 shared[];
    __shared__ u32 tiles_before[MAX_COARSE + 1];
    const u32 fine = 1u << params.coarse_bits;
    MoveRoom room(shared, fine);
    for (u32 c = threadIdx.x; c < params.coarse; c += THREADS) {
        tiles_before[c + 1] = (params.coarse_ends[c] - params.starts[c << params.coarse_bits] + TILE - 1) / TILE;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        tiles_before[0] = 0;
        for (u32 c = 0; c < params.coarse; c++) {
            tiles_before[c + 1] += tiles_before[c];
        }
    }
    __syncthreads();
    u32 coarse = 0;
    for (u32 tile = blockIdx.x; tile < tiles_before[params.coarse]; tile += gridDim.x) {
        while (tiles_before[coarse + 1] <= tile) {
            coarse++;
        }
        room.clear(fine);
        const u32 before = (tile - tiles_before[coarse]) * TILE + threadIdx.x;
        const u64 first = static_cast<u64>(params.starts[coarse << params.coarse_bits]) + before;
        const u64 end = params.coarse_ends[coarse];
        const u32 left = first < end ? static_cast<u32>(end - first) : 0;
        Moving moving = {};
        From from[ITEMS] = {};
#pragma unroll
        for (u32 i = 0; i < ITEMS; i++) {
            if (i * THREADS < left) {
                from[i] = __ldcs(params.rests + first + i * THREADS);
                if constexpr (!BY_COLUMN) {
                    for_each<PAYLOADS>([&](auto p) {
                        typedef Payload<decltype(p)::value> Column;
                        const auto* column = static_cast<const typename Column::Type*>(params.payload[decltype(p)::value]) + first;
                        Column::set(moving.items[i], load_value(column + i * THREADS));
                    });
                }
            }
        }
#pragma unroll
        for (u32 i = 0; i < ITEMS; i++) {
            moving.where[i] = NOWHERE;
            if (i * THREADS < left) {
                const u32 partition = partition_within(from[i], params.fine, moving.rests[i]);
                moving.where[i] = partition << 16 | atomicAdd(room.counts + partition, 1u);
            }
        }
        u32* cursors = params.cursors + (coarse << params.coarse_bits);
        if constexpr (BY_COLUMN) {
            move_columns(room, fine, cursors, moving, params.moved, [&](auto p, auto& values) {
                constexpr u32 P = decltype(p)::value;
                const auto* column = static_cast<const typename Payload<P>::Type*>(params.payload[P]) + first;
#pragma unroll
                for (u32 i = 0; i < ITEMS; i++) {
                    if (i * THREADS < left) {
                        values[i] = load_value(column + i * THREADS);
                    }
                }
            });
        } else {
            move_tile(room, fine, cursors, moving, params.moved);
        }
    }
}

// Groups by numbers of which most have one row each: the row becomes a row of the result at once, in no table.
//
// spec.cuh: what cells.cuh and emit.cuh ask for; PAYLOADS, Payload<P> (Type, `get(item)`, `set(item, value)`); THREADS.
//
// Words are numbers of groups, and the group of number n is row n of the result. Each has a row.
// single_rows: rows of numbers below `shared` are added to `cells` in device memory, CELLS planes of as many, 0 before. Each other
//   row is the only one of its number. A thread reads four rows and gives three of them to other lanes of its warp, so that a warp
//   writes groups of 32 rows that lie together. Any grid.
// emit_shared: makes groups of the cells, and ends the query. Any grid.
//   global memory: reads each row once, writes each group once; an atomic for each cell of a row of shared groups
//
// Rows have no key outside of the layout. Sums of floats depend on timing in their last bits. Other races: none.
#include "spec.cuh"

#include "cells.cuh"
#include "emit.cuh"
#include "scan.cuh"
#include "types.cuh"
#include "warp.cuh"

struct Params {
    Scan scan;
    Output output;
    u64* cells;
    u64* watched;
    u64 shared;
    u64 groups;
};

constexpr u32 LANES_OF_ROWS = WARP / ROWS;

// What lane `part` * LANES_OF_ROWS + lane / ROWS has of its row lane % ROWS: of four times 32 rows that lie together, each lane gets
// one of those of a part. `get` gives what this lane has of a row.
template <typename Get> __device__ __forceinline__ auto of_part(u32 part, const Get& get) {
    const u32 lane = threadIdx.x % WARP;
    auto mine = get(0);
#pragma unroll
    for (u32 row = 0; row < ROWS; row++) {
        const auto other = from_lane(get(row), part * LANES_OF_ROWS + lane / ROWS);
        mine = lane % ROWS == row ? other : mine;
    }
    return mine;
}

__device__ __forceinline__ Item item_of_part(u32 part, const Rows& rows) {
    Item item;
    item.valid = 0;
    for_each<PAYLOADS>([&](auto p) {
        typedef Payload<decltype(p)::value> Column;
        Column::set(item, of_part(part, [&](u32 row) { return Column::get(rows.item[row]); }));
    });
    return item;
}

// What the cells of a group of one row come to.
__device__ __forceinline__ void cells_of(const Item& item, u64 (&cells)[CELLS]) {
    Watch none; // a single value overflows nothing
    for_each<CELLS>([&](auto c) {
        constexpr u32 C = decltype(c)::value;
        const bool takes = Cell<C>::takes(item);
        if constexpr (CellTraits<C>::IS_PAIR) {
            const Extreme rank = wide_rank<C>(item);
            cells[C] = takes ? rank.high : 0;
            cells[C + 1] = takes ? rank.low : 0;
        } else if constexpr (!CellTraits<C>::IS_OF_PAIR) {
            cells[C] = takes ? bits_of<C>(kept<C>(item, none)) : 0;
        }
    });
}

extern "C" __global__ void __launch_bounds__(THREADS) single_rows(const __grid_constant__ Params params) {
    constexpr u64 TILE = static_cast<u64>(THREADS) * ROWS;
    Watch watch;
    for (u64 tile = blockIdx.x * TILE; tile < params.scan.rows; tile += gridDim.x * TILE) {
        Rows rows;
        read_rows(params.scan, tile + static_cast<u64>(threadIdx.x) * ROWS, rows);
#pragma unroll 1
        for (u32 part = 0; part < ROWS; part++) {
            const u32 taken = from_lane(rows.taken, part * LANES_OF_ROWS + threadIdx.x % WARP / ROWS);
            const u32 number = of_part(part, [&](u32 row) { return static_cast<u32>(rows.word[row]); });
            const Item item = item_of_part(part, rows);
            if ((taken >> threadIdx.x % ROWS & 1) == 0) {
                continue;
            }
            if (number < params.shared) {
                add_to_device([&](u32 cell) { return params.cells + cell * params.shared + number; }, item, watch);
            } else {
                u64 cells[CELLS];
                cells_of(item, cells);
                emit_group<true>(params.scan.layout, params.output, number, static_cast<Word>(number), cells);
            }
        }
        __syncwarp();
    }
    report(watch, params.watched);
}

extern "C" __global__ void __launch_bounds__(THREADS) emit_shared(const __grid_constant__ Params params) {
    for (u64 number = static_cast<u64>(blockIdx.x) * THREADS + threadIdx.x; number < params.shared; number += gridDim.x * THREADS) {
        u64 cells[CELLS];
        for_each<CELLS>([&](auto c) {
            cells[decltype(c)::value] = params.cells[decltype(c)::value * params.shared + number];
        });
        emit_group(params.scan.layout, params.output, number, static_cast<Word>(number), cells);
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        atomicAdd(params.output.groups, params.groups);
    }
    finish_query(params.output);
}

// Groups in the shared memory of each block, where a key's word is its place in the table.
//
// spec.cuh: what scan.cuh, cells.cuh and emit.cuh ask for; THREADS; UNROLL, how many times four rows a thread reads at
//   once; IN_REGISTERS, whether each thread keeps all SLOTS groups in its registers (else SLOTS is 1 and means nothing); IN_PASSES.
//
// block_groups: with IN_REGISTERS, every row is offered to every slot, and there are no atomics but at the end. Else each block
//   has a table of `slots` groups, in `copies` copies: thread t works on copy t % copies, and the copies of a slot lie
//   side by side, so that with few groups threads meet neither at an address nor in a bank. Rows are taken a grid
//   apart. At the end the copies are added up and merged into `cells`, slots of cell 0 first. Any grid works; a block has to see
//   fewer than 2^32 rows.
//   If the table has not room for all slots, there are several passes over the rows, each for `slots` of `all_slots`.
//   shared bytes: 4 * entry_words() * slots * copies, of which slots * copies is even; IN_REGISTERS, 8 * CELLS * SLOTS * warps
//   global memory: reads each row once; an atomic for each cell of a non-empty slot and block
// emit_table: makes groups of the slots that have rows. Any grid.
//
// Rows whose key lies outside of the layout are counted in *outside and left out. Sums of floats depend on timing in their
// last bits. Other races: none.
#include "spec.cuh"

#include "cells.cuh"
#include "emit.cuh"
#include "scan.cuh"
#include "types.cuh"

struct Job {
    Scan scan;
    Output output;
    u64* cells;
    u64* outside;
    u64* watched;
    u32 slots;
    u32 copies;
    u32 first_slot;
    u32 all_slots;
};

__device__ __forceinline__ void flush(const u32* table, const Job& job) {
    const u32 entries = job.slots * job.copies;
    const bool by_warp = job.copies >= WARP;
    const u32 lane = by_warp ? threadIdx.x % WARP : 0;
    const u32 lanes = by_warp ? WARP : 1;
    for (u32 slot = threadIdx.x / lanes; slot < job.slots; slot += THREADS / lanes) {
        for_each<CELLS>([&](auto c) {
            constexpr u32 C = decltype(c)::value;
            u64 bits = 0;
            for (u32 copy = lane; copy < job.copies; copy += lanes) {
                bits = combine_cells<C>(bits, read_cell<C>(table, entries, slot * job.copies + copy));
            }
            if (by_warp) {
                for (u32 distance = WARP / 2; distance > 0; distance /= 2) {
                    bits = combine_cells<C>(bits, __shfl_down_sync(FULL_WARP, bits, distance));
                }
            }
            if (lane == 0) {
                merge_cell<C>(job.cells + static_cast<u64>(C) * job.all_slots + job.first_slot + slot, bits);
            }
        });
    }
}

// The tables of this block, in shared memory.
struct BlockTable {
    u32* table;
    u32 slots;
    u32 entries;
    u32 copies;
    u32 copy;

    __device__ BlockTable(u32* shared, const Job& job)
        : table(shared), slots(job.slots), entries(job.slots * job.copies), copies(job.copies),
          copy(threadIdx.x % job.copies) {
        for (u32 i = threadIdx.x; i < entries * entry_words(); i += THREADS) {
            table[i] = 0;
        }
        __syncthreads();
    }

    __device__ __forceinline__ void add(u32 slot, const Item& item, Watch& watch) {
        if (!IN_PASSES || slot < slots) {
            add_to_entry(table, entries, slot * copies + copy, item, watch);
        }
    }

    __device__ __forceinline__ void finish(const Job& job) {
        __syncthreads();
        flush(table, job);
    }
};

// Cells C and following of all slots, in registers.
template <u32 C> struct Registers {
    typedef typename Kept<C>::type Type;
    Type at[SLOTS];
    Registers<C + 1> next;

    __device__ __forceinline__ void clear() {
#pragma unroll
        for (u32 s = 0; s < SLOTS; s++) {
            at[s] = 0;
        }
        next.clear();
    }

    __device__ __forceinline__ void add(u32 slot, const Item& item, Watch& watch) {
        if (Cell<C>::takes(item)) {
            const Type more = kept<C>(item, watch);
#pragma unroll
            for (u32 s = 0; s < SLOTS; s++) {
                if (slot == s) {
                    at[s] = together<C>(at[s], more);
                }
            }
        }
        next.add(slot, item, watch);
    }

    // Adds the warp's cells up and writes them where the block collects them.
    __device__ __forceinline__ void store(u64* warp_cells) const {
#pragma unroll
        for (u32 s = 0; s < SLOTS; s++) {
            u64 bits = bits_of<C>(at[s]);
            for (u32 distance = WARP / 2; distance > 0; distance /= 2) {
                bits = combine_cells<C>(bits, __shfl_down_sync(FULL_WARP, bits, distance));
            }
            if (threadIdx.x % WARP == 0) {
                warp_cells[C * SLOTS + s] = bits;
            }
        }
        next.store(warp_cells);
    }
};

template <> struct Registers<CELLS> {
    __device__ __forceinline__ void clear() {}
    __device__ __forceinline__ void add(u32, const Item&, Watch&) {}
    __device__ __forceinline__ void store(u64*) const {}
};

// The table of this thread.
struct ThreadTable {
    u64* shared;
    Registers<0> registers;

    __device__ ThreadTable(u32* shared, const Job&) : shared(reinterpret_cast<u64*>(shared)) { registers.clear(); }

    __device__ __forceinline__ void add(u32 slot, const Item& item, Watch& watch) { registers.add(slot, item, watch); }

    __device__ __forceinline__ void finish(const Job& job) {
        registers.store(shared + threadIdx.x / WARP * (CELLS * SLOTS));
        __syncthreads();
        for_each<CELLS>([&](auto c) {
            constexpr u32 C = decltype(c)::value;
            for (u32 slot = threadIdx.x; slot < job.slots; slot += THREADS) {
                u64 bits = 0;
                for (u32 warp = 0; warp < THREADS / WARP; warp++) {
                    bits = combine_cells<C>(bits, shared[(warp * CELLS + C) * SLOTS + slot]);
                }
                merge_cell<C>(job.cells + static_cast<u64>(C) * job.all_slots + job.first_slot + slot, bits);
            }
        });
    }
};

template <bool> struct TableKind { typedef BlockTable type; };
template <> struct TableKind<true> { typedef ThreadTable type; };

extern "C" __global__ void __launch_bounds__(THREADS) block_groups(const __grid_constant__ Job job) {
    extern __shared__ __align__(16) u32 shared[];
    typename TableKind<IN_REGISTERS>::type table(shared, job);
    Watch watch;
    u32 outside = 0;
    const u32 first_slot = IN_PASSES ? job.first_slot : 0;
    const u64 tile_rows = static_cast<u64>(THREADS) * ROWS * UNROLL;
    for (u64 tile = blockIdx.x * tile_rows; tile < job.scan.rows; tile += gridDim.x * tile_rows) {
        Rows rows[UNROLL];
#pragma unroll
        for (u32 u = 0; u < UNROLL; u++) {
            read_rows(job.scan, tile + (static_cast<u64>(u) * THREADS + threadIdx.x) * ROWS, rows[u]);
        }
#pragma unroll
        for (u32 u = 0; u < UNROLL; u++) {
            if (rows[u].taken == ALL_ROWS) {
#pragma unroll
                for (u32 i = 0; i < ROWS; i++) {
                    table.add(static_cast<u32>(rows[u].word[i]) - first_slot, rows[u].item[i], watch);
                }
                continue;
            }
            outside += __popc(rows[u].outside);
#pragma unroll
            for (u32 i = 0; i < ROWS; i++) {
                if (rows[u].taken >> i & 1) {
                    table.add(static_cast<u32>(rows[u].word[i]) - first_slot, rows[u].item[i], watch);
                }
            }
        }
    }
    if (outside != 0 && first_slot == 0) {
        atomicAdd(job.outside, static_cast<u64>(outside));
    }
    report(watch, job.watched);
    table.finish(job);
}

extern "C" __global__ void __launch_bounds__(THREADS) emit_table(const __grid_constant__ Job job) {
    for (u32 first = blockIdx.x * THREADS; first < job.all_slots; first += gridDim.x * THREADS) {
        const u32 slot = first + threadIdx.x;
        const bool is_group = slot < job.all_slots && job.cells[slot] != 0;
        const u32 groups = __ballot_sync(FULL_WARP, is_group);
        u64 start = 0;
        if (threadIdx.x % WARP == 0 && groups != 0) {
            start = atomicAdd(job.output.groups, static_cast<u64>(__popc(groups)));
        }
        start = __shfl_sync(FULL_WARP, start, 0);
        if (is_group) {
            u64 cells[CELLS];
            for_each<CELLS>([&](auto c) {
                cells[decltype(c)::value] = job.cells[static_cast<u64>(decltype(c)::value) * job.all_slots + slot];
            });
            const u64 row = start + __popc(groups & ((1u << threadIdx.x % WARP) - 1));
            emit_group(job.scan.layout, job.output, row, static_cast<Word>(slot), cells);
        }
    }
}

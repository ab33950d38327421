// Groups of one partition after the other, each in the shared memory of a block.
//
// spec.cuh: what split.cuh, cells.cuh and emit.cuh ask for; PAYLOADS, Payload<P> (Type, `set(item, value)`); THREADS; UNROLL, how
//   many rows a thread reads at once.
//
// partition_groups: blocks take partitions from a counter. The table has split.slots slots: a rest is its place if IS_DIRECT, else
//   places are found by open addressing, and a partition whose groups do not fit is taken in 2, 4, 8 ... rounds,
//   each for the keys with one value of some further bits. Any grid.
//   shared bytes: slots * (4 * entry_words() + (IS_DIRECT ? 0 : sizeof(Rest))), slots is even
//   global memory: reads each row once a round, writes each group once; an atomic a round
//
// The order of groups and the last bits of sums of floats depend on timing. Other races: none.
#include "spec.cuh"

#include "cells.cuh"
#include "emit.cuh"
#include "scan.cuh"
#include "split.cuh"
#include "types.cuh"

constexpr u32 LONGEST_PROBE = 96;

struct Job {
    Layout layout;
    Output output;
    Split split;
    u32 partitions;
    const u32* counts;
    const u32* starts;
    const Rest* rests;
    void* payload[PAYLOADS == 0 ? 1 : PAYLOADS];
    u32* next;
    u64* watched;
};

// A number of 32 bits from a rest, independent of those that have chosen the partition.
__device__ __forceinline__ u32 hash_of(Rest rest) {
    if constexpr (sizeof(Rest) == 8) {
        return static_cast<u32>(static_cast<u64>(rest) * 0x9e3779b97f4a7c15ULL >> 32);
    } else {
        return static_cast<u32>(rest) * 0x9e3779b1u;
    }
}

// The slot of a rest, which is put there if it is new; NO_ENTRY if the table is too full. 0 marks a free slot, so rests are kept
// plus 1.
__device__ __forceinline__ u32 find(Rest* keys, u32 slots, Rest rest, u32 hash) {
    const Rest mark = static_cast<Rest>(rest + 1);
    u32 slot = __umulhi(hash, slots);
    for (u32 probe = 0; probe < LONGEST_PROBE; probe++) {
        Rest found = *static_cast<volatile Rest*>(keys + slot);
        if (found == 0) {
            found = atomicCAS(keys + slot, static_cast<Rest>(0), mark);
        }
        if (found == mark || found == 0) {
            return slot;
        }
        slot = slot + 1 == slots ? 0 : slot + 1;
    }
    return NO_ENTRY;
}

// Gives each group of the table a row of the result, in the order of slots within a warp.
__device__ __forceinline__ void emit_slots(const Job& job, u32 partition, const Rest* keys, const u32* table, u32 slots) {
    __shared__ u32 of_warp[THREADS / WARP];
    __shared__ u64 first_row;
    const u32 warp = threadIdx.x / WARP;
    const u32 lane = threadIdx.x % WARP;
    const u32 share = (slots / WARP + THREADS / WARP) / (THREADS / WARP) * WARP;
    const u32 begin = warp * share;
    const u32 end = min(begin + share, slots);
    const u32* counts = table + plane<0>() * slots;
    u32 groups = 0;
    for (u32 slot = begin + lane; slot < end; slot += WARP) {
        groups += counts[slot] != 0;
    }
    groups = __reduce_add_sync(FULL_WARP, groups);
    if (lane == 0) {
        of_warp[warp] = groups;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        u32 sum = 0;
        for (u32 w = 0; w < THREADS / WARP; w++) {
            const u32 mine = of_warp[w];
            of_warp[w] = sum;
            sum += mine;
        }
        first_row = atomicAdd(job.output.groups, static_cast<u64>(sum));
    }
    __syncthreads();
    u64 row = first_row + of_warp[warp];
    for (u32 base = begin; base < end; base += WARP) {
        const u32 slot = base + lane;
        const bool is_group = slot < end && counts[slot] != 0;
        const u32 all = __ballot_sync(FULL_WARP, is_group);
        if (is_group) {
            u64 cells[CELLS];
            for_each<CELLS>([&](auto c) {
                cells[decltype(c)::value] = read_cell<decltype(c)::value>(table, slots, slot);
            });
            const Rest rest = IS_DIRECT ? static_cast<Rest>(slot) : static_cast<Rest>(keys[slot] - 1);
            emit_group(job.layout, job.output, row + __popc(all & ((1u << lane) - 1)),
                       word_from(partition, rest, job.split), cells);
        }
        row += __popc(all);
    }
}

extern "C" __global__ void __launch_bounds__(THREADS, IS_DIRECT && PAYLOADS == 0 ? 2048 / THREADS : 1) partition_groups(const __grid_constant__ Job job) {
    extern __shared__ __align__(16) u32 table[];
    __shared__ u32 taken;
    __shared__ bool is_full;
    const u32 slots = job.split.slots;
    Rest* keys = reinterpret_cast<Rest*>(table + entry_words() * slots);
    const u32 words = entry_words() * slots + (IS_DIRECT ? 0 : slots * static_cast<u32>(sizeof(Rest)) / 4);
    Watch watch;
    for (;;) {
        if (threadIdx.x == 0) {
            taken = atomicAdd(job.next, 1u);
        }
        __syncthreads();
        const u32 partition = taken;
        if (partition >= job.partitions) {
            break;
        }
        const u32 rows = job.counts[partition];
        const u64 start = job.starts[partition];
        u32 rounds_bits = 0;
        for (u32 round = 0; round >> rounds_bits == 0 && rows != 0; round++) {
            __syncthreads();
            for (u32 i = threadIdx.x; i < words; i += THREADS) {
                table[i] = 0;
            }
            is_full = false;
            __syncthreads();
            for (u32 tile = 0; tile < rows; tile += THREADS * UNROLL) {
                Rest rests[UNROLL];
                Item items[UNROLL];
#pragma unroll
                for (u32 u = 0; u < UNROLL; u++) {
                    const u32 row = tile + u * THREADS + threadIdx.x;
                    if (row < rows) {
                        rests[u] = __ldcs(job.rests + start + row);
                        for_each<PAYLOADS>([&](auto p) {
                            typedef Payload<decltype(p)::value> Column;
                            Column::set(items[u], load_value(static_cast<const typename Column::Type*>(
                                                            job.payload[decltype(p)::value]) + start + row));
                        });
                    }
                }
#pragma unroll
                for (u32 u = 0; u < UNROLL; u++) {
                    u32 slot = NO_ENTRY;
                    if (tile + u * THREADS + threadIdx.x < rows) {
                        if constexpr (IS_DIRECT) {
                            slot = static_cast<u32>(rests[u]);
                        } else {
                            const u32 hash = hash_of(rests[u]);
                            if (rounds_bits == 0 || (hash * 0x85ebca6bu) >> (32 - rounds_bits) == round) {
                                slot = find(keys, slots, rests[u], hash);
                                if (slot == NO_ENTRY) {
                                    is_full = true;
                                }
                            }
                        }
                    }
                    if constexpr (sums_floats()) {
                        add_to_entries(table, slots, slot, items[u], watch);
                    } else if (slot != NO_ENTRY) {
                        add_to_entry(table, slots, slot, items[u], watch);
                    }
                }
                if constexpr (IS_DIRECT) {
                    __syncwarp(); // or lanes that raised an extreme would go on by themselves
                } else if (__any_sync(FULL_WARP, *static_cast<volatile bool*>(&is_full))) {
                    break;
                }
            }
            __syncthreads();
            if (!IS_DIRECT && is_full) {
                rounds_bits++;
                round = round * 2 - 1;
                continue;
            }
            emit_slots(job, partition, keys, table, slots);
        }
        __syncthreads();
    }
    report(watch, job.watched);
    finish_query(job.output);
}

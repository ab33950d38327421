// Which rows of partitions have the same hash, each in the shared memory of a block.
//
// spec.cuh: what split.cuh and emit.cuh ask for, with the number of a row for the only payload; THREADS; UNROLL, how many rows a
//   thread reads at once.
//
// partition_firsts: firsts[row] becomes a row of the row's group, the same for all of them, if that is another one. Blocks take
//   partitions from a counter. The table has split.slots slots with open addressing; a partition whose groups do not fit it is taken
//   in rounds, as in partition_groups.cu. The row that is put there first is that of its group. Keys are compared by hash_rows.cu,
//   which reads them in the order of rows. Any grid.
//   shared bytes: slots * (4 + sizeof(Rest)), slots is even
//   global memory: reads each row once a round, and writes it, at random, if it is not the first
//
// Which row is the first depends on timing. Other races: none.
#include "spec.cuh"

#include "emit.cuh"
#include "probe.cuh"
#include "split.cuh"
#include "types.cuh"

struct Params {
    Output output;
    Split split;
    u32 partitions;
    const u32* counts;
    const u32* starts;
    const Rest* rests;
    const u32* numbers;
    u32* next;
    u32* firsts;
};

// Looks for the rows of a partition that are of this round in an empty table; false if there are too many groups.
__device__ __forceinline__ bool
find_firsts(const Params& params, u64 start, u32 rows, Rest* keys, u32* first_rows, u32 round, u32 rounds_bits) {
    const u32 slots = params.split.slots;
    bool is_full = false;
    for (u32 tile = 0; tile < rows && !is_full; tile += THREADS * UNROLL) {
        Rest rests[UNROLL];
        u32 numbers[UNROLL];
        u32 others[UNROLL];
        load_tile(tile, rows, [&](u32 u, u32 row) {
            rests[u] = __ldcs(params.rests + start + row);
            numbers[u] = __ldcs(params.numbers + start + row);
        });
#pragma unroll
        for (u32 u = 0; u < UNROLL; u++) {
            others[u] = NO_ENTRY;
            const u32 hash = tile + u * THREADS + threadIdx.x < rows ? hash_of(rests[u]) : 0;
            if (tile + u * THREADS + threadIdx.x < rows && is_of_round(hash, round, rounds_bits)) {
                bool is_new = false;
                const u32 slot = find(keys, slots, rests[u], hash, is_new);
                is_full = is_full || slot == NO_ENTRY;
                if (!is_new) {
                    others[u] = slot;
                } else {
                    first_rows[slot] = numbers[u];
                    if (rounds_bits != 0) { // an attempt before may have told another one
                        params.firsts[numbers[u]] = numbers[u];
                    }
                }
            }
        }
        is_full = __syncthreads_or(is_full) != 0;
#pragma unroll
        for (u32 u = 0; u < UNROLL; u++) {
            if (others[u] != NO_ENTRY) {
                params.firsts[numbers[u]] = first_rows[others[u]];
            }
        }
    }
    return !is_full;
}

extern "C" __global__ void __launch_bounds__(THREADS) partition_firsts(const __grid_constant__ Params params) {
    extern __shared__ __align__(16) u32 table[];
    __shared__ u32 taken;
    Rest* keys = reinterpret_cast<Rest*>(table);
    u32* first_rows = reinterpret_cast<u32*>(keys + params.split.slots);
    for (;;) {
        if (threadIdx.x == 0) {
            taken = atomicAdd(params.next, 1u);
        }
        __syncthreads();
        const u32 partition = taken;
        if (partition >= params.partitions) {
            break;
        }
        const u32 rows = params.counts[partition];
        u32 rounds_bits = 0;
        for (u32 round = 0; round >> rounds_bits == 0 && rows != 0; round++) {
            __syncthreads();
            for (u32 slot = threadIdx.x; slot < params.split.slots; slot += THREADS) {
                keys[slot] = 0;
            }
            __syncthreads();
            if (!find_firsts(params, params.starts[partition], rows, keys, first_rows, round, rounds_bits)) {
                rounds_bits++;
                round = round * 2 - 1;
            }
        }
        __syncthreads();
    }
    finish_query(params.output);
}

// From keys of any columns to dense numbers of groups. A hash only says where to look: a row gets the number of another one if all
// bytes of their keys are the same, which it compares with those of the first row of the group, where they lie.
//
// spec.cuh: what keys.cuh asks for; KEEPS_NULLS, whether a null is a key; IN_TWO, whether rows from `split` on lie in `more`
//   columns; HASH_BITS, 64, or fewer to see what becomes of keys with the same hash; THREADS.
//
// number_rows: a slot of two words is 0, or the high half of a hash with the number of the row that took it, plus 1; and the
//   number of the group, plus 1, once it has one. The row that takes a slot is the group's, and takes the next number for the
//   group; a row that finds a slot without number is left with PENDING and the group's row. If there are more than
//   `most` groups, or no slot within LONGEST_PROBE, all stop and *full is not 0. Bits of `valid` say which rows have a number.
//   Any grid. The last block raises the signal with the number of groups and *full.
//   global memory: reads the keys, the keys of a group's row for each row, a slot at random, writes a number a row;
//   an atomic a warp with new groups
// settle_numbers: rows that were left pending get the number that the group's row has. Any grid.
//
// Which row of a group is its row, and the order of groups, depend on timing. No races but for slots, which atomics order.
#include "spec.cuh"

#include "keys.cuh"
#include "signal.cuh"

constexpr u32 PENDING = 1u << 31;
constexpr u32 LONGEST_PROBE = 512;

// `mask` is the number of slots, a power of two, less 1. counts: groups, whether the table is full, blocks that are done.
struct Job {
    u64 rows;
    u64 split;
    KeyColumn keys[KEYS];
    KeyColumn more[IN_TWO ? KEYS : 1];
    u64* slots;
    u64 mask;
    u64 most;
    u32* numbers;
    u32* valid;
    u32* group_rows;
    u64* counts;
    u64* host;
};

// Calls f(columns, row) with those that a row lies in, and its number there.
template <typename F> __device__ __forceinline__ auto at_row(const Job& job, u64 row, const F& f) {
    if constexpr (IN_TWO) {
        if (row >= job.split) {
            return f(job.more, row - job.split);
        }
    }
    return f(job.keys, row);
}

__device__ __forceinline__ bool same_keys(const Job& job, u64 a, u64 b) {
    return at_row(job, a, [&](const KeyColumn(&of_a)[KEYS], u64 in_a) {
        return at_row(job, b, [&](const KeyColumn(&of_b)[KEYS], u64 in_b) { return same_row(of_a, in_a, of_b, in_b); });
    });
}

// The place of a row's key, which `is_new` if the row took it; without a place, the table is full.
__device__ __forceinline__ bool
find(const Job& job, u64 row, u64 hash, u64& place, u64& seen, bool& is_new) {
    const u64 mine = (hash >> 32) << 32 | (row + 1);
    place = hash & job.mask;
    for (u32 probe = 0; probe < LONGEST_PROBE; probe++) {
        seen = read_word(job.slots + 2 * place);
        if (seen == 0) {
            seen = atomicCAS(job.slots + 2 * place, 0ULL, mine);
            if (seen == 0) {
                is_new = true;
                return true;
            }
        }
        if (seen >> 32 == hash >> 32 && same_keys(job, row, (seen & 0xffffffffu) - 1)) {
            return true;
        }
        place = (place + 1) & job.mask;
    }
    return false;
}

extern "C" __global__ void __launch_bounds__(THREADS) number_rows(const __grid_constant__ Job job) {
    u64* full = job.counts + 1;
    const u32 lane = threadIdx.x % WARP;
    for (u64 base = static_cast<u64>(blockIdx.x) * THREADS; base < job.rows; base += static_cast<u64>(gridDim.x) * THREADS) {
        if (__any_sync(FULL_WARP, read_word(full) != 0)) {
            break;
        }
        const u64 row = base + threadIdx.x;
        bool takes = row < job.rows;
        bool is_new = false;
        u64 place = 0;
        u32 number = 0;
        if (takes) {
            bool has_null = false;
            const u64 hash = at_row(job, row, [&](const KeyColumn(&columns)[KEYS], u64 in) {
                return hash_row(columns, in, has_null) >> (64 - HASH_BITS);
            });
            takes = KEEPS_NULLS || !has_null;
            u64 seen = 0;
            if (takes && !find(job, row, hash, place, seen, is_new)) {
                *full = 1;
            } else if (takes && !is_new) {
                const u64 known = read_word(job.slots + 2 * place + 1);
                number = known != 0 ? static_cast<u32>(known) - 1 : PENDING | (static_cast<u32>(seen) - 1);
            }
        }
        const u32 fresh = __ballot_sync(FULL_WARP, is_new);
        if (fresh != 0) {
            u64 first = 0;
            if (lane == 0) {
                first = atomicAdd(job.counts, static_cast<u64>(__popc(fresh)));
            }
            first = __shfl_sync(FULL_WARP, first, 0);
            if (is_new) {
                number = static_cast<u32>(first) + __popc(fresh & ((1u << lane) - 1));
                if (number < job.most) {
                    job.group_rows[number] = static_cast<u32>(row);
                    *static_cast<volatile u64*>(job.slots + 2 * place + 1) = number + 1ULL;
                } else {
                    *full = 1;
                }
            }
        }
        const u32 taken = __ballot_sync(FULL_WARP, takes);
        if (!KEEPS_NULLS && lane == 0 && base + threadIdx.x < job.rows) {
            job.valid[(base + threadIdx.x) / WARP] = taken;
        }
        if (row < job.rows) {
            job.numbers[row] = number;
        }
    }
    raise_signal(job.counts + 2, job.counts, 2, job.host);
}

extern "C" __global__ void __launch_bounds__(THREADS) settle_numbers(const __grid_constant__ Job job) {
    if (job.counts[1] != 0) {
        return;
    }
    const u64 all = static_cast<u64>(gridDim.x) * THREADS;
    for (u64 row = thread_number(); row < job.rows; row += all) {
        const u32 number = job.numbers[row];
        if ((number & PENDING) != 0) {
            job.numbers[row] = job.numbers[number & ~PENDING];
        }
    }
}

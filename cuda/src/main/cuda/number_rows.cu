// From keys of any columns to dense numbers of groups. A hash only says where to look: a row gets the number of another one if all
// bytes of their keys are the same, which it compares with those of the first row of the group, where they lie.
//
// spec.cuh: what keys.cuh asks for; KEEPS_NULLS, whether a null is a key; IN_TWO, whether rows from `split` on lie in `more`
//   columns, which they do not for any keys; what key_copies.cuh asks for; HASH_BITS, 64, or fewer to see what becomes of keys with the same hash; THREADS.
//
// number_rows: a slot of two words is 0, or the high half of a hash with the number of the row that took it, plus 1; and the
//   number of the group, plus 1, once it has one, with the form of its key's copy. The row that takes a slot is the group's, and
//   takes the next number for the group; a row that finds a slot without number is left with PENDING and the group's row. A thread
//   looks at ROWS rows at once, so that their first slots are on their way together, and a block takes numbers for all of its new
//   groups together: an atomic a warp made all warps wait for one address. If there are more than `most` groups, or no slot within LONGEST_PROBE, all stop and
//   *full is not 0. Bits of `valid` say which rows have a number; of any keys those have NONE that have no number, and rows
//   whose byte in `keep` is 0 have none.
//   Any grid. The last block raises the signal with the number of groups, *full and how many rows were looked at.
//   global memory: reads the keys, for each row a slot and the copy of its group's key, or that of the group's row, at random; writes
//   a number a row; an atomic for each tile of a block with new groups
// resolve_pending: rows that were left pending get the number that the group's row has. Any grid.
//
// Which row of a group is its row, and the order of groups, depend on timing. No races but for slots, which atomics order.
#include "spec.cuh"

#include "key_copies.cuh"
#include "keys.cuh"
#include "rows.cuh"
#include "signal.cuh"

constexpr u32 PENDING = 1u << 31;
constexpr u32 LONGEST_PROBE = 512;
// Of copies, of many keys, and of wide ones in two places, four rows do not fit the registers.
constexpr u32 ROWS = COPY_WORDS > 1 || (IN_TWO && KEYS > 2) || (!ANY_KEYS && KEYS > 3) ? 2 : 4;
constexpr u32 TILE = ROWS * THREADS;
constexpr u32 LEFT_OUT = ANY_KEYS ? NONE : 0;

// `mask` is the number of slots, a power of two, less 1. counts: groups, whether the table is full, rows, blocks that are done.
struct Params {
    u64 rows;
    u64 split;
    KeyColumn keys[KEYS];
    KeyColumn more[IN_TWO ? KEYS : 1];
    u64* slots;
    u64* copies;
    u64 mask;
    u64 most;
    u32* numbers;
    u32* valid;
    const u8* keep;
    u32* group_rows;
    u64* counts;
    u64* host;
};

// Calls f(columns, row) with those that a row lies in, and its number there.
template <typename F> __device__ __forceinline__ auto at_row(const Params& params, u64 row, const F& f) {
    if constexpr (IN_TWO) {
        if (row >= params.split) {
            return f(params.more, row - params.split);
        }
    }
    return f(params.keys, row);
}

__device__ __forceinline__ bool same_keys(const Params& params, u64 a, u64 b) {
    return at_row(params, a, [&](const KeyColumn(&of_a)[KEYS], u64 in_a) {
        return at_row(params, b, [&](const KeyColumn(&of_b)[KEYS], u64 in_b) { return same_row(of_a, in_a, of_b, in_b); });
    });
}

// A row on its way to its group: the place of its key, and what was seen there, the number and the form with it; `is_new` if the
// row took it.
struct Look {
    u64 hash;
    u64 place;
    u64 seen;
    u32 number;
    u32 form;
    bool takes;
    bool is_new;
    KeyCopy copy;
};

// A place never changes its key, and gets its number later, so that the two may be of any times.
__device__ __forceinline__ void see(const Params& params, Look& look) {
    const uint4 slot = __ldcg(reinterpret_cast<const uint4*>(params.slots) + look.place);
    look.seen = static_cast<u64>(slot.y) << 32 | slot.x;
    look.number = slot.z;
    look.form = slot.w;
}

// Whether the place that was seen has the row's key; its copy tells most rows.
__device__ __forceinline__ bool is_same(const Params& params, u64 row, const Look& look) {
    return look.seen >> 32 == look.hash >> 32 &&
           ((look.form != 0 && look.form == look.copy.form && is_copy(params.copies, look.number - 1, look.copy)) ||
            same_keys(params, row, (look.seen & 0xffffffffu) - 1));
}

__device__ __forceinline__ void claim(const Params& params, u64 row, Look& look) {
    if (look.seen == 0) {
        const u64 mine = (look.hash >> 32) << 32 | (row + 1);
        look.seen = atomicCAS(params.slots + 2 * look.place, 0ULL, mine);
        look.is_new = look.seen == 0;
    }
}

// Whether the row has the place that it has claimed, or finds another one; if not, the table is full.
__device__ __forceinline__ bool find(const Params& params, u64 row, Look& look) {
    for (u32 probe = 0; probe < LONGEST_PROBE; probe++) {
        if (look.is_new || is_same(params, row, look)) {
            return true;
        }
        look.place = (look.place + 1) & params.mask;
        see(params, look);
        claim(params, row, look);
    }
    return false;
}

// Starts to look: the first slot is on its way.
__device__ __forceinline__ void begin(const Params& params, u64 row, Look& look) {
    look.takes = row < params.rows && (!ANY_KEYS || params.keep == nullptr || params.keep[row] != 0);
    look.is_new = false;
    look.number = 0;
    if (look.takes) {
        look.copy = at_row(params, row, [](const KeyColumn(&columns)[KEYS], u64 in) { return copy_key(columns, in); });
        bool has_null = look.copy.has_null;
        look.hash = look.copy.form != 0 ? hash_copy(look.copy)
                                        : at_row(params, row, [&](const KeyColumn(&columns)[KEYS], u64 in) {
                                              return hash_row(columns, in, has_null);
                                          });
        look.hash >>= 64 - HASH_BITS;
        look.takes = KEEPS_NULLS || !has_null;
        look.place = look.hash & params.mask;
        see(params, look);
    }
}

// The number of the row's group, or PENDING and the group's row.
__device__ __forceinline__ void end(const Params& params, u64 row, Look& look) {
    if (!look.takes) {
        look.number = LEFT_OUT;
    } else if (!find(params, row, look)) {
        params.counts[1] = 1;
    } else if (!look.is_new) {
        look.number = look.number != 0 ? look.number - 1 : PENDING | (static_cast<u32>(look.seen) - 1);
    }
}

// Numbers for `fresh` new groups of a warp, those of all warps of the block taken at once: the first one.
__device__ __forceinline__ u64 take_numbers(const Params& params, u32 fresh) {
    __shared__ u64 of_warp[THREADS / WARP];
    const u32 warp = threadIdx.x / WARP;
    if (threadIdx.x % WARP == 0) {
        of_warp[warp] = fresh;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        u64 all = 0;
        for (u32 w = 0; w < THREADS / WARP; w++) {
            all += of_warp[w];
        }
        u64 first = all == 0 ? 0 : atomicAdd(params.counts, all);
        for (u32 w = 0; w < THREADS / WARP; w++) {
            const u64 more = of_warp[w];
            of_warp[w] = first;
            first += more;
        }
    }
    __syncthreads();
    return of_warp[warp];
}

// Whether the block goes on; the same for all of its threads.
__device__ __forceinline__ bool goes_on(const Params& params) {
    __shared__ bool has_room;
    __syncthreads();
    if (threadIdx.x == 0) {
        has_room = read_word(params.counts + 1) == 0;
    }
    __syncthreads();
    return has_room;
}

extern "C" __global__ void __launch_bounds__(THREADS, 4) number_rows(const __grid_constant__ Params params) {
    const u32 lane = threadIdx.x % WARP;
    u64 looked = 0;
    for (u64 tile = static_cast<u64>(blockIdx.x) * TILE; tile < params.rows && goes_on(params);
         tile += static_cast<u64>(gridDim.x) * TILE) {
        looked += TILE;
        const u64 first_row = tile + threadIdx.x;
        Look looks[ROWS];
#pragma unroll
        for (u32 r = 0; r < ROWS; r++) {
            begin(params, first_row + r * THREADS, looks[r]);
        }
#pragma unroll
        for (u32 r = 0; r < ROWS; r++) {
            if (looks[r].takes) {
                claim(params, first_row + r * THREADS, looks[r]);
            }
        }
        u32 fresh = 0;
        u32 before[ROWS];
#pragma unroll
        for (u32 r = 0; r < ROWS; r++) {
            end(params, first_row + r * THREADS, looks[r]);
            const u32 news = __ballot_sync(FULL_WARP, looks[r].is_new);
            before[r] = fresh + __popc(news & ((1u << lane) - 1));
            fresh += __popc(news);
        }
        const u64 first = take_numbers(params, fresh);
#pragma unroll
        for (u32 r = 0; r < ROWS; r++) {
            const u64 row = first_row + r * THREADS;
            if (looks[r].is_new) {
                const u64 number = first + before[r];
                looks[r].number = static_cast<u32>(number);
                if (number < params.most) {
                    params.group_rows[number] = static_cast<u32>(row);
                    if (looks[r].copy.form != 0) {
                        keep_copy(params.copies, looks[r].number, looks[r].copy);
                    }
                    *static_cast<volatile u64*>(params.slots + 2 * looks[r].place + 1) =
                        static_cast<u64>(looks[r].copy.form) << 32 | (number + 1);
                } else {
                    params.counts[1] = 1;
                }
            }
            const u32 taken = __ballot_sync(FULL_WARP, looks[r].takes);
            if (!KEEPS_NULLS && !ANY_KEYS && lane == 0 && row < params.rows) {
                params.valid[row / WARP] = taken;
            }
            if (row < params.rows) {
                __stcs(params.numbers + row, looks[r].number);
            }
        }
    }
    if (threadIdx.x == 0) {
        atomicAdd(params.counts + 2, looked);
    }
    raise_signal(params.counts + 3, params.counts, 3, params.host);
}

extern "C" __global__ void __launch_bounds__(THREADS) resolve_pending(const __grid_constant__ Params params) {
    if (params.counts[1] != 0) {
        return;
    }
    const u64 all = static_cast<u64>(gridDim.x) * THREADS;
    for (u64 row = thread_number(); row < params.rows; row += all) {
        const u32 number = params.numbers[row];
        if ((number & PENDING) != 0 && number != NONE) {
            params.numbers[row] = params.numbers[number & ~PENDING];
        }
    }
}

// A sample of the keys: their ranges, how many are different, how often the most frequent one comes, a row of each, and how
// often a row has the key of the row before.
//
// spec.cuh: COLUMNS, LITERALS, PARTS, the most keys there are, and `sample_row(columns, kinds, keys, literals, row, sample)`, which
//   calls sample.key or value for each key, unless the row does not meet the query's condition, and then is false; HAS_CONDITION, whether there is one; THREADS; SLOTS, of a block's table: twice THREADS, a power of two.
//
// sample_keys: thread t takes a row somewhere in the t-th part of the table, so that a table in any order is seen everywhere; if
//   the threads are enough for all rows, all are taken. Without a table, all rows are, a grid apart. `found` starts as zeros: the numbers DIFFERENT to DONE and, behind them, WORDS a
//   key column by atomicMax. With a table, keys are counted by a hash of 64 bits in the block's table, and from there in `table`, whose slots
//   start as zeros: a hash; a count and, in the high half, a row with the key. The slots that are taken are listed in `list`,
//   those of a block together, since an atomic a warp made 30 us of 15.
//   The last block writes all of `found` to the host.
//   static shared memory: 16 * SLOTS bytes; global memory: reads the sampled rows, two or three atomics for each key of a block
//   Any grid. No other races than the atomics.
#include "spec.cuh"

#include "hash.cuh"
#include "sample.cuh"
#include "scan.cuh"
#include "signal.cuh"
#include "types.cuh"

// Keys that are different and, behind that, those seen once and those seen twice; rows of which the next one was looked at, and
// those of them whose key it has; rows that meet the condition, if there is one; the count of the most frequent; slots listed;
// blocks done.
constexpr u32 DIFFERENT = 0;
constexpr u32 SUMS = 6; // of these numbers are sums
constexpr u32 MOST = DIFFERENT + 6;
constexpr u32 LISTED = DIFFERENT + 7;
constexpr u32 DONE = DIFFERENT + 8;
constexpr u32 NUMBERS = 9;

// One block of so many looks at the next rows too.
constexpr u32 PAIR_BLOCKS = 4;

constexpr u32 LONGEST_PROBE = 64;
constexpr u32 NOWHERE = 0xffffffffu;

// table_slots is a power of two, or 0 if keys are not counted.
struct Params {
    u64 rows;
    Column at[COLUMNS];
    u64 kinds[PARTS];
    u64 keys;
    u64 literals[LITERALS];
    u64* found;
    u64* table;
    u32* list;
    u64* host;
    u64 table_slots;
    u64 threads;
};

// Adds to the count of a hash in the block's table, which has twice as many places as there are rows.
__device__ __forceinline__ void count_here(u64* hashes, u32* counts, u32* rows, u64 hash, u32 row) {
    u32 slot = static_cast<u32>(hash >> 32) & (SLOTS - 1);
    for (u32 probe = 0; probe < LONGEST_PROBE; probe++) {
        u64 seen = *static_cast<volatile u64*>(hashes + slot);
        if (seen == 0) {
            seen = atomicCAS(hashes + slot, 0ULL, hash);
        }
        if (seen == 0 || seen == hash) {
            if (seen == 0) {
                rows[slot] = row;
            }
            atomicAdd(counts + slot, 1u);
            return;
        }
        slot = (slot + 1) & (SLOTS - 1);
    }
}

// What the counts of keys come to, as far as this thread has changed them.
struct Changes {
    u32 different = 0;
    u32 once = 0;
    u32 twice = 0;
    u32 most = 0;

    __device__ __forceinline__ void note(u32 before, u32 after) {
        different += before == 0;
        once += static_cast<u32>(after == 1) - static_cast<u32>(before == 1);
        twice += static_cast<u32>(after == 2) - static_cast<u32>(before == 2);
        most = max(most, after);
    }
};

// Adds to the count of a hash for all blocks; gives its slot if the hash is new, else NOWHERE.
__device__ __forceinline__ u32 count_there(const Params& params, u64 hash, u32 count, u32 row, Changes& changes) {
    const u32 mask = static_cast<u32>(params.table_slots) - 1;
    u32 slot = static_cast<u32>(hash >> 32) & mask;
    for (u32 probe = 0; probe < LONGEST_PROBE; probe++) {
        u64* at = params.table + 2ULL * slot;
        u64 seen = *static_cast<volatile u64*>(at);
        if (seen == 0) {
            seen = atomicCAS(at, 0ULL, hash);
        }
        if (seen == 0 || seen == hash) {
            u32* numbers = reinterpret_cast<u32*>(at + 1);
            if (seen == 0) {
                numbers[1] = row;
            }
            const u32 before = atomicAdd(numbers, count);
            changes.note(before, before + count);
            return seen == 0 ? slot : NOWHERE;
        }
        slot = (slot + 1) & mask;
    }
    return NOWHERE;
}

// Not told how many blocks are enough, ptxas takes 32 registers, and spills.
extern "C" __global__ void __launch_bounds__(THREADS, 4) sample_keys(const __grid_constant__ Params params) {
    __shared__ u64 hashes[SLOTS];
    __shared__ u32 counts[SLOTS];
    __shared__ u32 rows[SLOTS];
    __shared__ u64 found[PARTS * WORDS];
    __shared__ u32 of_block[SUMS + 1];
    __shared__ u32 listed;
    __shared__ u64 first_listed;
    if (threadIdx.x == 0) {
        listed = 0;
    }
    if (threadIdx.x <= SUMS) {
        of_block[threadIdx.x] = 0;
    }
    for (u32 i = threadIdx.x; i < SLOTS; i += THREADS) {
        hashes[i] = 0;
        counts[i] = 0;
    }
    for (u32 i = threadIdx.x; i < PARTS * WORDS; i += THREADS) {
        found[i] = 0;
    }
    __syncthreads();

    Changes changes;
    u32 pairs = 0;
    u32 equal = 0;
    const u64 thread = static_cast<u64>(blockIdx.x) * THREADS + threadIdx.x;
    const bool takes_each = params.table_slots == 0;
    const bool takes_all = takes_each || params.threads >= params.rows;
    const u64 begin = takes_all ? thread : static_cast<u64>(static_cast<u128>(thread) * params.rows / params.threads);
    const u64 end = takes_all ? begin + 1 : static_cast<u64>(static_cast<u128>(thread + 1) * params.rows / params.threads);
    const u64 row = takes_all ? begin : begin + __umul64hi(murmur3(thread + 1), end - begin);
    const u64 step = takes_each ? params.threads : 1;
    const u64 looks = takes_each ? params.rows : blockIdx.x % PAIR_BLOCKS == 0 ? 2 : 1;
    u32 taken = 0;
    u64 first = 0;
    // One text of what looks at a row, which takes twice as long to compile as the rest.
#pragma unroll 1
    for (u64 i = 0, at = row; i < looks && at < params.rows && (takes_each || i == 0 || taken != 0); i++, at += step) {
        const bool is_first = takes_each || i == 0;
        Sample sample{is_first ? found : nullptr, 0x9e3779b97f4a7c15ULL};
        const bool takes = sample_row(params.at, params.kinds, params.keys, params.literals, at, sample);
        if (is_first) {
            taken += takes;
            first = sample.hash;
        } else {
            pairs = 1;
            equal = takes && sample.hash == first;
        }
    }
    if (taken != 0 && params.table_slots != 0) {
        count_here(hashes, counts, rows, murmur3(first) | 1, static_cast<u32>(row));
    }
    if (blockIdx.x % PAIR_BLOCKS == 0) {
        const u32 warp_pairs = __reduce_add_sync(FULL_WARP, pairs);
        const u32 warp_equal = __reduce_add_sync(FULL_WARP, equal);
        if (threadIdx.x % WARP == 0) {
            atomicAdd(of_block + 3, warp_pairs);
            atomicAdd(of_block + 4, warp_equal);
        }
    }
    if constexpr (HAS_CONDITION) {
        const u32 of_warp = __reduce_add_sync(FULL_WARP, taken);
        if (threadIdx.x % WARP == 0) {
            atomicAdd(of_block + 5, of_warp);
        }
    }
    __syncthreads();
    u32 fresh[SLOTS / THREADS];
    u32 place[SLOTS / THREADS];
#pragma unroll
    for (u32 k = 0; k < SLOTS / THREADS; k++) {
        const u32 i = k * THREADS + threadIdx.x;
        fresh[k] = hashes[i] == 0 ? NOWHERE : count_there(params, hashes[i], counts[i], rows[i], changes);
        if (fresh[k] != NOWHERE) {
            place[k] = atomicAdd(&listed, 1u);
        }
    }
    __syncthreads();
    if (threadIdx.x == 0 && listed != 0) {
        first_listed = atomicAdd(params.found + LISTED, static_cast<u64>(listed));
    }
    __syncthreads();
#pragma unroll
    for (u32 k = 0; k < SLOTS / THREADS; k++) {
        if (fresh[k] != NOWHERE) {
            params.list[first_listed + place[k]] = fresh[k];
        }
    }
    for (u32 i = threadIdx.x; i < PARTS * WORDS; i += THREADS) {
        if (found[i] != 0) {
            atomicMax(params.found + NUMBERS + i, found[i]);
        }
    }
    const u32 different = __reduce_add_sync(FULL_WARP, changes.different);
    const u32 once = __reduce_add_sync(FULL_WARP, changes.once);
    const u32 twice = __reduce_add_sync(FULL_WARP, changes.twice);
    const u32 most = __reduce_max_sync(FULL_WARP, changes.most);
    if (threadIdx.x % WARP == 0 && most != 0) {
        atomicAdd(of_block, different);
        atomicAdd(of_block + 1, once);
        atomicAdd(of_block + 2, twice);
        atomicMax(of_block + SUMS, most);
    }
    __syncthreads();
    if (threadIdx.x < SUMS && of_block[threadIdx.x] != 0) {
        atomicAdd(params.found + DIFFERENT + threadIdx.x,
                  static_cast<u64>(static_cast<i64>(static_cast<i32>(of_block[threadIdx.x]))));
    } else if (threadIdx.x == SUMS && of_block[SUMS] != 0) {
        atomicMax(params.found + MOST, static_cast<u64>(of_block[SUMS]));
    }
    raise_signal(params.found + DONE, params.found, NUMBERS + static_cast<u32>(params.keys) * WORDS, params.host);
}

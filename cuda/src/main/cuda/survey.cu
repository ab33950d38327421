// A sample of the keys: their ranges, how many are different, how often the most frequent one comes.
//
// spec.cuh: COLUMNS, PARTS and `sample_row(columns, row, sample)`, which calls sample.number or sample.text for each key column;
//   THREADS; EACH, how many rows a thread takes; SLOTS, a power of two, of a block's table.
//
// survey: thread t takes EACH consecutive rows somewhere in the t-th part of the table, so that a table in any order is seen
//   everywhere; if the threads are enough for all rows, all are taken. Numbers go to `found`, which starts as zeros, by
//   atomicMax: WORDS a key column. Keys are counted by a hash of 64 bits in the block's table, and from there in `table`, whose
//   slots are a hash and a count.
//   static shared memory: 12 * SLOTS bytes; global memory: reads the sampled rows, an atomic or two for each key of a block
// survey_counts: sums up the table: different keys, those seen once, those seen twice, the count of the most frequent.
//   Any grid. No other races than the atomics.
#include "spec.cuh"

#include "hash.cuh"
#include "sample.cuh"
#include "scan.cuh"
#include "types.cuh"

struct Job {
    u64 rows;
    Column at[COLUMNS];
    u64* found;
    u64* table;
    u64* counts;
    u64 table_slots;
    u64 threads;
};

// Adds to the count of a hash; false if too many places are taken.
__device__ __forceinline__ bool count_hash(u64* hashes, u32* counts, u32 slots, u32 stride, u64 hash, u32 count) {
    u32 slot = static_cast<u32>(hash >> 32) & (slots - 1);
    for (u32 probe = 0; probe < 64; probe++) {
        u64 found = *static_cast<volatile u64*>(hashes + static_cast<u64>(slot) * stride);
        if (found == 0) {
            found = atomicCAS(hashes + static_cast<u64>(slot) * stride, 0ULL, hash);
        }
        if (found == 0 || found == hash) {
            atomicAdd(counts + static_cast<u64>(slot) * stride * (stride == 1 ? 1 : 2), count);
            return true;
        }
        slot = (slot + 1) & (slots - 1);
    }
    return false;
}

extern "C" __global__ void __launch_bounds__(THREADS) survey(const __grid_constant__ Job job) {
    __shared__ u64 hashes[SLOTS];
    __shared__ u32 counts[SLOTS];
    __shared__ u64 found[PARTS * WORDS];
    for (u32 i = threadIdx.x; i < SLOTS; i += THREADS) {
        hashes[i] = 0;
        counts[i] = 0;
    }
    for (u32 i = threadIdx.x; i < PARTS * WORDS; i += THREADS) {
        found[i] = 0;
    }
    __syncthreads();

    const u64 thread = static_cast<u64>(blockIdx.x) * THREADS + threadIdx.x;
    const bool takes_all = job.threads * EACH >= job.rows;
    const u64 begin = takes_all ? thread * EACH : static_cast<u64>(static_cast<u128>(thread) * job.rows / job.threads);
    const u64 end = takes_all ? begin + EACH : static_cast<u64>(static_cast<u128>(thread + 1) * job.rows / job.threads);
    const u64 room = end - begin > EACH ? end - begin - EACH : 0;
    const u64 first = takes_all ? begin : begin + __umul64hi(murmur3(thread + 1), room + 1);
    for (u32 i = 0; i < EACH; i++) {
        const u64 row = first + i;
        if (row < min(job.rows, takes_all ? end : job.rows)) {
            Sample sample{found, 0x9e3779b97f4a7c15ULL};
            sample_row(job.at, row, sample);
            const u64 hash = murmur3(sample.hash) | 1;
            if (!count_hash(hashes, counts, SLOTS, 1, hash, 1)) {
                count_hash(job.table, reinterpret_cast<u32*>(job.table + 1), static_cast<u32>(job.table_slots), 2, hash, 1);
            }
        }
    }
    __syncthreads();
    for (u32 i = threadIdx.x; i < SLOTS; i += THREADS) {
        if (hashes[i] != 0) {
            count_hash(job.table, reinterpret_cast<u32*>(job.table + 1), static_cast<u32>(job.table_slots), 2, hashes[i],
                       counts[i]);
        }
    }
    for (u32 i = threadIdx.x; i < PARTS * WORDS; i += THREADS) {
        if (found[i] != 0) {
            atomicMax(job.found + i, found[i]);
        }
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) survey_counts(const __grid_constant__ Job job) {
    u32 different = 0;
    u32 once = 0;
    u32 twice = 0;
    u32 most = 0;
    for (u64 i = static_cast<u64>(blockIdx.x) * THREADS + threadIdx.x; i < job.table_slots;
         i += static_cast<u64>(gridDim.x) * THREADS) {
        const u32 count = static_cast<u32>(job.table[2 * i + 1]);
        different += count != 0;
        once += count == 1;
        twice += count == 2;
        most = max(most, count);
    }
    different = __reduce_add_sync(FULL_WARP, different);
    once = __reduce_add_sync(FULL_WARP, once);
    twice = __reduce_add_sync(FULL_WARP, twice);
    most = __reduce_max_sync(FULL_WARP, most);
    if (threadIdx.x % WARP == 0 && different != 0) {
        atomicAdd(job.counts, static_cast<u64>(different));
        atomicAdd(job.counts + 1, static_cast<u64>(once));
        atomicAdd(job.counts + 2, static_cast<u64>(twice));
        atomicMax(job.counts + 3, static_cast<u64>(most));
    }
}

// Brings rows of the same partition together: the rest of each row's key, and the values that are aggregated.
//
// spec.cuh: what scan.cuh and split.cuh ask for; PAYLOADS and Payload<P> (Type, `get(item)`), what travels with a row; THREADS;
//   GROUPS, how many times four rows a thread takes at once; IS_STAGED, whether rows are sorted in shared memory first, so
//   that those of a partition leave together (else each goes where it belongs on its own, and the L2 collects them);
//   HAS_REST, whether rests are kept at all; COUNT_UNROLL, how many times four rows a thread counts at once;
//   BLOCKS, how many blocks of partition_rows a multiprocessor is to have room for.
//
// count_partitions: counts the rows of each partition. The last block turns the counts into starts, each a multiple of
//   ALIGNMENT rows: `starts` and, to be moved by the next kernel, `cursors`. Any grid.
//   shared bytes: 4 * partitions; global memory: reads the keys; an atomic for each partition and block
// partition_rows: any grid; blocks take tiles of THREADS * 4 * GROUPS rows in turns. In each: the rows of a partition are
//   counted, which gives every row its rank; places for them are taken from the partition's cursor; the rows follow.
//   shared bytes: 8 * partitions + (IS_STAGED ? tile * (2 + bytes of rest and payload) : 0)
//   global memory: reads each row once, writes rest and payload once; an atomic for each partition and tile
//
// The order of rows within a partition depends on timing. Other races: none.
#include "spec.cuh"

#include "emit.cuh"
#include "scan.cuh"
#include "split.cuh"
#include "types.cuh"

constexpr u32 ALIGNMENT = 16;
constexpr u32 ITEMS = ROWS * GROUPS;
constexpr u32 TILE = THREADS * ITEMS;
constexpr u32 NOWHERE = 0xffffffffu;

// counts and cursors have a number for each partition; counts[partitions] counts the blocks that are done. `summary` gets the rows
// of the largest partition.
struct Job {
    Scan scan;
    Split split;
    u32 partitions;
    u32* counts;
    u32* starts;
    u32* cursors;
    Rest* rests;
    void* payload[PAYLOADS == 0 ? 1 : PAYLOADS];
    u64* outside;
    u64* summary;
};

// The sum of the numbers of all threads before this one; `total` gets the sum of all.
__device__ __forceinline__ u32 sum_before(u32 mine, u32& total) {
    __shared__ u32 of_warp[THREADS / WARP];
    __shared__ u32 of_all;
    u32 sum = mine;
    for (u32 distance = 1; distance < WARP; distance *= 2) {
        const u32 below = __shfl_up_sync(FULL_WARP, sum, distance);
        sum += threadIdx.x % WARP >= distance ? below : 0;
    }
    if (threadIdx.x % WARP == WARP - 1) {
        of_warp[threadIdx.x / WARP] = sum;
    }
    __syncthreads();
    if (threadIdx.x < WARP) {
        u32 warps = threadIdx.x < THREADS / WARP ? of_warp[threadIdx.x] : 0;
        for (u32 distance = 1; distance < WARP; distance *= 2) {
            const u32 below = __shfl_up_sync(FULL_WARP, warps, distance);
            warps += threadIdx.x >= distance ? below : 0;
        }
        if (threadIdx.x < THREADS / WARP) {
            of_warp[threadIdx.x] = warps;
        }
        if (threadIdx.x == THREADS / WARP - 1) {
            of_all = warps;
        }
    }
    __syncthreads();
    total = of_all;
    const u32 before = threadIdx.x < WARP ? 0 : of_warp[threadIdx.x / WARP - 1];
    __syncthreads();
    return before + sum - mine;
}

// Starts from counts, by one block.
__device__ void set_starts(const Job& job) {
    const u32 each = (job.partitions + THREADS - 1) / THREADS;
    const u32 first = threadIdx.x * each;
    u32 rows = 0;
    u32 most = 0;
    for (u32 p = first; p < first + each && p < job.partitions; p++) {
        const u32 count = __ldcg(job.counts + p);
        rows += (count + ALIGNMENT - 1) & ~(ALIGNMENT - 1);
        most = max(most, count);
    }
    u32 total;
    u32 start = sum_before(rows, total);
    for (u32 p = first; p < first + each && p < job.partitions; p++) {
        job.starts[p] = start;
        job.cursors[p] = start;
        start += (__ldcg(job.counts + p) + ALIGNMENT - 1) & ~(ALIGNMENT - 1);
    }
    most = __reduce_max_sync(FULL_WARP, most);
    if (threadIdx.x % WARP == 0) {
        atomicMax(job.summary, static_cast<u64>(most));
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) count_partitions(const __grid_constant__ Job job) {
    extern __shared__ __align__(16) u32 counts[];
    for (u32 i = threadIdx.x; i < job.partitions; i += THREADS) {
        counts[i] = 0;
    }
    __syncthreads();
    u32 outside = 0;
    const u64 tile_rows = static_cast<u64>(THREADS) * ROWS * COUNT_UNROLL;
    for (u64 tile = blockIdx.x * tile_rows; tile < job.scan.rows; tile += gridDim.x * tile_rows) {
        Rows rows[COUNT_UNROLL];
#pragma unroll
        for (u32 u = 0; u < COUNT_UNROLL; u++) {
            read_words(job.scan, tile + (static_cast<u64>(u) * THREADS + threadIdx.x) * ROWS, rows[u]);
        }
#pragma unroll
        for (u32 u = 0; u < COUNT_UNROLL; u++) {
            outside += __popc(rows[u].outside);
#pragma unroll
            for (u32 i = 0; i < ROWS; i++) {
                Rest rest;
                if (rows[u].taken >> i & 1) {
                    atomicAdd(counts + partition_of(rows[u].word[i], job.split, rest), 1u);
                }
            }
        }
    }
    if (outside != 0) {
        atomicAdd(job.outside, static_cast<u64>(outside));
    }
    __syncthreads();
    for (u32 i = threadIdx.x; i < job.partitions; i += THREADS) {
        if (counts[i] != 0) {
            atomicAdd(job.counts + i, counts[i]);
        }
    }
    __shared__ bool is_last;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        is_last = atomicAdd(job.counts + job.partitions, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last) {
        __threadfence();
        set_starts(job);
    }
}

// Column P of the staged rows: the rest is number PAYLOADS, columns begin at multiples of 16 bytes.
template <u32 P> constexpr __device__ u32 stage_offset() {
    if constexpr (P == 0) {
        return 0;
    } else {
        return stage_offset<P - 1>() + TILE * static_cast<u32>(sizeof(typename Payload<P - 1>::Type));
    }
}

template <u32 P> __device__ __forceinline__ typename Payload<P>::Type* staged(u8* stage) {
    return reinterpret_cast<typename Payload<P>::Type*>(stage + stage_offset<P>());
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) partition_rows(const __grid_constant__ Job job) {
    extern __shared__ __align__(16) u8 shared[];
    u8* stage = shared;
    Rest* staged_rests = reinterpret_cast<Rest*>(stage + stage_offset<PAYLOADS>());
    u16* owners = reinterpret_cast<u16*>(staged_rests + (HAS_REST ? TILE : 0));
    u32* counts = IS_STAGED ? reinterpret_cast<u32*>(owners + TILE) : reinterpret_cast<u32*>(shared);
    u32* shifts = counts + job.partitions;
    const u32 each = (job.partitions + THREADS - 1) / THREADS;

    for (u64 tile = static_cast<u64>(blockIdx.x) * TILE; tile < job.scan.rows; tile += static_cast<u64>(gridDim.x) * TILE) {
        for (u32 i = threadIdx.x; i < job.partitions; i += THREADS) {
            counts[i] = 0;
        }
        __syncthreads();

        // Ranks: a row's partition and how many rows of this tile got there before it.
        u32 where[ITEMS];
        Rest rests[ITEMS];
        Item items[ITEMS];
#pragma unroll
        for (u32 g = 0; g < GROUPS; g++) {
            Rows rows;
            read_rows(job.scan, tile + (static_cast<u64>(g) * THREADS + threadIdx.x) * ROWS, rows);
#pragma unroll
            for (u32 i = 0; i < ROWS; i++) {
                u32 place = NOWHERE;
                if (rows.taken >> i & 1) {
                    const u32 partition = partition_of(rows.word[i], job.split, rests[g * ROWS + i]);
                    place = partition << 16 | atomicAdd(counts + partition, 1u);
                }
                where[g * ROWS + i] = place;
                items[g * ROWS + i] = rows.item[i];
            }
        }
        __syncthreads();

        // Places: of each partition, where its rows of this tile begin in the tile (if it is staged) and in the result.
        u32 rows_staged = 0;
        if constexpr (IS_STAGED) {
            const u32 first = threadIdx.x * each;
            u32 rows = 0;
            for (u32 p = first; p < first + each && p < job.partitions; p++) {
                rows += counts[p];
            }
            u32 start = sum_before(rows, rows_staged);
            for (u32 p = first; p < first + each && p < job.partitions; p++) {
                const u32 count = counts[p];
                counts[p] = start;
                shifts[p] = count == 0 ? 0 : atomicAdd(job.cursors + p, count) - start;
                start += count;
            }
        } else {
            for (u32 p = threadIdx.x; p < job.partitions; p += THREADS) {
                const u32 count = counts[p];
                counts[p] = count == 0 ? 0 : atomicAdd(job.cursors + p, count);
            }
        }
        __syncthreads();

#pragma unroll
        for (u32 i = 0; i < ITEMS; i++) {
            if (where[i] != NOWHERE) {
                const u32 partition = where[i] >> 16;
                const u32 to = counts[partition] + (where[i] & 0xffff);
                if constexpr (IS_STAGED) {
                    owners[to] = static_cast<u16>(partition);
                }
                if constexpr (HAS_REST) {
                    (IS_STAGED ? staged_rests : job.rests)[to] = rests[i];
                }
                for_each<PAYLOADS>([&](auto p) {
                    constexpr u32 P = decltype(p)::value;
                    typedef typename Payload<P>::Type Type;
                    (IS_STAGED ? staged<P>(stage) : static_cast<Type*>(job.payload[P]))[to] = Payload<P>::get(items[i]);
                });
            }
        }
        __syncthreads();
        if constexpr (IS_STAGED) {
#pragma unroll 4
            for (u32 i = threadIdx.x; i < rows_staged; i += THREADS) {
                const u32 to = shifts[owners[i]] + i;
                if constexpr (HAS_REST) {
                    job.rests[to] = staged_rests[i];
                }
                for_each<PAYLOADS>([&](auto p) {
                    constexpr u32 P = decltype(p)::value;
                    typedef typename Payload<P>::Type Type;
                    static_cast<Type*>(job.payload[P])[to] = staged<P>(stage)[i];
                });
            }
            __syncthreads();
        }
    }
}

// How many values of each group lie between each two of some edges, below the first and from the last on.
//
// spec.cuh: nothing.
//
// histogram: a thread a row; counts[group * (edges + 1) + number of edges at or below the value] goes up by one. NaN lies behind
//   all edges.
// histogram_lists: a thread a list; the counts of group numbers[list], or of group `list` without numbers, behind those of the lists before, where they
//   start, and a bit for whether there are any. The last one says where they end, too.
// Global memory: reads each value once, edges from the cache, an atomic at random. No races: counts change by atomics alone.
#include "rows.cuh"
#include "spec.cuh"

extern "C" __global__ void histogram(
    const f64* values, const u8* valid, const u8* mask, const u32* groups, u32 rows, const f64* edges, u32 edge_count,
    u64* counts) {
    const u64 row = thread_number();
    if (row >= rows || !takes_part(groups, valid, mask, row)) {
        return;
    }
    const f64 value = values[row];
    u32 low = 0;
    u32 high = edge_count;
    while (low < high) {
        const u32 middle = (low + high) / 2;
        if (value < edges[middle]) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    atomicAdd(counts + static_cast<u64>(groups[row]) * (edge_count + 1) + low, 1ULL);
}

extern "C" __global__ void
histogram_lists(const u64* counts, const u32* numbers, u32 lists, u32 edge_count, u64* elements, u32* offsets, u32* taken) {
    const u64 list = thread_number();
    const u32 buckets = edge_count + 1;
    u64 all = 0;
    if (list < lists) {
        const u64 group = numbers == nullptr ? list : numbers[list];
        for (u32 bucket = 0; bucket < buckets; bucket++) {
            const u64 count = counts[group * buckets + bucket];
            elements[list * buckets + bucket] = count;
            all += count;
        }
        offsets[list] = static_cast<u32>(list) * buckets;
        if (list + 1 == lists) {
            offsets[lists] = lists * buckets;
        }
    }
    const u32 bits = __ballot_sync(FULL_WARP, all != 0);
    if (list % WARP == 0 && list < lists) {
        taken[list / WARP] = bits;
    }
}

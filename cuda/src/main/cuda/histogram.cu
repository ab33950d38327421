// How many values of each group lie between each two of some edges, below the first and from the last on.
//
// spec.cuh: nothing.
//
// histogram: a thread a row; counts[group * (edges + 1) + number of edges at or below the value] goes up by one. NaN lies behind
//   all edges.
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

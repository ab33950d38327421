// Cuts partitions of many rows into pieces, so that one of them does not keep one block busy while the others wait.
//
// spec.cuh: THREADS.
//
// list_pieces: partitions of more than two times the rows of a piece are cut into pieces and get a table each; the others are a
//   piece. `counts` are the rows of each partition; pieces.counts start as zeros. A thread for each partition.
//   global memory: an atomic or two for each partition. The order of pieces depends on timing. No other races.
#include "spec.cuh"

#include "pieces.cuh"

struct Params {
    u64 partitions;
    const u32* counts;
    Pieces pieces;
};

extern "C" __global__ void __launch_bounds__(THREADS) list_pieces(const __grid_constant__ Params params) {
    const u32 partition = blockIdx.x * THREADS + threadIdx.x;
    if (partition >= params.partitions) {
        return;
    }
    const u32 rows = params.counts[partition];
    const bool is_large = rows > 2 * params.pieces.rows;
    const u32 each = is_large ? params.pieces.rows : rows;
    const u32 pieces = is_large ? (rows + each - 1) / each : 1;
    const u32 table = is_large ? atomicAdd(params.pieces.counts + 1, 1u) : WHOLE;
    const u32 first = atomicAdd(params.pieces.counts, pieces);
    if (is_large) {
        params.pieces.pending[table] = pieces;
    }
    for (u32 i = 0; i < pieces; i++) {
        params.pieces.list[first + i] = {partition, i * each, min(each, rows - i * each), table};
    }
}

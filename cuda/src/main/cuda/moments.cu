// Sums of squares and products about the means of groups, of one or two columns of doubles.
//
// spec.cuh: nothing.
//
// Each chunk is gone through three times: any value of a group becomes its shift, the distances from it give the means, and
// the distances from those the products; then the chunk is merged with what was before (Chan, Golub, LeVeque). So groups of
// equal values have squares of exactly 0.
// shift_rows: a thread a row; `rows_of` starts as NONE. chunk_sums, chunk_squares: a thread a row; their arrays start as 0.
// merge_moments: a thread a group; arrays of states: count, means of x and y, products xx, yy, xy.
// Of one column, y is null.
// Global memory: reads each value three times, atomics at random. No races: sums change by atomics, shifts by the first.
#include "rows.cuh"
#include "spec.cuh"

extern "C" __global__ void shift_rows(
    const u8* x_valid, const u8* y_valid, const u8* mask, const u32* groups, u32 rows, u32* rows_of) {
    const u64 row = thread_number();
    if (row < rows && takes_part(groups, x_valid, mask, row) && (y_valid == nullptr || y_valid[row] != 0)) {
        if (read_word(rows_of + groups[row]) == NONE) {
            atomicCAS(rows_of + groups[row], NONE, static_cast<u32>(row));
        }
    }
}

extern "C" __global__ void chunk_sums(
    const f64* x, const f64* y, const u8* x_valid, const u8* y_valid, const u8* mask, const u32* groups, u32 rows,
    const u32* rows_of, u64* counts, f64* x_sums, f64* y_sums) {
    const u64 row = thread_number();
    if (row >= rows || !takes_part(groups, x_valid, mask, row) || (y_valid != nullptr && y_valid[row] == 0)) {
        return;
    }
    const u32 group = groups[row];
    const u32 shift = rows_of[group];
    atomicAdd(counts + group, 1ULL);
    atomicAdd(x_sums + group, x[row] - x[shift]);
    if (y != nullptr) {
        atomicAdd(y_sums + group, y[row] - y[shift]);
    }
}

__device__ __forceinline__ f64 mean_of(const f64* values, u32 shift, const f64* sums, u32 group, u64 count) {
    return values[shift] + sums[group] / static_cast<f64>(count);
}

extern "C" __global__ void chunk_squares(
    const f64* x, const f64* y, const u8* x_valid, const u8* y_valid, const u8* mask, const u32* groups, u32 rows,
    const u32* rows_of, const u64* counts, const f64* x_sums, const f64* y_sums, f64* xx, f64* yy, f64* xy) {
    const u64 row = thread_number();
    if (row >= rows || !takes_part(groups, x_valid, mask, row) || (y_valid != nullptr && y_valid[row] == 0)) {
        return;
    }
    const u32 group = groups[row];
    const f64 x_distance = x[row] - mean_of(x, rows_of[group], x_sums, group, counts[group]);
    atomicAdd(xx + group, x_distance * x_distance);
    if (y != nullptr) {
        const f64 y_distance = y[row] - mean_of(y, rows_of[group], y_sums, group, counts[group]);
        atomicAdd(yy + group, y_distance * y_distance);
        atomicAdd(xy + group, x_distance * y_distance);
    }
}

extern "C" __global__ void merge_moments(
    const f64* x, const f64* y, u32 groups, const u32* rows_of, const u64* counts, const f64* x_sums,
    const f64* y_sums, const f64* xx, const f64* yy, const f64* xy, u64* kept_counts, f64* kept_x, f64* kept_y,
    f64* kept_xx, f64* kept_yy, f64* kept_xy) {
    const u64 group = thread_number();
    if (group >= groups || counts[group] == 0) {
        return;
    }
    const u32 at = static_cast<u32>(group);
    const f64 more = static_cast<f64>(counts[group]);
    const f64 before = static_cast<f64>(kept_counts[group]);
    const f64 share = more / (before + more);
    const f64 x_mean = mean_of(x, rows_of[group], x_sums, at, counts[group]);
    const f64 x_step = kept_counts[group] == 0 ? 0 : x_mean - kept_x[group];
    kept_xx[group] += xx[group] + x_step * x_step * (before * share);
    if (y != nullptr) {
        const f64 y_mean = mean_of(y, rows_of[group], y_sums, at, counts[group]);
        const f64 y_step = kept_counts[group] == 0 ? 0 : y_mean - kept_y[group];
        kept_yy[group] += yy[group] + y_step * y_step * (before * share);
        kept_xy[group] += xy[group] + x_step * y_step * (before * share);
        kept_y[group] = kept_counts[group] == 0 ? y_mean : kept_y[group] + y_step * share;
    }
    kept_x[group] = kept_counts[group] == 0 ? x_mean : kept_x[group] + x_step * share;
    kept_counts[group] += counts[group];
}

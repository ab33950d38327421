// Moments of groups from counts, sums and sums of products of distances from some value of each group (center_values.cu).
//
// spec.cuh: THREADS.
//
// Any grid. `y`, `yy` and `xy` are null where there is one column, and nothing of a group of one value. The difference between a sum of squares and what its
// mean explains has lost bits where it is small beside that sum; how many groups have lost more than 12 goes to the host.
// Nothing of groups of `freedom` values or fewer, which have no result.
//   global memory: reads each count and each sum of several values, and writes each result once
//
// No races: each thread writes its own place.
#include "spec.cuh"

#include "rows.cuh"
#include "signal.cuh"

constexpr u64 KIND_M2 = 0;
constexpr u64 KIND_VARIANCE = 1;
constexpr u64 KIND_STD = 2;
constexpr u64 KIND_COVARIANCE = 3;

constexpr f64 LEAST_SHARE = 1.0 / 4096;

// counters: groups that have lost bits, blocks that are done.
struct Params {
    u64 count;
    const u64* counts;
    const f64* x;
    const f64* y;
    const f64* xx;
    const f64* yy;
    const f64* xy;
    u64 kind;
    u64 freedom;
    f64* to;
    u32* to_validity;
    u64* counters;
    u64* host;
};

// What remains of a sum of products about the means; nothing of one value.
__device__ __forceinline__ f64 about_means(f64 products, f64 x, f64 y, u64 count) {
    return count < 2 ? 0.0 : products - x * y / static_cast<f64>(count);
}

// Also where nothing is left or it is no number.
__device__ __forceinline__ bool has_lost(f64 squares, f64 rest, u64 count) {
    return count > 1 && squares != 0 && !(rest >= squares * LEAST_SHARE);
}

__device__ __forceinline__ f64 at_least_0(f64 value) { return value < 0 ? 0.0 : value; }

// Whether squares of distances are those of values that vary, and a number.
__device__ __forceinline__ bool is_spread(f64 squares) { return squares > 0 && squares <= 1.7976931348623157e308; }

// The root of a square is exact, so that what is compared with itself gives 1; roots are taken one by one only where their
// product has no exponent.
__device__ __forceinline__ f64 correlation(f64 xx, f64 yy, f64 xy) {
    const f64 product = xx * yy;
    const bool fits = product >= 2.2250738585072014e-308 && product <= 1.7976931348623157e308;
    const f64 share = xy / (fits ? sqrt(product) : sqrt(xx) * sqrt(yy));
    const f64 within = share < -1.0 ? -1.0 : share > 1.0 ? 1.0 : share;
    return is_spread(xx) && is_spread(yy) ? within : __longlong_as_double(0x7ff8000000000000LL);
}

// A sum of a group, which nobody has written if it is of one value.
__device__ __forceinline__ f64 sum_of(const f64* sums, u64 group, u64 count) { return count < 2 ? 0.0 : sums[group]; }

__device__ __forceinline__ f64 moment(const Params& params, u64 group, u64 count, bool& lost) {
    const f64 x = sum_of(params.x, group, count);
    const f64 squares = sum_of(params.xx, group, count);
    const f64 xx = about_means(squares, x, x, count);
    lost = has_lost(squares, xx, count);
    const f64 rest = static_cast<f64>(count - params.freedom);
    if (params.kind == KIND_M2) {
        return at_least_0(xx);
    }
    if (params.kind == KIND_VARIANCE || params.kind == KIND_STD) {
        const f64 variance = at_least_0(xx) / rest;
        return params.kind == KIND_STD ? sqrt(variance) : variance;
    }
    const f64 y = sum_of(params.y, group, count);
    const f64 squares_of_y = sum_of(params.yy, group, count);
    const f64 yy = about_means(squares_of_y, y, y, count);
    lost = lost || has_lost(squares_of_y, yy, count);
    const f64 xy = about_means(sum_of(params.xy, group, count), x, y, count);
    return params.kind == KIND_COVARIANCE ? xy / rest : correlation(at_least_0(xx), at_least_0(yy), xy);
}

extern "C" __global__ void __launch_bounds__(THREADS) group_moments(const __grid_constant__ Params params) {
    for (u64 first = static_cast<u64>(blockIdx.x) * THREADS; first < params.count; first += static_cast<u64>(gridDim.x) * THREADS) {
        const u64 group = first + threadIdx.x;
        const u64 count = group < params.count ? params.counts[group] : 0;
        const bool valid = group < params.count && count > params.freedom;
        bool lost = false;
        const f64 result = valid ? moment(params, group, count, lost) : 0.0;
        const u32 bits = __ballot_sync(FULL_WARP, valid);
        const u32 losses = __ballot_sync(FULL_WARP, lost);
        if (group < params.count) {
            params.to[group] = result;
            if (group % WARP == 0) {
                params.to_validity[group / WARP] = bits;
            }
        }
        if (losses != 0 && threadIdx.x % WARP == 0) {
            atomicAdd(params.counters, static_cast<u64>(__popc(losses)));
        }
    }
    raise_signal(params.counters + 1, params.counters, 1, params.host);
}

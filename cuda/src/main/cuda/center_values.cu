// Numbers as their distances from a value of their group, in doubles, so that sums of squares lose no bits to a large mean.
//
// spec.cuh: Value is the type of the numbers; THREADS.
//
// A thread for each of `count`; shifts[n] belongs to the group of number n, for numbers below `shared`: those behind have one row.
// shifts_of_rows: a group's shift is the value of its row, group_rows[n].
// shifts_of_results: value i is that of the group numbers[i]; 0 if it is null.
// move_shifts: the shift of the group numbers[i] moves by sums[i] / counts[i].
// center_values: to[row] is the value less the shift of the row's group, 0 without a shift. Rows without a group or a value get some
//   number.
//   global memory: reads a value and a number of each row, a shift at random, writes a double
//
// No races: each thread writes its own place.
#include "spec.cuh"

#include "doubles.cuh"
#include "load.cuh"
#include "rows.cuh"

struct Params {
    u64 count;
    const Value* values;
    const u32* validity;
    u64 first_bit;
    f64 unit;
    u64 scale;
    const u32* numbers;
    const u32* group_rows;
    const u64* counts;
    const f64* sums;
    f64* shifts;
    u64 shared;
    f64* to;
};

__device__ __forceinline__ f64 number_of(const Params& params, u64 row) {
    return as_double(params.values[row], params.unit, static_cast<u32>(params.scale));
}

extern "C" __global__ void __launch_bounds__(THREADS) center_values(const __grid_constant__ Params params) {
    const u64 row = thread_number();
    if (row < params.count) {
        const u32 number = params.numbers[row];
        params.to[row] = number < params.shared ? number_of(params, row) - params.shifts[number] : 0.0;
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) shifts_of_rows(const __grid_constant__ Params params) {
    const u64 group = thread_number();
    if (group < params.count) {
        params.shifts[group] = number_of(params, params.group_rows[group]);
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) shifts_of_results(const __grid_constant__ Params params) {
    const u64 i = thread_number();
    if (i < params.count && params.numbers[i] < params.shared) {
        const bool valid = params.validity == nullptr || valid_bits(params.validity, params.first_bit + i, 1) != 0;
        params.shifts[params.numbers[i]] = valid ? number_of(params, i) : 0.0;
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) move_shifts(const __grid_constant__ Params params) {
    const u64 i = thread_number();
    if (i < params.count && params.numbers[i] < params.shared && params.counts[i] != 0) {
        params.shifts[params.numbers[i]] += params.sums[i] / static_cast<f64>(params.counts[i]);
    }
}

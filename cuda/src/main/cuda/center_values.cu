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

struct Job {
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

__device__ __forceinline__ f64 number_of(const Job& job, u64 row) {
    return as_double(job.values[row], job.unit, static_cast<u32>(job.scale));
}

extern "C" __global__ void __launch_bounds__(THREADS) center_values(const __grid_constant__ Job job) {
    const u64 row = thread_number();
    if (row < job.count) {
        const u32 number = job.numbers[row];
        job.to[row] = number < job.shared ? number_of(job, row) - job.shifts[number] : 0.0;
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) shifts_of_rows(const __grid_constant__ Job job) {
    const u64 group = thread_number();
    if (group < job.count) {
        job.shifts[group] = number_of(job, job.group_rows[group]);
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) shifts_of_results(const __grid_constant__ Job job) {
    const u64 i = thread_number();
    if (i < job.count && job.numbers[i] < job.shared) {
        const bool valid = job.validity == nullptr || valid_bits(job.validity, job.first_bit + i, 1) != 0;
        job.shifts[job.numbers[i]] = valid ? number_of(job, i) : 0.0;
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) move_shifts(const __grid_constant__ Job job) {
    const u64 i = thread_number();
    if (i < job.count && job.numbers[i] < job.shared && job.counts[i] != 0) {
        job.shifts[job.numbers[i]] += job.sums[i] / static_cast<f64>(job.counts[i]);
    }
}

// Counts, sums and products by group number, with atomics in global memory.
//
// spec.cuh: Value is the type; KIND is one of the numbers below.
//
// reduce_groups: a thread a row. The states are arrays of words, one a group:
//   COUNT      0: the number of values
//   SUM        whole numbers: their 32-bit digits are summed apart, so that nothing overflows below 2^31 rows: word d has the
//              sum of digit d, without sign but for the highest; values of up to 4 bytes are one digit with sign.
//              Floating numbers: word 0 is their sum.
//   PRODUCT    whole numbers: word 0 the product of the absolute values that are not 0, word 1 the flags below;
//              floating numbers: word 0 the product
//   WRAPPED    word 0 the product modulo 2^64
// Products are kept exclusive-or the bits of 1, so that all states start as zeros.
// Atomics on a word of its own, so no order matters but that of floating additions and multiplications.
// Global memory: reads each value once, an atomic or several at random. No races: states change by atomics alone.
#include "rows.cuh"
#include "spec.cuh"

enum Kind : u32 { COUNT = 0, SUM = 1, PRODUCT = 2, WRAPPED = 3 };

constexpr u32 SHARED_GROUPS = 8192;
constexpr u32 COUNT_THREADS = 256;

enum Flag : u64 { NEGATIVE = 1, ZERO = 2, TOO_LARGE = 4 };

__device__ __forceinline__ f64 double_of(u64 bits) { return __longlong_as_double(static_cast<i64>(bits)); }
__device__ __forceinline__ u64 bits_of(f64 value) { return static_cast<u64>(__double_as_longlong(value)); }

template <typename T>
__device__ __forceinline__ void add_digits(T value, u64 group, u64* s0, u64* s1, u64* s2, u64* s3) {
    if constexpr (IsFloat<T>::value) {
        atomicAdd(reinterpret_cast<f64*>(s0) + group, static_cast<f64>(value));
    } else if constexpr (sizeof(T) <= 4) {
        atomicAdd(s0 + group, static_cast<u64>(static_cast<i64>(value)));
    } else if constexpr (sizeof(T) == 8) {
        atomicAdd(s0 + group, static_cast<u64>(value) & 0xffffffffULL);
        atomicAdd(s1 + group, static_cast<u64>(value >> 32));
    } else {
        const u64 low = low_word(value);
        const i64 high = high_word(value);
        atomicAdd(s0 + group, low & 0xffffffffULL);
        atomicAdd(s1 + group, low >> 32);
        atomicAdd(s2 + group, static_cast<u64>(high) & 0xffffffffULL);
        atomicAdd(s3 + group, static_cast<u64>(high >> 32));
    }
}

__device__ __forceinline__ void multiply_double(f64 value, u64* product) {
    const u64 one = bits_of(1.0);
    u64 before = read_word(product);
    while (true) {
        const u64 seen = atomicCAS(product, before, bits_of(double_of(before ^ one) * value) ^ one);
        if (seen == before) {
            return;
        }
        before = seen;
    }
}

__device__ __forceinline__ void multiply_wrapped(u64 value, u64* product) {
    u64 before = read_word(product);
    while (true) {
        const u64 seen = atomicCAS(product, before, ((before ^ 1) * value) ^ 1);
        if (seen == before) {
            return;
        }
        before = seen;
    }
}

template <typename T> __device__ __forceinline__ void multiply(T value, u64* product, u64* flags) {
    u64 magnitude = static_cast<u64>(value);
    bool negative = false;
    if constexpr (IS_SIGNED<T>) {
        negative = value < static_cast<T>(0);
        magnitude = negative ? 0 - magnitude : magnitude;
    }
    if (magnitude == 0) {
        atomicOr(flags, static_cast<u64>(ZERO));
        return;
    }
    if (negative) {
        atomicXor(flags, static_cast<u64>(NEGATIVE));
    }
    if (magnitude == 1) {
        return;
    }
    u64 before = read_word(product);
    while (true) {
        if (__umul64hi(before ^ 1, magnitude) != 0) {
            atomicOr(flags, static_cast<u64>(TOO_LARGE));
            return;
        }
        const u64 seen = atomicCAS(product, before, ((before ^ 1) * magnitude) ^ 1);
        if (seen == before) {
            return;
        }
        before = seen;
    }
}

template <u32 WHAT, typename T>
__device__ __forceinline__ void reduce(T value, u64 group, u64* s0, u64* s1, u64* s2, u64* s3) {
    if constexpr (WHAT == SUM) {
        add_digits(value, group, s0, s1, s2, s3);
    } else if constexpr (IsFloat<T>::value) {
        multiply_double(static_cast<f64>(value), s0 + group);
    } else if constexpr (WHAT == WRAPPED) {
        multiply_wrapped(static_cast<u64>(value), s0 + group);
    } else {
        static_assert(WHAT == PRODUCT, "KIND names no reduction");
        multiply(value, s0 + group, s1 + group);
    }
}

extern "C" __global__ void reduce_groups(
    const Value* values, const u8* valid, const u8* mask, const u32* groups, u32 rows, u64* s0, u64* s1, u64* s2,
    u64* s3) {
    const u64 row = thread_number();
    if (row >= rows || !takes_part(groups, valid, mask, row)) {
        return;
    }
    const u64 group = groups[row];
    if constexpr (KIND == COUNT) {
        atomicAdd(s0 + group, 1ULL);
    } else {
        reduce<KIND>(values[row], group, s0, s1, s2, s3);
    }
}

// As COUNT for up to SHARED_GROUPS groups: each block counts in shared memory, then adds to the counts.
extern "C" __global__ void __launch_bounds__(COUNT_THREADS)
count_groups(const u8* valid, const u8* mask, const u32* groups, u32 rows, u32 group_count, u64* counts) {
    __shared__ u32 block_counts[SHARED_GROUPS];
    for (u32 group = threadIdx.x; group < group_count; group += COUNT_THREADS) {
        block_counts[group] = 0;
    }
    __syncthreads();
    const u64 stride = static_cast<u64>(gridDim.x) * COUNT_THREADS;
    for (u64 row = thread_number(); row < rows; row += stride) {
        if (takes_part(groups, valid, mask, row)) {
            atomicAdd(block_counts + groups[row], 1u);
        }
    }
    __syncthreads();
    for (u32 group = threadIdx.x; group < group_count; group += COUNT_THREADS) {
        if (block_counts[group] != 0) {
            atomicAdd(counts + group, static_cast<u64>(block_counts[group]));
        }
    }
}

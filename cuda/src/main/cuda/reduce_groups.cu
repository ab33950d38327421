// Counts, sums, products and bits by group number, with atomics in global memory.
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
//   SQUARES    the squares of whole numbers as SUM has numbers of 16 bytes, all digits without sign; of floating ones their sum
//   AND        word 0 the bits that some value lacks; OR, XOR: word 0 the bits combined; of values widened with their sign
// Products are kept exclusive-or the bits of 1, so that all states start as zeros.
// Where all rows of a warp are of one group, as in sorted rows, counts and sums are added up first.
// Atomics on a word of its own, so no order matters but that of floating additions and multiplications.
// Global memory: reads each value once, an atomic or several at random. No races: states change by atomics alone.
#include "rows.cuh"
#include "spec.cuh"
#include "warp.cuh"

enum Kind : u32 { COUNT = 0, SUM = 1, PRODUCT = 2, WRAPPED = 3, SQUARES = 4, AND = 5, OR = 6, XOR = 7 };

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

// Whether all lanes of a warp have the same group, as they have in sorted rows. All lanes take part.
__device__ __forceinline__ bool is_same_in_warp(u32 group) {
    i32 same;
    __match_all_sync(FULL_WARP, group, &same);
    return same != 0;
}

template <typename T> __device__ __forceinline__ T sum_of_warp(T value) {
#pragma unroll
    for (u32 distance = WARP / 2; distance > 0; distance /= 2) {
        value += from_lane_above(value, distance);
    }
    return value;
}

// Counts or adds up what the lanes of a warp have for one group, if any, by one atomic a word.
template <typename T>
__device__ __forceinline__ void reduce_warp(T value, u32 group, u64* s0, u64* s1, u64* s2, u64* s3) {
    if (group == NONE) {
        return;
    }
    const bool first = threadIdx.x % WARP == 0;
    if constexpr (KIND == COUNT) {
        if (first) {
            atomicAdd(s0 + group, static_cast<u64>(WARP));
        }
    } else if constexpr (IsFloat<T>::value) {
        const f64 sum = sum_of_warp(static_cast<f64>(value));
        if (first) {
            atomicAdd(reinterpret_cast<f64*>(s0) + group, sum);
        }
    } else if constexpr (sizeof(T) <= 4) {
        const i64 sum = sum_of_warp(static_cast<i64>(value));
        if (first) {
            atomicAdd(s0 + group, static_cast<u64>(sum));
        }
    } else if constexpr (sizeof(T) == 8) {
        const u64 low = sum_of_warp(static_cast<u64>(value) & 0xffffffffULL);
        const u64 high = sum_of_warp(static_cast<u64>(value >> 32));
        if (first) {
            atomicAdd(s0 + group, low);
            atomicAdd(s1 + group, high);
        }
    } else {
        const u64 low = low_word(value);
        const i64 high = high_word(value);
        const u64 sums[4] = {
            sum_of_warp(low & 0xffffffffULL), sum_of_warp(low >> 32),
            sum_of_warp(static_cast<u64>(high) & 0xffffffffULL), sum_of_warp(static_cast<u64>(high >> 32))};
        if (first) {
            atomicAdd(s0 + group, sums[0]);
            atomicAdd(s1 + group, sums[1]);
            atomicAdd(s2 + group, sums[2]);
            atomicAdd(s3 + group, sums[3]);
        }
    }
}

// Adds a digit that is not 0.
__device__ __forceinline__ void add_digit(u64 digit, u64* sum) {
    if (digit != 0) {
        atomicAdd(sum, digit);
    }
}

template <typename T>
__device__ __forceinline__ void add_square(T value, u64 group, u64* s0, u64* s1, u64* s2, u64* s3) {
    if constexpr (IsFloat<T>::value) {
        const f64 wide = static_cast<f64>(value);
        atomicAdd(reinterpret_cast<f64*>(s0) + group, wide * wide);
    } else {
        u64 magnitude = static_cast<u64>(value);
        if constexpr (IS_SIGNED<T>) {
            magnitude = value < static_cast<T>(0) ? 0 - magnitude : magnitude;
        }
        const u64 low = magnitude * magnitude;
        const u64 high = __umul64hi(magnitude, magnitude);
        add_digit(low & 0xffffffffULL, s0 + group);
        add_digit(low >> 32, s1 + group);
        add_digit(high & 0xffffffffULL, s2 + group);
        add_digit(high >> 32, s3 + group);
    }
}

template <u32 WHAT, typename T> __device__ __forceinline__ void combine_bits(T value, u64* bits) {
    const u64 word = static_cast<u64>(value);
    if constexpr (WHAT == AND) {
        atomicOr(bits, ~word);
    } else if constexpr (WHAT == OR) {
        atomicOr(bits, word);
    } else {
        atomicXor(bits, word);
    }
}

template <u32 WHAT, typename T>
__device__ __forceinline__ void reduce(T value, u64 group, u64* s0, u64* s1, u64* s2, u64* s3) {
    if constexpr (WHAT == SUM) {
        add_digits(value, group, s0, s1, s2, s3);
    } else if constexpr (WHAT == SQUARES) {
        add_square(value, group, s0, s1, s2, s3);
    } else if constexpr (WHAT == AND || WHAT == OR || WHAT == XOR) {
        combine_bits<WHAT>(value, s0 + group);
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
    const bool takes = row < rows && takes_part(groups, valid, mask, row);
    const u32 group = takes ? groups[row] : NONE;
    if constexpr (KIND == COUNT || KIND == SUM) {
        const Value value = KIND == COUNT || !takes ? static_cast<Value>(0) : values[row];
        if (is_same_in_warp(group)) {
            reduce_warp(value, group, s0, s1, s2, s3);
        } else if (takes) {
            if constexpr (KIND == COUNT) {
                atomicAdd(s0 + group, 1ULL);
            } else {
                add_digits(value, group, s0, s1, s2, s3);
            }
        }
    } else if (takes) {
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

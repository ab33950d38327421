// Exact sums of doubles, or of products of two, by group: the same bits in whatever order rows come.
//
// spec.cuh: PRODUCT says that products are summed.
//
// A sum is a whole number of units (2^-1074, or its square) in limbs of 32 bits, each in a word of its own, so that carries
// may wait (Kulisch; R. Neal, "Fast exact summation using small and large superaccumulators", 2015). All groups have the limbs
// first, first + 1, ..., of which limbs[i] is an array of words, one a group; `limbs` has their addresses. Adding a value is
// an integer add to the PIECES limbs that its bits fall on, below 2^32 each.
//
// exact_range: `range` becomes the least and the greatest limb on which a value begins; starts as NONE and 0.
// exact_sums: a thread a row; flags[group] gets the bits below for what is not finite.
// exact_sums_shared: the same for up to SHARED_ENTRIES limbs of all groups; blocks add in shared memory first.
// exact_carry: a thread a group; brings all limbs but the last into 0 to 2^32 - 1.
// Global memory: reads each value twice, and adds at random. No races: limbs and flags change by atomics alone, and
// exact_carry has each group to itself.
#include "rows.cuh"
#include "spec.cuh"

enum Special : u32 { NOT_A_NUMBER = 1, PLUS_INFINITY = 2, MINUS_INFINITY = 4 };

constexpr u32 THREADS = 256;
constexpr u32 PIECES = PRODUCT ? 5 : 3;
constexpr u32 SHARED_ENTRIES = 4096;
constexpr u32 MANTISSA_BITS = 52;
constexpr u32 MOST_EXPONENT = 0x7ff;

__device__ __forceinline__ u64 bits_of(f64 value) { return static_cast<u64>(__double_as_longlong(value)); }

__device__ __forceinline__ u32 exponent_of(u64 bits) { return static_cast<u32>(bits >> MANTISSA_BITS) & MOST_EXPONENT; }

__device__ __forceinline__ u64 mantissa_of(u64 bits) {
    const u64 fraction = bits & ((1ULL << MANTISSA_BITS) - 1);
    return exponent_of(bits) == 0 ? fraction : fraction | 1ULL << MANTISSA_BITS;
}

__device__ __forceinline__ u32 position_of(u64 bits) { return max(exponent_of(bits), 1u) - 1; }

// What is added for a row: low + high * 2^64, times 2^position.
struct Addend {
    u64 low;
    u64 high;
    u32 position;
    u32 special;
    bool is_negative;

    __device__ __forceinline__ bool is_zero() const { return (low | high) == 0; }
    __device__ __forceinline__ u32 limb() const { return position / 32; }
};

__device__ __forceinline__ u32 special_of(f64 value) {
    return value != value ? NOT_A_NUMBER : value > 0 ? PLUS_INFINITY : MINUS_INFINITY;
}

__device__ __forceinline__ Addend addend_of(const f64* x, const f64* y, u64 row) {
    const u64 a = bits_of(x[row]);
    if constexpr (PRODUCT) {
        const u64 b = bits_of(y[row]);
        if (exponent_of(a) == MOST_EXPONENT || exponent_of(b) == MOST_EXPONENT) {
            return Addend{0, 0, 0, special_of(x[row] * y[row]), false};
        }
        const u64 left = mantissa_of(a);
        const u64 right = mantissa_of(b);
        return Addend{left * right, __umul64hi(left, right), position_of(a) + position_of(b), 0, (a ^ b) >> 63 != 0};
    } else {
        if (exponent_of(a) == MOST_EXPONENT) {
            return Addend{0, 0, 0, special_of(x[row]), false};
        }
        return Addend{mantissa_of(a), 0, position_of(a), 0, a >> 63 != 0};
    }
}

// Calls add(piece number, signed piece) for the pieces that are not 0.
template <typename Add> __device__ __forceinline__ void for_pieces(const Addend& number, Add add) {
    const u32 shift = number.position % 32;
    const u64 back = 63 - shift;
    const u64 words[3] = {
        number.low << shift, number.high << shift | number.low >> 1 >> back, number.high >> 1 >> back};
#pragma unroll
    for (u32 i = 0; i < PIECES; i++) {
        const u64 piece = words[i / 2] >> (32 * (i % 2)) & 0xffffffffULL;
        if (piece != 0) {
            add(i, number.is_negative ? 0 - piece : piece);
        }
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) exact_range(
    const f64* x, const f64* y, const u8* valid, const u8* mask, const u32* groups, u32 rows, u32* range) {
    __shared__ u32 ends[2];
    if (threadIdx.x == 0) {
        ends[0] = NONE;
        ends[1] = 0;
    }
    __syncthreads();
    u32 least = NONE;
    u32 most = 0;
    const u64 stride = static_cast<u64>(gridDim.x) * THREADS;
#pragma unroll 2
    for (u64 row = thread_number(); row < rows; row += stride) {
        if (takes_part(groups, valid, mask, row)) {
            const Addend number = addend_of(x, y, row);
            if (!number.is_zero()) {
                least = min(least, number.limb());
                most = max(most, number.limb());
            }
        }
    }
    if (least != NONE) {
        atomicMin(ends, least);
        atomicMax(ends + 1, most);
    }
    __syncthreads();
    if (threadIdx.x == 0 && ends[0] != NONE) {
        atomicMin(range, ends[0]);
        atomicMax(range + 1, ends[1]);
    }
}

extern "C" __global__ void exact_sums(
    const f64* x, const f64* y, const u8* valid, const u8* mask, const u32* groups, u32 rows, u64* const* limbs,
    u32 first, u32* flags) {
    const u64 row = thread_number();
    if (row >= rows || !takes_part(groups, valid, mask, row)) {
        return;
    }
    const Addend number = addend_of(x, y, row);
    const u32 group = groups[row];
    if (number.special != 0) {
        atomicOr(flags + group, number.special);
    }
    for_pieces(number, [&](u32 i, u64 piece) { atomicAdd(limbs[number.limb() - first + i] + group, piece); });
}

extern "C" __global__ void __launch_bounds__(THREADS) exact_sums_shared(
    const f64* x, const f64* y, const u8* valid, const u8* mask, const u32* groups, u32 rows, u64* const* limbs,
    u32 first, u32* flags, u32 limb_count, u32 group_count) {
    __shared__ u32 low[SHARED_ENTRIES];
    __shared__ u32 high[SHARED_ENTRIES];
    const u32 entries = limb_count * group_count;
    for (u32 entry = threadIdx.x; entry < entries; entry += THREADS) {
        low[entry] = 0;
        high[entry] = 0;
    }
    __syncthreads();
    const u64 stride = static_cast<u64>(gridDim.x) * THREADS;
    for (u64 row = thread_number(); row < rows; row += stride) {
        if (!takes_part(groups, valid, mask, row)) {
            continue;
        }
        const Addend number = addend_of(x, y, row);
        const u32 group = groups[row];
        if (number.special != 0) {
            atomicOr(flags + group, number.special);
        }
        for_pieces(number, [&](u32 i, u64 piece) {
            const u32 entry = (number.limb() - first + i) * group_count + group;
            const u32 word = static_cast<u32>(piece);
            const u32 before = atomicAdd(low + entry, word);
            const u32 rest = static_cast<u32>(piece >> 32) + (before > 0xffffffffu - word ? 1 : 0);
            if (rest != 0) {
                atomicAdd(high + entry, rest);
            }
        });
    }
    __syncthreads();
    for (u32 entry = threadIdx.x; entry < entries; entry += THREADS) {
        const u64 sum = static_cast<u64>(high[entry]) << 32 | low[entry];
        if (sum != 0) {
            atomicAdd(limbs[entry / group_count] + entry % group_count, sum);
        }
    }
}

extern "C" __global__ void exact_carry(u64* const* limbs, u32 limb_count, u32 groups) {
    const u64 group = thread_number();
    if (group >= groups) {
        return;
    }
    i64 carry = 0;
    for (u32 i = 0; i + 1 < limb_count; i++) {
        const i64 limb = static_cast<i64>(limbs[i][group]) + carry;
        limbs[i][group] = static_cast<u64>(limb) & 0xffffffffULL;
        carry = limb >> 32;
    }
    limbs[limb_count - 1][group] += static_cast<u64>(carry);
}

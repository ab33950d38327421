// The results of aggregates from the states that the general strategy keeps of each group, one array each, in the order in which
// the parameters of each function say.
#ifndef SHEAF_STATES
#define SHEAF_STATES

#include "columns.cuh"
#include "doubles.cuh"
#include "rows.cuh"

// A number in the place of an array.
__device__ __forceinline__ i64 word(const InputColumn& number) { return reinterpret_cast<i64>(number.data); }

__device__ __forceinline__ f64 number(const InputColumn& number) { return __longlong_as_double(word(number)); }

template <typename T> __device__ __forceinline__ T element(const InputColumn& array, u64 at) {
    return static_cast<const T*>(array.data)[at];
}

// Bools are bytes.
template <> __device__ __forceinline__ bool element<bool>(const InputColumn& array, u64 at) {
    return (element<u8>(array, at) & 1) != 0;
}

// A value where its flag is 1.
template <typename T>
__device__ __forceinline__ Maybe<T> flagged(const InputColumn& values, const InputColumn& flags, u64 group) {
    const bool valid = element<u8>(flags, group) == 1;
    return Maybe<T>{valid ? element<T>(values, group) : static_cast<T>(0), valid};
}

__device__ __forceinline__ Maybe<i64> ordinal(const InputColumn& ordinals, const InputColumn& flags, u64 group) {
    return Maybe<i64>{element<i64>(ordinals, group), element<u8>(flags, group) != 0};
}

__device__ __forceinline__ Maybe<i64> counted(const InputColumn& counts, u64 group) {
    return just(element<i64>(counts, group));
}

__device__ __forceinline__ Maybe<f64> sum_of_doubles(const InputColumn& counts, const InputColumn& sums, u64 group) {
    return Maybe<f64>{element<f64>(sums, group), element<u64>(counts, group) > 0};
}

__device__ __forceinline__ Maybe<f64> mean_of_doubles(const InputColumn& counts, const InputColumn& sums, u64 group) {
    const u64 count = element<u64>(counts, group);
    return Maybe<f64>{element<f64>(sums, group) / static_cast<f64>(count), count > 0};
}

// A whole number of more than 128 bits: low + high * 2^64.
struct WideSum {
    u64 low;
    i128 high;

    __device__ __forceinline__ bool fits_i64() const { return high == static_cast<i64>(low) >> 63; }
    __device__ __forceinline__ bool fits_u64() const { return high == 0; }
    __device__ __forceinline__ bool fits_i128() const { return high == static_cast<i64>(high); }
    __device__ __forceinline__ i128 whole() const {
        return static_cast<i128>(static_cast<u128>(high) << 64 | static_cast<u128>(low));
    }
    __device__ __forceinline__ f64 as_double() const {
        return fits_i128() ? to_double(whole()) : to_double(high) * 18446744073709551616.0;
    }
};

// The sums of the 32-bit digits of numbers, put together; the highest has a sign if SIGNED.
template <u32 DIGITS, bool SIGNED> __device__ __forceinline__ WideSum wide_sum(const InputColumn* digits, u64 group) {
    constexpr i128 base = 4294967296;
    i128 halves[2] = {0, 0};
#pragma unroll
    for (u32 digit = 0; digit < DIGITS; digit++) {
        const u64 word = element<u64>(digits[digit], group);
        const bool has_sign = SIGNED && digit == DIGITS - 1;
        const i128 value = has_sign ? static_cast<i128>(static_cast<i64>(word)) : static_cast<i128>(word);
        halves[digit / 2] += digit % 2 == 0 ? value : value * base;
    }
    return WideSum{static_cast<u64>(halves[0]), halves[1] + (halves[0] >> 64)};
}

// Counts, then digits. Decimals are faults if they do not fit, whole numbers unless they wrap.
template <typename T, u32 DIGITS, bool SIGNED, bool WRAPS>
__device__ __forceinline__ Maybe<T> whole_sum(const InputColumn* arrays, u64 group, bool& fault) {
    const bool valid = element<u64>(arrays[0], group) > 0;
    const WideSum sum = wide_sum<DIGITS, SIGNED>(arrays + 1, group);
    if constexpr (sizeof(T) == sizeof(i128)) {
        fault = fault || (valid && !(sum.fits_i128() && fits_decimal(sum.whole())));
        return Maybe<T>{static_cast<T>(valid ? sum.whole() : 0), valid};
    } else {
        fault = fault || (valid && !WRAPS && !(IS_SIGNED<T> ? sum.fits_i64() : sum.fits_u64()));
        return Maybe<T>{static_cast<T>(valid ? sum.low : 0), valid};
    }
}

// Counts, then digits. `unit` is 10 to the scale of decimals.
template <u32 DIGITS, bool SIGNED>
__device__ __forceinline__ Maybe<f64> mean_of_whole(const InputColumn* arrays, f64 unit, u64 group) {
    const u64 count = element<u64>(arrays[0], group);
    return Maybe<f64>{wide_sum<DIGITS, SIGNED>(arrays + 1, group).as_double() / static_cast<f64>(count) / unit, count > 0};
}

// The same in whole numbers, toward 0.
template <u32 DIGITS, bool SIGNED> __device__ __forceinline__ Maybe<i64> whole_mean(const InputColumn* arrays, u64 group) {
    const i64 count = element<i64>(arrays[0], group);
    const i128 sum = wide_sum<DIGITS, SIGNED>(arrays + 1, group).whole();
    return Maybe<i64>{count > 0 ? static_cast<i64>(sum / count) : 0, count > 0};
}

// Counts, products as reduce_groups.cu keeps them, and its flags: 1 negative, 2 zero, 4 too large. EXACT: whole and not wrapped.
template <typename T, bool EXACT>
__device__ __forceinline__ Maybe<T> product(const InputColumn* arrays, u64 group, bool& fault) {
    const bool valid = element<u64>(arrays[0], group) > 0;
    const u64 word = element<u64>(arrays[1], group);
    if constexpr (IsFloat<T>::value) {
        const u64 bits = word ^ static_cast<u64>(__double_as_longlong(1.0));
        return Maybe<T>{valid ? __longlong_as_double(static_cast<i64>(bits)) : 0.0, valid};
    } else if constexpr (EXACT) {
        const u64 flags = element<u64>(arrays[2], group);
        const u64 magnitude = word ^ 1;
        const bool negative = (flags & 1) != 0;
        const bool zero = (flags & 2) != 0;
        const bool fits_i64 = magnitude >> 63 == 0 || (negative && magnitude == 1ULL << 63);
        fault = fault || (valid && !zero && ((flags & 4) != 0 || !(fits_i64 || !IS_SIGNED<T>)));
        return Maybe<T>{static_cast<T>(!valid || zero ? 0 : negative ? 0 - magnitude : magnitude), valid};
    } else {
        return Maybe<T>{static_cast<T>(valid ? word ^ 1 : 0), valid};
    }
}

template <typename T, bool INVERTED>
__device__ __forceinline__ Maybe<T> bits_of(const InputColumn& counts, const InputColumn& bits, u64 group) {
    const u64 word = element<u64>(bits, group);
    const bool valid = element<u64>(counts, group) > 0;
    return Maybe<T>{static_cast<T>(!valid ? 0 : INVERTED ? ~word : word), valid};
}

// Counts and products about means.
__device__ __forceinline__ Maybe<f64> products(const InputColumn& counts, const InputColumn& sums, u64 group) {
    return Maybe<f64>{element<f64>(sums, group), element<i64>(counts, group) > 0};
}

__device__ __forceinline__ Maybe<f64> spread(
    const InputColumn& counts, const InputColumn& sums, i64 ddof, u64 group) {
    const i64 rest = element<i64>(counts, group) - ddof;
    return Maybe<f64>{element<f64>(sums, group) / static_cast<f64>(rest), rest > 0};
}

__device__ __forceinline__ Maybe<f64> root(Maybe<f64> value) { return Maybe<f64>{sqrt(value.value), value.valid}; }

// Whether squares of distances are those of values that vary, and a number.
__device__ __forceinline__ bool is_spread(f64 squares) { return squares > 0 && squares <= 1.7976931348623157e308; }

// Counts, squares of either and products of both; nothing of fewer than two rows. The root of a square is exact, so that
// what is compared with itself gives 1; roots are taken one by one only where their product has no exponent.
__device__ __forceinline__ Maybe<f64> correlation(const InputColumn* arrays, u64 group) {
    const f64 xx = element<f64>(arrays[1], group);
    const f64 yy = element<f64>(arrays[2], group);
    const f64 product = xx * yy;
    const bool fits = product >= 2.2250738585072014e-308 && product <= 1.7976931348623157e308;
    const f64 share = element<f64>(arrays[3], group) / (fits ? sqrt(product) : sqrt(xx) * sqrt(yy));
    const f64 within = share < -1.0 ? -1.0 : share > 1.0 ? 1.0 : share;
    const f64 nothing = __longlong_as_double(0x7ff8000000000000LL);
    return Maybe<f64>{is_spread(xx) && is_spread(yy) ? within : nothing, element<i64>(arrays[0], group) > 1};
}

// Members in order: where those of a group start and end, their numbers, and what is kept of them.
struct GroupMembers {
    u64 start;
    u64 size;
    const InputColumn& order;

    __device__ __forceinline__ GroupMembers(const InputColumn* arrays, u64 group)
        : start(element<u64>(arrays[0], group)), size(element<u64>(arrays[1], group) - start), order(arrays[2]) {}

    __device__ __forceinline__ u32 at(u64 place) const { return element<u32>(order, start + place); }
};

enum Interpolation : u32 { LINEAR = 0, LOWER = 1, HIGHER = 2, MIDPOINT = 3, NEAREST = 4 };

// The double of an order key of convert.cu.
__device__ __forceinline__ f64 double_of_key(u64 key) {
    const i64 word = static_cast<i64>(key ^ 1ULL << 63);
    return __longlong_as_double(word < 0 ? word ^ 0x7fffffffffffffffLL : word);
}

// Between numbers so far apart that the gap is no number, too.
__device__ __forceinline__ f64 between(f64 low, f64 high, f64 share) {
    if (share == 0 || low == high) {
        return low;
    }
    const f64 gap = high - low;
    const bool is_finite = gap - gap == 0 || gap != gap;
    return is_finite ? low + gap * share : low * (1 - share) + high * share;
}

// GroupMembers, and their keys.
template <u32 HOW> __device__ __forceinline__ Maybe<f64> quantile(const InputColumn* arrays, f64 q, u64 group) {
    const GroupMembers members(arrays, group);
    if (members.size == 0) {
        return none<f64>();
    }
    const f64 position = q * static_cast<f64>(members.size - 1);
    const f64 below = HOW == HIGHER ? ceil(position) : HOW == NEAREST ? rint(position) : floor(position);
    const f64 above = HOW == LOWER ? floor(position) : HOW == NEAREST ? rint(position) : ceil(position);
    const f64 low = double_of_key(element<u64>(arrays[3], members.at(static_cast<u64>(below))));
    const f64 high = double_of_key(element<u64>(arrays[3], members.at(static_cast<u64>(above))));
    const f64 share = position - floor(position);
    return just(
        HOW == LINEAR ? between(low, high, share) : HOW == MIDPOINT ? between(low, high, share == 0 ? 0 : 0.5) : low);
}

// GroupMembers, their values in 16 bytes, and bytes that say whether they are any. From the last one if `n` is negative.
template <typename T> __device__ __forceinline__ Maybe<T> nth(const InputColumn* arrays, i64 n, u64 group) {
    const GroupMembers members(arrays, group);
    const i64 place = n < 0 ? static_cast<i64>(members.size) + n : n;
    if (place < 0 || place >= static_cast<i64>(members.size)) {
        return none<T>();
    }
    const u64 member = members.at(static_cast<u64>(place));
    const bool valid = element<u8>(arrays[4], member) != 0;
    return Maybe<T>{valid ? element<T>(arrays[3], 16 / sizeof(T) * member) : static_cast<T>(0), valid};
}

#endif

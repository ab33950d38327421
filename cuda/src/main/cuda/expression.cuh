// Expressions of a row: values that may be null, and what the functions of dev.sheaf.expr do to them. The text of an
// expression is generated; it calls what is here and has no operators of its own.
//
// What the CPU reports as an error of a row (an overflow, a number that a cast cannot take) sets `fault` here; whoever finds it
// set lets the CPU say what is wrong. Functions in which that can happen take it as their last argument. Operands are evaluated
// for the rows that need them alone, so that no row faults on the GPU that does not on the CPU.
#ifndef SHEAF_EXPRESSION
#define SHEAF_EXPRESSION

#include "order.cuh"
#include "types.cuh"

template <typename T> struct Maybe {
    T value;
    bool valid;
};

template <typename T> __device__ __forceinline__ Maybe<T> just(T value) { return Maybe<T>{value, true}; }
template <typename T> __device__ __forceinline__ Maybe<T> none() { return Maybe<T>{static_cast<T>(0), false}; }

// A literal of the query, which the kernel gets with its parameters, so that another one is not another kernel: a word, of 16 bytes two.
template <typename T> __device__ __forceinline__ T literal_value(const u64* words) {
    if constexpr (sizeof(T) == 16) {
        return static_cast<T>(static_cast<u128>(words[1]) << 64 | words[0]);
    } else if constexpr (IsFloat<T>::value && sizeof(T) == 4) {
        return __int_as_float(static_cast<i32>(words[0]));
    } else if constexpr (IsFloat<T>::value) {
        return __longlong_as_double(static_cast<i64>(words[0]));
    } else {
        return static_cast<T>(words[0]);
    }
}

template <typename T> __device__ __forceinline__ Maybe<T> literal(const u64* words) { return just(literal_value<T>(words)); }

__device__ __forceinline__ bool is_true(Maybe<bool> a) { return a.valid && a.value; }
__device__ __forceinline__ bool is_false(Maybe<bool> a) { return a.valid && !a.value; }

// ---- order: NaN is greater than all and equal to itself, -0.0 equals 0.0 ----

template <typename T> __device__ __forceinline__ bool is_nan(T value) {
    if constexpr (IsFloat<T>::value) {
        return value != value;
    } else {
        return false;
    }
}

template <typename T> __device__ __forceinline__ bool is_less(T a, T b) {
    if constexpr (IsFloat<T>::value) {
        return !(a >= b) && !is_nan(a);
    } else {
        return a < b;
    }
}

template <typename T> __device__ __forceinline__ bool is_equal(T a, T b) {
    return a == b || (is_nan(a) && is_nan(b));
}

template <typename T> __device__ __forceinline__ Maybe<bool> equal(Maybe<T> a, Maybe<T> b) {
    return Maybe<bool>{is_equal(a.value, b.value), a.valid && b.valid};
}

template <typename T> __device__ __forceinline__ Maybe<bool> less(Maybe<T> a, Maybe<T> b) {
    return Maybe<bool>{is_less(a.value, b.value), a.valid && b.valid};
}

template <typename T> __device__ __forceinline__ Maybe<bool> distinct(Maybe<T> a, Maybe<T> b) {
    return just(a.valid != b.valid || (a.valid && !is_equal(a.value, b.value)));
}

__device__ __forceinline__ Maybe<bool> negation(Maybe<bool> a) { return Maybe<bool>{!a.value, a.valid}; }

template <typename T> __device__ __forceinline__ Maybe<T> greatest(Maybe<T> a, Maybe<T> b) {
    return !b.valid || (a.valid && !is_less(a.value, b.value)) ? a : b;
}

template <typename T> __device__ __forceinline__ Maybe<T> least(Maybe<T> a, Maybe<T> b) {
    return !b.valid || (a.valid && !is_less(b.value, a.value)) ? a : b;
}

// A value where a condition is true, else none.
template <typename T> __device__ __forceinline__ Maybe<T> given(Maybe<bool> condition, Maybe<T> value) {
    return Maybe<T>{value.value, value.valid && is_true(condition)};
}

// A row where another value is there, too.
template <typename R, typename T> __device__ __forceinline__ Maybe<R> where_valid(Maybe<T> value, Maybe<R> row) {
    return Maybe<R>{row.value, row.valid && value.valid};
}

// A row behind a value of it: of the numbers of a group's rows, the least or with GREATEST the greatest is that of the row with the
// least or greatest value, the first for ties. Of a value of up to 4 bytes, then one of 8.
template <bool GREATEST, typename T> __device__ __forceinline__ Maybe<u64> packed_row(Maybe<T> value, Maybe<u32> row) {
    const u32 key = static_cast<u32>(static_cast<i32>(order_key(value.value)));
    const u32 rank = IsFloat<T>::value || static_cast<T>(-1) < static_cast<T>(0) ? key ^ 0x80000000u : key;
    return Maybe<u64>{static_cast<u64>(rank) << 32 | (GREATEST ? ~row.value : row.value), value.valid};
}

template <bool GREATEST, typename T> __device__ __forceinline__ Maybe<i128> wide_row(Maybe<T> value, Maybe<u32> row) {
    const u64 key = static_cast<u64>(order_key(value.value));
    const bool is_signed = IsFloat<T>::value || static_cast<T>(-1) < static_cast<T>(0);
    const i64 rank = static_cast<i64>(is_signed ? key : key ^ 0x8000000000000000ULL);
    return Maybe<i128>{static_cast<i128>(static_cast<u128>(rank) << 64 | (GREATEST ? ~row.value : row.value)), value.valid};
}

// A value times itself, of type R.
template <typename R, typename T> __device__ __forceinline__ Maybe<R> squared(Maybe<T> value) {
    return Maybe<R>{static_cast<R>(value.value) * static_cast<R>(value.value), value.valid};
}

// A bool as a number.
__device__ __forceinline__ Maybe<u8> bit_number(Maybe<bool> bit) { return Maybe<u8>{bit.value ? u8(1) : u8(0), bit.valid}; }

// The product of two doubles.
__device__ __forceinline__ Maybe<f64> both_times(Maybe<f64> a, Maybe<f64> b) {
    return Maybe<f64>{a.value * b.value, a.valid && b.valid};
}

// ---- whole numbers; LEAST and MOST are the ends of the type ----

// Numbers of up to 4 bytes are computed in 64 bits, and others in 128, so that no step overflows.
template <u32 BYTES> struct Wide { typedef i128 type; };
template <> struct Wide<1> { typedef i64 type; };
template <> struct Wide<2> { typedef i64 type; };
template <> struct Wide<4> { typedef i64 type; };
template <typename T> using WideOf = typename Wide<sizeof(T)>::type;

// The wider of two types.
template <typename A, typename B, bool = (sizeof(A) > sizeof(B))> struct Wider { typedef B type; };
template <typename A, typename B> struct Wider<A, B, true> { typedef A type; };

// A result that fits, or a fault.
template <typename T, typename W>
__device__ __forceinline__ Maybe<T> within(W value, bool valid, i128 least, i128 most, bool& fault) {
    if constexpr (sizeof(W) == 8 && sizeof(T) < 8) {
        fault = fault || (valid && (value < static_cast<i64>(least) || value > static_cast<i64>(most)));
    } else {
        fault = fault || (valid && (static_cast<i128>(value) < least || static_cast<i128>(value) > most));
    }
    return Maybe<T>{static_cast<T>(value), valid};
}

template <typename T>
__device__ __forceinline__ Maybe<T> add(Maybe<T> a, Maybe<T> b, i128 least, i128 most, bool& fault) {
    typedef WideOf<T> W;
    return within<T>(static_cast<W>(a.value) + static_cast<W>(b.value), a.valid && b.valid, least, most, fault);
}

template <typename T>
__device__ __forceinline__ Maybe<T> subtract(Maybe<T> a, Maybe<T> b, i128 least, i128 most, bool& fault) {
    typedef WideOf<T> W;
    return within<T>(static_cast<W>(a.value) - static_cast<W>(b.value), a.valid && b.valid, least, most, fault);
}

// Of numbers of up to 8 bytes, whose product fits 127 bits unless both are unsigned and large.
template <typename T, typename A, typename B>
__device__ __forceinline__ Maybe<T> multiply(Maybe<A> a, Maybe<B> b, i128 least, i128 most, bool& fault) {
    typedef WideOf<typename Wider<A, B>::type> W;
    const W product = static_cast<W>(a.value) * static_cast<W>(b.value);
    if constexpr (sizeof(W) == 16) {
        const bool overflow = a.value > static_cast<A>(0) && b.value > static_cast<B>(0) && product < 0;
        fault = fault || (a.valid && b.valid && overflow);
    }
    return within<T>(product, a.valid && b.valid, least, most, fault);
}

template <typename T>
__device__ __forceinline__ Maybe<T> whole_quotient(Maybe<T> a, Maybe<T> b, i128 least, i128 most, bool& fault) {
    typedef WideOf<T> W;
    const bool valid = a.valid && b.valid && b.value != 0;
    const W divisor = b.value == 0 ? 1 : b.value;
    return within<T>(static_cast<W>(a.value) / divisor, valid, least, most, fault);
}

// In the width of the numbers. Everything is a multiple of -1, by which the least number cannot be divided.
template <typename T> __device__ __forceinline__ Maybe<T> whole_remainder(Maybe<T> a, Maybe<T> b) {
    constexpr bool is_signed = static_cast<T>(-1) < static_cast<T>(0);
    const bool is_safe = b.value != 0 && !(is_signed && b.value == static_cast<T>(-1));
    const T divisor = is_safe ? b.value : static_cast<T>(1);
    return Maybe<T>{static_cast<T>(a.value % divisor), a.valid && b.valid && b.value != 0};
}

// ---- by a literal other than 0, of up to 8 bytes: the word behind it is what 2^N - 1 divided by its magnitude comes to, N being 32
// for numbers of up to 4 bytes and else 64. So a division is a product, and at most one more subtraction ----

__device__ __forceinline__ u32 high_product(u32 a, u32 b) { return __umulhi(a, b); }
__device__ __forceinline__ u64 high_product(u64 a, u64 b) { return __umul64hi(a, b); }

template <typename T> __device__ __forceinline__ bool is_negative(T value) {
    if constexpr (static_cast<T>(-1) < static_cast<T>(0)) {
        return value < 0;
    } else {
        return false;
    }
}

template <typename T> __device__ __forceinline__ typename Width<sizeof(T) <= 4>::type magnitude(T value) {
    typedef typename Width<sizeof(T) <= 4>::type U;
    return is_negative(value) ? static_cast<U>(0) - static_cast<U>(value) : static_cast<U>(value);
}

template <typename U> struct Division {
    U quotient;
    U rest;
};

template <typename U> __device__ __forceinline__ Division<U> divided(U number, U divisor, U reciprocal) {
    const U quotient = high_product(number, reciprocal);
    const U rest = number - quotient * divisor;
    return rest >= divisor ? Division<U>{quotient + 1, rest - divisor} : Division<U>{quotient, rest};
}

template <typename T> __device__ __forceinline__ Maybe<T> remainder_by(Maybe<T> a, const u64* words) {
    typedef decltype(magnitude(a.value)) U;
    const U rest = divided(magnitude(a.value), magnitude(static_cast<T>(words[0])), static_cast<U>(words[1])).rest;
    return Maybe<T>{static_cast<T>(is_negative(a.value) ? static_cast<U>(0) - rest : rest), a.valid};
}

template <typename T>
__device__ __forceinline__ Maybe<T> quotient_by(Maybe<T> a, const u64* words, i128 least, i128 most, bool& fault) {
    typedef decltype(magnitude(a.value)) U;
    typedef WideOf<T> W;
    const T divisor = static_cast<T>(words[0]);
    const W quotient = static_cast<W>(divided(magnitude(a.value), magnitude(divisor), static_cast<U>(words[1])).quotient);
    return within<T>(is_negative(a.value) != is_negative(divisor) ? -quotient : quotient, a.valid, least, most, fault);
}

template <typename T>
__device__ __forceinline__ Maybe<T> negative(Maybe<T> a, i128 least, i128 most, bool& fault) {
    return within<T>(-static_cast<WideOf<T>>(a.value), a.valid, least, most, fault);
}

template <typename T>
__device__ __forceinline__ Maybe<T> absolute(Maybe<T> a, i128 least, i128 most, bool& fault) {
    const WideOf<T> value = a.value;
    return within<T>(value < 0 ? -value : value, a.valid, least, most, fault);
}

// ---- floating numbers: computed as doubles and rounded ----

template <typename T> __device__ __forceinline__ Maybe<T> add(Maybe<T> a, Maybe<T> b) {
    return Maybe<T>{static_cast<T>(static_cast<f64>(a.value) + static_cast<f64>(b.value)), a.valid && b.valid};
}

template <typename T> __device__ __forceinline__ Maybe<T> subtract(Maybe<T> a, Maybe<T> b) {
    return Maybe<T>{static_cast<T>(static_cast<f64>(a.value) - static_cast<f64>(b.value)), a.valid && b.valid};
}

template <typename T> __device__ __forceinline__ Maybe<T> multiply(Maybe<T> a, Maybe<T> b) {
    return Maybe<T>{static_cast<T>(static_cast<f64>(a.value) * static_cast<f64>(b.value)), a.valid && b.valid};
}

template <typename T> __device__ __forceinline__ Maybe<T> divide(Maybe<T> a, Maybe<T> b) {
    return Maybe<T>{static_cast<T>(static_cast<f64>(a.value) / static_cast<f64>(b.value)), a.valid && b.valid};
}

template <typename T> __device__ __forceinline__ Maybe<T> divide_or_null(Maybe<T> a, Maybe<T> b) {
    const Maybe<T> quotient = divide(a, b);
    return Maybe<T>{quotient.value, quotient.valid && b.value != static_cast<T>(0)};
}

template <typename T> __device__ __forceinline__ Maybe<T> negative(Maybe<T> a) { return Maybe<T>{-a.value, a.valid}; }

template <typename T> __device__ __forceinline__ Maybe<T> absolute(Maybe<T> a) {
    return Maybe<T>{static_cast<T>(fabs(static_cast<f64>(a.value))), a.valid};
}

// ---- conversions ----

// Between whole numbers, times `factor` (10 to the scales' difference).
template <typename T, typename A>
__device__ __forceinline__ Maybe<T> to_whole(
    Maybe<A> a, i128 factor, i128 least, i128 most, bool lenient, bool& fault) {
    const i128 value = static_cast<i128>(a.value) * factor;
    const bool fits = value >= least && value <= most;
    fault = fault || (a.valid && !fits && !lenient);
    return Maybe<T>{static_cast<T>(value), a.valid && fits};
}

// Of floating numbers, half to even.
template <typename T, typename A>
__device__ __forceinline__ Maybe<T> round_to_whole(Maybe<A> a, f64 least, f64 end, bool lenient, bool& fault) {
    const f64 rounded = rint(static_cast<f64>(a.value));
    const bool fits = rounded >= least && rounded < end;
    fault = fault || (a.valid && !fits && !lenient);
    return Maybe<T>{static_cast<T>(fits ? rounded : 0.0), a.valid && fits};
}

template <typename T, typename A> __device__ __forceinline__ Maybe<T> to_floating(Maybe<A> a) {
    return Maybe<T>{static_cast<T>(a.value), a.valid};
}

// A decimal of which the unscaled number and `unit` are exact as doubles, so that the quotient is rounded once.
template <typename T, typename A>
__device__ __forceinline__ Maybe<T> decimal_to_floating(Maybe<A> a, f64 unit, bool& fault) {
    const i128 value = a.value;
    fault = fault || (a.valid && (value > (1LL << 53) || value < -(1LL << 53)));
    return Maybe<T>{static_cast<T>(static_cast<f64>(static_cast<i64>(value)) / unit), a.valid};
}

#endif

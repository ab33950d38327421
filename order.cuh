// The order of values for MIN and MAX: -0.0 < 0.0 < ... < NaN, all NaNs alike.
#ifndef SHEAF_ORDER
#define SHEAF_ORDER

#include "types.cuh"

// A number that is ordered as the value is.
template <typename T> __device__ __forceinline__ T order_key(T value) { return value; }

__device__ __forceinline__ i64 order_key(f64 value) {
    const i64 bits = __double_as_longlong(value);
    const i64 key = bits ^ ((bits >> 63) & 0x7fffffffffffffffLL);
    return value != value ? 0x7fffffffffffffffLL : key;
}

__device__ __forceinline__ i32 order_key(f32 value) {
    const i32 bits = __float_as_int(value);
    const i32 key = bits ^ ((bits >> 31) & 0x7fffffff);
    return value != value ? 0x7fffffff : key;
}

template <typename T> __device__ __forceinline__ bool is_before(T a, T b) { return order_key(a) < order_key(b); }

// What no value of the type comes after, and what none comes before: where MIN and MAX start.
template <typename T> __device__ __forceinline__ T last_in_order() {
    if constexpr (IsFloat<T>::value) {
        return static_cast<T>(__longlong_as_double(0x7ff8000000000000LL));
    } else if constexpr (static_cast<T>(-1) < static_cast<T>(0)) {
        return static_cast<T>((static_cast<u128>(1) << (8 * sizeof(T) - 1)) - 1);
    } else {
        return static_cast<T>(-1);
    }
}

template <typename T> __device__ __forceinline__ T first_in_order() {
    if constexpr (IsFloat<T>::value) {
        return static_cast<T>(__longlong_as_double(0xfff0000000000000ULL));
    } else {
        return static_cast<T>(~last_in_order<T>());
    }
}

#endif

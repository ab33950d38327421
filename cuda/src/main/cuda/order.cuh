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

// A number that is ordered as the value is, in the width of the value but at least 32 bits; all NaNs are one, and so
// are both zeros.
__device__ __forceinline__ u64 ordinal(f64 value) {
    return static_cast<u64>(order_key(value == 0 ? 0.0 : value)) ^ 0x8000000000000000ULL;
}
__device__ __forceinline__ u32 ordinal(f32 value) {
    return static_cast<u32>(order_key(value == 0 ? 0.0f : value)) ^ 0x80000000u;
}
__device__ __forceinline__ u64 ordinal(i64 value) { return static_cast<u64>(value); }
__device__ __forceinline__ u64 ordinal(u64 value) { return value; }
template <typename T> __device__ __forceinline__ u32 ordinal(T value) {
    return static_cast<u32>(static_cast<i32>(value));
}
__device__ __forceinline__ u32 ordinal(u32 value) { return value; }

// The value of an ordinal.
template <typename T> __device__ __forceinline__ T of_ordinal(u64 ordinal) {
    if constexpr (sizeof(T) == 8 && IsFloat<T>::value) {
        const i64 key = static_cast<i64>(ordinal ^ 0x8000000000000000ULL);
        return __longlong_as_double(key == 0x7fffffffffffffffLL ? 0x7ff8000000000000LL
                                                                : key ^ ((key >> 63) & 0x7fffffffffffffffLL));
    } else if constexpr (IsFloat<T>::value) {
        const i32 key = static_cast<i32>(static_cast<u32>(ordinal) ^ 0x80000000u);
        return __int_as_float(key == 0x7fffffff ? 0x7fc00000 : key ^ ((key >> 31) & 0x7fffffff));
    } else {
        return static_cast<T>(ordinal);
    }
}

#endif

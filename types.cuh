// The fixed-width types of columns, by the names that spec.cuh uses. Nothing here or in any other kernel file needs a
// header of the CUDA toolkit.
#ifndef SHEAF_TYPES
#define SHEAF_TYPES

typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long long i64;
typedef __int128 i128;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned __int128 u128;
typedef float f32;
typedef double f64;

constexpr u32 WARP = 32;
constexpr u32 FULL_WARP = 0xffffffffu;

// The type in which values of a type are summed without loss (integers) or as the contract says (floats).
template <typename T> struct SumOf { typedef i128 type; };
template <> struct SumOf<f32> { typedef f64 type; };
template <> struct SumOf<f64> { typedef f64 type; };

template <typename T> struct IsFloat { static constexpr bool value = false; };
template <> struct IsFloat<f32> { static constexpr bool value = true; };
template <> struct IsFloat<f64> { static constexpr bool value = true; };

// An unsigned integer of 32 or 64 bits.
template <bool NARROW> struct Width { typedef u64 type; };
template <> struct Width<true> { typedef u32 type; };

// A number that a generic lambda gets as a constant.
template <u32 N> struct Number {
    static constexpr u32 value = N;
};

// Calls f(Number<0>), f(Number<1>), ... for COUNT numbers.
template <u32 COUNT, u32 NEXT = 0, typename F> __device__ __forceinline__ void for_each(F&& f) {
    if constexpr (NEXT < COUNT) {
        f(Number<NEXT>{});
        for_each<COUNT, NEXT + 1>(f);
    }
}

// The two words of a 16-byte integer; of any other value, itself and nothing.
template <typename T> __device__ __forceinline__ u64 low_word(T value) { return static_cast<u64>(value); }
template <typename T> __device__ __forceinline__ i64 high_word(T) { return 0; }
__device__ __forceinline__ i64 high_word(i128 value) { return static_cast<i64>(value >> 64); }
__device__ __forceinline__ i64 high_word(u128 value) { return static_cast<i64>(value >> 64); }

#endif

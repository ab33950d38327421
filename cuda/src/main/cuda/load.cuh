// Reading columns: 16 bytes a thread and load, past the caches, since each value is read once.
#ifndef SHEAF_LOAD
#define SHEAF_LOAD

#include "types.cuh"

// 16 bytes of a column that nobody writes. Unlike `__ldcs`, a load whose value is not used is none.
__device__ __forceinline__ uint4 load_line(const uint4* source) {
#if defined(__CUDA_ARCH__)
    uint4 line;
    asm("ld.global.cs.v4.u32 {%0, %1, %2, %3}, [%4];"
        : "=r"(line.x), "=r"(line.y), "=r"(line.z), "=r"(line.w)
        : "l"(source));
    return line;
#else
    return __ldcs(source);
#endif
}

// One value, past the caches.
template <typename T> __device__ __forceinline__ T load_value(const T* source) {
    if constexpr (sizeof(T) == 16) {
        union {
            uint4 line;
            T value;
        } loaded;
        loaded.line = load_line(reinterpret_cast<const uint4*>(source));
        return loaded.value;
    } else {
        return __ldcs(source);
    }
}

// How many values of a type one load brings.
template <typename T> constexpr u32 VALUES_PER_LOAD = 16 / sizeof(T);

// The values of one load.
template <typename T> struct alignas(16) Values {
    T at[VALUES_PER_LOAD<T>];
};

// Reads VALUES_PER_LOAD values; `source` is 16-byte aligned.
template <typename T> __device__ __forceinline__ Values<T> load(const T* source) {
    union {
        uint4 words;
        Values<T> values;
    } loaded;
    loaded.words = __ldcs(reinterpret_cast<const uint4*>(source));
    return loaded.values;
}

// Bits `bit` to `bit + count - 1` (at most 32 of them) of a validity bitmap, set for valid rows; the bits above them
// are zero. `words` is 4-byte aligned, and whole words may be read to the end of the last one needed.
__device__ __forceinline__ u32 valid_bits(const u32* words, u64 bit, u32 count) {
    const u64 word = bit >> 5;
    const u32 shift = static_cast<u32>(bit & 31);
    const u32 low = __ldg(words + word);
    const u32 high = shift + count > 32 ? __ldg(words + word + 1) : 0;
    const u32 mask = count == 32 ? 0xffffffffu : (1u << count) - 1;
    return __funnelshift_r(low, high, shift) & mask;
}

#endif

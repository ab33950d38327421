// One thread a row or a group: what the kernels of the general strategy share.
#ifndef SHEAF_ROWS
#define SHEAF_ROWS

#include "types.cuh"

// No group, no row, no text.
constexpr u32 NONE = 0xffffffffu;

template <typename T> constexpr bool IS_SIGNED = static_cast<T>(-1) < static_cast<T>(0);

__device__ __forceinline__ u64 thread_number() { return static_cast<u64>(blockIdx.x) * blockDim.x + threadIdx.x; }

// Rows of a thread, so that they are on their way together, where it has several: row r of this one.
constexpr u32 EACH = 4;

__device__ __forceinline__ u64 row_of_thread(u32 r) { return (static_cast<u64>(blockIdx.x) * EACH + r) * blockDim.x + threadIdx.x; }

// Whether a row has a group, a value and a place in the aggregate. A null pointer stands for "all of them".
__device__ __forceinline__ bool takes_part(const u32* groups, const u8* valid, const u8* mask, u64 row) {
    return groups[row] != NONE && (valid == nullptr || valid[row] != 0) && (mask == nullptr || mask[row] != 0);
}

// A word that other threads write by atomics.
__device__ __forceinline__ u64 read_word(const u64* word) { return *static_cast<const volatile u64*>(word); }

__device__ __forceinline__ u32 read_word(const u32* word) { return *static_cast<const volatile u32*>(word); }

#endif

// Exchange between the lanes of a warp for values of up to 16 bytes.
#ifndef SHEAF_WARP
#define SHEAF_WARP

#include "types.cuh"

// The value of the lane `distance` above; every lane of the warp takes part.
template <typename T> __device__ __forceinline__ T from_lane_above(T value, u32 distance) {
    if constexpr (sizeof(T) == 16) {
        const u64 low = __shfl_down_sync(FULL_WARP, low_word(value), distance);
        const i64 high = __shfl_down_sync(FULL_WARP, high_word(value), distance);
        return static_cast<T>(static_cast<u128>(static_cast<u64>(high)) << 64 | low);
    } else if constexpr (sizeof(T) < 4) {
        return static_cast<T>(__shfl_down_sync(FULL_WARP, static_cast<i32>(value), distance));
    } else {
        return __shfl_down_sync(FULL_WARP, value, distance);
    }
}

#endif

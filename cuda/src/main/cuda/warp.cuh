// Exchange between the lanes of a warp; every lane takes part in each call.
#ifndef SHEAF_WARP
#define SHEAF_WARP

#include "types.cuh"

// What `shuffle` gives of a value of up to 16 bytes, of which it takes words of 4 and 8 bytes.
template <typename T, typename Shuffle> __device__ __forceinline__ T shuffled(T value, const Shuffle& shuffle) {
    if constexpr (sizeof(T) == 16) {
        const u64 low = shuffle(low_word(value));
        const i64 high = shuffle(high_word(value));
        return static_cast<T>(static_cast<u128>(static_cast<u64>(high)) << 64 | low);
    } else if constexpr (sizeof(T) < 4) {
        return static_cast<T>(shuffle(static_cast<i32>(value)));
    } else {
        return shuffle(value);
    }
}

// The value of the lane `distance` above.
template <typename T> __device__ __forceinline__ T from_lane_above(T value, u32 distance) {
    return shuffled(value, [=](auto word) { return __shfl_down_sync(FULL_WARP, word, distance); });
}

// The value of a lane.
template <typename T> __device__ __forceinline__ T from_lane(T value, u32 lane) {
    return shuffled(value, [=](auto word) { return __shfl_sync(FULL_WARP, word, lane); });
}

// The sum of the values of the lanes up to this one.
template <typename T> __device__ __forceinline__ T inclusive_sum(T value) {
    for (u32 distance = 1; distance < WARP; distance *= 2) {
        const T below = __shfl_up_sync(FULL_WARP, value, distance);
        value += threadIdx.x % WARP >= distance ? below : 0;
    }
    return value;
}

// Adds the counts of all lanes to a counter at once, and gives what it had before those of this lane.
__device__ __forceinline__ u64 take_start(u32 count, u64* counter) {
    const u32 so_far = inclusive_sum(count);
    u64 start = 0;
    if (threadIdx.x % WARP == WARP - 1 && so_far != 0) {
        start = atomicAdd(counter, static_cast<u64>(so_far));
    }
    return __shfl_sync(FULL_WARP, start, WARP - 1) + so_far - count;
}

#endif

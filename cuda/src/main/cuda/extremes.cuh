// Extremes of 128 bits, that many threads raise at once, and of which nobody sees one half without the other.
//
// Who has a value reads what is there, and is done if that is as much: of n values in any order about ln n are more than all
// before. From compute capability 9.0 on the others compare and swap 128 bits in shared memory (100 million rows in 1 to 9,000
// groups take 0.68 to 0.99 ms on an H200, of which reading them is 0.45). Before that, and in device memory, they take a
// lock, a bit of the group's count (1.5 to 17 ms by it).
#ifndef SHEAF_EXTREMES
#define SHEAF_EXTREMES

#include "types.cuh"

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900 && (__CUDACC_VER_MAJOR__ > 12 || __CUDACC_VER_MINOR__ >= 4)
#define SWAPS_WIDE 1
#else
#define SWAPS_WIDE 0
#endif

// The halves of a rank: numbers ordered as the values are.
struct alignas(16) Extreme {
    u64 low;
    u64 high;
};

__device__ __forceinline__ bool is_below(const Extreme& a, const Extreme& b) {
    return a.high < b.high || (a.high == b.high && a.low < b.low);
}

// Whether a rank is more than the one whose halves are there. The high half is read first: who writes clears the low half before,
// and puts it there after, so what is taken for less may be so no more, but nothing that is more is overlooked.
__device__ __forceinline__ bool passes(const u64* high, const u64* low, const Extreme& rank) {
    const u64 other = *static_cast<const volatile u64*>(high);
    const u64 rest = *static_cast<const volatile u64*>(low);
    return is_below({rest, other}, rank);
}

// Raises the halves of an extreme, under the lock that is the highest bit of the group's count. FENCE() orders what this thread
// writes for all who see the extreme.
template <typename Count, typename Fence>
__device__ __forceinline__ void raise_by_lock(u64* high, u64* low, Count* count, const Extreme& rank, const Fence& fence) {
    constexpr Count LOCK = static_cast<Count>(1) << (8 * sizeof(Count) - 1);
    bool is_done = !passes(high, low, rank);
    while (!is_done) {
        if ((atomicOr(count, LOCK) & LOCK) == 0) {
            fence();
            if (passes(high, low, rank)) {
                atomicExch(low, 0ULL);
                fence();
                atomicExch(high, rank.high);
                fence();
                atomicExch(low, rank.low);
            }
            fence();
            atomicAdd(count, LOCK); // which clears it
            is_done = true;
        }
    }
}

// Raises an extreme in device memory.
__device__ __forceinline__ void raise_locked(u64* high, u64* low, u64* count, const Extreme& rank) {
    raise_by_lock(high, low, count, rank, [] { __threadfence(); });
}

#if SWAPS_WIDE
__device__ __forceinline__ Extreme read_wide(const Extreme* extreme) {
    Extreme there;
    asm volatile("{ .reg .b64 at; .reg .b128 all; cvta.to.shared.u64 at, %2; ld.relaxed.cta.shared.b128 all, [at];"
                 " mov.b128 {%0, %1}, all; }"
                 : "=l"(there.low), "=l"(there.high)
                 : "l"(extreme)
                 : "memory");
    return there;
}

// Puts `rank` there if it still has `expected`; gives what it had.
__device__ __forceinline__ Extreme swap_wide(Extreme* extreme, const Extreme& expected, const Extreme& rank) {
    Extreme there;
    asm volatile("{ .reg .b64 at; .reg .b128 old, more, all; cvta.to.shared.u64 at, %2; mov.b128 old, {%3, %4};"
                 " mov.b128 more, {%5, %6}; atom.relaxed.cta.shared.cas.b128 all, [at], old, more;"
                 " mov.b128 {%0, %1}, all; }"
                 : "=l"(there.low), "=l"(there.high)
                 : "l"(extreme), "l"(expected.low), "l"(expected.high), "l"(rank.low), "l"(rank.high)
                 : "memory");
    return there;
}
#endif

// Raises an extreme in shared memory; `count` is that of its group.
__device__ __forceinline__ void raise_extreme(Extreme* extreme, [[maybe_unused]] u32* count, const Extreme& rank) {
#if SWAPS_WIDE
    Extreme there = read_wide(extreme);
    while (is_below(there, rank)) {
        const Extreme found = swap_wide(extreme, there, rank);
        if (found.low == there.low && found.high == there.high) {
            break;
        }
        there = found;
    }
#else
    raise_by_lock(&extreme->high, &extreme->low, count, rank, [] { __threadfence_block(); });
#endif
}

#endif

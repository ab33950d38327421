// How a key's word is split into a partition and the rest, and put together again.
//
// spec.cuh defines IS_DIRECT, WORD_BITS (all words are below 2^WORD_BITS) and Rest, the type of the rest.
//
// Direct: partition = word / slots, so that the rest is a place in a table of `slots`. Otherwise the word is scrambled by
// a function that loses nothing, the partition is its high bits, and the rest is its low ones: a group's key is known from its
// partition and its rest, and the rest is narrower than the key.
#ifndef SHEAF_SPLIT
#define SHEAF_SPLIT

#include "scan.cuh"
#include "types.cuh"

// Direct: slots, and magic and shift for dividing by it; words are below 2^31. Otherwise: the bits of the rest.
struct Split {
    u32 slots;
    u32 magic;
    u32 shift;
    u32 rest_bits;
};

constexpr Word WORD_MASK = static_cast<Word>(~static_cast<Word>(0)) >> (8 * sizeof(Word) - WORD_BITS);
constexpr u32 HALF_BITS = (WORD_BITS + 1) / 2;

// Odd numbers, their low WORD_BITS used.
constexpr u64 FACTOR_1 = 0xff51afd7ed558ccdULL;
constexpr u64 FACTOR_2 = 0xc4ceb9fe1a85ec53ULL;

// The number by which a product with an odd number is undone, modulo 2^(width of Word).
constexpr __device__ Word inverse(Word odd) {
    Word x = odd;
    for (u32 i = 0; i < 7; i++) {
        x *= static_cast<Word>(2) - odd * x;
    }
    return x;
}

// Every bit of the word reaches every bit; x -> x ^ x >> HALF_BITS is its own inverse, as HALF_BITS is half of the bits at
// least.
__device__ __forceinline__ Word scramble(Word word) {
    word ^= word >> HALF_BITS;
    word = word * static_cast<Word>(FACTOR_1) & WORD_MASK;
    word ^= word >> HALF_BITS;
    word = word * static_cast<Word>(FACTOR_2) & WORD_MASK;
    return word ^ word >> HALF_BITS;
}

__device__ __forceinline__ Word unscramble(Word word) {
    constexpr Word BACK_1 = inverse(static_cast<Word>(FACTOR_1));
    constexpr Word BACK_2 = inverse(static_cast<Word>(FACTOR_2));
    word ^= word >> HALF_BITS;
    word = word * BACK_2 & WORD_MASK;
    word ^= word >> HALF_BITS;
    word = word * BACK_1 & WORD_MASK;
    return word ^ word >> HALF_BITS;
}

__device__ __forceinline__ u32 partition_of(Word word, const Split& split, Rest& rest) {
    if constexpr (IS_DIRECT) {
        const u32 partition =
            split.slots == 1 ? static_cast<u32>(word) : __umulhi(static_cast<u32>(word), split.magic) >> split.shift;
        rest = static_cast<Rest>(static_cast<u32>(word) - partition * split.slots);
        return partition;
    } else {
        const Word scrambled = scramble(word);
        rest = static_cast<Rest>(scrambled & ((static_cast<Word>(1) << split.rest_bits) - 1));
        return static_cast<u32>(scrambled >> split.rest_bits);
    }
}

__device__ __forceinline__ Word word_from(u32 partition, Rest rest, const Split& split) {
    if constexpr (IS_DIRECT) {
        return static_cast<Word>(partition * split.slots + static_cast<u32>(rest));
    } else {
        return unscramble(static_cast<Word>(partition) << split.rest_bits | static_cast<Word>(rest));
    }
}

#endif

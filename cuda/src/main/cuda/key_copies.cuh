// Copies of the keys of groups, side by side: rows are compared with them, and not with a row of the group that lies anywhere.
//
// spec.cuh: what keys.cuh asks for; COPY_WORDS, words of a copy, 0 if keys are not copied; TEXT_WORDS, those of each text.
//
// A word of a key is kept plus 1, so that 0 is none yet: a word that is read is the right one or none, whatever is being written
// meanwhile. The form of a key, which lies elsewhere, says which columns are null and how long texts are; it is 0 if the key has no
// copy, since a text is too long or a word has all bits set. Keys of one form and equal words are the same.
#ifndef SHEAF_KEY_COPIES
#define SHEAF_KEY_COPIES

#include "keys.cuh"

constexpr u32 FORM_BITS = 7; // of a column: whether it is null, and the size of its text
constexpr u32 HAS_COPY = 1u << 31;

// Words of the first COUNT columns.
template <u32 COUNT> struct CopyOf {
    static constexpr u32 OF_LAST = Key<COUNT - 1>::WORDS;
    static constexpr u32 WORDS = CopyOf<COUNT - 1>::WORDS + (OF_LAST == 0 ? TEXT_WORDS : OF_LAST);
};

template <> struct CopyOf<0> {
    static constexpr u32 WORDS = 0;
};

struct KeyCopy {
    u64 words[COPY_WORDS == 0 ? 1 : COPY_WORDS];
    u32 form;
    bool has_null;
};

// The words of a column from `words` on, and what the form says of it, without HAS_COPY if it does not fit.
template <u32 K> __device__ __forceinline__ u32 copy_column(const KeyColumn& column, u64 row, u64* words) {
    typedef Key<K> Of;
    const bool valid = is_there(column, row);
    if constexpr (Of::WORDS != 0) {
        for_each<Of::WORDS>([&](auto w) { words[w.value] = (valid ? Of::word(column, row, w.value) : 0) + 1; });
        return HAS_COPY | (valid ? 1 : 0);
    } else {
        if (!valid) {
            for_each<TEXT_WORDS>([&](auto w) { words[w.value] = 1; });
            return HAS_COPY;
        }
        const Bytes bytes(column, row);
        for_each<TEXT_WORDS>(
            [&](auto w) { words[w.value] = (8 * w.value < bytes.size ? bytes.passing_word(w.value) : 0) + 1; });
        return bytes.size <= 8 * TEXT_WORDS ? HAS_COPY | 1 | bytes.size << 1 : 1;
    }
}

template <u32 COUNT = COPY_WORDS == 0 ? 0 : KEYS>
__device__ __forceinline__ KeyCopy copy_key(const KeyColumn (&columns)[KEYS], u64 row) {
    KeyCopy copy{};
    bool fits = COUNT != 0;
    for_each<COUNT>([&](auto k) {
        constexpr u32 K = decltype(k)::value;
        const u32 form = copy_column<K>(columns[K], row, copy.words + CopyOf<K>::WORDS);
        fits = fits && (form & HAS_COPY) != 0;
        copy.has_null = copy.has_null || (form & 1) == 0;
        copy.form |= (form & ~HAS_COPY) << (K * FORM_BITS);
    });
    for_each<CopyOf<COUNT>::WORDS>([&](auto w) { fits = fits && copy.words[decltype(w)::value] != 0; });
    copy.form = fits ? copy.form | HAS_COPY : 0;
    return copy;
}

// A hash of a key that has a copy.
__device__ __forceinline__ u64 hash_copy(const KeyCopy& copy) {
    u64 hash = copy.form;
    for_each<COPY_WORDS>([&](auto w) {
        hash = (hash ^ copy.words[decltype(w)::value]) * FIRST_HASH;
        hash ^= hash >> 32;
    });
    return murmur3(hash);
}

__device__ __forceinline__ void keep_copy(u64* copies, u32 number, const KeyCopy& copy) {
    for_each<COPY_WORDS>([&](auto w) {
        constexpr u32 W = decltype(w)::value;
        copies[static_cast<u64>(number) * COPY_WORDS + W] = copy.words[W];
    });
}

// Whether a key of the same form is that of group `number`.
__device__ __forceinline__ bool is_copy(const u64* copies, u32 number, const KeyCopy& copy) {
    const u64* at = copies + static_cast<u64>(number) * COPY_WORDS;
    u64 unlike = COPY_WORDS == 1 ? __ldcg(at) ^ copy.words[0] : 0;
    for_each<COPY_WORDS / 2>([&](auto pair) {
        constexpr u32 W = 2 * decltype(pair)::value;
        const ulonglong2 there = __ldcg(reinterpret_cast<const ulonglong2*>(at + W));
        unlike |= (there.x ^ copy.words[W]) | (there.y ^ copy.words[W + 1]);
    });
    return unlike == 0;
}

#endif

// For each group, the row of a chunk whose value (or ordinal) comes first or last, and the best of all chunks so far.
//
// spec.cuh: Value is the type; BY_ORDINAL says that rows compete by ordinal alone; LAST that the greatest wins, not the
//   least; IS_TEXT that values are numbers of texts.
//
// best_rows: a thread a row; `best` starts as NONE. Among equal values the lowest ordinal wins if there are ordinals.
// keep_best: a thread a group; compares the chunk's best with the kept one, and sets `best` to NONE where that stays. flags: 0
//   nothing yet, 1 a value, 2 a null.
//
// A row is put in place by compare-and-swap; which of two rows that are equal in every respect wins is open.
// Global memory: reads each value once and that of the best row at random. No races: `best` changes by atomics alone.
#include "order.cuh"
#include "rows.cuh"
#include "spec.cuh"

struct Texts {
    const u64* texts;
    const u32* sizes;
};

__device__ __forceinline__ i32 compare_texts(Texts texts, u32 a, u32 b) {
    const u8* x = reinterpret_cast<const u8*>(texts.texts[a]);
    const u8* y = reinterpret_cast<const u8*>(texts.texts[b]);
    const u32 common = min(texts.sizes[a], texts.sizes[b]);
    for (u32 i = 0; i < common; i++) {
        if (x[i] != y[i]) {
            return x[i] < y[i] ? -1 : 1;
        }
    }
    return texts.sizes[a] < texts.sizes[b] ? -1 : texts.sizes[a] > texts.sizes[b] ? 1 : 0;
}

// Below 0 if a comes before b in the order of values.
__device__ __forceinline__ i32 compare(Value a, Value b, Texts texts) {
    if constexpr (IS_TEXT) {
        return a == b ? 0 : compare_texts(texts, static_cast<u32>(a), static_cast<u32>(b));
    } else {
        return is_before(a, b) ? -1 : is_before(b, a) ? 1 : 0;
    }
}

__device__ __forceinline__ bool is_better(Value a, i64 a_ordinal, Value b, i64 b_ordinal, Texts texts) {
    if constexpr (BY_ORDINAL) {
        return LAST ? a_ordinal > b_ordinal : a_ordinal < b_ordinal;
    } else {
        const i32 order = compare(a, b, texts);
        return order != 0 ? (order < 0) != LAST : a_ordinal < b_ordinal;
    }
}

extern "C" __global__ void best_rows(
    const Value* values, const u8* valid, const u8* mask, const i64* ordinals, const u32* groups, u32 rows,
    const u64* texts, const u32* sizes, u32* best) {
    const u64 row = thread_number();
    if (row >= rows || !takes_part(groups, valid, mask, row)) {
        return;
    }
    const Texts known{texts, sizes};
    const Value mine = values[row];
    const i64 ordinal = ordinals == nullptr ? 0 : ordinals[row];
    u32* place = best + groups[row];
    u32 other = read_word(place);
    while (other == NONE
           || is_better(mine, ordinal, values[other], ordinals == nullptr ? 0 : ordinals[other], known)) {
        const u32 seen = atomicCAS(place, other, static_cast<u32>(row));
        if (seen == other) {
            return;
        }
        other = seen;
    }
}

extern "C" __global__ void keep_best(
    const Value* values, const u8* valid, const i64* ordinals, u32 groups, u32* best, const u64* texts,
    const u32* sizes, Value* kept_values, i64* kept_ordinals, u8* flags) {
    const u64 group = thread_number();
    if (group >= groups || best[group] == NONE) {
        return;
    }
    const u64 row = best[group];
    const i64 ordinal = ordinals == nullptr ? 0 : ordinals[row];
    const Texts known{texts, sizes};
    if (flags[group] == 0 || is_better(values[row], ordinal, kept_values[group], kept_ordinals[group], known)) {
        kept_values[group] = values[row];
        kept_ordinals[group] = ordinal;
        flags[group] = valid == nullptr || valid[row] != 0 ? 1 : 2;
    } else {
        best[group] = NONE;
    }
}

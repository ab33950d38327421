// Data of the group-by benchmark, and the answers found the plain way: an atomic for each row on a table of all ids.
#include "types.cuh"

__device__ __forceinline__ u64 mix(u64 x) {
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdULL;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53ULL;
    return x ^ (x >> 33);
}

__device__ __forceinline__ u64 first() { return static_cast<u64>(blockIdx.x) * blockDim.x + threadIdx.x; }
__device__ __forceinline__ u64 step() { return static_cast<u64>(gridDim.x) * blockDim.x; }

// A number of 32 bits for each id, different for different ids.
__device__ __forceinline__ u32 scatter(u32 id) {
    id ^= id >> 16;
    id *= 0x85ebca6bu;
    id ^= id >> 13;
    id *= 0xc2b2ae35u;
    return id ^ (id >> 16);
}

__device__ __forceinline__ u32 gather(u32 x) {
    x ^= x >> 16;
    x *= 0x7ed1b41du;
    x ^= x >> 13 ^ x >> 26;
    x *= 0xa5cb9243u;
    return x ^ (x >> 16);
}

// kind 0: uniform below bound, then modulo `modulus`; 1: Zipf with exponent 1.5; 2: ascending; 3: uniform below `modulus`, but for
// one row, which has the greatest one below `bound`; 4: the same, but for one row of 2^20, which are uniform below `bound`;
// 5, 6, 7: Zipf with exponent 0.8, 1 and 1.2.
extern "C" __global__ void fill_ids(u32* ids, u64 rows, u64 seed, u64 bound, u64 modulus, u64 kind) {
    for (u64 i = first(); i < rows; i += step()) {
        const u64 random = mix(i * 0x9e3779b97f4a7c15ULL + seed * 0xd1b54a32d192ed03ULL + 1);
        u64 id = __umul64hi(random, bound);
        if (kind == 1) {
            const f64 u = (static_cast<f64>(random >> 12) + 0.5) / 4503599627370496.0;
            id = min(static_cast<u64>(1.0 / (u * u)) - 1, bound - 1);
        } else if (kind == 2) {
            id = static_cast<u64>(static_cast<u128>(i) * bound / rows);
        } else if (kind >= 5) {
            const f64 u = (static_cast<f64>(random >> 12) + 0.5) / 4503599627370496.0;
            const f64 most = static_cast<f64>(bound);
            const f64 rest = kind == 5 ? 0.2 : -0.2;
            const f64 rank = kind == 6 ? pow(most, u) : pow(1 + u * (pow(most, rest) - 1), 1 / rest);
            id = min(static_cast<u64>(rank) - 1, bound - 1);
        } else if (kind >= 3) {
            const bool is_other = kind == 3 ? i == rows / 3 : (i & 0xfffff) == 12345;
            id = !is_other ? __umul64hi(random, modulus) : kind == 3 ? bound - 1 : id;
        }
        ids[i] = static_cast<u32>(modulus == 0 || kind >= 3 ? id : id % modulus);
    }
}

// form 0: as they are; 1: scattered over 32 bits; 2: scattered over 64 bits.
extern "C" __global__ void fill_keys(const u32* ids, void* keys, u64 rows, u64 form) {
    for (u64 i = first(); i < rows; i += step()) {
        if (form == 2) {
            static_cast<u64*>(keys)[i] = mix(ids[i] + 1);
        } else {
            static_cast<u32*>(keys)[i] = form == 1 ? scatter(ids[i]) : ids[i];
        }
    }
}

// "id" and the digits of the id; with length 1, a letter.
extern "C" __global__ void fill_text(const u32* ids, u8* text, i32* offsets, u64 rows, u64 length) {
    for (u64 i = first(); i <= rows; i += step()) {
        offsets[i] = static_cast<i32>(i * length);
        if (i < rows) {
            u32 id = ids[i];
            u8* at = text + i * length;
            if (length == 1) {
                at[0] = "FOP"[id];
                continue;
            }
            for (u32 digit = length - 1; digit >= 2; digit--) {
                at[digit] = '0' + id % 10;
                id /= 10;
            }
            at[0] = 'i';
            at[1] = 'd';
        }
    }
}

// Whole numbers below bound, or doubles below it with six digits.
extern "C" __global__ void fill_values(void* values, u64 rows, u64 seed, u64 bound, u64 is_float) {
    for (u64 i = first(); i < rows; i += step()) {
        const u64 random = mix(i * 0x9e3779b97f4a7c15ULL + seed * 0xd1b54a32d192ed03ULL + 1);
        if (is_float) {
            static_cast<f64*>(values)[i] = static_cast<f64>(__umul64hi(random, bound * 1000000)) / 1000000.0;
        } else {
            static_cast<u32*>(values)[i] = static_cast<u32>(__umul64hi(random, bound));
        }
    }
}

__device__ __forceinline__ f64 number(const void* values, u64 row, u64 is_float) {
    return is_float ? static_cast<const f64*>(values)[row] : static_cast<f64>(static_cast<const i32*>(values)[row]);
}

// The id of a row of a key column: forms as above, 3 is text.
__device__ __forceinline__ u32 id_of(const void* keys, const i32* offsets, u64 row, u64 form) {
    if (form == 3) {
        const u8* text = static_cast<const u8*>(keys) + offsets[row];
        const u32 length = static_cast<u32>(offsets[row + 1] - offsets[row]);
        if (length == 1) {
            return text[0] == 'F' ? 0 : text[0] == 'O' ? 1 : 2;
        }
        u32 id = 0;
        for (u32 i = 2; i < length; i++) {
            id = id * 10 + text[i] - '0';
        }
        return id;
    }
    if (form == 2) {
        u64 x = static_cast<const u64*>(keys)[row];
        x ^= x >> 33;
        x *= 0x9cb4b2f8129337dbULL;
        x ^= x >> 33;
        x *= 0x4f74430c22a54005ULL;
        x ^= x >> 33;
        return static_cast<u32>(x) - 1;
    }
    const u32 key = static_cast<const u32*>(keys)[row];
    return form == 1 ? gather(key) : key;
}

// combined = combined * factor + id, in 64 bits.
extern "C" __global__ void add_id(u64* combined, const void* keys, const i32* offsets, u64 rows, u64 form, u64 factor) {
    for (u64 i = first(); i < rows; i += step()) {
        combined[i] = combined[i] * factor + id_of(keys, offsets, i, form);
    }
}

// Counts the rows of each id, few rows at a time for the same id.
extern "C" __global__ void count_ids(const u64* ids, u64 rows, u32* counts) {
    for (u64 i = first(); i < rows; i += step()) {
        const u32 same = __match_any_sync(__activemask(), static_cast<u32>(ids[i]));
        if ((threadIdx.x & 31) == __ffs(same) - 1) {
            atomicAdd(counts + ids[i], static_cast<u32>(__popc(same)));
        }
    }
}

// kind 0: sums; 1: least; 2: greatest.
extern "C" __global__ void
reduce_ids(const u64* ids, const void* values, u64 rows, u64 is_float, u64 kind, f64* sums, u64 copies) {
    const u64 copy = (blockIdx.x * 8 + threadIdx.x / 32) % copies;
    for (u64 i = first(); i < rows; i += step()) {
        const f64 value = number(values, i, is_float);
        f64* target = sums + ids[i] * copies + copy;
        if (kind == 0) {
            atomicAdd(target, value);
        } else {
            atomicMax(reinterpret_cast<u64*>(target), static_cast<u64>(kind == 1 ? 1e9 - value : value + 1));
        }
    }
}

// errors[0] groups whose count is wrong or which come twice, errors[1] ids that have no group; counts are those that are expected.
extern "C" __global__ void check_groups(const u64* ids, u64 groups, u32* counts, u64 limit, u64* errors) {
    for (u64 i = first(); i < groups; i += step()) {
        if (ids[i] >= limit || (atomicOr(counts + ids[i], 0x80000000u) & 0x80000000u) != 0 ||
            (counts[ids[i]] & 0x7fffffffu) == 0) {
            atomicAdd(errors, 1ULL);
        }
    }
}

extern "C" __global__ void check_missing(const u32* counts, u64 limit, u64* errors) {
    for (u64 i = first(); i < limit; i += step()) {
        if (counts[i] != 0 && counts[i] >> 31 == 0) {
            atomicAdd(errors + 1, 1ULL);
        }
    }
}

// kind 0: counts; 1: sums of floats; 2: sums of integers; 3: means; 4: least int32; 5: greatest int32.
extern "C" __global__ void check_values(const u64* ids, u64 groups, const void* found, u64 kind, const u32* counts,
                                        const f64* sums, u64 copies, u64* errors) {
    for (u64 i = first(); i < groups; i += step()) {
        const u64 count = counts[ids[i]] & 0x7fffffffu;
        f64 sum = 0;
        u64 best = 0;
        for (u64 copy = 0; copy < copies && kind != 0; copy++) {
            sum += sums[ids[i] * copies + copy];
            best = max(best, reinterpret_cast<const u64*>(sums)[ids[i] * copies + copy]);
        }
        f64 expected = sum;
        f64 value;
        if (kind == 0) {
            expected = count;
            value = static_cast<f64>(static_cast<const i64*>(found)[i]);
        } else if (kind == 1) {
            value = static_cast<const f64*>(found)[i];
        } else if (kind == 2) {
            value = static_cast<f64>(static_cast<const i64*>(found)[i]);
        } else if (kind == 3) {
            expected = sum / count;
            value = static_cast<const f64*>(found)[i];
        } else {
            expected = kind == 4 ? 1e9 - static_cast<f64>(best) : static_cast<f64>(best) - 1;
            value = static_cast<f64>(static_cast<const i32*>(found)[i]);
        }
        if (!(fabs(value - expected) <= 1e-9 * fabs(expected) + 1e-9)) {
            atomicAdd(errors + 2, 1ULL);
        }
    }
}

// The sum over rows of a number made from each id, weighted by a count (or 1) and a value (or 1).
extern "C" __global__ void digest(const u64* ids, u64 rows, const u64* counts, const f64* values, f64* sums, u64* words) {
    f64 sum = 0;
    u64 word = 0;
    for (u64 i = first(); i < rows; i += step()) {
        const u64 hash = mix(ids[i] + 12345);
        word += hash * (counts == nullptr ? 1 : counts[i]);
        sum += static_cast<f64>(hash >> 40) * (values == nullptr ? 1 : values[i]);
    }
    for (u32 distance = 16; distance > 0; distance /= 2) {
        word += __shfl_down_sync(FULL_WARP, word, distance);
        sum += __shfl_down_sync(FULL_WARP, sum, distance);
    }
    if (threadIdx.x % 32 == 0) {
        atomicAdd(words, word);
        atomicAdd(sums, sum);
    }
}

// Members: how many values lie below and above each group's median, and squares about the mean.
extern "C" __global__ void
side_counts(const u64* ids, const f64* values, u64 rows, const f64* medians, const u32* row_of, u32* below, u32* above) {
    for (u64 i = first(); i < rows; i += step()) {
        const f64 median = medians[row_of[ids[i]]];
        if (values[i] < median) {
            atomicAdd(below + ids[i], 1u);
        } else if (values[i] > median) {
            atomicAdd(above + ids[i], 1u);
        }
    }
}

extern "C" __global__ void place_rows(const u64* ids, u64 groups, u32* row_of) {
    for (u64 i = first(); i < groups; i += step()) {
        row_of[ids[i]] = static_cast<u32>(i);
    }
}

extern "C" __global__ void
squares(const u64* ids, const f64* values, u64 rows, const u32* counts, const f64* sums, f64* result) {
    for (u64 i = first(); i < rows; i += step()) {
        const f64 apart = values[i] - sums[ids[i]] / (counts[ids[i]] & 0x7fffffffu);
        atomicAdd(result + ids[i], apart * apart);
    }
}

extern "C" __global__ void check_members(const u64* ids, u64 groups, const u32* counts, const u32* below, const u32* above,
                                         const f64* squares, const f64* deviations, u64* errors) {
    for (u64 i = first(); i < groups; i += step()) {
        const u32 count = counts[ids[i]] & 0x7fffffffu;
        const f64 expected = sqrt(squares[ids[i]] / (count - 1));
        if (below[ids[i]] > count / 2 || above[ids[i]] > count / 2 ||
            !(fabs(deviations[i] - expected) <= 1e-9 * expected)) {
            atomicAdd(errors + 2, 1ULL);
        }
    }
}

// Each number as 128 bits, times 10^18.
extern "C" __global__ void widen_values(const i32* values, u128* wide, u64 rows, u64 factor) {
    for (u64 i = first(); i < rows; i += step()) {
        wide[i] = static_cast<u128>(static_cast<i128>(values[i]) * static_cast<i128>(factor));
    }
}

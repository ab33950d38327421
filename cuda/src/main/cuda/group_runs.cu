// From keys to numbers of groups without hashing: keys in order are runs of equal ones, and the runs of a chunk are merged with
// the keys that are known (Karnagel, Mueller, Lohman, "Optimizing GPU-accelerated group-by and aggregation", section 5.2).
//
// spec.cuh: WORDS is the number of 64-bit words of a key. Keys are compared word by word, as unsigned numbers.
//
// `order` lists the rows of a chunk, one position each. Known keys are group_keys[number], and `sorted` their numbers in order.
// keep_flags: a thread a row; 1 for rows that are left out.
// find_descent: a thread a position; `descents` becomes more than 0 if some key is less than the one before.
// sample_keys: a thread a sample; the key of every `step`-th row.
// varying_bits: a thread a row; per word the bits in which some key differs from that of row 0.
// take_word: a thread a row; one word of its key.
// mark_heads: a thread a position; whether its key differs from the one before.
// count_flags, add_flags: a block a tile; turn flags into the number of flags before each position. What comes between them
//   adds up the counts of the tiles (radix_sort.cu), of which the last one, behind all tiles, is then the number of all.
// take_runs: a thread a position; the heads' keys, as the runs of the chunk in order.
// find_runs: a thread a run; where in `sorted` its key is or belongs, and whether it is new.
// merge_runs: a thread a run, merge_known: a thread a known key; where it goes in the merged `sorted`, and new keys' numbers.
// group_runs: a thread a position; the number of its run's group.
// Global memory: reads keys in order, once a kernel; searches read at random. No races: each thread has a place of its own, and
// counts change by atomics alone.
#include "rows.cuh"
#include "spec.cuh"

constexpr u32 THREADS = 256;
constexpr u32 TILE = 4096;

// Below 0 if a comes before b.
__device__ __forceinline__ i32 compare_keys(const u64* a, const u64* b) {
    for (u32 word = 0; word < WORDS; word++) {
        if (a[word] != b[word]) {
            return a[word] < b[word] ? -1 : 1;
        }
    }
    return 0;
}

__device__ __forceinline__ const u64* key_of(const u64* keys, u64 row) { return keys + row * WORDS; }

extern "C" __global__ void keep_flags(const u8* keep, u32 rows, u32* left_out, u32* kept) {
    const u64 row = thread_number();
    if (row < rows) {
        left_out[row] = keep[row] == 0;
        if (keep[row] != 0) {
            atomicAdd(kept, 1u);
        }
    }
}

extern "C" __global__ void find_descent(const u64* keys, const u32* order, u32 count, u32* descents) {
    const u64 i = thread_number();
    if (i == 0 || i >= count || read_word(descents) != 0) {
        return;
    }
    const u64 row = order == nullptr ? i : order[i];
    const u64 last = order == nullptr ? i - 1 : order[i - 1];
    if (compare_keys(key_of(keys, row), key_of(keys, last)) < 0) {
        atomicAdd(descents, 1u);
    }
}

extern "C" __global__ void sample_keys(const u64* keys, u64 step, u32 samples, u64* sample) {
    const u64 i = thread_number();
    if (i < samples) {
        for (u32 word = 0; word < WORDS; word++) {
            sample[i * WORDS + word] = key_of(keys, i * step)[word];
        }
    }
}

extern "C" __global__ void varying_bits(const u64* keys, u32 rows, u64* bits) {
    const u64 row = thread_number();
    if (row >= rows) {
        return;
    }
    for (u32 word = 0; word < WORDS; word++) {
        const u64 differing = keys[row * WORDS + word] ^ keys[word];
        if ((differing & ~read_word(bits + word)) != 0) {
            atomicOr(bits + word, differing);
        }
    }
}

extern "C" __global__ void take_word(const u64* keys, u32 rows, u32 word, u64* words) {
    const u64 row = thread_number();
    if (row < rows) {
        words[row] = keys[row * WORDS + word];
    }
}

extern "C" __global__ void mark_heads(const u64* keys, const u32* order, u32 count, u32* flags) {
    const u64 i = thread_number();
    if (i < count) {
        flags[i] = i == 0 || compare_keys(key_of(keys, order[i]), key_of(keys, order[i - 1])) != 0;
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) count_flags(const u32* flags, u32 count, u64* tiles) {
    __shared__ u32 sum;
    if (threadIdx.x == 0) {
        sum = 0;
    }
    __syncthreads();
    const u64 first = static_cast<u64>(blockIdx.x) * TILE;
    u32 mine = 0;
    for (u64 i = first + threadIdx.x; i < first + TILE && i < count; i += THREADS) {
        mine += flags[i];
    }
    atomicAdd(&sum, mine);
    __syncthreads();
    if (threadIdx.x == 0) {
        tiles[blockIdx.x] = sum;
    }
}

extern "C" __global__ void __launch_bounds__(THREADS)
add_flags(const u32* flags, u32 count, const u64* tiles, u32* before) {
    __shared__ u32 sums[THREADS];
    constexpr u32 SHARE = TILE / THREADS;
    const u64 first = static_cast<u64>(blockIdx.x) * TILE + threadIdx.x * SHARE;
    u32 mine = 0;
    for (u64 i = first; i < first + SHARE && i < count; i++) {
        mine += flags[i];
    }
    sums[threadIdx.x] = mine;
    __syncthreads();
    u32 sum = static_cast<u32>(tiles[blockIdx.x]);
    for (u32 thread = 0; thread < threadIdx.x; thread++) {
        sum += sums[thread];
    }
    for (u64 i = first; i < first + SHARE && i < count; i++) {
        before[i] = sum;
        sum += flags[i];
    }
}

extern "C" __global__ void take_runs(
    const u64* keys, const u32* order, const u32* flags, const u32* before, u32 count, u64* runs) {
    const u64 i = thread_number();
    if (i < count && flags[i] != 0) {
        for (u32 word = 0; word < WORDS; word++) {
            runs[static_cast<u64>(before[i]) * WORDS + word] = key_of(keys, order[i])[word];
        }
    }
}

extern "C" __global__ void find_runs(
    const u64* runs, u32 run_count, const u64* group_keys, const u32* sorted, u32 known, u32* places, u32* is_new) {
    const u64 run = thread_number();
    if (run >= run_count) {
        return;
    }
    u32 low = 0;
    u32 high = known;
    while (low < high) {
        const u32 middle = low + (high - low) / 2;
        if (compare_keys(key_of(group_keys, sorted[middle]), key_of(runs, run)) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    places[run] = low;
    is_new[run] = low == known || compare_keys(key_of(group_keys, sorted[low]), key_of(runs, run)) != 0;
}

extern "C" __global__ void merge_runs(
    const u64* runs, u32 run_count, const u32* places, const u32* is_new, const u32* before, const u32* sorted, u32 known,
    u64* group_keys, u32* merged, u32* numbers) {
    const u64 run = thread_number();
    if (run >= run_count) {
        return;
    }
    if (is_new[run] == 0) {
        numbers[run] = sorted[places[run]];
        return;
    }
    const u32 number = known + before[run];
    for (u32 word = 0; word < WORDS; word++) {
        group_keys[static_cast<u64>(number) * WORDS + word] = key_of(runs, run)[word];
    }
    merged[places[run] + before[run]] = number;
    numbers[run] = number;
}

extern "C" __global__ void merge_known(
    const u64* runs, u32 run_count, const u32* before, const u64* group_keys, const u32* sorted, u32 known, u32 added,
    u32* merged) {
    const u64 i = thread_number();
    if (i >= known) {
        return;
    }
    u32 low = 0;
    u32 high = run_count;
    while (low < high) {
        const u32 middle = low + (high - low) / 2;
        if (compare_keys(key_of(runs, middle), key_of(group_keys, sorted[i])) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    merged[i + (low == run_count ? added : before[low])] = sorted[i];
}

extern "C" __global__ void group_runs(
    const u32* order, const u32* flags, const u32* before, u32 count, const u32* numbers, u32* groups) {
    const u64 i = thread_number();
    if (i < count) {
        groups[order[i]] = numbers[before[i] + flags[i] - 1];
    }
}

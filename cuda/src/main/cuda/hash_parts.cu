// Numbers of groups by keys of up to 64 bits of which there are very many: rows are sorted by some bits of a hash first, and a block numbers those of a part
// in shared memory, where a table of all keys would be looked up at random in device memory.
//
// spec.cuh: Value, the type of a column.
//
// pack_words: a thread a row; puts `bits` bits of a value, and one that says whether it is there if there are nulls, behind what words[row] has. The
//   last column makes of the word its hash, which no other word has.
// start_parts: a thread a part, and one more; words are sorted by the bits from `shift` on, the part; starts[p] becomes the place where part p starts,
//   starts[parts] the number of rows.
// hash_parts: a block a part; groups[place] becomes the part and, in the low SLOT_BITS bits, the slot that the word has there. *full is not 0
//   if a part has too many words. The last block raises the signal with it.
// Global memory: reads words, writes numbers, coalesced. No races but for slots, which atomics order.
#include "hash.cuh"
#include "order.cuh"
#include "rows.cuh"
#include "signal.cuh"
#include "spec.cuh"

constexpr u32 THREADS = 512;
constexpr u32 ROWS = 4; // that a thread reads at once
constexpr u32 SLOT_BITS = 12;
constexpr u32 SLOTS = 1u << SLOT_BITS;

extern "C" __global__ void pack_words(const Value* values, const u32* validity, u64 first_bit, u32 rows, u32 bits, u32 is_first, u32 is_last, u64* words) {
    const u64 row = thread_number();
    if (row >= rows) {
        return;
    }
    const u64 place = first_bit + row;
    const bool valid = validity == nullptr || (validity[place >> 5] >> (place & 31) & 1) != 0;
    const u64 mine = valid ? static_cast<u64>(ordinal(values[row])) & (~0ULL >> (64 - bits)) : 0;
    u64 word = is_first != 0 ? mine : words[row] << bits | mine;
    if (validity != nullptr) {
        word = word << 1 | (valid ? 1 : 0);
    }
    words[row] = is_last != 0 ? murmur3(word) : word;
}

extern "C" __global__ void start_parts(const u64* words, u32 rows, u32 shift, u32 parts, u32* starts) {
    const u64 part = thread_number();
    if (part > parts) {
        return;
    }
    u32 start = 0;
    u32 end = rows;
    while (start < end) {
        const u32 middle = start + (end - start) / 2;
        if (words[middle] >> shift < part) {
            start = middle + 1;
        } else {
            end = middle;
        }
    }
    starts[part] = start;
}

// The slot of a word, SLOTS if there is none left.
__device__ __forceinline__ u32 slot_of(u64* table, u64 word, u64 empty) {
    u32 slot = static_cast<u32>(word) & (SLOTS - 1);
    for (u32 probe = 0; probe < SLOTS; probe++) {
        u64 seen = read_word(table + slot);
        if (seen == empty) {
            seen = atomicCAS(table + slot, empty, word);
        }
        if (seen == word || seen == empty) {
            return slot;
        }
        slot = (slot + 1) & (SLOTS - 1);
    }
    return SLOTS;
}

extern "C" __global__ void __launch_bounds__(THREADS, 4)
hash_parts(const u64* words, const u32* starts, u32 shift, u32* groups, u64* full, u64* done, u64* host) {
    __shared__ u64 table[SLOTS];
    const u32 part = blockIdx.x;
    const u64 empty = ~(static_cast<u64>(part) << shift); // a word of another part
    for (u32 slot = threadIdx.x; slot < SLOTS; slot += THREADS) {
        table[slot] = empty;
    }
    __syncthreads();
    const u32 end = starts[part + 1];
    for (u64 first = starts[part] + threadIdx.x; first < end; first += ROWS * THREADS) {
        u64 mine[ROWS];
#pragma unroll
        for (u32 r = 0; r < ROWS; r++) {
            mine[r] = first + r * THREADS < end ? words[first + r * THREADS] : empty;
        }
#pragma unroll
        for (u32 r = 0; r < ROWS; r++) {
            if (first + r * THREADS < end) {
                const u32 slot = slot_of(table, mine[r], empty);
                if (slot == SLOTS) {
                    *full = 1;
                }
                groups[first + r * THREADS] = part << SLOT_BITS | (slot & (SLOTS - 1));
            }
        }
    }
    raise_signal(done, full, 1, host);
}

// Counts and sums by group, where the key less its least value is the group's number and all groups fit the shared
// memory of a block.
//
// spec.cuh: Key and Value are the types (Key is an integer); HAS_SUM says whether values are summed; HAS_KEY_NULLS and
//   HAS_VALUE_NULLS whether there are bitmaps; KEEPS_NULL_KEYS whether rows with a null key form one more group, the
//   last, or are left out; THREADS is the size of a block.
//
// Each block has a table of its own, `replicas` copies of it: lane l of a warp works on copy l % replicas, and the
// copies of a slot lie side by side, so that with few groups lanes meet neither at an address nor in a bank. At the end
// the block adds its copies up and adds the sums to the result. Any grid works: rows are taken a grid apart, four at a
// time; a block has to see fewer than 2^32 rows.
//   shared bytes: slots * replicas * (4, and with HAS_SUM 8 more)
//   global memory: reads each key, value and validity bit once; then two atomic adds for each non-empty slot and block
//
// Sums of integers are exact modulo 2^64, kept as two words of 32 bits, since 64-bit adds in shared memory are loops of
// compare and swap; the carry comes from the low word's old value. Sums of floats are f64, do use that loop, and depend
// on timing in their last bits. Rows outside the groups are counted in *outside and left out. Other races: none.
#include "load.cuh"
#include "spec.cuh"
#include "types.cuh"

constexpr u32 ROWS_AT_ONCE = 4;
constexpr bool SUMS_FLOATS = IsFloat<Value>::value;

// One table in shared memory, and where in it this thread's copies are.
struct BlockTable {
    u32* counts;
    u32* low;
    u32* high;
    f64* sums;
    u32 replicas;
    u32 replica;

    __device__ BlockTable(void* shared, u32 slots, u32 replicas) : replicas(replicas), replica(threadIdx.x % replicas) {
        const u32 entries = slots * replicas;
        sums = static_cast<f64*>(shared);
        low = static_cast<u32*>(shared);
        high = low + entries;
        counts = low + (HAS_SUM ? 2 * entries : 0);
    }

    __device__ __forceinline__ void clear(u32 slots) {
        const u32 words = slots * replicas * (HAS_SUM ? 3 : 1);
        for (u32 i = threadIdx.x; i < words; i += THREADS) {
            low[i] = 0;
        }
    }

    __device__ __forceinline__ void add(u32 slot, Value value) {
        const u32 entry = slot * replicas + replica;
        atomicAdd(counts + entry, 1u);
        if constexpr (HAS_SUM) {
            if constexpr (SUMS_FLOATS) {
                atomicAdd(sums + entry, static_cast<f64>(value));
            } else {
                const u64 word = static_cast<u64>(static_cast<i64>(value));
                const u32 low_word = static_cast<u32>(word);
                const u32 carry = atomicAdd(low + entry, low_word) > 0xffffffffu - low_word ? 1 : 0;
                const u32 high_word = static_cast<u32>(word >> 32) + carry;
                if (high_word != 0) {
                    atomicAdd(high + entry, high_word);
                }
            }
        }
    }

    // Adds the copies of the slots to the result.
    __device__ __forceinline__ void flush(u32 slots, u64* result_counts, void* result_sums) {
        for (u32 slot = threadIdx.x; slot < slots; slot += THREADS) {
            u64 count = 0;
            u64 sum = 0;
            f64 float_sum = 0;
            for (u32 copy = 0; copy < replicas; copy++) {
                const u32 entry = slot * replicas + copy;
                count += counts[entry];
                if constexpr (HAS_SUM && SUMS_FLOATS) {
                    float_sum += sums[entry];
                } else if constexpr (HAS_SUM) {
                    sum += static_cast<u64>(high[entry]) << 32 | low[entry];
                }
            }
            if (count == 0) {
                continue;
            }
            atomicAdd(result_counts + slot, count);
            if constexpr (HAS_SUM && SUMS_FLOATS) {
                atomicAdd(static_cast<f64*>(result_sums) + slot, float_sum);
            } else if constexpr (HAS_SUM) {
                atomicAdd(static_cast<u64*>(result_sums) + slot, sum);
            }
        }
    }
};

extern "C" __global__ void __launch_bounds__(THREADS)
dense_groups(const Key* keys, const u32* key_validity, u64 first_key_bit, const Value* values, const u32* value_validity,
             u64 first_value_bit, u64 rows, i64 least_key, u32 groups, u32 replicas, u64* counts, void* sums,
             u64* outside) {
    extern __shared__ __align__(16) u8 shared[];
    const u32 slots = groups + (KEEPS_NULL_KEYS ? 1 : 0);
    BlockTable table(shared, slots, replicas);
    table.clear(slots);
    __syncthreads();

    u64 rows_outside = 0;
    const u64 stride = static_cast<u64>(gridDim.x) * THREADS * ROWS_AT_ONCE;
    for (u64 tile = static_cast<u64>(blockIdx.x) * THREADS * ROWS_AT_ONCE; tile < rows; tile += stride) {
        Key key[ROWS_AT_ONCE];
        Value value[ROWS_AT_ONCE];
#pragma unroll
        for (u32 i = 0; i < ROWS_AT_ONCE; i++) {
            const u64 row = tile + i * THREADS + threadIdx.x;
            if (row < rows) {
                key[i] = __ldcs(keys + row);
                if constexpr (HAS_SUM) {
                    value[i] = __ldcs(values + row);
                }
            }
        }
#pragma unroll
        for (u32 i = 0; i < ROWS_AT_ONCE; i++) {
            const u64 row = tile + i * THREADS + threadIdx.x;
            if (row >= rows || (HAS_VALUE_NULLS && valid_bits(value_validity, first_value_bit + row, 1) == 0)) {
                continue;
            }
            u64 slot = static_cast<u64>(static_cast<i64>(key[i])) - static_cast<u64>(least_key);
            if (HAS_KEY_NULLS && valid_bits(key_validity, first_key_bit + row, 1) == 0) {
                if (!KEEPS_NULL_KEYS) {
                    continue;
                }
                slot = groups;
            } else if (slot >= groups) {
                rows_outside++;
                continue;
            }
            table.add(static_cast<u32>(slot), value[i]);
        }
    }
    if (rows_outside != 0) {
        atomicAdd(outside, rows_outside);
    }
    __syncthreads();
    table.flush(slots, counts, sums);
}

// Counts rows by words of 32 bits that are few among many, in a hash table in the shared memory of each block.
//
// spec.cuh: what scan.cuh, cells.cuh and emit.cuh ask for, one cell and words of 32 bits; THREADS; BLOCKS of a multiprocessor; UNROLL,
//   how many times four rows a thread reads at once; IS_PACKED; BUCKET, how many keys lie where a hash says, 1 or 2; IS_LAZY, whether
//   the second of the two places of a key is only read by lanes that have not found theirs in the first.
//
// count_keys: as hash_groups.cu, for one cell. A key and its count lie in one word of 32 bits if IS_PACKED, since the place of
//   a key tells most of it (quotienting: Cleary, Compact hash tables, 1984): both hashes lose nothing, the numbers that share a place are
//   consecutive, and their low bits tell them apart. From high to low: those bits of the hash; whether it is
//   the second hash; `count_bits` for the count. So a key takes half of what key and count do, and one address is both. A count that passes its
//   bits has lost rows, which the sum of all counts shows: then *full is set, and the result is worth nothing.
//   Else a slot is a key and a count of 32 bits, in `copies` copies, of which thread t reads and changes copy t % copies.
//   Rows of keys that the sample has not seen are put aside (rare_rows.cuh), and read again when a warp has 32 of them.
//   shared bytes: 4 * (slots * (IS_PACKED ? 1 : 2 * copies) + 2 * stash) + 8 * THREADS
//   global memory: as hash_groups.cu
// emit_hash: makes groups of the places taken in device memory. Any grid.
//
// Leftovers, *outside and *full as in hash_groups.cu. No other races.
#include "spec.cuh"

#include "emit_places.cuh"
#include "places.cuh"
#include "rare_rows.cuh"
#include "scan.cuh"
#include "types.cuh"

static_assert(CELLS == 1 && sizeof(Word) == 4, "this counts words of 32 bits");

constexpr u32 LONGEST_CHAIN = BUCKET == 1 ? 64 : 256;
constexpr u32 LONGEST_PROBE = 24;

// `sample` and `listed` are of sample_keys.cu.
struct Params {
    Scan scan;
    Output output;
    u64* keys;
    u64* cells;
    u64* outside;
    u64* full;
    const u64* sample;
    const u32* listed;
    u64 first_row;
    u32 listed_count;
    u32 slots;
    u32 stash;
    u32 copies;
    u32 capacity;
    u32 count_bits;
};

// The odd number by which a product with another one is undone, modulo 2^32.
constexpr __device__ u32 inverse(u32 odd) {
    u32 x = odd;
    for (u32 i = 0; i < 5; i++) {
        x *= 2 - odd * x;
    }
    return x;
}

// The slots of the keys that the sample has seen, of which a mark is a word plus 1. Key and count in one word.
struct Packed {
    u32* words;
    u32 slots;
    u32 shift;
    u32 limit;

    __device__ __forceinline__ Packed(u32* shared, const Params& params)
        : words(shared), slots(params.slots), shift(params.count_bits + 1), limit(1u << params.count_bits) {}

    __device__ __forceinline__ u32* behind() const { return words + slots; }
    __device__ __forceinline__ u32* entry_at(u32 slot) const { return words + slot; }

    __device__ __forceinline__ u32 entry_of(const Hashes& hashes, bool is_second) const {
        return is_second ? hashes.second << shift | limit : hashes.first << shift;
    }

    __device__ __forceinline__ bool is_second(u32 entry, u32) const { return (entry & limit) != 0; }

    // The mark whose entry is at a slot: of the numbers that share a place, the one with these low bits.
    __device__ __forceinline__ u32 mark_of(u32 entry, u32 slot) const {
        const u32 buckets = slots / BUCKET;
        const u32 first = static_cast<u32>(((static_cast<u64>(slot / BUCKET) << 32) + buckets - 1) / buckets);
        u32 x = first + (((entry >> shift) - first) & (0xffffffffu >> shift));
        if ((entry & limit) != 0) {
            x *= inverse(Hashes::FACTOR_2);
            x ^= x >> 15 ^ x >> 30;
        }
        return x * inverse(Hashes::FACTOR_1);
    }

    // The slot of an entry where a hash says, or NOWHERE.
    __device__ __forceinline__ u32 look(u32 place, u32 entry) const {
        if constexpr (BUCKET == 1) {
            return (words[place] ^ entry) < limit ? place : NOWHERE;
        } else {
            const uint2 two = *reinterpret_cast<const uint2*>(words + place);
            const u32 slot = (two.x ^ entry) < limit ? place : NOWHERE;
            return (two.y ^ entry) < limit ? place + 1 : slot;
        }
    }

    __device__ __forceinline__ void copy_entries() const {}
    __device__ __forceinline__ void add(u32 slot) const { atomicAdd(words + slot, 1u); }
    __device__ __forceinline__ u64 count_of(u32 slot) const { return words[slot] & (limit - 1); }
};

// A hash of 32 bits, which is 0 of no mark, and behind all of them the counts; both in copies side by side.
struct Keyed {
    u32* words;
    u32* counts;
    u32 slots;
    u32 copies;
    u32 copy;

    __device__ __forceinline__ Keyed(u32* shared, const Params& params)
        : words(shared), counts(shared + params.slots * params.copies), slots(params.slots), copies(params.copies),
          copy(threadIdx.x % params.copies) {}

    __device__ __forceinline__ u32* behind() const { return counts + slots * copies; }
    __device__ __forceinline__ u32* entry_at(u32 slot) const { return words + slot * copies; }
    __device__ __forceinline__ u32 entry_of(const Hashes& hashes, bool) const { return hashes.first; }

    __device__ __forceinline__ bool is_second(u32 entry, u32 slot) const {
        return Hashes(mark_of(entry, slot)).template place<1>(slots) != slot;
    }

    __device__ __forceinline__ u32 mark_of(u32 entry, u32) const { return entry * inverse(Hashes::FACTOR_1); }

    __device__ __forceinline__ u32 look(u32 place, u32 entry) const {
        const u32 slot = place * copies + copy;
        return words[slot] == entry ? slot : NOWHERE;
    }

    __device__ __forceinline__ void copy_entries() const {
        for (u32 slot = threadIdx.x; slot < slots; slot += THREADS) {
            for (u32 c = 1; c < copies; c++) {
                words[slot * copies + c] = words[slot * copies];
            }
        }
    }

    __device__ __forceinline__ void add(u32 slot) const { atomicAdd(counts + slot, 1u); }

    __device__ __forceinline__ u64 count_of(u32 slot) const {
        u64 count = 0;
        for (u32 c = 0; c < copies; c++) {
            count += counts[slot * copies + c];
        }
        return count;
    }
};

template <bool> struct TableKind { typedef Packed type; };
template <> struct TableKind<false> { typedef Keyed type; };
typedef typename TableKind<IS_PACKED>::type Table;
static_assert(IS_PACKED || BUCKET == 1, "copies are of single slots");

// Keys that the sample has not seen: marks, and behind them their counts.
struct Stash {
    u32* marks;
    u32 slots;

    __device__ __forceinline__ void add(u32 slot) const { atomicAdd(marks + slots + slot, 1u); }
};

__device__ __forceinline__ u32 global_place(const Params& params, u32 mark) { return take_place(params.keys, params.capacity, mark); }

// Puts a mark where one of its hashes says, and what was there where its other one says; the last one to the stash.
__device__ __forceinline__ void insert_cuckoo(const Table& table, const Stash& stash, u32 mark) {
    Hashes hashes(mark);
    u32 entry = table.entry_of(hashes, false);
    u32 place = hashes.place<BUCKET>(table.slots);
    for (u32 step = 0; step < LONGEST_CHAIN; step++) {
        u32 slot = place;
        if (BUCKET == 2) {
            for (u32 i = 0; i < BUCKET; i++) {
                const u32 other = atomicCAS(table.entry_at(place + i), 0u, entry);
                if (other == 0 || other == entry) {
                    return;
                }
            }
            slot += victim(mark, step);
        }
        const u32 old = atomicExch(table.entry_at(slot), entry);
        if (old == 0 || old == entry) {
            return;
        }
        mark = table.mark_of(old, slot);
        hashes = Hashes(mark);
        const bool goes_back = table.is_second(old, slot);
        entry = table.entry_of(hashes, !goes_back);
        place = goes_back ? hashes.place<BUCKET>(table.slots) : hashes.other_place<BUCKET>(table.slots);
    }
    find_place<LONGEST_PROBE>(stash.marks, stash.slots, mark, hashes.place<1>(stash.slots));
}

__device__ __forceinline__ void insert_sample(const Params& params, const Table& table, const Stash& stash) {
    for (u32 i = threadIdx.x; i < params.listed_count; i += THREADS) {
        const u32 row = static_cast<u32>(params.sample[2ULL * params.listed[i] + 1] >> 32);
        Rows rows;
        read_words(params.scan, row & ~(ROWS - 1), rows);
        if (rows.taken >> row % ROWS & 1) {
            const u32 mark = word_at(rows, row) + 1;
            insert_cuckoo(table, stash, mark);
            if (i % gridDim.x == blockIdx.x) { // before rows of other keys take all places
                global_place(params, mark);
            }
        }
    }
}

// Counts a row whose key is in neither of its places; whether it is a leftover.
__device__ __forceinline__ bool add_rare(const Params& params, const Stash& stash, u32 mark) {
    u32 slot = Hashes(mark).place<1>(stash.slots);
    for (u32 probe = 0; probe < LONGEST_PROBE; probe++) {
        u32 found = *static_cast<volatile u32*>(stash.marks + slot);
        if (found == 0) {
            if (global_place(params, mark) == NOWHERE) {
                return true;
            }
            found = atomicCAS(stash.marks + slot, 0u, mark);
        }
        if (found == mark || found == 0) {
            stash.add(slot);
            return false;
        }
        slot = slot + 1 == stash.slots ? 0 : slot + 1;
    }
    const u32 place = global_place(params, mark);
    if (place != NOWHERE) {
        atomicAdd(params.cells + place, 1ULL);
    }
    return place == NOWHERE;
}

// Reads a row once more, which has been put aside, and counts it.
__device__ __forceinline__ void add_aside(const Params& params, const Stash& stash, u32 number) {
    const u64 row = params.first_row + number;
    Rows rows;
    read_words(params.scan, row & ~static_cast<u64>(ROWS - 1), rows);
    if (add_rare(params, stash, word_at(rows, number) + 1)) {
        atomicAdd(params.outside, 1ULL);
        mark_leftover(params.scan, row);
    }
}

// Counts those of four rows that are in `taken` and have places; gives which have none.
__device__ __forceinline__ u32 add_rows(const Table& table, const Rows& rows, u32 taken, u32& added) {
    u32 at[ROWS];
    u32 rare = 0;
#pragma unroll
    for (u32 i = 0; i < ROWS; i++) {
        const Hashes hashes(rows.word[i] + 1);
        u32 slot = table.look(hashes.place<BUCKET>(table.slots), table.entry_of(hashes, false));
        if (!IS_LAZY || slot == NOWHERE) {
            const u32 second = table.look(hashes.other_place<BUCKET>(table.slots), table.entry_of(hashes, true));
            slot = slot == NOWHERE ? second : slot;
        }
        at[i] = slot;
        rare |= static_cast<u32>(slot == NOWHERE) << i;
    }
    added += __popc(taken & ~rare);
#pragma unroll
    for (u32 i = 0; i < ROWS; i++) {
        if (at[i] != NOWHERE && (taken >> i & 1)) {
            table.add(at[i]);
        }
    }
    return rare & taken;
}

// Adds the count of a mark to its place in device memory.
__device__ __forceinline__ void merge_count(const Params& params, u32 mark, u64 count) {
    const u32 place = global_place(params, mark);
    if (place == NOWHERE) {
        *params.full = 1;
    } else {
        atomicAdd(params.cells + place, count);
    }
}

__device__ __forceinline__ void flush(const Params& params, const Table& table, const Stash& stash, u32 added) {
    __shared__ u32 missing;
    if (threadIdx.x == 0) {
        missing = 0;
    }
    __syncthreads();
    for (u32 slot = threadIdx.x; slot < table.slots; slot += THREADS) {
        const u64 count = table.count_of(slot);
        added -= static_cast<u32>(count);
        if (count != 0) {
            merge_count(params, table.mark_of(*table.entry_at(slot), slot), count);
        }
    }
    for (u32 slot = threadIdx.x; slot < stash.slots; slot += THREADS) {
        const u32 count = stash.marks[stash.slots + slot];
        if (count != 0) {
            merge_count(params, stash.marks[slot], count);
        }
    }
    added = __reduce_add_sync(FULL_WARP, added);
    if (threadIdx.x % WARP == 0) {
        atomicAdd(&missing, added);
    }
    __syncthreads();
    if (threadIdx.x == 0 && missing != 0) {
        *params.full = 1;
    }
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) count_keys(const __grid_constant__ Params params) {
    extern __shared__ __align__(16) u32 shared[];
    const Table table(shared, params);
    const Stash stash{table.behind(), params.stash};
    const u32 words = static_cast<u32>(stash.marks - shared) + 2 * params.stash;
    for (u32 i = threadIdx.x; i < words; i += THREADS) {
        shared[i] = 0;
    }
    __syncthreads();
    insert_sample(params, table, stash);
    __syncthreads();
    table.copy_entries();
    __syncthreads();

    u32 added = 0;
    RareRows aside(stash.marks + 2 * stash.slots);
    const auto add = [&](u32 number) { add_aside(params, stash, number); };
    const u64 tile_rows = static_cast<u64>(THREADS) * ROWS * UNROLL;
    for (u64 tile = params.first_row + blockIdx.x * tile_rows; tile < params.scan.rows; tile += gridDim.x * tile_rows) {
        Rows rows[UNROLL];
#pragma unroll
        for (u32 u = 0; u < UNROLL; u++) {
            read_rows(params.scan, tile + (static_cast<u64>(u) * THREADS + threadIdx.x) * ROWS, rows[u]);
        }
        u32 rare[UNROLL];
#pragma unroll
        for (u32 u = 0; u < UNROLL; u++) {
            if (rows[u].taken == ALL_ROWS) {
                rare[u] = add_rows(table, rows[u], ALL_ROWS, added);
            } else {
                rare[u] = add_rows(table, rows[u], rows[u].taken, added);
                if (rows[u].outside != 0) {
                    atomicAdd(params.outside, static_cast<u64>(__popc(rows[u].outside)));
                    mark_leftover(params.scan, tile + (static_cast<u64>(u) * THREADS + threadIdx.x) * ROWS);
                }
            }
        }
        const u32 number = static_cast<u32>(tile - params.first_row) + threadIdx.x * ROWS;
#pragma unroll
        for (u32 u = 0; u < UNROLL; u++) {
            aside.add(number + u * THREADS * ROWS, rare[u], add);
        }
    }
    aside.take(add);
    __syncthreads();
    flush(params, table, stash, added);
}

extern "C" __global__ void __launch_bounds__(THREADS) emit_hash(const __grid_constant__ Params params) {
    emit_places(params.scan.layout, params.output, params.keys, params.cells, params.capacity);
}

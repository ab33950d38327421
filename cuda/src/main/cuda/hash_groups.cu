// Groups in a hash table in the shared memory of each block, and behind it one in device memory: for few groups among many
// words, and for keys of which some are very frequent.
//
// spec.cuh: what scan.cuh, cells.cuh and emit.cuh ask for, words of 32 or 64 bits; THREADS; BLOCKS of a multiprocessor at least,
//   or 0: without a 1, ptxas takes 32 registers for 1,024 threads and spills; UNROLL, how many times four rows a
//   thread reads at once; Key, an unsigned type that holds a word plus 1; BUCKET, how many keys lie where a hash says, 1 or 2;
//   IN_PASSES; PUTS_ASIDE, whether rows of keys that the sample has not seen are put aside.
//
// hash_groups: the keys of the sample (sample_keys.cu) that came `at_least` so often have a place before the first row is read, each
//   one of two that its hash names (Pagh and Rodler, Cuckoo hashing, 2001), so that looking for a key is two loads
//   without a branch. With buckets of two keys the table can be fuller (Dietzfelbinger and Weidling, 2007), 85 instead of
//   45 of 100; then a load takes both, and the second load is only for lanes that have not found their key. Rows of keys that
//   the sample has not seen are put aside (rare_rows.cuh) and read again when a warp has 32 of them, unless a row has so many
//   values that registers lack for that. Their keys go to a stash of `stash` places with open addressing, and if that is
//   full to the table in device memory at once. The cells of a place are there in `copies` copies, as in block_groups.cu.
//   If a block has not room for all keys, there are `passes` passes over the rows, a pass for the keys of one share of the
//   hashes. At the end the block's table is merged into the one in device memory, in which each of its keys has had a place since
//   it came. Any grid.
//   shared bytes: (slots + stash) * (sizeof(Key) + 4 * entry_words() * copies), and 8 * THREADS if PUTS_ASIDE; slots and stash are multiples of 4
//   A launch takes up to 2^32 rows from `first_row` on, a multiple of 64; several launches, a part of the rows each, add to the
//   same table.
//   global memory: reads the sample's rows and each row once, and once more each row without a place; two atomics or more for
//   each of these and each place of a block
// emit_hash: makes groups of the places taken in device memory. Any grid.
//
// A row whose key finds no place in device memory, because its table is full, is a leftover, and so are all rows of that key; they are
// counted in *outside and their segments marked, as rows outside of the layout are (leftover_rows.cu). *full tells that a key of a block had none
// in the end; the result is worth nothing then. Sums of floats depend on timing in their last bits. Other races: none.
#include "spec.cuh"

#include "cells.cuh"
#include "emit_places.cuh"
#include "places.cuh"
#include "rare_rows.cuh"
#include "scan.cuh"
#include "types.cuh"

constexpr u32 LONGEST_CHAIN = BUCKET == 1 ? 64 : 256;
constexpr u32 LONGEST_PROBE = 24;
constexpr u32 LEFTOVER = NOWHERE - 1;

// Whether the second place of a key is only read by lanes that have not found theirs in the first.
constexpr bool IS_LAZY = BUCKET == 2 || sizeof(Key) == 8;

// `sample` and `listed` are of sample_keys.cu.
struct Params {
    Scan scan;
    Output output;
    u64* keys;
    u64* cells;
    u64* outside;
    u64* watched;
    u64* full;
    const u64* sample;
    const u32* listed;
    u64 first_row;
    u32 listed_count;
    u32 at_least;
    u32 slots;
    u32 stash;
    u32 copies;
    u32 capacity;
    u32 pass;
    u32 passes;
};

__device__ __forceinline__ Word word_of_mark(Key mark) { return static_cast<Word>(mark - 1); }

// The keys that lie where a hash says.
struct alignas(sizeof(Key) * BUCKET) Bucket {
    Key at[BUCKET];

    // The slot of a mark if it is here, else NOWHERE; the bucket is at `place`.
    __device__ __forceinline__ u32 slot_of(Key mark, u32 place) const {
        u32 slot = NOWHERE;
#pragma unroll
        for (u32 i = 0; i < BUCKET; i++) {
            slot = at[i] == mark ? place + i : slot;
        }
        return slot;
    }
};

__device__ __forceinline__ Bucket bucket_at(const Key* keys, u32 place) {
    return *reinterpret_cast<const Bucket*>(keys + place);
}

__device__ __forceinline__ u32 global_place(const Params& params, u64 mark) { return take_place(params.keys, params.capacity, mark); }

// Puts a key where one of its hashes says, and the key that was there where its other one says; the last one to the stash.
__device__ __forceinline__ void insert_cuckoo(const Params& params, Key* keys, Key mark) {
    u32 place = Hashes(word_of_mark(mark)).place<BUCKET>(params.slots);
    for (u32 step = 0; step < LONGEST_CHAIN; step++) {
        u32 slot = place;
        if (BUCKET == 2) {
            for (u32 i = 0; i < BUCKET; i++) {
                const Key other = atomicCAS(keys + place + i, static_cast<Key>(0), mark);
                if (other == 0 || other == mark) {
                    return;
                }
            }
            slot += victim(static_cast<u32>(mark), step);
        }
        const Key old = atomicExch(keys + slot, mark);
        if (old == 0 || old == mark) {
            return;
        }
        mark = old;
        const Hashes hashes(word_of_mark(mark));
        place = place == hashes.place<BUCKET>(params.slots) ? hashes.other_place<BUCKET>(params.slots) : hashes.place<BUCKET>(params.slots);
    }
    find_place<LONGEST_PROBE>(keys + params.slots, params.stash, mark, Hashes(word_of_mark(mark)).place<BUCKET>(params.stash));
}

__device__ __forceinline__ void insert_sample(const Params& params, Key* keys) {
    for (u32 i = threadIdx.x; i < params.listed_count; i += THREADS) {
        const u64 entry = params.sample[2ULL * params.listed[i] + 1];
        if (static_cast<u32>(entry) < params.at_least) {
            continue;
        }
        const u32 row = static_cast<u32>(entry >> 32);
        Rows rows;
        read_words(params.scan, row & ~(ROWS - 1), rows);
        const Word word = word_at(rows, row);
        if (!(rows.taken >> row % ROWS & 1)) {
            continue;
        }
        if (params.pass == 0 && i % gridDim.x == blockIdx.x) { // before rows of other keys take all places
            global_place(params, static_cast<u64>(word) + 1);
        }
        if (!IN_PASSES || Hashes(word).pass(params.passes) == params.pass) {
            insert_cuckoo(params, keys, static_cast<Key>(word + 1));
        }
    }
}

__device__ __forceinline__ u64* global_cell(const Params& params, u32 cell, u32 place) {
    return params.cells + static_cast<u64>(cell) * params.capacity + place;
}

// The place of a key in the stash, which is taken if it is free and the key has a place in device memory, too; NOWHERE if the
// stash is full, LEFTOVER if device memory is.
__device__ __forceinline__ u32 stash_slot(const Params& params, Key* stash, Key mark) {
    u32 slot = Hashes(word_of_mark(mark)).place<BUCKET>(params.stash);
    Key found = 0;
    bool is_leftover = false;
#pragma unroll 1
    for (u32 probe = 0; probe < LONGEST_PROBE; probe++) {
        found = *static_cast<volatile Key*>(stash + slot);
        if (found == 0) {
            is_leftover = global_place(params, static_cast<u64>(mark)) == NOWHERE;
            if (!is_leftover) {
                found = atomicCAS(stash + slot, static_cast<Key>(0), mark);
            }
        }
        if (found == mark || found == 0) {
            break;
        }
        slot = slot + 1 == params.stash ? 0 : slot + 1;
    }
    const u32 place = found == mark || found == 0 ? slot : NOWHERE;
    return is_leftover ? LEFTOVER : place;
}

// A row of a key that is in neither of its places; whether it is a leftover.
__device__ __forceinline__ bool
add_rare(const Params& params, Key* keys, u32* table, u32 entries, u32 copy, Word word, const Item& item, Watch& watch) {
    const Key mark = static_cast<Key>(word + 1);
    const u32 slot = stash_slot(params, keys + params.slots, mark);
    if (slot < params.stash) {
        add_to_entry(table, entries, (params.slots + slot) * params.copies + copy, item, watch);
        return false;
    }
    const u32 place = slot == LEFTOVER ? NOWHERE : global_place(params, static_cast<u64>(mark));
    if (place == NOWHERE) {
        return true;
    }
    add_to_device([&](u32 cell) { return global_cell(params, cell, place); }, item, watch);
    return false;
}

// Counted where they are found: a register that keeps their number is one too many.
__device__ __forceinline__ void note_leftovers(const Params& params, u64 row, u32 leftovers) {
    atomicAdd(params.outside, static_cast<u64>(leftovers));
    mark_leftover(params.scan, row);
}

// The values of row `row` % ROWS, taken without an array in local memory.
__device__ __forceinline__ Item item_at(const Rows& rows, u32 row) {
    const Item low = row & 1 ? rows.item[1] : rows.item[0];
    const Item high = row & 1 ? rows.item[3] : rows.item[2];
    return row & 2 ? high : low;
}

// Reads a row once more, which has been put aside.
__device__ __forceinline__ void
add_aside(const Params& params, Key* keys, u32* table, u32 entries, u32 copy, u32 number, Watch& watch) {
    const u64 row = params.first_row + number;
    Rows rows;
    read_rows(params.scan, row & ~static_cast<u64>(ROWS - 1), rows);
    if (add_rare(params, keys, table, entries, copy, word_at(rows, number), item_at(rows, number), watch)) {
        note_leftovers(params, row, 1);
    }
}

// Rows that are not put aside, of four; gives how many are leftovers.
__device__ __forceinline__ u32
add_at_once(const Params& params, Key* keys, u32* table, u32 entries, u32 copy, const Rows& rows, u32 rare, Watch& watch) {
    u32 leftovers = 0;
    if constexpr (PAYLOADS == 0 || BUCKET == 2) { // one piece of code for all four rows; more would spill registers
        while (rare != 0) {
            const u32 next = __ffs(static_cast<i32>(rare)) - 1;
            rare &= rare - 1;
            Word word = rows.word[0];
            Item item = rows.item[0];
#pragma unroll
            for (u32 i = 1; i < ROWS; i++) {
                word = i == next ? rows.word[i] : word;
                item = i == next ? rows.item[i] : item;
            }
            leftovers += add_rare(params, keys, table, entries, copy, word, item, watch);
        }
    } else if (rare != 0) {
#pragma unroll
        for (u32 i = 0; i < ROWS; i++) {
            if (rare >> i & 1) {
                leftovers += add_rare(params, keys, table, entries, copy, rows.word[i], rows.item[i], watch);
            }
        }
    }
    return leftovers;
}

// Adds those of four rows whose keys have places: all loads of keys first, then what they lead to. Gives which have none.
__device__ __forceinline__ u32
add_rows(const Params& params, const Key* keys, u32* table, u32 entries, u32 copy, const Rows& rows, Watch& watch) {
    u32 at[ROWS];
    u32 rare = 0;
#pragma unroll
    for (u32 i = 0; i < ROWS; i++) {
        const Hashes hashes(rows.word[i]);
        const Key mark = static_cast<Key>(rows.word[i] + 1);
        const u32 one = hashes.place<BUCKET>(params.slots);
        const u32 other = hashes.other_place<BUCKET>(params.slots);
        const bool takes = (rows.taken >> i & 1) && (!IN_PASSES || hashes.pass(params.passes) == params.pass);
        u32 slot = bucket_at(keys, one).slot_of(mark, one);
        if (!IS_LAZY || (takes && slot == NOWHERE)) {
            const u32 second = bucket_at(keys, other).slot_of(mark, other);
            slot = slot == NOWHERE ? second : slot;
        }
        at[i] = takes ? slot : NOWHERE;
        rare |= static_cast<u32>(takes && slot == NOWHERE) << i;
    }
#pragma unroll
    for (u32 i = 0; i < ROWS; i++) {
        if (at[i] != NOWHERE) {
            add_to_entry(table, entries, at[i] * params.copies + copy, rows.item[i], watch);
        }
    }
    return rare;
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS > LEAST_BLOCKS ? BLOCKS : LEAST_BLOCKS)
hash_groups(const __grid_constant__ Params params) {
    extern __shared__ __align__(16) u32 shared[];
    const u32 places = params.slots + params.stash;
    const u32 entries = places * params.copies;
    u32* table = shared;
    Key* keys = reinterpret_cast<Key*>(shared + entries * entry_words());
    const u32 words = entries * entry_words() + places * static_cast<u32>(sizeof(Key)) / 4;
    for (u32 i = threadIdx.x; i < words; i += THREADS) {
        shared[i] = 0;
    }
    __syncthreads();
    insert_sample(params, keys);
    __syncthreads();

    Watch watch;
    const u32 copy = threadIdx.x % params.copies;
    RareRows aside(shared + words);
    const auto add = [&](u32 number) { add_aside(params, keys, table, entries, copy, number, watch); };
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
            const u64 row = tile + (static_cast<u64>(u) * THREADS + threadIdx.x) * ROWS;
            if (params.pass == 0 && rows[u].outside != 0) {
                note_leftovers(params, row, __popc(rows[u].outside));
            }
            rare[u] = add_rows(params, keys, table, entries, copy, rows[u], watch);
            if constexpr (!PUTS_ASIDE) {
                const u32 leftovers = add_at_once(params, keys, table, entries, copy, rows[u], rare[u], watch);
                if (leftovers != 0) {
                    note_leftovers(params, row, leftovers);
                }
            }
        }
        if constexpr (PUTS_ASIDE) {
            const u32 number = static_cast<u32>(tile - params.first_row) + threadIdx.x * ROWS;
#pragma unroll
            for (u32 u = 0; u < UNROLL; u++) {
                aside.add(number + u * THREADS * ROWS, rare[u], add);
            }
        } else {
            __syncwarp(); // else the lanes with rare rows go on apart from the others, and take the same way twice
        }
    }
    if constexpr (PUTS_ASIDE) {
        aside.take(add);
    }
    report(watch, params.watched);
    __syncthreads();

    for (u32 slot = threadIdx.x; slot < places; slot += THREADS) {
        if (keys[slot] == 0) {
            continue;
        }
        u64 rows = 0;
        for (u32 c = 0; c < params.copies; c++) {
            rows += read_cell<0>(table, entries, slot * params.copies + c);
        }
        if (rows == 0) {
            continue;
        }
        const u32 place = global_place(params, static_cast<u64>(keys[slot]));
        if (place == NOWHERE) {
            *params.full = 1;
            continue;
        }
        for_each<CELLS>([&](auto c) {
            constexpr u32 C = decltype(c)::value;
            Total<C> total;
            for (u32 copy = 0; copy < params.copies; copy++) {
                total.add_entry(table, entries, slot * params.copies + copy);
            }
            total.merge([&](u32 cell) { return global_cell(params, cell, place); });
        });
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) emit_hash(const __grid_constant__ Params params) {
    emit_places(params.scan.layout, params.output, params.keys, params.cells, params.capacity);
}

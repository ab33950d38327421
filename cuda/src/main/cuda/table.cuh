// A hash table whose slots are one word: 0 if empty, else NUMBERED, 31 bits of the key's hash and a number plus 1. The number
// of a numbered slot is that of an entry, of another slot that of the row which put its key there in this round. Each
// round inserts the rows of a chunk, then numbers the new slots, so no thread ever waits for another.
#ifndef SHEAF_TABLE
#define SHEAF_TABLE

#include "rows.cuh"

constexpr u64 NUMBERED = 1ULL << 63;

// Marks the place of a slot where the number of its entry will be; places and numbers have 31 bits.
constexpr u32 PENDING = 1u << 31;

__device__ __forceinline__ bool is_pending(u32 number) { return number != NONE && (number & PENDING) != 0; }

__device__ __forceinline__ u32 place_of(u32 pending) { return pending & ~PENDING; }

__device__ __forceinline__ u64 fresh_slot(u64 hash, u32 row) { return (hash >> 33) << 32 | (row + 1ULL); }

__device__ __forceinline__ u64 numbered_slot(u64 slot, u32 entry) {
    return NUMBERED | (slot & 0x7fffffff00000000ULL) | (entry + 1ULL);
}

__device__ __forceinline__ bool is_numbered(u64 slot) { return (slot & NUMBERED) != 0; }

__device__ __forceinline__ u32 slot_number(u64 slot) { return static_cast<u32>(slot) - 1; }

__device__ __forceinline__ bool same_hash(u64 slot, u64 hash) { return (slot >> 32 & 0x7fffffff) == hash >> 33; }

// Finds the slot of a row's key or puts the row there, and gives the number of the entry, or the pending place.
// `same(slot)` says whether the slot's key is the row's.
template <typename Same>
__device__ __forceinline__ u32 find_or_insert(u64* slots, u64 mask, u64 hash, u32 row, Same same) {
    const u64 mine = fresh_slot(hash, row);
    u64 place = hash & mask;
    while (true) {
        u64 slot = read_word(slots + place);
        if (slot == 0) {
            slot = atomicCAS(slots + place, 0ULL, mine);
            if (slot == 0) {
                return PENDING | static_cast<u32>(place);
            }
        }
        if (same_hash(slot, hash) && same(slot)) {
            return is_numbered(slot) ? slot_number(slot) : PENDING | static_cast<u32>(place);
        }
        place = (place + 1) & mask;
    }
}

// Puts an entry, whose key is in no slot, into the first empty one.
__device__ __forceinline__ void insert_entry(u64* slots, u64 mask, u64 hash, u32 entry) {
    const u64 mine = numbered_slot(fresh_slot(hash, 0), entry);
    u64 place = hash & mask;
    while (atomicCAS(slots + place, 0ULL, mine) != 0) {
        place = (place + 1) & mask;
    }
}

#endif

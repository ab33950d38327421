// From keys to dense numbers of groups, in a table that stays from chunk to chunk.
//
// spec.cuh: WORDS is the number of 64-bit words of a key.
//
// ticket: a thread a row of the chunk; finds or takes a slot for its key, which is that of the row `keys + row * WORDS`, and
//   writes to groups[row] the number of its group if it has one already, else PENDING and the slot's place, or NONE if the
//   row is left out (keep[row] == 0).
// number_groups: a thread a row; the row that took a slot gets the next number from `count` and keeps its key under that
//   number.
// group_of_rows: a thread a row; from the place of a pending row's slot to the number of its group.
// rehash_groups: a thread a group; puts the kept keys into an empty table.
//
// The table has to have room for every row of the chunk, so that probing ends. Slots are read and written as whole words,
// by atomics where several threads write; numbers come in any order.
// Global memory: reads each key once and a slot and a kept key at random. No races but for slots, which atomics order.
#include "hash.cuh"
#include "spec.cuh"
#include "table.cuh"

__device__ __forceinline__ u64 hash_key(const u64* key) {
    u64 hash = murmur3(key[0]);
    for (u32 word = 1; word < WORDS; word++) {
        hash = murmur3(key[word] ^ rotate_left(hash, 32));
    }
    return hash;
}

__device__ __forceinline__ bool same_key(const u64* a, const u64* b) {
    bool same = true;
    for (u32 word = 0; word < WORDS; word++) {
        same = same && a[word] == b[word];
    }
    return same;
}

extern "C" __global__ void ticket(
    const u64* keys, const u8* keep, u32 rows, u64* slots, u64 mask, const u64* group_keys, u32* groups) {
    const u64 row = thread_number();
    if (row >= rows) {
        return;
    }
    if (keep != nullptr && keep[row] == 0) {
        groups[row] = NONE;
        return;
    }
    const u64* key = keys + row * WORDS;
    const u64 hash = hash_key(key);
    // As a rule the group is there, and its slot in the first-level cache, which may be out of date; then another look follows.
    const u64 likely = slots[hash & mask];
    if (is_numbered(likely) && same_hash(likely, hash)
        && same_key(key, group_keys + static_cast<u64>(slot_number(likely)) * WORDS)) {
        groups[row] = slot_number(likely);
        return;
    }
    groups[row] = find_or_insert(slots, mask, hash, static_cast<u32>(row), [=](u64 slot) {
        const u64* others = is_numbered(slot) ? group_keys : keys;
        return same_key(key, others + static_cast<u64>(slot_number(slot)) * WORDS);
    });
}

extern "C" __global__ void number_groups(
    const u64* keys, const u32* groups, u32 rows, u64* slots, u64* group_keys, u32* count) {
    const u64 row = thread_number();
    if (row >= rows || !is_pending(groups[row])) {
        return;
    }
    u64* place = slots + place_of(groups[row]);
    const u64 slot = read_word(place);
    if (!is_numbered(slot) && slot_number(slot) == row) {
        const u32 group = atomicAdd(count, 1u);
        for (u32 word = 0; word < WORDS; word++) {
            group_keys[static_cast<u64>(group) * WORDS + word] = keys[row * WORDS + word];
        }
        atomicExch(place, numbered_slot(slot, group));
    }
}

extern "C" __global__ void group_of_rows(const u64* slots, u32* groups, u32 rows) {
    const u64 row = thread_number();
    if (row < rows && is_pending(groups[row])) {
        groups[row] = slot_number(slots[place_of(groups[row])]);
    }
}

extern "C" __global__ void rehash_groups(const u64* group_keys, u32 groups, u64* slots, u64 mask) {
    const u64 group = thread_number();
    if (group < groups) {
        insert_entry(slots, mask, hash_key(group_keys + group * WORDS), static_cast<u32>(group));
    }
}

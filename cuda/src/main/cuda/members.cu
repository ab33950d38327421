// The members of groups: rows put down by all chunks one after the other, in any order, to be sorted at the end.
//
// spec.cuh: nothing.
//
// append_members: a thread a row; takes the next place from `cursor` and writes the group, the sort keys and, if there are
//   such arrays, the value in 16 bytes and whether it is one. The arrays have room for every row.
// bound_members: a thread a place in the order; where the members of each group start and end. What starts as 0 stays it without any.
// narrow_members: a thread an element; the value of member members[i], which has 16 bytes, in `bytes` bytes, 0 of bits; a bit for whether
//   it is one.
// take_groups: a thread a group that is wanted; its value, of `bytes` bytes.
// rows_with_values: a thread a row; whether it takes part, as a byte.
// row_numbers: a thread a row; first, first + 1, ...
// least_ordinals: a thread a row; the lowest ordinal of each group's rows.
// take_rows: a thread a group; the value, of `bytes` bytes, of row rows[group], unless that is NONE; flags: 1 a value, 2 a null.
// rank_members: a thread a member; ranks[first word of its value] as its key.
// Global memory: reads each value and writes each member once. No races: places come from an atomic.
#include "rows.cuh"
#include "spec.cuh"

extern "C" __global__ void append_members(
    const u32* groups, const u8* valid, const u8* mask, u32 rows, const u64* keys, const u64* high, const u64* wide,
    const u8* value_valid, u64* cursor, u32* to_groups, u64* to_keys, u64* to_high, u64* to_wide, u8* to_valid) {
    const u64 row = thread_number();
    if (row >= rows || !takes_part(groups, valid, mask, row)) {
        return;
    }
    const u64 place = atomicAdd(cursor, 1ULL);
    to_groups[place] = groups[row];
    to_keys[place] = keys[row];
    if (high != nullptr) {
        to_high[place] = high[row];
    }
    if (wide != nullptr) {
        to_wide[2 * place] = wide[2 * row];
        to_wide[2 * place + 1] = wide[2 * row + 1];
        to_valid[place] = value_valid == nullptr || value_valid[row] != 0;
    }
}

extern "C" __global__ void bound_members(
    const u32* groups, const u32* order, u64 members, u64* starts, u64* ends) {
    const u64 place = thread_number();
    if (place >= members) {
        return;
    }
    const u32 group = groups[order[place]];
    if (place + 1 == members || groups[order[place + 1]] != group) {
        ends[group] = place + 1;
    }
    if (place == 0 || groups[order[place - 1]] != group) {
        starts[group] = place;
    }
}

extern "C" __global__ void take_groups(const u32* groups, u64 count, const u8* values, u32 bytes, u8* taken) {
    const u64 i = thread_number();
    if (i < count) {
        const u8* value = values + static_cast<u64>(groups[i]) * bytes;
        for (u32 byte = 0; byte < bytes; byte++) {
            taken[i * bytes + byte] = value[byte];
        }
    }
}

// A bit a thread in the word of its warp.
__device__ __forceinline__ void write_bits(u32* words, u64 i, u64 count, bool bit) {
    const u32 bits = __ballot_sync(FULL_WARP, bit);
    if (i % WARP == 0 && i < count) {
        words[i / WARP] = bits;
    }
}

extern "C" __global__ void narrow_members(
    const u32* members, u64 count, const u64* wide, const u8* valid, u32 bytes, u8* values, u32* validity) {
    const u64 i = thread_number();
    const u64 member = i < count ? members[i] : 0;
    const u8* value = reinterpret_cast<const u8*>(wide + 2 * member);
    write_bits(validity, i, count, i < count && valid[member] != 0);
    if (bytes == 0) {
        write_bits(reinterpret_cast<u32*>(values), i, count, i < count && *value != 0);
    } else if (i < count) {
        for (u32 byte = 0; byte < bytes; byte++) {
            values[i * bytes + byte] = value[byte];
        }
    }
}

extern "C" __global__ void rows_with_values(
    const u32* groups, const u8* valid, const u8* mask, u32 rows, u8* with_values) {
    const u64 row = thread_number();
    if (row < rows) {
        with_values[row] = takes_part(groups, valid, mask, row);
    }
}

extern "C" __global__ void row_numbers(u64 first, u32 rows, u64* numbers) {
    const u64 row = thread_number();
    if (row < rows) {
        numbers[row] = first + row;
    }
}

extern "C" __global__ void least_ordinals(const i64* ordinals, const u32* groups, u32 rows, i64* least) {
    const u64 row = thread_number();
    if (row < rows && groups[row] != NONE) {
        atomicMin(least + groups[row], ordinals[row]);
    }
}

extern "C" __global__ void take_rows(
    const u32* rows, u32 groups, const u8* values, const u8* valid, u32 bytes, u8* taken, u8* flags) {
    const u64 group = thread_number();
    if (group >= groups || rows[group] == NONE) {
        return;
    }
    const u64 row = rows[group];
    for (u32 i = 0; i < bytes; i++) {
        taken[group * bytes + i] = values[row * bytes + i];
    }
    flags[group] = valid == nullptr || valid[row] != 0 ? 1 : 2;
}

extern "C" __global__ void rank_members(const u32* ranks, const u64* wide, u64 members, u64* keys) {
    const u64 member = thread_number();
    if (member < members) {
        keys[member] = ranks[wide[2 * member]];
    }
}

// From texts to dense numbers of distinct texts, in a table that stays from chunk to chunk.
//
// spec.cuh: nothing.
//
// A text is its address and its size. New entries point into the chunk until keep_texts has copied them to memory of their
// own, which has to be done before the chunk goes.
//
// intern_text: a thread a row; finds or takes a slot for the row's text; places[row] is the number of the text if it has one
//   already, else PENDING and the slot's place, NONE for a null.
// number_texts: a thread a row; the row that took a slot gets the next number and enters its text.
// text_of_rows: a thread a row; from pending places to numbers.
// rehash_texts: a thread an entry; puts the entries into an empty table.
// measure_texts: a thread an entry; adds up the bytes of the entries from `first` on.
// keep_texts: a thread an entry; copies its text and points to the copy. `cursor` is where the next text goes.
// gather_texts: a thread an entry; copies its text to bytes + starts[entry].
// pick_texts: a thread a row; the address and size of the text of a number, no bytes for NONE.
// find_texts: a thread a row; the address and size of a text of a column by its row.
// map_codes: a thread a row; from codes of a dictionary to the numbers of its entries, NONE for what is no code, as in null rows.
// Global memory: reads each text twice and a slot and an entry at random. No races but for slots, which atomics order.
#include "hash.cuh"
#include "spec.cuh"
#include "table.cuh"

__device__ __forceinline__ u64 hash_text(const u8* text, u32 size) {
    u64 hash = 0x9e3779b97f4a7c15ULL ^ size;
    u64 word = 0;
    for (u32 i = 0; i < size; i++) {
        word |= static_cast<u64>(text[i]) << (8 * (i & 7));
        if ((i & 7) == 7) {
            hash = murmur3(word ^ rotate_left(hash, 32));
            word = 0;
        }
    }
    return murmur3(word ^ rotate_left(hash, 32));
}

__device__ __forceinline__ bool same_text(const u8* a, const u8* b, u32 size) {
    for (u32 i = 0; i < size; i++) {
        if (a[i] != b[i]) {
            return false;
        }
    }
    return true;
}

// Offsets of 4 or of 8 bytes.
__device__ __forceinline__ u64 text_start(const void* offsets, u32 wide, u64 row) {
    return wide ? static_cast<const u64*>(offsets)[row] : static_cast<const u32*>(offsets)[row];
}

extern "C" __global__ void intern_text(
    const void* offsets, u32 wide, const u8* bytes, const u8* valid, u32 rows, u64* slots, u64 mask,
    const u64* texts, const u32* sizes, u32* places) {
    const u64 row = thread_number();
    if (row >= rows) {
        return;
    }
    if (valid != nullptr && valid[row] == 0) {
        places[row] = NONE;
        return;
    }
    const u64 start = text_start(offsets, wide, row);
    const u32 size = static_cast<u32>(text_start(offsets, wide, row + 1) - start);
    const u8* text = bytes + start;
    places[row] = find_or_insert(slots, mask, hash_text(text, size), static_cast<u32>(row), [=](u64 slot) {
        const u64 number = slot_number(slot);
        if (is_numbered(slot)) {
            return sizes[number] == size && same_text(text, reinterpret_cast<const u8*>(texts[number]), size);
        }
        const u64 other = text_start(offsets, wide, number);
        return text_start(offsets, wide, number + 1) - other == size && same_text(text, bytes + other, size);
    });
}

extern "C" __global__ void number_texts(
    const void* offsets, u32 wide, const u8* bytes, const u32* places, u32 rows, u64* slots, u64* texts,
    u32* sizes, u32* count) {
    const u64 row = thread_number();
    if (row >= rows || !is_pending(places[row])) {
        return;
    }
    u64* place = slots + place_of(places[row]);
    const u64 slot = read_word(place);
    if (!is_numbered(slot) && slot_number(slot) == row) {
        const u32 entry = atomicAdd(count, 1u);
        const u64 start = text_start(offsets, wide, row);
        texts[entry] = reinterpret_cast<u64>(bytes + start);
        sizes[entry] = static_cast<u32>(text_start(offsets, wide, row + 1) - start);
        atomicExch(place, numbered_slot(slot, entry));
    }
}

extern "C" __global__ void text_of_rows(const u64* slots, u32* places, u32 rows) {
    const u64 row = thread_number();
    if (row < rows && is_pending(places[row])) {
        places[row] = slot_number(slots[place_of(places[row])]);
    }
}

extern "C" __global__ void rehash_texts(const u64* texts, const u32* sizes, u32 entries, u64* slots, u64 mask) {
    const u64 entry = thread_number();
    if (entry < entries) {
        const u64 hash = hash_text(reinterpret_cast<const u8*>(texts[entry]), sizes[entry]);
        insert_entry(slots, mask, hash, static_cast<u32>(entry));
    }
}

extern "C" __global__ void measure_texts(const u32* sizes, u32 first, u32 entries, u64* total) {
    const u64 entry = first + thread_number();
    if (entry < entries) {
        atomicAdd(total, static_cast<u64>(sizes[entry]));
    }
}

extern "C" __global__ void keep_texts(
    u64* texts, const u32* sizes, u32 first, u32 entries, u8* kept, u64* cursor) {
    const u64 entry = first + thread_number();
    if (entry >= entries) {
        return;
    }
    u8* copy = kept + atomicAdd(cursor, static_cast<u64>(sizes[entry]));
    const u8* text = reinterpret_cast<const u8*>(texts[entry]);
    for (u32 i = 0; i < sizes[entry]; i++) {
        copy[i] = text[i];
    }
    texts[entry] = reinterpret_cast<u64>(copy);
}

extern "C" __global__ void gather_texts(
    const u64* texts, const u32* sizes, u32 entries, const u64* starts, u8* bytes) {
    const u64 entry = thread_number();
    if (entry < entries) {
        const u8* text = reinterpret_cast<const u8*>(texts[entry]);
        for (u32 i = 0; i < sizes[entry]; i++) {
            bytes[starts[entry] + i] = text[i];
        }
    }
}

extern "C" __global__ void map_codes(
    const u32* codes, const u8* valid, u32 rows, const u32* numbers, u32 entries, u32* texts) {
    const u64 row = thread_number();
    if (row < rows) {
        const bool is_code = (valid == nullptr || valid[row] != 0) && codes[row] < entries;
        texts[row] = is_code ? numbers[codes[row]] : NONE;
    }
}

extern "C" __global__ void pick_texts(
    const u32* numbers, u32 rows, const u64* texts, const u32* sizes, u64* to_texts, u32* to_sizes) {
    const u64 row = thread_number();
    if (row < rows) {
        const bool is_text = numbers[row] != NONE;
        to_texts[row] = is_text ? texts[numbers[row]] : 0;
        to_sizes[row] = is_text ? sizes[numbers[row]] : 0;
    }
}

extern "C" __global__ void find_texts(
    const u32* numbers, u32 rows, const u32* offsets, const u8* bytes, u64* to_texts, u32* to_sizes) {
    const u64 row = thread_number();
    if (row < rows) {
        const u64 number = numbers[row];
        to_texts[row] = reinterpret_cast<u64>(bytes + offsets[number]);
        to_sizes[row] = offsets[number + 1] - offsets[number];
    }
}

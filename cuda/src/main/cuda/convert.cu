// Columns in another form.
//
// spec.cuh: Value is the type.
//
// convert: a thread a row; numbers as doubles (doubles.cuh).
// to_order_keys: a thread a row; values of up to 8 bytes as unsigned words in the order of the contract; of 16 bytes, the
//   high word to `high` and the low one to `keys`.
// widen: a thread a row; the bytes of a value in 16 bytes.
// Global memory: reads each value and writes each result once, coalesced. No races: rows do not meet.
#include "doubles.cuh"
#include "order.cuh"
#include "rows.cuh"
#include "spec.cuh"

extern "C" __global__ void convert(const Value* values, u32 rows, f64 unit, u32 scale, f64* doubles) {
    const u64 row = thread_number();
    if (row >= rows) {
        return;
    }
    doubles[row] = as_double(values[row], unit, scale);
}

extern "C" __global__ void to_order_keys(const Value* values, u32 rows, u64* keys, u64* high) {
    const u64 row = thread_number();
    if (row >= rows) {
        return;
    }
    const u64 flip = IS_SIGNED<Value> ? 1ULL << 63 : 0;
    if constexpr (sizeof(Value) == 16) {
        keys[row] = low_word(values[row]);
        high[row] = static_cast<u64>(high_word(values[row])) ^ flip;
    } else {
        keys[row] = static_cast<u64>(static_cast<i64>(order_key(values[row]))) ^ flip;
    }
}

extern "C" __global__ void widen(const Value* values, u32 rows, u64* wide) {
    const u64 row = thread_number();
    if (row >= rows) {
        return;
    }
    union {
        u64 words[2];
        Value value;
    } room;
    room.words[0] = 0;
    room.words[1] = 0;
    room.value = values[row];
    wide[2 * row] = room.words[0];
    wide[2 * row + 1] = room.words[1];
}

// Where the texts of rows start that are put behind others.
//
// spec.cuh: nothing.
//
// append_offsets: a thread a row; where its text ends becomes offset `first + row + 1` of `target`, moved by `shift` bytes.
// Global memory: reads each offset once and writes it once, coalesced. No races: rows do not meet.
#include "rows.cuh"
#include "spec.cuh"

extern "C" __global__ void append_offsets(const i32* source, u64 rows, i32* target, u64 first, i64 shift) {
    const u64 row = thread_number();
    if (row < rows) {
        target[first + row + 1] = static_cast<i32>(source[row + 1] + shift);
    }
}

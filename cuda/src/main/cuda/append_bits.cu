// Validity of rows that are put behind others.
//
// spec.cuh: nothing.
//
// append_bits: a thread for each 32 rows. `source` has a bit a row from bit 0 on, or is null if all are valid; they become
//   the bits of `target` from bit `first` on, which are 0 before.
// Global memory: reads each word once, coalesced, and writes it by two atomics at most, since neighbours share words.
// Races: none but those atomics.
#include "rows.cuh"
#include "spec.cuh"

extern "C" __global__ void append_bits(const u32* source, u64 rows, u32* target, u64 first) {
    const u64 from = thread_number() * 32;
    if (from >= rows) {
        return;
    }
    u32 bits = source == nullptr ? ~0u : source[from / 32];
    if (rows - from < 32) {
        bits &= (1u << (rows - from)) - 1;
    }
    u32* words = target + (first + from) / 32;
    const u32 shift = static_cast<u32>(first % 32);
    atomicOr(words, bits << shift);
    if (shift != 0 && bits >> (32 - shift) != 0) {
        atomicOr(words + 1, bits >> (32 - shift));
    }
}

// The hash of every value of a key column, for tests of hash.cuh and for choosing among its functions.
//
// spec.cuh: Key is the type, an unsigned integer of 4, 8 or 16 bytes; HASH is the function; THREADS the size of a block.
//
// Each thread hashes every (grid * THREADS)-th key. Any grid works. No shared memory. Global memory: reads each key
// once, writes 8 bytes a row, both coalesced. No races.
#include "hash.cuh"
#include "spec.cuh"
#include "types.cuh"

extern "C" __global__ void __launch_bounds__(THREADS) hash_column(const Key* keys, u64 rows, u64* hashes) {
    const u64 stride = static_cast<u64>(gridDim.x) * THREADS;
    for (u64 row = static_cast<u64>(blockIdx.x) * THREADS + threadIdx.x; row < rows; row += stride) {
        const Key key = keys[row];
        if constexpr (sizeof(Key) == 16) {
            hashes[row] = hash_wide<HASH>(low_word(key), high_word(key));
        } else {
            hashes[row] = hash_word<HASH>(low_word(key), sizeof(Key));
        }
    }
}

// Partitions of many rows, which several blocks group.
#ifndef SHEAF_PIECES
#define SHEAF_PIECES

#include "types.cuh"

constexpr u32 WHOLE = 0xffffffffu;

// Rows of a partition, and the table in device memory in which its groups meet; WHOLE if they are all of its rows.
struct Piece {
    u32 partition;
    u32 first;
    u32 rows;
    u32 table;
};

// counts: pieces, tables. Table t has `slots` places: from keys + t * slots on the rests, each plus 1, of hashed partitions; from
// cells + t * CELLS * slots on a plane for each cell. pending[t] is how many pieces are still to come.
struct Pieces {
    u32 rows;
    u32 slots;
    Piece* list;
    u32* counts;
    u32* pending;
    u64* keys;
    u64* cells;
};

#endif

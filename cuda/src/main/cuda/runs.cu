// Runs of rows: the rows of each group, in an order; and what each row of the table finds in its run.
//
// spec.cuh: nothing. Rows have numbers of 32 bits. A place is where a row comes in `order`, in which the rows of a group lie together. All
// kernels but find_ends have a thread a row, bound_runs and mark_valid a thread for EACH rows (rows.cuh).
//
// run_keys: the group of each row; `count`, one more than the last, for rows in none, for nulls, and where a bit of `kept` is not set, if there are such bits.
// first_rows: the first row of each group that has one, others staying NONE, and how many there are.
// null_keys: of_null for nulls, the other one of 0 and 1 for values.
// normalize_keys: sortable words (convert.cu) with some bits turned; one word for all nulls, and one for both zeros of floats.
// bound_runs: a thread a place, whose row has the group keys[place] - first; marks of each place, if wanted: 3 where a run begins, with its first peers; and for each group
//   that has rows, where its run starts and ends.
// mark_peers, mark_nulls: 2 more where a key differs from the one before.
// mark_valid: 1 at places of rows that have a value; `order` is null for that of the table.
// find_ends: a thread a place; ends[p], of the place p where peers begin, is where they end.
// shift_rows: a thread a place, whose row has the group keys[place]; the row `distance` places before it, `filler` if there is none in its run, NONE for rows in none.
// pick_rows: the row that each row takes its result from, or NONE.
// rank_rows: numbers and shares; a bit for whether a row has one.
// Global memory: reads keys of peers at random, by the order; of a row its place, and at random the bounds of its run; writes each result once. No races.
#include "rows.cuh"

constexpr u8 RUN = 1;
constexpr u8 PEER = 2;

__device__ __forceinline__ bool bit_of(const u32* bits, u64 bit) { return bits == nullptr || (bits[bit >> 5] >> (bit & 31) & 1) != 0; }

extern "C" __global__ void
run_keys(const u32* groups, const u32* validity, u64 first_bit, const u32* kept, u64 first_kept, u32 rows, u32 count, u32* keys) {
    const u64 row = thread_number();
    if (row < rows) {
        const bool is_kept = bit_of(validity, first_bit + row) && bit_of(kept, first_kept + row);
        keys[row] = is_kept && groups[row] != NONE ? groups[row] : count;
    }
}

// Rows of later blocks mostly find an earlier row there.
extern "C" __global__ void first_rows(const u32* groups, u32 rows, u32 count, u32* firsts, u64* found) {
    const u64 row = thread_number();
    const u32 group = row < rows ? groups[row] : count;
    if (group < count && firsts[group] > row && atomicMin(firsts + group, static_cast<u32>(row)) == NONE) {
        atomicAdd(found, 1ULL);
    }
}

extern "C" __global__ void null_keys(const u32* validity, u64 first_bit, u32 rows, u32 of_null, u32* keys) {
    const u64 row = thread_number();
    if (row < rows) {
        keys[row] = bit_of(validity, first_bit + row) ? 1 - of_null : of_null;
    }
}

extern "C" __global__ void normalize_keys(u64* keys, const u32* validity, u64 first_bit, u32 rows, u64 flip, u32 is_floating) {
    const u64 row = thread_number();
    if (row < rows) {
        const u64 minus_zero = (1ULL << 63) - 1;
        const u64 key = is_floating != 0 && keys[row] == minus_zero ? minus_zero + 1 : keys[row];
        keys[row] = (bit_of(validity, first_bit + row) ? key : 1ULL << 63) ^ flip; // of nulls a word within the range of most columns
    }
}

extern "C" __global__ void bound_runs(const u32* keys, u32 first, u32 rows, u8* marks, u32* starts, u32* ends) {
    u32 key[EACH];
    u32 before[EACH];
#pragma unroll
    for (u32 r = 0; r < EACH; r++) {
        const u64 place = row_of_thread(r);
        key[r] = keys == nullptr || place >= rows ? 0 : keys[place] - first;
        before[r] = keys == nullptr || place >= rows || place == 0 ? 0 : keys[place - 1] - first;
    }
#pragma unroll
    for (u32 r = 0; r < EACH; r++) {
        const u64 place = row_of_thread(r);
        const bool begins = place < rows && (place == 0 || key[r] != before[r]);
        if (marks != nullptr && place < rows) {
            marks[place] = begins ? RUN | PEER : 0;
        }
        if (begins) {
            starts[key[r]] = static_cast<u32>(place);
            if (place > 0) {
                ends[before[r]] = static_cast<u32>(place);
            }
        }
        if (place + 1 == rows) {
            ends[key[r]] = rows;
        }
    }
}

template <typename Key> __device__ __forceinline__ void mark(const u32* order, const Key* keys, u32 rows, u8* marks) {
    const u64 place = thread_number();
    if (place < rows && place > 0 && keys[order[place]] != keys[order[place - 1]]) {
        marks[place] |= PEER;
    }
}

extern "C" __global__ void mark_peers(const u32* order, const u64* keys, u32 rows, u8* marks) { mark(order, keys, rows, marks); }

extern "C" __global__ void mark_nulls(const u32* order, const u32* keys, u32 rows, u8* marks) { mark(order, keys, rows, marks); }

extern "C" __global__ void mark_valid(const u32* order, const u32* validity, u64 first_bit, u32 rows, u8* marks) {
    u64 row[EACH];
#pragma unroll
    for (u32 r = 0; r < EACH; r++) {
        row[r] = order == nullptr || row_of_thread(r) >= rows ? row_of_thread(r) : order[row_of_thread(r)];
    }
#pragma unroll
    for (u32 r = 0; r < EACH; r++) {
        if (row_of_thread(r) < rows) {
            marks[row_of_thread(r)] = bit_of(validity, first_bit + row[r]) ? 1 : 0;
        }
    }
}

extern "C" __global__ void find_ends(const u32* starts, const u8* marks, u32 mask, u32 rows, u32* ends) {
    const u64 place = thread_number();
    if (place >= rows) {
        return;
    }
    if (place > 0 && (marks[place] & mask) != 0) {
        ends[starts[place - 1]] = static_cast<u32>(place);
    }
    if (place == rows - 1) {
        ends[starts[place]] = rows;
    }
}

extern "C" __global__ void shift_rows(const u32* order, const u32* keys, u32 rows, i64 distance, u32 filler, u32 left_out, u32* shifted) {
    const u64 place = thread_number();
    if (place >= rows) {
        return;
    }
    const u32 key = keys == nullptr ? 0 : keys[place];
    const u64 from = place - static_cast<u64>(distance); // a place before the first one is behind the last one
    const bool is_in_run = from < rows && (keys == nullptr || keys[from] == key);
    shifted[place] = key == left_out ? NONE : is_in_run ? order[from] : filler;
}

// Which rows a result is taken from.
constexpr u64 SCANNED = 0;
constexpr u64 NTH = 1;
constexpr u64 LAST_VALID = 2; // 3, the first valid row, is what is left

// What numbers say; 0 the number of the row.
constexpr u64 LEAST_RANK = 1;
constexpr u64 MOST_RANK = 2;
constexpr u64 MEAN_RANK = 3;
constexpr u64 DENSE_RANK = 4;
constexpr u64 SHARE_SO_FAR = 5;
constexpr u64 TILE = 6;
constexpr u64 ROWS = 7;
constexpr u64 COUNTED = 8;

// Shares of the number of rows, or with 2 from 0 to 1.
constexpr u64 OF_COUNT = 1;

// Where frames end that begin with the run: so many rows behind the current one, with its peers, with the run.
constexpr u64 BY_ROWS = 0;
constexpr u64 BY_PEERS = 1;

struct Params {
    u64 rows;
    const u32* order;
    const u32* places;
    const u32* keys;
    i64 left_out; // -1 if no row is
    const u32* run_starts; // of each group
    const u32* run_ends;
    const u32* peer_starts; // of each place; null where all rows of a run are peers
    const u32* peer_ends;   // of places where peers begin
    const u32* found;
    const u32* validity;
    u64 first_bit;
    u64 what;
    u64 bound;
    i64 number;
    i64 nth;
    void* to;
    u32* taken;
};

struct RunPlace {
    i64 place;
    i64 start;
    i64 end;
};

__device__ __forceinline__ RunPlace place_of(const Params& params, u64 row) {
    const u32 group = params.keys == nullptr ? 0 : params.keys[row];
    return RunPlace{static_cast<i64>(params.places[row]), static_cast<i64>(params.run_starts[group]), static_cast<i64>(params.run_ends[group])};
}

__device__ __forceinline__ bool is_wanted(const Params& params, u64 row) {
    return (params.keys == nullptr || static_cast<i64>(params.keys[row]) != params.left_out) && bit_of(params.validity, params.first_bit + row);
}

// Where the peers of a place begin and end.
__device__ __forceinline__ i64 peers_start(const Params& params, const RunPlace& at) {
    return params.peer_starts == nullptr ? at.start : static_cast<i64>(params.peer_starts[at.place]);
}

__device__ __forceinline__ i64 peers_end(const Params& params, const RunPlace& at) {
    return params.peer_starts == nullptr ? at.end : static_cast<i64>(params.peer_ends[params.peer_starts[at.place]]);
}

// Where the frame of a row ends.
__device__ __forceinline__ i64 frame_end(const Params& params, const RunPlace& at) {
    if (params.bound == BY_ROWS) {
        const i64 end = at.place + 1 + params.number;
        return end < at.start ? at.start : end > at.end ? at.end : end;
    }
    return params.bound == BY_PEERS ? peers_end(params, at) : at.end;
}

__device__ __forceinline__ u32 within(const Params& params, i64 place, i64 from, i64 to) {
    return place >= from && place < to ? params.order[place] : NONE;
}

__device__ __forceinline__ i64 found_at(const Params& params, i64 place) {
    const u32 found = params.found[place];
    return found == NONE ? -1 : static_cast<i64>(found);
}

__device__ __forceinline__ u32 picked(const Params& params, const RunPlace& at) {
    const i64 end = frame_end(params, at);
    if (end <= at.start) {
        return NONE;
    }
    if (params.what == SCANNED) {
        return params.order[end - 1];
    }
    if (params.what == NTH) {
        const i64 nth = params.nth;
        return within(params, nth > 0 ? at.start + nth - 1 : end + nth, at.start, end);
    }
    return within(params, found_at(params, params.what == LAST_VALID ? end - 1 : at.start), at.start, end);
}

// A bit a row; every thread of the warp calls it.
__device__ __forceinline__ void set_taken(const Params& params, u64 row, bool is_taken) {
    const u32 bits = __ballot_sync(FULL_WARP, is_taken);
    if (row % WARP == 0 && row < params.rows) {
        params.taken[row / WARP] = bits;
    }
}

extern "C" __global__ void pick_rows(const __grid_constant__ Params params) {
    const u64 row = thread_number();
    if (row < params.rows) {
        static_cast<u32*>(params.to)[row] = is_wanted(params, row) ? picked(params, place_of(params, row)) : NONE;
    }
}

__device__ __forceinline__ i64 tile_of(i64 row, i64 rows, i64 parts) {
    const i64 size = rows / parts;
    const i64 larger = rows % parts;
    const i64 first = larger * (size + 1);
    return 1 + (row < first ? row / (size + 1) : larger + (row - first) / size);
}

__device__ __forceinline__ f64 share_of(const Params& params, f64 rank, f64 most) {
    if (params.number == OF_COUNT) {
        return rank / most;
    }
    return most == 1 ? 0.0 : (rank - 1) / (most - 1);
}

__device__ __forceinline__ void write_rank(const Params& params, u64 row, const RunPlace& at) {
    const i64 least = peers_start(params, at) - at.start + 1;
    const i64 most = peers_end(params, at) - at.start;
    f64* shares = static_cast<f64*>(params.to);
    i64* numbers = static_cast<i64*>(params.to);
    if (params.what == SHARE_SO_FAR) {
        shares[row] = static_cast<f64>(most) / static_cast<f64>(at.end - at.start);
        return;
    }
    if (params.what == MEAN_RANK && params.number == 0) {
        shares[row] = static_cast<f64>(least + most) / 2.0;
        return;
    }
    i64 rank = at.place - at.start + 1;
    i64 all = at.end - at.start;
    if (params.what == LEAST_RANK || params.what == MOST_RANK) {
        rank = params.what == LEAST_RANK ? least : most;
    } else if (params.what == DENSE_RANK) {
        rank = params.found[at.place];
        all = params.found[at.end - 1];
    }
    if (params.number == 0) {
        numbers[row] = rank;
    } else {
        const f64 exact = params.what == MEAN_RANK ? static_cast<f64>(least + most) / 2.0 : static_cast<f64>(rank);
        shares[row] = share_of(params, exact, static_cast<f64>(all));
    }
}

__device__ __forceinline__ void write_number(const Params& params, u64 row, const RunPlace& at) {
    i64* numbers = static_cast<i64*>(params.to);
    if (params.what == TILE) {
        numbers[row] = tile_of(at.place - at.start, at.end - at.start, params.number);
    } else if (params.what == ROWS || params.what == COUNTED) {
        const i64 end = frame_end(params, at);
        numbers[row] = params.what == ROWS ? end - at.start : end > at.start ? static_cast<i64>(params.found[end - 1]) : 0;
    } else {
        write_rank(params, row, at);
    }
}

extern "C" __global__ void rank_rows(const __grid_constant__ Params params) {
    const u64 row = thread_number();
    const bool wanted = row < params.rows && is_wanted(params, row);
    if (wanted) {
        write_number(params, row, place_of(params, row));
    } else if (row < params.rows) {
        static_cast<i64*>(params.to)[row] = 0;
    }
    set_taken(params, row, wanted);
}

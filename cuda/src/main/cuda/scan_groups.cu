// What the rows of a group come to so far, for each row, where rows of different groups lie mixed.
//
// spec.cuh: KIND, see below; Value, the type of the column; Total, the type in which values are put together; Result, that of the
//   results; HAS_PARTS, whether groups are more than slots; COUNTS_VALUES, whether slots have the number of values.
//
// | KIND | | of |
// |---|---|---|
// | SUMS, LEAST, GREATEST, MEANS, PRODUCTS | of the values so far | a column |
// | COUNTS | how many values so far | a column, or rows |
//
// A warp, or a block where there are too many groups for that, walks through a chunk of rows in order. For each slot it keeps in shared memory what the
// rows so far come to. The slot of a row is what the low `slot_bits` bits of its group say. The other bits, the part, do not fall from one row to the next, so a slot belongs to one part at
// a time: a row of a later part finds that of an earlier one and begins anew. Nulls, and rows of the group `left_out`, add nothing.
//
// move_values: a thread a row; the value of each row, if values are wanted, and whether there is one, go where `moves` says.
// sum_chunks: what the rows of each chunk come to, for each slot.
// start_chunks: a warp a slot; makes of these what all chunks before come to.
// scan_groups: a result for each row, and its validity, bits behind the last one of a word being 0. *fault becomes 1 if a sum does
//   not fit; the last block writes it to the host.
//
// A warp has ROWS times 32 rows at once. It first puts together those of the same group; the last row of each slot then adds what the table has. Where warps share a
// table, they do that in rounds: of the warps with the same slot the first one goes on. Different slots with the same tag wait for each
// other in vain, which does no harm. So the order of additions depends on the chunks alone.
// Shared bytes: for each slot a Total and, where they are wanted, 4 for the part and 4 for the number of values. Global memory: groups and
// column are read twice, coalesced, and each result is written once. No races.
#include "columns.cuh"
#include "order.cuh"
#include "peers.cuh"
#include "rows.cuh"
#include "signal.cuh"
#include "spec.cuh"
#include "warp.cuh"

constexpr u32 SUMS = 0;
constexpr u32 LEAST = 1;
constexpr u32 GREATEST = 2;
constexpr u32 MEANS = 3;
constexpr u32 PRODUCTS = 4;
constexpr u32 COUNTS = 5;

constexpr u32 THREADS = 512;
constexpr u32 WARPS = THREADS / WARP;
constexpr u32 ROWS = HAS_PARTS && COUNTS_VALUES ? 2 : 4; // of a thread in a tile; more spill registers
constexpr u32 STRETCH = WARP * ROWS;
constexpr u32 TILE = THREADS * ROWS;
constexpr u32 TAGS = 4096;
constexpr u32 FIRST_ROUND = (1u << 26) - 1; // rounds count down: a tag of a later round is less
constexpr u32 BLOCKS = sizeof(Total) == 16 ? 1 : 2; // of a multiprocessor: tables leave room for no more where they are large, and wide totals need more registers

// What rows of a slot come to, of each chunk, or in shared memory. `parts` and `counts` are not read if they are not wanted.
struct Slots {
    Total* totals;
    u32* parts;
    u32* counts;
};

// `valid` has a byte a row in the place of bits; of both, none is there if there are no nulls. `groups` is null if all rows are of one.
struct Params {
    u64 count;
    InputColumn input;
    const u8* valid;
    const u32* groups;
    u64 left_out;
    u64 slot_bits;
    u64 slots;
    u64 tables; // of a block: one, or one for each warp
    u64 chunk;
    u64 chunks;
    Slots of_chunks;
    u64 nulls_stay;
    void* to;
    u32* to_validity;
    u64* fault;
    u64* done;
    u64* host;
};

// The value before or behind which no other comes.
template <typename T> __device__ __forceinline__ T extreme(bool is_last) {
    if constexpr (IsFloat<T>::value) {
        return is_last ? __int_as_float(0x7fc00000) : -__int_as_float(0x7f800000); // NaN, -infinity
    } else {
        constexpr u128 SIGN = static_cast<u128>(IS_SIGNED<T> ? 1 : 0) << (8 * sizeof(T) - 1);
        return static_cast<T>(is_last ? ~SIGN : SIGN);
    }
}

// What nothing comes to: it changes no other total. No sum but that of -0.0 alone is -0.0.
__device__ __forceinline__ Total nothing() {
    if constexpr (KIND == LEAST || KIND == GREATEST) {
        return extreme<Total>(KIND == LEAST);
    } else if constexpr (KIND == PRODUCTS) {
        return static_cast<Total>(1);
    } else if constexpr (IsFloat<Total>::value) {
        return static_cast<Total>(-0.0);
    } else {
        return static_cast<Total>(0);
    }
}

__device__ __forceinline__ Total together(const Total& a, const Total& b) {
    if constexpr (KIND == LEAST) {
        return is_before(b, a) ? b : a;
    } else if constexpr (KIND == GREATEST) {
        return is_before(a, b) ? b : a;
    } else if constexpr (KIND == PRODUCTS) {
        return static_cast<Total>(a * b);
    } else {
        return static_cast<Total>(a + b);
    }
}

extern "C" __global__ void move_values(const Value* values, const u32* validity, u64 first_bit, const u8* valid, const u32* moves, u32 rows,
                                       Value* to, u8* to_valid) {
    const u64 row = thread_number();
    if (row >= rows) {
        return;
    }
    const u32 place = moves[row];
    if (values != nullptr) {
        to[place] = values[row];
    }
    if (to_valid != nullptr) {
        to_valid[place] = valid != nullptr ? valid[row] : bit_at(validity, first_bit + row) ? 1 : 0;
    }
}

__device__ __forceinline__ bool has_value(const Params& params, u64 row) {
    return params.valid != nullptr ? params.valid[row] != 0 : is_valid(params.input, row);
}

// The 32 rows that a warp looks at together, as the lane of one of them sees it.
struct Row {
    Total total; // what the rows of its group in the warp come to so far, then all rows so far
    u32 slot;
    u32 part;
    u32 count; // of values, likewise
    u32 last;  // the last lane with its slot, WARP behind the last row
    bool is_known; // in a group
    bool is_valid; // has a value
};

// The lanes with the same part among those with the same slot: mostly all of them.
__device__ __forceinline__ u32 lanes_of_part(u32 part, u32 alike) {
    const u32 first = __shfl_sync(FULL_WARP, part, 0);
    u32 differing = __reduce_or_sync(FULL_WARP, part ^ first);
    while (differing != 0) {
        const u32 bit = 31 - static_cast<u32>(__clz(static_cast<i32>(differing)));
        alike = lanes_like(part >> bit, 1, alike);
        differing ^= 1u << bit;
    }
    return alike;
}

__device__ __forceinline__ void load(const Params& params, u64 row, u64 end, Row& mine) {
    const bool is_row = row < end;
    const u32 group = is_row && params.groups != nullptr ? params.groups[row] : 0;
    mine.last = is_row ? 0 : WARP;
    mine.is_known = is_row && group != params.left_out;
    mine.is_valid = mine.is_known && has_value(params, row);
    mine.total = nothing();
    if constexpr (KIND == COUNTS) {
        mine.total = mine.is_valid ? 1 : 0;
    } else if (mine.is_valid) {
        mine.total = static_cast<Total>(static_cast<const Value*>(params.input.data)[row]);
    }
    mine.slot = group & static_cast<u32>((1ULL << params.slot_bits) - 1);
    mine.part = params.slot_bits < 32 ? group >> params.slot_bits : 0;
}

// Makes of the values of lanes what those of the same group come to.
__device__ __forceinline__ void put_together(const Params& params, Row& mine) {
    const u32 lane = threadIdx.x % WARP;
    const u32 upto = FULL_WARP >> (WARP - 1 - lane);
    const bool is_row = mine.last != WARP;
    const u32 rows = __ballot_sync(FULL_WARP, is_row);
    const u32 alike = lanes_like(mine.slot, static_cast<u32>(params.slot_bits), rows);
    const u32 peers = HAS_PARTS ? lanes_of_part(mine.part, alike) : alike;
    mine.last = is_row ? WARP - 1 - static_cast<u32>(__clz(static_cast<i32>(alike))) : WARP;
    mine.count = static_cast<u32>(__popc(__ballot_sync(FULL_WARP, mine.is_valid) & peers & upto));
    if constexpr (KIND == COUNTS) {
        mine.total = static_cast<Total>(mine.count);
    } else {
        const u32 before = peers & upto & ~(1u << lane);
        u32 from = is_row && before != 0 ? 31 - static_cast<u32>(__clz(static_cast<i32>(before))) : WARP;
        while (__any_sync(FULL_WARP, from != WARP)) { // each lane looks twice as far back as the time before
            const u32 source = from == WARP ? lane : from;
            const Total other = from_lane(mine.total, source);
            const u32 next = __shfl_sync(FULL_WARP, from, source);
            mine.total = from == WARP ? mine.total : together(other, mine.total);
            from = from == WARP ? WARP : next;
        }
    }
}

// What a table has of a slot.
struct Before {
    Total total;
    u32 part;
    u32 count;
};

// Whether rows of a part go on with what the table has.
__device__ __forceinline__ bool goes_on(const Before& before, const Row& row) {
    return !HAS_PARTS || before.part == row.part;
}

// Adds what a slot has to the last row with it, and puts back what comes of it.
__device__ __forceinline__ void take_slot(const Slots& table, const Row& row, Before& before) {
    before.total = table.totals[row.slot];
    before.part = HAS_PARTS ? table.parts[row.slot] : 0;
    before.count = COUNTS_VALUES ? table.counts[row.slot] : 0;
    const bool on = goes_on(before, row);
    table.totals[row.slot] = on ? together(before.total, row.total) : row.total;
    if constexpr (HAS_PARTS) {
        table.parts[row.slot] = row.part;
    }
    if constexpr (COUNTS_VALUES) {
        table.counts[row.slot] = on ? before.count + row.count : row.count;
    }
}

// Gives all rows of a slot what the last one has taken.
__device__ __forceinline__ void spread(const Before& taken, Row& row) {
    const u32 from = row.last % WARP;
    Before before = {};
    before.total = from_lane(taken.total, from);
    before.part = HAS_PARTS ? __shfl_sync(FULL_WARP, taken.part, from) : 0;
    before.count = COUNTS_VALUES ? __shfl_sync(FULL_WARP, taken.count, from) : 0;
    if (row.last != WARP && goes_on(before, row)) {
        row.total = together(before.total, row.total);
        row.count += before.count;
    }
}

// The rows of a warp that has a table of its own.
__device__ __forceinline__ void add_alone(const Slots& table, Row (&rows)[ROWS]) {
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        Before before = {};
        if (rows[r].last == threadIdx.x % WARP) {
            take_slot(table, rows[r], before);
        }
        __syncwarp();
        spread(before, rows[r]);
    }
}

// The rows of the warps of a block; every thread calls it, and gets the next round.
__device__ __forceinline__ u32 add_in_rounds(const Slots& table, u32* tags, u32 round, Row (&rows)[ROWS]) {
    Before before[ROWS] = {};
    u32 waiting = 0; // a bit for each row that has to take its slot
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        waiting |= (rows[r].last == threadIdx.x % WARP ? 1u : 0u) << r;
    }
    const u32 number = threadIdx.x / WARP * ROWS;
    do {
#pragma unroll
        for (u32 r = 0; r < ROWS; r++) {
            if ((waiting >> r & 1) != 0) {
                atomicMin(tags + rows[r].slot % TAGS, round * (WARPS * ROWS) + number + r);
            }
        }
        __syncthreads();
#pragma unroll
        for (u32 r = 0; r < ROWS; r++) {
            if ((waiting >> r & 1) != 0 && tags[rows[r].slot % TAGS] == round * (WARPS * ROWS) + number + r) {
                take_slot(table, rows[r], before[r]);
                waiting &= ~(1u << r);
            }
        }
        round--;
    } while (__syncthreads_or(waiting != 0 ? 1 : 0) != 0);
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        spread(before[r], rows[r]);
    }
    return round;
}

__device__ __forceinline__ Result result_of(const Row& row) {
    if constexpr (KIND == MEANS) {
        return static_cast<Result>(row.total) / static_cast<Result>(row.count);
    } else {
        return static_cast<Result>(row.total);
    }
}

__device__ __forceinline__ void write(const Params& params, u64 at, const Row& row) {
    if (row.last != WARP) {
        const Result value = result_of(row);
        static_cast<Result*>(params.to)[at] = value;
        if constexpr (KIND == SUMS && !IsFloat<Result>::value) {
            if (static_cast<Total>(value) != row.total) {
                atomicOr(params.fault, 1ULL);
            }
        }
    }
    if (params.to_validity != nullptr) {
        const bool has = !COUNTS_VALUES || row.count != 0;
        const u32 bits = __ballot_sync(FULL_WARP, row.is_known && has && (params.nulls_stay == 0 || row.is_valid));
        if (at % WARP == 0 && row.last != WARP) {
            params.to_validity[at / WARP] = bits;
        }
    }
}

extern __shared__ __align__(16) u8 shared[];

// The table of this thread, of those of the block.
__device__ __forceinline__ Slots table_of(const Params& params) {
    const u64 all = params.slots * params.tables;
    const u64 first = params.tables == 1 ? 0 : threadIdx.x / WARP * params.slots;
    u32* numbers = reinterpret_cast<u32*>(shared + (all * sizeof(Total) + 3) / 4 * 4);
    return Slots{reinterpret_cast<Total*>(shared) + first, numbers + first, numbers + (HAS_PARTS ? all : 0) + first};
}

__device__ __forceinline__ u64 chunk_of(const Params& params) {
    return params.tables == 1 ? blockIdx.x : static_cast<u64>(blockIdx.x) * WARPS + threadIdx.x / WARP;
}

// Calls f(slot) for the slots of the table of this thread.
template <typename F> __device__ __forceinline__ void each_slot(const Params& params, const F& f) {
    const u32 step = params.tables == 1 ? THREADS : WARP;
    for (u64 slot = threadIdx.x % step; slot < params.slots; slot += step) {
        f(slot);
    }
    __syncthreads();
}

__device__ __forceinline__ void copy_slot(const Slots& to, u64 at, const Slots& from, u64 slot) {
    to.totals[at] = from.totals[slot];
    if constexpr (HAS_PARTS) {
        to.parts[at] = from.parts[slot];
    }
    if constexpr (COUNTS_VALUES) {
        to.counts[at] = from.counts[slot];
    }
}

template <bool WRITES> __device__ __forceinline__ void walk(const Params& params, const Slots& table) {
    __shared__ u32 tags[TAGS];
    for (u32 tag = threadIdx.x; tag < TAGS; tag += THREADS) {
        tags[tag] = NONE;
    }
    __syncthreads();
    const bool is_alone = params.tables != 1;
    const u64 first = chunk_of(params) * params.chunk;
    const u64 end = first + params.chunk < params.count ? first + params.chunk : params.count;
    const u64 mine = (is_alone ? 0 : threadIdx.x / WARP * STRETCH) + threadIdx.x % WARP;
    u32 round = FIRST_ROUND;
    for (u64 tile = first; tile < end; tile += is_alone ? STRETCH : TILE) {
        Row rows[ROWS];
#pragma unroll
        for (u32 r = 0; r < ROWS; r++) {
            load(params, tile + mine + r * WARP, end, rows[r]);
        }
#pragma unroll
        for (u32 r = 0; r < ROWS; r++) {
            put_together(params, rows[r]);
        }
        if (is_alone) {
            add_alone(table, rows);
        } else {
            round = add_in_rounds(table, tags, round, rows);
        }
        if constexpr (WRITES) {
#pragma unroll
            for (u32 r = 0; r < ROWS; r++) {
                write(params, tile + mine + r * WARP, rows[r]);
            }
        }
    }
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) sum_chunks(const __grid_constant__ Params params) {
    const Slots table = table_of(params);
    each_slot(params, [&](u64 slot) {
        table.totals[slot] = nothing();
        if constexpr (HAS_PARTS) {
            table.parts[slot] = NONE;
        }
        if constexpr (COUNTS_VALUES) {
            table.counts[slot] = 0;
        }
    });
    walk<false>(params, table);
    __syncthreads();
    const u64 chunk = chunk_of(params);
    each_slot(params, [&](u64 slot) {
        if (chunk < params.chunks) {
            copy_slot(params.of_chunks, chunk * params.slots + slot, table, slot);
        }
    });
}

// What two runs of chunks come to, one behind the other. A part that is NONE is of no rows, if there are parts.
__device__ __forceinline__ Before both(const Before& a, const Before& b) {
    if (HAS_PARTS && (a.part != b.part || b.part == NONE)) {
        return b.part == NONE ? a : b;
    }
    return Before{together(a.total, b.total), b.part, a.count + b.count};
}

__device__ __forceinline__ Before of_lane_before(const Before& mine, u32 lane) {
    return Before{from_lane(mine.total, lane), HAS_PARTS ? __shfl_sync(FULL_WARP, mine.part, lane) : NONE,
                  COUNTS_VALUES ? __shfl_sync(FULL_WARP, mine.count, lane) : 0};
}

extern "C" __global__ void start_chunks(const __grid_constant__ Params params) {
    const u64 slot = thread_number() / WARP;
    const u32 lane = threadIdx.x % WARP;
    const Slots& all = params.of_chunks;
    const Before none = {nothing(), NONE, 0};
    Before so_far = none;
    for (u64 first = 0; first < params.chunks && slot < params.slots; first += WARP) {
        const u64 at = (first + lane) * params.slots + slot;
        Before mine = none;
        if (first + lane < params.chunks) {
            mine.total = all.totals[at];
            mine.part = HAS_PARTS ? all.parts[at] : NONE;
            mine.count = COUNTS_VALUES ? all.counts[at] : 0;
        }
        for (u32 distance = 1; distance < WARP && distance < params.chunks; distance *= 2) {
            const Before below = of_lane_before(mine, lane < distance ? lane : lane - distance);
            mine = lane < distance ? mine : both(below, mine);
        }
        const Before below = of_lane_before(mine, lane == 0 ? 0 : lane - 1);
        const Before start = lane == 0 ? so_far : both(so_far, below);
        if (first + lane < params.chunks) {
            all.totals[at] = start.total;
            if constexpr (HAS_PARTS) {
                all.parts[at] = start.part;
            }
            if constexpr (COUNTS_VALUES) {
                all.counts[at] = start.count;
            }
        }
        if (first + WARP < params.chunks) {
            so_far = both(so_far, of_lane_before(mine, WARP - 1));
        }
    }
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) scan_groups(const __grid_constant__ Params params) {
    const Slots table = table_of(params);
    const u64 chunk = chunk_of(params);
    each_slot(params, [&](u64 slot) {
        if (chunk < params.chunks) {
            copy_slot(table, slot, params.of_chunks, chunk * params.slots + slot);
        }
    });
    walk<true>(params, table);
    if (params.host != nullptr) {
        raise_signal(params.done, params.fault, 1, params.host);
    }
}

// What the rows of a group come to so far, for each row, where rows of different groups lie mixed.
//
// spec.cuh: KIND, see below; Value, the type of the column; Total, the type in which values are put together; Result, that of the
//   results.
//
// | KIND | | of |
// |---|---|---|
// | SUMS, LEAST, GREATEST, MEANS, PRODUCTS | of the values so far | a column |
// | COUNTS | how many values so far | a column, or rows |
//
// A block walks through a chunk of rows in order. For each slot it keeps in shared memory what the rows so far come to. The slot of a
// row is what the low `slot_bits` bits of its group say. The other bits, the part, do not fall from one row to the next, so a slot belongs to one part at
// a time: a row of a later part finds that of an earlier one and begins anew. Nulls, and rows of the group `left_out`, add nothing.
//
// move_values: a thread a row; the value of each row, if values are wanted, and whether there is one, go where `moves` says.
// sum_chunks: a block a chunk; what its rows come to, for each slot.
// start_chunks: a thread a slot; makes of these, chunk by chunk, what all chunks before come to.
// scan_groups: a block a chunk; a result for each row, and its validity, bits behind the last one of a word being 0. *fault becomes 1 if a sum does
//   not fit; the last block writes it to the host.
//
// In a tile each warp has ROWS times 32 rows. It first puts together those of the same group; then the warps, one after the other, add what is
// in the table and put back what they come to. So the order of additions depends on the chunks alone, and no distribution of groups is slower than others by more than the few steps within a warp.
// Shared bytes: of each slot a Total and, where they are wanted, 4 for the part and 4 for the number of values. Global memory: groups and
// column are read twice, coalesced, and each result is written once. No races.
#include "columns.cuh"
#include "order.cuh"
#include "peers.cuh"
#include "rows.cuh"
#include "signal.cuh"
#include "spec.cuh"

constexpr u32 SUMS = 0;
constexpr u32 LEAST = 1;
constexpr u32 GREATEST = 2;
constexpr u32 MEANS = 3;
constexpr u32 PRODUCTS = 4;
constexpr u32 COUNTS = 5;

constexpr u32 THREADS = 512;
constexpr u32 WARPS = THREADS / WARP;
constexpr u32 ROWS = 4; // of a thread in a tile
constexpr u32 TILE = THREADS * ROWS;
constexpr u32 BLOCKS = sizeof(Total) == 16 ? 1 : 2; // of a multiprocessor: tables leave room for no more where they are large, and wide totals need more registers

// What rows of a slot come to, of each chunk, or in shared memory. `parts` and `counts` are null if they are not wanted.
struct Slots {
    Total* totals;
    u32* parts;
    u32* counts;
};

// `valid` has a byte a row in the place of bits; of both, none is there if there are no nulls. `groups` is null if all rows are of one.
struct Job {
    u64 count;
    InputColumn input;
    const u8* valid;
    const u32* groups;
    u64 left_out;
    u64 slot_bits;
    u64 slots;
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

__device__ __forceinline__ bool has_value(const Job& job, u64 row) {
    return job.valid != nullptr ? job.valid[row] != 0 : is_valid(job.input, row);
}

// The 32 rows that a warp looks at together, as the lane of one of them sees it.
struct Row {
    Total total; // what the rows of its group in the warp come to so far, then all rows so far
    u32 slot;
    u32 part;
    u32 count;    // of values, likewise
    bool is_row;
    bool is_known; // in a group
    bool is_valid; // has a value
    bool is_last;  // of its slot in the warp
};

// The value of a lane.
template <typename T> __device__ __forceinline__ T of_lane(T value, u32 lane) {
    if constexpr (sizeof(T) == 16) {
        const u64 low = __shfl_sync(FULL_WARP, low_word(value), lane);
        const i64 high = __shfl_sync(FULL_WARP, high_word(value), lane);
        return static_cast<T>(static_cast<u128>(static_cast<u64>(high)) << 64 | low);
    } else if constexpr (sizeof(T) < 4) {
        return static_cast<T>(__shfl_sync(FULL_WARP, static_cast<i32>(value), lane));
    } else {
        return __shfl_sync(FULL_WARP, value, lane);
    }
}

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

__device__ __forceinline__ void load(const Job& job, u64 row, u64 end, Row& mine) {
    mine.is_row = row < end;
    const u32 group = mine.is_row && job.groups != nullptr ? job.groups[row] : 0;
    mine.is_known = mine.is_row && group != job.left_out;
    mine.is_valid = mine.is_known && has_value(job, row);
    mine.total = nothing();
    if constexpr (KIND == COUNTS) {
        mine.total = mine.is_valid ? 1 : 0;
    } else if (mine.is_valid) {
        mine.total = static_cast<Total>(static_cast<const Value*>(job.input.data)[row]);
    }
    mine.slot = group & static_cast<u32>((1ULL << job.slot_bits) - 1);
    mine.part = job.slot_bits < 32 ? group >> job.slot_bits : 0;
}

// Makes of the values of lanes what those of the same group come to.
__device__ __forceinline__ void put_together(const Job& job, Row& mine) {
    const u32 lane = threadIdx.x % WARP;
    const u32 upto = FULL_WARP >> (WARP - 1 - lane);
    const u32 rows = __ballot_sync(FULL_WARP, mine.is_row);
    const u32 alike = lanes_like(mine.slot, static_cast<u32>(job.slot_bits), rows);
    const u32 peers = job.of_chunks.parts != nullptr ? lanes_of_part(mine.part, alike) : alike;
    mine.is_last = mine.is_row && (alike & ~upto) == 0;
    mine.count = static_cast<u32>(__popc(__ballot_sync(FULL_WARP, mine.is_valid) & peers & upto));
    if constexpr (KIND == COUNTS) {
        mine.total = static_cast<Total>(mine.count);
    } else {
        const u32 before = peers & upto & ~(1u << lane);
        u32 from = mine.is_row && before != 0 ? 31 - static_cast<u32>(__clz(static_cast<i32>(before))) : WARP;
        while (__any_sync(FULL_WARP, from != WARP)) { // each lane looks twice as far back as the time before
            const u32 source = from == WARP ? lane : from;
            const Total other = of_lane(mine.total, source);
            const u32 next = __shfl_sync(FULL_WARP, from, source);
            mine.total = from == WARP ? mine.total : together(other, mine.total);
            from = from == WARP ? WARP : next;
        }
    }
}

// Adds what the slot has, and puts back what it comes to.
__device__ __forceinline__ void add_slot(const Slots& table, Row& mine) {
    if (mine.is_row && (table.parts == nullptr || table.parts[mine.slot] == mine.part)) {
        mine.total = together(table.totals[mine.slot], mine.total);
        mine.count += table.counts == nullptr ? 0 : table.counts[mine.slot];
    }
    __syncwarp();
    if (mine.is_last) {
        table.totals[mine.slot] = mine.total;
        if (table.parts != nullptr) {
            table.parts[mine.slot] = mine.part;
        }
        if (table.counts != nullptr) {
            table.counts[mine.slot] = mine.count;
        }
    }
    __syncwarp();
}

__device__ __forceinline__ Result result_of(const Row& row) {
    if constexpr (KIND == MEANS) {
        return static_cast<Result>(row.total) / static_cast<Result>(row.count);
    } else {
        return static_cast<Result>(row.total);
    }
}

__device__ __forceinline__ void write(const Job& job, u64 at, const Row& row) {
    if (row.is_row) {
        const Result value = result_of(row);
        static_cast<Result*>(job.to)[at] = value;
        if constexpr (KIND == SUMS && !IsFloat<Result>::value) {
            if (static_cast<Total>(value) != row.total) {
                atomicOr(job.fault, 1ULL);
            }
        }
    }
    if (job.to_validity != nullptr) {
        const bool has = KIND == COUNTS || job.of_chunks.counts == nullptr || row.count != 0;
        const u32 bits = __ballot_sync(FULL_WARP, row.is_known && has && (job.nulls_stay == 0 || row.is_valid));
        if (at % WARP == 0 && row.is_row) {
            job.to_validity[at / WARP] = bits;
        }
    }
}

extern __shared__ __align__(16) u8 shared[];

__device__ __forceinline__ Slots table_of(const Job& job) {
    u32* numbers = reinterpret_cast<u32*>(shared + (job.slots * sizeof(Total) + 3) / 4 * 4);
    const bool has_parts = job.of_chunks.parts != nullptr;
    return Slots{reinterpret_cast<Total*>(shared), has_parts ? numbers : nullptr,
                 job.of_chunks.counts == nullptr ? nullptr : numbers + (has_parts ? job.slots : 0)};
}

__device__ __forceinline__ void copy_slots(const Job& job, const Slots& to, u64 to_first, const Slots& from, u64 from_first) {
    for (u64 slot = threadIdx.x; slot < job.slots; slot += THREADS) {
        to.totals[to_first + slot] = from.totals[from_first + slot];
        if (to.parts != nullptr) {
            to.parts[to_first + slot] = from.parts[from_first + slot];
        }
        if (to.counts != nullptr) {
            to.counts[to_first + slot] = from.counts[from_first + slot];
        }
    }
    __syncthreads();
}

template <bool WRITES> __device__ __forceinline__ void walk(const Job& job, const Slots& table) {
    const u64 first = blockIdx.x * job.chunk;
    const u64 end = first + job.chunk < job.count ? first + job.chunk : job.count;
    const u32 warp = threadIdx.x / WARP;
    for (u64 tile = first; tile < end; tile += TILE) {
        const u64 base = tile + warp * (WARP * ROWS) + threadIdx.x % WARP;
        Row rows[ROWS];
#pragma unroll
        for (u32 r = 0; r < ROWS; r++) {
            load(job, base + r * WARP, end, rows[r]);
        }
#pragma unroll
        for (u32 r = 0; r < ROWS; r++) {
            put_together(job, rows[r]);
        }
        for (u32 turn = 0; turn < WARPS; turn++) {
            if (turn == warp) {
#pragma unroll
                for (u32 r = 0; r < ROWS; r++) {
                    add_slot(table, rows[r]);
                }
            }
            __syncthreads();
        }
        if constexpr (WRITES) {
#pragma unroll
            for (u32 r = 0; r < ROWS; r++) {
                write(job, base + r * WARP, rows[r]);
            }
        }
    }
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) sum_chunks(const __grid_constant__ Job job) {
    const Slots table = table_of(job);
    for (u64 slot = threadIdx.x; slot < job.slots; slot += THREADS) {
        table.totals[slot] = nothing();
        if (table.parts != nullptr) {
            table.parts[slot] = NONE;
        }
        if (table.counts != nullptr) {
            table.counts[slot] = 0;
        }
    }
    __syncthreads();
    walk<false>(job, table);
    copy_slots(job, job.of_chunks, blockIdx.x * job.slots, table, 0);
}

extern "C" __global__ void start_chunks(const __grid_constant__ Job job) {
    const u64 slot = thread_number();
    if (slot >= job.slots) {
        return;
    }
    const Slots& all = job.of_chunks;
    Total total = nothing();
    u32 part = NONE;
    u32 count = 0;
#pragma unroll 4
    for (u64 at = slot; at < job.chunks * job.slots; at += job.slots) {
        const Total next = all.totals[at];
        all.totals[at] = total;
        const u32 next_part = all.parts == nullptr ? NONE : all.parts[at];
        const bool goes_on = next_part == part;
        const bool is_empty = all.parts != nullptr && next_part == NONE;
        if (all.parts != nullptr) {
            all.parts[at] = part;
        }
        if (all.counts != nullptr) {
            const u32 next_count = all.counts[at];
            all.counts[at] = count;
            count = is_empty ? count : goes_on ? count + next_count : next_count;
        }
        total = is_empty ? total : goes_on ? together(total, next) : next;
        part = is_empty ? part : next_part;
    }
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) scan_groups(const __grid_constant__ Job job) {
    const Slots table = table_of(job);
    copy_slots(job, table, 0, job.of_chunks, blockIdx.x * job.slots);
    walk<true>(job, table);
    if (job.host != nullptr) {
        raise_signal(job.done, job.fault, 1, job.host);
    }
}

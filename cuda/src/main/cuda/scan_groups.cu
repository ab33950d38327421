// What the rows of a group come to so far, for each row, where rows of different groups lie mixed: several scans in one walk.
//
// spec.cuh: SCANS, how many; ScanTypes<N>, of each KIND, see below, with its DISTANCE, Value, the type of the column, Total, the type in which values are put
//   together, of at least 4 bytes, Result, that of the results, and COUNTS_VALUES, whether slots have the number of values; wider totals come first.
//   HAS_PARTS, whether groups are more than slots; THREADS of a block.
//
// | KIND | | of |
// |---|---|---|
// | SUMS, LEAST, GREATEST, MEANS, PRODUCTS | of the values so far | a column |
// | COUNTS | how many values so far | a column, or rows |
// | LATEST | the last value so far | a column |
// | SHIFTED | what the row DISTANCE rows before has, a value or null | a column |
// | CHANGED | what the row has more than that | a column |
//
// A warp, or a block where there are too many groups for that, walks through a chunk of rows in order, or backwards. For each slot it keeps in shared
// memory what the rows so far come to. The slot of a row is what the low `slot_bits` bits of its group say. The other bits, the part, do not change back from one
// row to the next, so a slot belongs to one part at a time: a row of a later part finds that of an earlier one and begins anew. Nulls, and rows of the group
// `left_out`, add nothing.
//
// sum_chunks: what the rows of the last part of each chunk come to, for each slot, if that part goes on in the next chunk. A chunk begins where a part does, if
//   one begins near: where parts are about as many as chunks, there is nothing to sum up.
// start_chunks: a warp a slot; makes of these what all chunks before come to, and, behind the last one, all chunks.
// total_groups: a thread a slot, where there are no parts; a result for each group of what all of its rows come to.
// scan_groups: a result for each row, and its validity, bits behind the last one of a word being 0. *fault becomes 1 if a sum does
//   not fit; the last block writes it to the host.
//
// A warp has ROWS times 32 rows at once. It first puts together those of the same group, unless bits tell that there are no two; the last row of
// each slot then adds what the table has. Warps that share a table do that one after the other, in the order of their rows, and read, compare and
// write meanwhile. So the order of additions depends on the chunks alone. Where the order makes no difference, sum_chunks adds by atomics.
// Shared bytes: for each slot, and once more, the Totals and, where they are wanted, 4 for the group and 4 for each number of values. Global memory: groups and
// columns are read twice, coalesced, and each result is written once. Chunks share words of validity in which one ends. No other races.
#include "columns.cuh"
#include "order.cuh"
#include "peers.cuh"
#include "rows.cuh"
#include "signal.cuh"
#include "spec.cuh"
#include "turns.cuh"
#include "warp.cuh"

constexpr u32 SUMS = 0;
constexpr u32 LEAST = 1;
constexpr u32 GREATEST = 2;
constexpr u32 MEANS = 3;
constexpr u32 PRODUCTS = 4;
constexpr u32 COUNTS = 5;
constexpr u32 LATEST = 6;
constexpr u32 SHIFTED = 7;
constexpr u32 CHANGED = 8;

// What some rows have, the last one first.
template <typename T, u32 COUNT> struct Recent { T of[COUNT]; };

template <bool IS_FIRST, typename A, typename B> struct Either { typedef A type; };
template <typename A, typename B> struct Either<false, A, B> { typedef B type; };

template <u32 N> struct Scan : ScanTypes<N> {
    typedef ScanTypes<N> Types;
    static constexpr bool IS_SHIFT = Types::KIND == SHIFTED || Types::KIND == CHANGED;
    static constexpr u32 DEPTH = Types::DISTANCE > 2 ? 4 : Types::DISTANCE > 1 ? 2 : 1; // rows of a slot
    typedef typename Types::Total Element;
    typedef typename Either<IS_SHIFT, Recent<Element, DEPTH>, Element>::type Kept; // in memory
    typedef typename Either<IS_SHIFT, Recent<Element, DEPTH + 1>, Element>::type Total; // with the row itself
    static constexpr bool IS_EXTREME = Types::KIND == LEAST || Types::KIND == GREATEST;
    static constexpr bool ADDS_INTEGERS = (Types::KIND == SUMS || Types::KIND == MEANS) && !IsFloat<typename Types::Total>::value;
    static constexpr bool COMES_BY_BITS = Types::KIND == COUNTS || Types::KIND == LATEST; // which rows have values says what they come to
    static constexpr bool IN_ANY_ORDER = COMES_BY_BITS || IS_SHIFT || ADDS_INTEGERS || (IS_EXTREME && sizeof(Element) <= 8);
};

// Sums over the scans before N.
template <u32 N> constexpr u32 BYTES_BEFORE = BYTES_BEFORE<N - 1> + sizeof(typename Scan<N - 1>::Kept);
template <> constexpr u32 BYTES_BEFORE<0> = 0;
template <u32 N> constexpr u32 WORDS_BEFORE = WORDS_BEFORE<N - 1> + sizeof(typename Scan<N - 1>::Total) / 4;
template <> constexpr u32 WORDS_BEFORE<0> = 0;
template <u32 N> constexpr u32 COUNTS_BEFORE = COUNTS_BEFORE<N - 1> + (Scan<N - 1>::COUNTS_VALUES ? 1 : 0);
template <> constexpr u32 COUNTS_BEFORE<0> = 0;
template <u32 N>
constexpr u32 MORE_BEFORE = MORE_BEFORE<N - 1> + (Scan<N - 1>::KIND == MEANS || Scan<N - 1>::KIND == LATEST ? 1 : 0); // those that keep more than a total
template <> constexpr u32 MORE_BEFORE<0> = 0;
template <u32 N> constexpr bool ALL_IN_ANY_ORDER = ALL_IN_ANY_ORDER<N - 1> && Scan<N - 1>::IN_ANY_ORDER;
template <> constexpr bool ALL_IN_ANY_ORDER<0> = true;
template <u32 N> constexpr bool ALL_BY_BITS = ALL_BY_BITS<N - 1> && Scan<N - 1>::COMES_BY_BITS;
template <> constexpr bool ALL_BY_BITS<0> = true;

constexpr u32 WARPS = THREADS / WARP;
constexpr bool IS_WIDE = sizeof(typename Scan<0>::Element) == 16;
constexpr u32 BLOCKS = THREADS == 512 && !IS_WIDE ? 2 : 1; // of a multiprocessor: wide totals need more registers
// Registers of a row.
constexpr u32 WORDS = WORDS_BEFORE<SCANS> + BYTES_BEFORE<SCANS> / 4 + COUNTS_BEFORE<SCANS> * 2 + (COUNTS_BEFORE<SCANS> > 0 ? 1 : 0) +
                      (HAS_PARTS ? 4 : 3) + MORE_BEFORE<SCANS>;
constexpr u32 ROOM = IS_WIDE ? 80 : 36;
constexpr u32 ROWS = WORDS > ROOM ? 1 : ROOM / WORDS < 4 ? ROOM / WORDS : 4; // of a thread in a tile; more spill registers
constexpr bool READS_FIRST = WORDS <= ROOM; // all that a row wants of a table, so that no read waits for a write
constexpr u32 STRETCH = WARP * ROWS;
constexpr u32 TILE = THREADS * ROWS;
constexpr u32 SEEN = 2048 / WARPS; // words of a warp that tell slots apart
constexpr u32 MANY_SLOTS = 512; // of fewer, a warp mostly has two rows of one
constexpr u32 IS_VALUE = 1u << 16;
constexpr u32 NEAR = 16; // the share of a chunk by which its beginning may move

// `valid` has a byte a row in the place of bits; of both, none is there if there are no nulls. `totals` and `counts` are of each slot of each chunk. `fill`, if it
// is there, is what rows get for which a shift finds none.
struct Column {
    InputColumn input;
    const u8* valid;
    u64 nulls_stay;
    void* totals;
    u32* counts;
    void* to;
    u32* to_validity;
    const void* fill;
};

// `groups` is null if all rows are of one; the first group is `least` there. Steps are rows, or count down from behind the last one: `skipped` then takes the first step to the end of a word of
// validity.
struct Params {
    u64 count;
    const u32* groups;
    u64 least;
    u64 left_out;
    u64 is_backwards;
    u64 skipped;
    u64 slot_bits;
    u64 slots;
    u64 tables; // of a block: one, or one for each warp
    u64 chunk;
    u64 chunks;
    u32* parts;  // the last one of each chunk, if it goes on in the next; else NONE
    u32* firsts; // of each chunk
    u64* fault;
    u64* done;
    u64* host;
    Column columns[SCANS];
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

// What rows of a slot come to, and how many values they have if that is wanted: of a shift, a bit for each row that is there, and IS_VALUE times that if it has
// a value.
template <u32 N> struct State {
    typename Scan<N>::Total total;
    u32 count;
};

// What nothing comes to: it changes no other total. No sum but that of -0.0 alone is -0.0.
template <u32 N> __device__ __forceinline__ State<N> nothing() {
    typedef typename Scan<N>::Total Total;
    if constexpr (Scan<N>::IS_EXTREME) {
        return State<N>{extreme<Total>(Scan<N>::KIND == LEAST), 0};
    } else if constexpr (Scan<N>::IS_SHIFT) {
        return State<N>{};
    } else if constexpr (Scan<N>::KIND == PRODUCTS) {
        return State<N>{static_cast<Total>(1), 0};
    } else if constexpr (IsFloat<Total>::value) {
        return State<N>{static_cast<Total>(-0.0), 0};
    } else {
        return State<N>{static_cast<Total>(0), 0};
    }
}

// The last rows of both.
template <u32 N> __device__ __forceinline__ State<N> behind(const State<N>& a, const State<N>& b) {
    constexpr u32 ROWS_KEPT = Scan<N>::DEPTH + 1;
    constexpr u32 ALL = (1u << ROWS_KEPT) - 1;
    const u32 later = static_cast<u32>(__popc(b.count & ALL));
    State<N> all = b;
    all.count |= a.count << later & (ALL | ALL * IS_VALUE);
#pragma unroll
    for (u32 i = 0; i < ROWS_KEPT; i++) {
#pragma unroll
        for (u32 k = 0; k <= i; k++) {
            all.total.of[i] = later == i - k ? a.total.of[k] : all.total.of[i];
        }
    }
    return all;
}

template <u32 N> __device__ __forceinline__ State<N> together(const State<N>& a, const State<N>& b) {
    const u32 count = a.count + b.count;
    if constexpr (Scan<N>::IS_SHIFT) {
        return behind(a, b);
    } else if constexpr (Scan<N>::KIND == LATEST) {
        return State<N>{b.count != 0 ? b.total : a.total, count};
    } else if constexpr (Scan<N>::KIND == LEAST) {
        return State<N>{is_before(b.total, a.total) ? b.total : a.total, count};
    } else if constexpr (Scan<N>::KIND == GREATEST) {
        return State<N>{is_before(a.total, b.total) ? b.total : a.total, count};
    } else if constexpr (Scan<N>::KIND == PRODUCTS) {
        return State<N>{a.total * b.total, count};
    } else {
        return State<N>{a.total + b.total, count};
    }
}

template <typename T, u32 COUNT> __device__ __forceinline__ Recent<T, COUNT> from_lane(const Recent<T, COUNT>& rows, u32 lane) {
    Recent<T, COUNT> other;
#pragma unroll
    for (u32 i = 0; i < COUNT; i++) {
        other.of[i] = from_lane(rows.of[i], lane);
    }
    return other;
}

template <u32 N> __device__ __forceinline__ State<N> from_lane(const State<N>& state, u32 lane) {
    return State<N>{from_lane(state.total, lane), Scan<N>::COUNTS_VALUES ? __shfl_sync(FULL_WARP, state.count, lane) : 0};
}

// The rows of a thread, as scan N and those behind it see them.
template <u32 N> struct Rows {
    State<N> so_far[ROWS]; // a row, then the rows of its group in the warp, then all rows
    State<N> before[ROWS]; // what the table has, in the thread that takes the slot
    u32 valid;             // a bit a row: whether it has a value
    Rows<N + 1> others;
};
template <> struct Rows<SCANS> {};

template <u32 N, u32 FIRST> __device__ __forceinline__ Rows<N>& of(Rows<FIRST>& rows) {
    if constexpr (N == FIRST) {
        return rows;
    } else {
        return of<N>(rows.others);
    }
}

// The same as all scans see them.
struct Walk {
    u32 group[ROWS];
    u32 group_before[ROWS]; // that of the slot, in the thread that takes it
    u32 place[ROWS];        // of the slot, in the thread that takes it
    u32 last[ROWS];         // the last lane with its slot, WARP where there is no row
    u32 known;              // a bit a row: whether it is in a group
    u32 apart;              // a bit a row: whether the warp has no two with its slot
    Rows<0> rows;
};

// What memory has of a total, and back: the first rows.
template <typename To, typename From> __device__ __forceinline__ To first_rows(const From& from) {
    if constexpr (sizeof(To) == sizeof(From)) {
        return from;
    } else {
        To to = {};
#pragma unroll
        for (u32 i = 0; i < sizeof(to.of) / sizeof(to.of[0]) && i < sizeof(from.of) / sizeof(from.of[0]); i++) {
            to.of[i] = from.of[i];
        }
        return to;
    }
}

extern __shared__ __align__(16) u8 shared[];

// The tables of a block: an array for each scan and another for its counts.
struct Table {
    u32 all;   // places of all, of which the last one is of no slot
    u32 first; // place of the first slot of that of this thread

    template <u32 N> __device__ __forceinline__ typename Scan<N>::Kept* totals() const {
        return reinterpret_cast<typename Scan<N>::Kept*>(shared + all * BYTES_BEFORE<N>);
    }
    __device__ __forceinline__ u32* words(u32 array) const { return reinterpret_cast<u32*>(shared + all * BYTES_BEFORE<SCANS>) + array * all; }
    __device__ __forceinline__ u32* groups() const { return words(0); } // the one whose slot it is now
    template <u32 N> __device__ __forceinline__ u32* counts() const { return words((HAS_PARTS ? 1 : 0) + COUNTS_BEFORE<N>); }

    template <u32 N> __device__ __forceinline__ State<N> get(u32 place) const {
        return State<N>{first_rows<typename Scan<N>::Total>(totals<N>()[place]), Scan<N>::COUNTS_VALUES ? counts<N>()[place] : 0};
    }
    template <u32 N> __device__ __forceinline__ void set(u32 place, const State<N>& state) const {
        totals<N>()[place] = first_rows<typename Scan<N>::Kept>(state.total);
        if constexpr (Scan<N>::COUNTS_VALUES) {
            counts<N>()[place] = state.count;
        }
    }
};

template <u32 N> __device__ __forceinline__ State<N> of_chunk(const Params& params, u64 at) {
    const Column& column = params.columns[N];
    return State<N>{first_rows<typename Scan<N>::Total>(static_cast<const typename Scan<N>::Kept*>(column.totals)[at]),
                    Scan<N>::COUNTS_VALUES ? column.counts[at] : 0};
}

template <u32 N> __device__ __forceinline__ void set_chunk(const Params& params, u64 at, const State<N>& state) {
    const Column& column = params.columns[N];
    static_cast<typename Scan<N>::Kept*>(column.totals)[at] = first_rows<typename Scan<N>::Kept>(state.total);
    if constexpr (Scan<N>::COUNTS_VALUES) {
        column.counts[at] = state.count;
    }
}

// Steps and rows have 32 bits.
__device__ __forceinline__ u32 row_at(const Params& params, u32 step) {
    return params.is_backwards != 0 ? static_cast<u32>(params.skipped + params.count) - 1 - step : step;
}

__device__ __forceinline__ u32 group_of(const Params& params, u32 row) {
    return params.groups != nullptr ? params.groups[row] - static_cast<u32>(params.least) : 0;
}

__device__ __forceinline__ u32 slot_of(const Params& params, u32 group) {
    return HAS_PARTS ? group & ((1u << params.slot_bits) - 1) : group;
}

__device__ __forceinline__ u32 part_of(const Params& params, u32 group) { return group >> params.slot_bits; }

// A bit for each of some rows: whether it has a value.
__device__ __forceinline__ u32 have_values(const Column& column, const u32 (&rows)[ROWS]) {
    u32 valid = 0;
    if (column.valid != nullptr) {
#pragma unroll
        for (u32 r = 0; r < ROWS; r++) {
            valid |= (column.valid[rows[r]] != 0 ? 1u : 0u) << r;
        }
        return valid;
    }
    if (column.input.validity != nullptr) {
#pragma unroll
        for (u32 r = 0; r < ROWS; r++) {
            valid |= (bit_at(column.input.validity, column.input.first_bit + rows[r]) ? 1u : 0u) << r;
        }
        return valid;
    }
    return FULL_WARP;
}

template <u32 N> __device__ __forceinline__ State<N> value_of(const Column& column, u32 row) {
    typedef typename Scan<N>::Total Total;
    if constexpr (Scan<N>::KIND == COUNTS) {
        return State<N>{1, 1};
    } else {
        const auto value = static_cast<typename Scan<N>::Element>(static_cast<const typename Scan<N>::Value*>(column.input.data)[row]);
        if constexpr (Scan<N>::IS_SHIFT) {
            return State<N>{Total{{value}}, 1};
        } else {
            return State<N>{value, 1};
        }
    }
}

// A bit for each row that counts.
template <u32 N> __device__ __forceinline__ u32 counted(const Walk& walk, const Rows<N>& rows) { return Scan<N>::IS_SHIFT ? walk.known : rows.valid; }

// Reads the rows of a thread that are among those from `first` to `end`, and for the others row 0: no load depends on another, so that all are on their way
// at once.
__device__ __forceinline__ void load_all(const Params& params, u32 step, u32 stride, u32 first, u32 end, Walk& walk) {
    u32 rows[ROWS];
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        const u32 mine = step + r * stride;
        const bool is_row = mine >= first && mine < end;
        walk.last[r] = is_row ? 0 : WARP;
        rows[r] = is_row ? row_at(params, mine) : 0;
        walk.group[r] = group_of(params, rows[r]);
    }
    for_each<SCANS>([&](auto n) {
        constexpr u32 N = decltype(n)::value;
#pragma unroll
        for (u32 r = 0; r < ROWS; r++) {
            of<N>(walk.rows).so_far[r] = value_of<N>(params.columns[N], rows[r]);
        }
        of<N>(walk.rows).valid = have_values(params.columns[N], rows);
    });
    walk.apart = 0;
    walk.known = 0;
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        walk.known |= (walk.last[r] != WARP && walk.group[r] != static_cast<u32>(params.left_out) ? 1u : 0u) << r;
    }
    for_each<SCANS>([&](auto n) {
        constexpr u32 N = decltype(n)::value;
        Rows<N>& mine = of<N>(walk.rows);
        mine.valid &= walk.known;
#pragma unroll
        for (u32 r = 0; r < ROWS; r++) {
            mine.so_far[r] = (counted(walk, mine) >> r & 1) != 0 ? mine.so_far[r] : nothing<N>();
            mine.so_far[r].count += Scan<N>::IS_SHIFT ? (mine.valid >> r & 1) * IS_VALUE : 0;
        }
    });
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

__device__ __forceinline__ u32 last_of(u32 lanes) { return 31 - static_cast<u32>(__clz(static_cast<i32>(lanes))); }

// How many of the lanes up to this one have values, and the last value of them.
template <u32 N> __device__ __forceinline__ void count_values(u32 r, u32 peers, Rows<N>& mine) {
    const u32 valid = __ballot_sync(FULL_WARP, (mine.valid >> r & 1) != 0) & peers;
    mine.so_far[r].count = static_cast<u32>(__popc(valid));
    if constexpr (Scan<N>::KIND == COUNTS) {
        mine.so_far[r].total = mine.so_far[r].count;
    } else if constexpr (Scan<N>::KIND == LATEST) {
        mine.so_far[r].total = from_lane(mine.so_far[r].total, valid == 0 ? threadIdx.x % WARP : last_of(valid));
    }
}

// Whether no two lanes have the same slot, as far as bits tell that slots may share. `seen` is of the warp, and 0 before and after.
__device__ __forceinline__ bool all_differ(u32* seen, u32 slot, bool is_row) {
    u32* word = seen + slot / WARP % SEEN;
    const u32 bit = 1u << slot % WARP;
    const bool is_seen = (atomicOr(word, is_row ? bit : 0) & bit) != 0 && is_row;
    const bool is_any = __any_sync(FULL_WARP, is_seen);
    *word = 0;
    __syncwarp();
    return !is_any;
}

// Makes of the values of lanes what those of the same group come to.
__device__ __forceinline__ void put_together(const Params& params, u32* seen, u32 r, Walk& walk) {
    const u32 lane = threadIdx.x % WARP;
    const u32 upto = FULL_WARP >> (WARP - 1 - lane);
    const bool is_row = walk.last[r] != WARP;
    if (params.slots >= MANY_SLOTS && all_differ(seen, slot_of(params, walk.group[r]), is_row)) {
        walk.last[r] = is_row ? lane : WARP;
        walk.apart |= 1u << r;
        return;
    }
    const u32 alike = lanes_like(walk.group[r], static_cast<u32>(params.slot_bits), __ballot_sync(FULL_WARP, is_row));
    const u32 peers = (HAS_PARTS ? lanes_of_part(part_of(params, walk.group[r]), alike) : alike) & upto;
    walk.last[r] = is_row ? last_of(alike) : WARP;
    if constexpr (!ALL_BY_BITS<SCANS>) {
        const u32 before = peers & ~(1u << lane);
        u32 from = is_row && before != 0 ? last_of(before) : WARP;
        while (__any_sync(FULL_WARP, from != WARP)) { // each lane looks twice as far back as the time before
            const u32 source = from == WARP ? lane : from;
            for_each<SCANS>([&](auto n) {
                constexpr u32 N = decltype(n)::value;
                if constexpr (!Scan<N>::COMES_BY_BITS) {
                    State<N>& mine = of<N>(walk.rows).so_far[r];
                    const State<N> other = from_lane(mine, source);
                    mine = from == WARP ? mine : together(other, mine);
                }
            });
            const u32 next = __shfl_sync(FULL_WARP, from, source);
            from = from == WARP ? WARP : next;
        }
    }
    for_each<SCANS>([&](auto n) {
        constexpr u32 N = decltype(n)::value;
        if constexpr ((Scan<N>::COUNTS_VALUES && !Scan<N>::IS_SHIFT) || Scan<N>::COMES_BY_BITS) {
            count_values(r, peers, of<N>(walk.rows));
        }
    });
}

// Adds what a slot has to the last row with it, and puts back what comes of it; other rows take no slot.
__device__ __forceinline__ void take_slot(const Params& params, const Table& table, u32 r, Walk& walk) {
    const u32 place = walk.place[r];
    bool goes_on = true;
    if constexpr (HAS_PARTS) {
        walk.group_before[r] = table.groups()[place];
        goes_on = walk.group_before[r] == walk.group[r];
    }
    const auto put_back = [&](auto n) {
        constexpr u32 N = decltype(n)::value;
        const Rows<N>& mine = of<N>(walk.rows);
        table.set<N>(place, goes_on ? together(mine.before[r], mine.so_far[r]) : mine.so_far[r]);
    };
    for_each<SCANS>([&](auto n) {
        of<decltype(n)::value>(walk.rows).before[r] = table.get<decltype(n)::value>(place);
        if constexpr (!READS_FIRST) {
            put_back(n);
        }
    });
    if constexpr (READS_FIRST) {
        for_each<SCANS>(put_back);
    }
    if constexpr (HAS_PARTS) {
        table.groups()[place] = walk.group[r];
    }
}

// Gives all rows of a slot what the last one has taken, if they go on with it.
__device__ __forceinline__ void spread(const Params& params, u32 r, Walk& walk) {
    const bool is_apart = (walk.apart >> r & 1) != 0;
    const u32 from = walk.last[r] % WARP;
    bool goes_on = walk.last[r] != WARP;
    if constexpr (HAS_PARTS) {
        goes_on &= (is_apart ? walk.group_before[r] : __shfl_sync(FULL_WARP, walk.group_before[r], from)) == walk.group[r];
    }
    for_each<SCANS>([&](auto n) {
        constexpr u32 N = decltype(n)::value;
        Rows<N>& mine = of<N>(walk.rows);
        const State<N> before = is_apart ? mine.before[r] : from_lane(mine.before[r], from);
        mine.so_far[r] = goes_on ? together(before, mine.so_far[r]) : mine.so_far[r];
    });
}

// Adds the rows of a warp to its table, in the turn `mine` if others have it too.
__device__ __forceinline__ void add(const Params& params, const Table& table, u32* turn, u32 mine, Walk& walk) {
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        const bool takes = walk.last[r] == threadIdx.x % WARP;
        walk.place[r] = takes ? table.first + slot_of(params, walk.group[r]) : table.all - 1;
        asm volatile("" : "+r"(walk.place[r])); // or it would be computed in its turn
    }
    if (params.tables == 1) {
        await_turn(turn, mine);
    }
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        take_slot(params, table, r, walk);
        __syncwarp();
    }
    if (params.tables == 1) {
        pass_turn(turn, mine);
    }
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        spread(params, r, walk);
    }
}

template <u32 N> __device__ __forceinline__ typename Scan<N>::Result result_of(const State<N>& state) {
    typedef typename Scan<N>::Result Result;
    if constexpr (Scan<N>::KIND == MEANS) {
        return static_cast<Result>(state.total) / static_cast<Result>(state.count);
    } else if constexpr (Scan<N>::KIND == CHANGED) {
        return static_cast<Result>(state.total.of[0] - state.total.of[Scan<N>::DISTANCE]);
    } else if constexpr (Scan<N>::IS_SHIFT) {
        return static_cast<Result>(state.total.of[Scan<N>::DISTANCE]);
    } else {
        return static_cast<Result>(state.total);
    }
}

template <u32 N> __device__ __forceinline__ void check(const Params& params, const State<N>& state, typename Scan<N>::Result result) {
    if constexpr (Scan<N>::KIND == SUMS && Scan<N>::ADDS_INTEGERS) {
        if (static_cast<typename Scan<N>::Total>(result) != state.total) {
            atomicOr(params.fault, 1ULL);
        }
    }
}

// A chunk of the steps, of which `first` is the first that is a row.
struct Chunk {
    u64 number;
    u32 first;
    u32 end;
};

// Writes the bits of the steps of a word that are of a chunk: another may have those at an end.
__device__ __forceinline__ void write_bits(const Params& params, const Chunk& chunk, u32 step, u32 bits, u32* word) {
    u32 mine = FULL_WARP;
    if constexpr (HAS_PARTS) {
        mine = step < chunk.first && chunk.first > params.skipped ? FULL_WARP << (chunk.first - step) : mine;
        mine &= chunk.end - step < WARP && chunk.end < params.skipped + params.count ? (1u << (chunk.end - step)) - 1 : FULL_WARP;
    }
    const u32 in_rows = params.is_backwards != 0 ? __brev(bits & mine) : bits & mine;
    if (mine == FULL_WARP) {
        *word = in_rows;
    } else {
        atomicAnd(word, ~(params.is_backwards != 0 ? __brev(mine) : mine));
        atomicOr(word, in_rows);
    }
}

template <u32 N> __device__ __forceinline__ void write(const Params& params, u32 r, u32 step, const Chunk& chunk, Walk& walk) {
    const Rows<N>& mine = of<N>(walk.rows);
    const Column& column = params.columns[N];
    const u32 row = row_at(params, step);
    bool is_filled = false;
    if constexpr (Scan<N>::IS_SHIFT) {
        is_filled = column.fill != nullptr && (walk.known >> r & 1) != 0 && (mine.so_far[r].count >> Scan<N>::DISTANCE & 1) == 0;
    }
    if (walk.last[r] != WARP) {
        typename Scan<N>::Result value = result_of(mine.so_far[r]);
        if (is_filled) {
            value = *static_cast<const typename Scan<N>::Result*>(column.fill);
        }
        static_cast<typename Scan<N>::Result*>(column.to)[row] = value;
        check<N>(params, mine.so_far[r], value);
    }
    if (column.to_validity != nullptr) {
        constexpr u32 ANY_VALUE = Scan<N>::IS_SHIFT ? IS_VALUE << Scan<N>::DISTANCE : FULL_WARP;
        const bool has = is_filled || ((walk.known >> r & 1) != 0 && (!Scan<N>::COUNTS_VALUES || (mine.so_far[r].count & ANY_VALUE) != 0));
        const u32 bits = __ballot_sync(FULL_WARP, has && (column.nulls_stay == 0 || (mine.valid >> r & 1) != 0));
        if (step % WARP == 0 && step < chunk.end && row / WARP * WARP < params.count) {
            write_bits(params, chunk, step, bits, column.to_validity + row / WARP);
        }
    }
}

// The first of the steps from `first` to `last` that has the part of `last`; a warp looks for it.
__device__ __forceinline__ u32 part_start(const Params& params, u32 first, u32 last) {
    const u32 part = part_of(params, group_of(params, row_at(params, last)));
    while (first < last) {
        const u32 piece = (last - first) / WARP + 1;
        const u32 behind = (threadIdx.x % WARP + 1) * piece - 1;
        const u32 mine = behind < last - first ? first + behind : last;
        const u32 alike = __ballot_sync(FULL_WARP, part_of(params, group_of(params, row_at(params, mine))) == part);
        const u32 lane = static_cast<u32>(__ffs(static_cast<i32>(alike))) - 1;
        last = __shfl_sync(FULL_WARP, mine, lane);
        first += lane * piece;
    }
    return first;
}

// Where a chunk begins.
__device__ __forceinline__ u32 first_of(const Params& params, u64 number) {
    const u32 all = static_cast<u32>(params.skipped + params.count);
    const u32 skipped = static_cast<u32>(params.skipped);
    if (number * params.chunk <= skipped) {
        return skipped;
    }
    const u32 at = number * params.chunk < all ? static_cast<u32>(number * params.chunk) : all;
    const u32 reach = static_cast<u32>(params.chunk) / NEAR;
    if (!HAS_PARTS || at == all || reach == 0) {
        return at;
    }
    const u32 first = at - skipped > reach ? at - reach : skipped;
    const u32 begin = part_start(params, first, all - at > reach ? at + reach : all - 1);
    return begin == first ? at : begin;
}

// `firsts` are those of all chunks, if they are known.
__device__ __forceinline__ Chunk chunk_of(const Params& params, const u32* firsts) {
    const u64 number = params.tables == 1 ? blockIdx.x : static_cast<u64>(blockIdx.x) * WARPS + threadIdx.x / WARP;
    const auto first = [&](u64 chunk) { return firsts != nullptr && chunk < params.chunks ? firsts[chunk] : first_of(params, chunk); };
    return Chunk{number, first(number), first(number + 1)};
}

__device__ __forceinline__ Table table_of(const Params& params) {
    const u32 slots = static_cast<u32>(params.slots);
    return Table{slots * static_cast<u32>(params.tables) + 1, params.tables == 1 ? 0 : threadIdx.x / WARP * slots};
}

// Calls f(slot, place) for the slots of the table of this thread.
template <typename F> __device__ __forceinline__ void each_slot(const Params& params, const Table& table, const F& f) {
    const u32 step = params.tables == 1 ? THREADS : WARP;
    for (u32 slot = threadIdx.x % step; slot < params.slots; slot += step) {
        f(slot, table.first + slot);
    }
    __syncthreads();
}

template <bool WRITES> __device__ __forceinline__ void walk(const Params& params, const Table& table, const Chunk& chunk) {
    __shared__ u32 turn;
    __shared__ u32 seen[WARPS * SEEN];
    for (u32 word = threadIdx.x; word < WARPS * SEEN; word += THREADS) {
        seen[word] = 0;
    }
    if (threadIdx.x == 0) {
        turn = 0;
    }
    __syncthreads();
    const bool is_alone = params.tables != 1;
    const u32 warp = is_alone ? 0 : threadIdx.x / WARP;
    const u32 mine = warp * STRETCH + threadIdx.x % WARP;
    u32 stretch = warp;
    const u32 begin = chunk.first < chunk.end ? chunk.first / WARP * WARP : chunk.end; // or a warp without rows would write bits of others
    for (u32 tile = begin; tile < chunk.end; tile += is_alone ? STRETCH : TILE, stretch += WARPS) {
        Walk walk;
        load_all(params, tile + mine, WARP, chunk.first, chunk.end, walk);
#pragma unroll
        for (u32 r = 0; r < ROWS; r++) {
            put_together(params, seen + threadIdx.x / WARP * SEEN, r, walk);
        }
        add(params, table, &turn, stretch, walk);
        if constexpr (WRITES) {
#pragma unroll
            for (u32 r = 0; r < ROWS; r++) {
                for_each<SCANS>([&](auto n) { write<decltype(n)::value>(params, r, tile + mine + r * WARP, chunk, walk); });
            }
        }
    }
}

// Of a chunk the steps whose part goes on in the next one: none, or its last part.
__device__ __forceinline__ Chunk going_on(const Params& params, const Chunk& chunk) {
    const u32 all = static_cast<u32>(params.skipped + params.count);
    if (!HAS_PARTS || chunk.first >= chunk.end) {
        return chunk;
    }
    const u32 last = chunk.end - 1;
    const auto part = [&](u32 step) { return part_of(params, group_of(params, row_at(params, step))); };
    const bool goes_on = chunk.end < all && part(chunk.end) == part(last);
    return Chunk{chunk.number, goes_on ? part_start(params, chunk.first, last) : chunk.end, chunk.end};
}

// Adds a number of several words of which others see none before all are done.
template <typename T> __device__ __forceinline__ void add_words(u32* words, T value) {
    u32 carry = 0;
#pragma unroll
    for (u32 w = 0; w < sizeof(T) / 4; w++) {
        const u64 more = static_cast<u64>(static_cast<u32>(value >> 32 * w)) + carry;
        const u32 word = static_cast<u32>(more);
        carry = static_cast<u32>(more >> 32);
        if (word != 0) {
            carry += atomicAdd(words + w, word) > ~word ? 1 : 0;
        }
    }
}

// Puts a value in the place of those that come behind it, or before if `is_greatest`.
template <typename T> __device__ __forceinline__ void take_extreme(T* total, T value, bool is_greatest) {
    if constexpr (!IsFloat<T>::value) {
        is_greatest ? atomicMax(total, value) : atomicMin(total, value);
    } else {
        typedef typename Width<sizeof(T) == 4>::type Word;
        Word* word = reinterpret_cast<Word*>(total);
        Word seen = read_word(word);
        while (true) {
            const T other = *reinterpret_cast<const T*>(&seen);
            if (!(is_greatest ? is_before(other, value) : is_before(value, other))) {
                return;
            }
            const Word found = atomicCAS(word, seen, *reinterpret_cast<const Word*>(&value));
            if (found == seen) {
                return;
            }
            seen = found;
        }
    }
}

// Adds a value to a slot that others add to. Of LATEST, the count is the number of the last step with a value; of a shift, rows are the numbers of their steps, each
// of which moves on what is less than it.
template <u32 N> __device__ __forceinline__ void add_at_once(const Table& table, u32 place, const State<N>& value, u32 step) {
    typename Scan<N>::Kept* total = table.totals<N>() + place;
    if constexpr (Scan<N>::KIND == COUNTS) {
        atomicAdd(total, 1u);
    } else if constexpr (Scan<N>::KIND == LATEST) {
        atomicMax(table.counts<N>() + place, step);
    } else if constexpr (Scan<N>::IS_SHIFT) {
        for (u32 i = 0; i < Scan<N>::DEPTH; i++) {
            const u32 other = atomicMax(reinterpret_cast<u32*>(total->of + i), step);
            step = other < step ? other : step;
        }
    } else if constexpr (Scan<N>::IS_EXTREME && Scan<N>::IN_ANY_ORDER) {
        take_extreme(total, value.total, Scan<N>::KIND == GREATEST);
    } else if constexpr (Scan<N>::ADDS_INTEGERS) {
        add_words(reinterpret_cast<u32*>(total), value.total);
    }
    if constexpr (Scan<N>::COUNTS_VALUES && Scan<N>::KIND != LATEST && !Scan<N>::IS_SHIFT) {
        atomicAdd(table.counts<N>() + place, 1u);
    }
}

__device__ __forceinline__ void add_in_any_order(const Params& params, const Table& table, const Chunk& chunk) {
    const u32 stride = params.tables == 1 ? THREADS : WARP;
    for (u32 tile = chunk.first; tile < chunk.end; tile += ROWS * stride) {
        Walk walk;
        const u32 step = tile + threadIdx.x % stride;
        load_all(params, step, stride, chunk.first, chunk.end, walk);
        for_each<SCANS>([&](auto n) {
            constexpr u32 N = decltype(n)::value;
            const Rows<N>& mine = of<N>(walk.rows);
#pragma unroll
            for (u32 r = 0; r < ROWS; r++) {
                if ((counted(walk, mine) >> r & 1) != 0) {
                    add_at_once<N>(table, table.first + slot_of(params, walk.group[r]), mine.so_far[r], step + r * stride - chunk.first + 1);
                }
            }
        });
    }
}

template <u32 N> __device__ __forceinline__ State<N> row_of_step(const Params& params, u32 step) {
    const Column& column = params.columns[N];
    const u32 row = row_at(params, step);
    State<N> state = value_of<N>(column, row);
    if constexpr (Scan<N>::IS_SHIFT) {
        state.count += (column.valid != nullptr ? column.valid[row] != 0 : is_valid(column.input, row)) ? IS_VALUE : 0;
    }
    return state;
}

// What rows have in the place of the numbers of their steps, from 1 on.
template <u32 N> __device__ __forceinline__ State<N> rows_of_steps(const Params& params, u32 first, const State<N>& steps) {
    State<N> rows = nothing<N>();
    for (u32 i = Scan<N>::DEPTH; i > 0; i--) {
        const u32 step = *reinterpret_cast<const u32*>(steps.total.of + (i - 1));
        rows = step == 0 ? rows : behind(rows, row_of_step<N>(params, first + step - 1));
    }
    return rows;
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) sum_chunks(const __grid_constant__ Params params) {
    const Table table = table_of(params);
    const Chunk whole = chunk_of(params, nullptr);
    const Chunk chunk = going_on(params, whole);
    each_slot(params, table, [&](u32, u32 place) {
        for_each<SCANS>([&](auto n) { table.set<decltype(n)::value>(place, nothing<decltype(n)::value>()); });
        if constexpr (HAS_PARTS) {
            table.groups()[place] = NONE;
        }
    });
    if constexpr (ALL_IN_ANY_ORDER<SCANS>) {
        add_in_any_order(params, table, chunk);
    } else {
        walk<false>(params, table, chunk);
    }
    __syncthreads();
    const bool goes_on = chunk.number < params.chunks && (!HAS_PARTS || chunk.first < chunk.end);
    each_slot(params, table, [&](u32 slot, u32 place) {
        for_each<SCANS>([&](auto n) {
            constexpr u32 N = decltype(n)::value;
            State<N> state = table.get<N>(place);
            if constexpr (ALL_IN_ANY_ORDER<SCANS> && Scan<N>::KIND == LATEST) {
                state = state.count == 0 ? state : row_of_step<N>(params, chunk.first + state.count - 1);
            } else if constexpr (ALL_IN_ANY_ORDER<SCANS> && Scan<N>::IS_SHIFT) {
                state = rows_of_steps(params, chunk.first, state);
            }
            if (goes_on) {
                set_chunk<N>(params, chunk.number * params.slots + slot, state);
            }
        });
    });
    if (HAS_PARTS && chunk.number < params.chunks && threadIdx.x % (params.tables == 1 ? THREADS : WARP) == 0) {
        params.parts[chunk.number] = goes_on ? part_of(params, group_of(params, row_at(params, chunk.end - 1))) : NONE;
        params.firsts[chunk.number] = whole.first;
    }
}

// Makes of what a slot has of each chunk what it has of all chunks before, back to one of another part.
template <u32 N> __device__ __forceinline__ void start_slot(const Params& params, u64 slot) {
    const u32 lane = threadIdx.x % WARP;
    State<N> so_far = nothing<N>();
    u32 part_so_far = NONE;
    for (u64 first = 0; first <= params.chunks; first += WARP) {
        const u64 chunk = first + lane;
        const u64 at = chunk * params.slots + slot;
        const u32 part = HAS_PARTS && chunk < params.chunks ? params.parts[chunk] : NONE;
        if (HAS_PARTS && part_so_far == NONE && !__any_sync(FULL_WARP, part != NONE)) {
            continue;
        }
        State<N> mine = chunk < params.chunks && (!HAS_PARTS || part != NONE) ? of_chunk<N>(params, at) : nothing<N>();
        for (u32 distance = 1; distance < WARP && distance < params.chunks; distance *= 2) {
            const u32 from = lane < distance ? lane : lane - distance;
            const State<N> before = from_lane(mine, from);
            const u32 part_before = __shfl_sync(FULL_WARP, part, from);
            const bool goes_on = lane >= distance && part_before == part;
            mine = goes_on ? together(before, mine) : mine;
        }
        mine = part == part_so_far || !HAS_PARTS ? together(so_far, mine) : mine;
        State<N> before = from_lane(mine, lane == 0 ? 0 : lane - 1);
        if (lane == 0) { // a choice between the two would be one of addresses, and both would lie in memory
            before = so_far;
        }
        if (chunk <= params.chunks) {
            set_chunk<N>(params, at, before);
        }
        if (first + WARP <= params.chunks) {
            so_far = from_lane(mine, WARP - 1);
            part_so_far = __shfl_sync(FULL_WARP, part, WARP - 1);
        }
    }
}

extern "C" __global__ void start_chunks(const __grid_constant__ Params params) {
    const u64 slot = thread_number() / WARP;
    if (slot < params.slots) {
        for_each<SCANS>([&](auto n) { start_slot<decltype(n)::value>(params, slot); });
    }
}

extern "C" __global__ void total_groups(const __grid_constant__ Params params) {
    const u64 slot = thread_number();
    const bool is_slot = slot < params.slots;
    for_each<SCANS>([&](auto n) {
        constexpr u32 N = decltype(n)::value;
        const Column& column = params.columns[N];
        const State<N> state = is_slot ? of_chunk<N>(params, params.chunks * params.slots + slot) : nothing<N>();
        if (is_slot) {
            const typename Scan<N>::Result value = result_of(state);
            static_cast<typename Scan<N>::Result*>(column.to)[slot] = value;
            check<N>(params, state, value);
        }
        const bool has = is_slot && slot != params.left_out && (!Scan<N>::COUNTS_VALUES || state.count != 0);
        const u32 bits = __ballot_sync(FULL_WARP, has);
        if (column.to_validity != nullptr && is_slot && slot % WARP == 0) {
            column.to_validity[slot / WARP] = bits;
        }
    });
    if (params.host != nullptr) {
        raise_signal(params.done, params.fault, 1, params.host);
    }
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) scan_groups(const __grid_constant__ Params params) {
    const Table table = table_of(params);
    const Chunk chunk = chunk_of(params, HAS_PARTS ? params.firsts : nullptr);
    const bool is_chunk = chunk.number < params.chunks;
    const u32 part = HAS_PARTS && is_chunk && chunk.number > 0 ? params.parts[chunk.number - 1] : NONE;
    each_slot(params, table, [&](u32 slot, u32 place) {
        if (is_chunk && (!HAS_PARTS || part != NONE)) {
            for_each<SCANS>([&](auto n) {
                table.set<decltype(n)::value>(place, of_chunk<decltype(n)::value>(params, chunk.number * params.slots + slot));
            });
        }
        if constexpr (HAS_PARTS) {
            table.groups()[place] = part == NONE ? NONE : part << params.slot_bits | slot;
        }
    });
    walk<true>(params, table, chunk);
    if (params.host != nullptr) {
        raise_signal(params.done, params.fault, 1, params.host);
    }
}

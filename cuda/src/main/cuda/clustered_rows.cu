// Groups rows that lie together: consecutive rows of one key become one row of the result, a partial group, in one pass over rows
// in any order. Where keys are clustered, as in a sorted table, partial groups are few, and grouping them takes little.
//
// spec.cuh: what scan.cuh, cells.cuh and emit.cuh ask for; THREADS; UNROLL, how many times 128 rows a warp reads at once.
//
// clustered_rows: each warp takes `warp_rows` consecutive rows, a multiple of 128 * UNROLL, 128 at a time. While these have the
//   key of the rows before, each lane adds its rows up; where a run ends, lanes are added up by a segmented scan (Blelloch),
//   unless rows are only counted, when all there is to know is where runs begin.
//   A warp writes its runs to CHUNK rows of the result that it takes at a time; what is left of the last ones is filled
//   with partial groups of no rows. If the result has not room, *full is set and the result is worth nothing. Any grid.
//   shared memory: none; global memory: reads each row once; an atomic for CHUNK runs
//
// Rows whose key lies outside of the layout are counted in *outside, marked (leftover_rows.cu) and left out. The order of the result depends on
// timing. Other races: none.
#include "spec.cuh"

#include "cells.cuh"
#include "emit.cuh"
#include "scan.cuh"
#include "types.cuh"
#include "warp.cuh"

constexpr u32 CHUNK = 32;
constexpr u32 STEP = WARP * ROWS;
static_assert(CHUNK == WARP, "a chunk takes what a warp writes at once");

struct Params {
    Scan scan;
    Output output;
    u64 capacity;
    u64 warp_rows;
    u64* outside;
    u64* watched;
    u64* full;
};

// A key's word, and whether it is one: rows that are left out have none.
struct RunKey {
    Word word;
    bool is_key;

    __device__ __forceinline__ bool differs(const RunKey& other) const {
        return is_key != other.is_key || (is_key && word != other.word);
    }
};

__device__ __forceinline__ RunKey key_of_lane(const RunKey& key, u32 lane) {
    return {from_lane(key.word, lane), __shfl_sync(FULL_WARP, static_cast<u32>(key.is_key), lane) != 0};
}

// The cells of a run, or of a part of one.
struct State {
    u64 cells[CELLS];

    __device__ __forceinline__ void clear() {
        for_each<CELLS>([&](auto c) { cells[decltype(c)::value] = 0; });
    }

    __device__ __forceinline__ void add(const Item& item, Watch& watch) {
        for_each<CELLS>([&](auto c) {
            constexpr u32 C = decltype(c)::value;
            if (Cell<C>::takes(item)) {
                cells[C] = combine_cells<C>(cells[C], bits_of<C>(kept<C>(item, watch)));
            }
        });
    }

    __device__ __forceinline__ void add(const State& other) {
        for_each<CELLS>([&](auto c) {
            constexpr u32 C = decltype(c)::value;
            cells[C] = combine_cells<C>(cells[C], other.cells[C]);
        });
    }

    __device__ __forceinline__ State of_lane(u32 lane) const {
        State other;
        for_each<CELLS>([&](auto c) {
            constexpr u32 C = decltype(c)::value;
            other.cells[C] = __shfl_sync(FULL_WARP, cells[C], lane);
        });
        return other;
    }

    // Counts and sums become those of no rows; extremes, which count twice as well as once, stay.
    __device__ __forceinline__ void empty() {
        for_each<CELLS>([&](auto c) {
            constexpr u32 C = decltype(c)::value;
            cells[C] = CellTraits<C>::IS_EXTREME ? cells[C] : 0;
        });
    }
};

// Where a warp writes: `left` rows from `next` on. `last` is the run written last. All lanes know the same.
struct Writer {
    u64 next = 0;
    u32 left = 0;
    Word last_word = 0;
    State last;

    // Called by all lanes; those that have a run, `writes`, write it.
    __device__ __forceinline__ void write(const Params& params, bool writes, Word word, const State& state) {
        const u32 writers = __ballot_sync(FULL_WARP, writes);
        if (writers == 0) {
            return;
        }
        const u32 lane = threadIdx.x % WARP;
        const u32 rank = __popc(writers & ((1u << lane) - 1));
        const u32 runs = __popc(writers);
        u64 fresh = 0;
        if (runs > left) {
            if (lane == 0) {
                fresh = atomicAdd(params.output.groups, static_cast<u64>(CHUNK));
            }
            fresh = __shfl_sync(FULL_WARP, fresh, 0);
        }
        const u64 row = rank < left ? next + rank : fresh + (rank - left);
        if (writes && row < params.capacity) {
            emit_group(params.scan.layout, params.output, row, word, state.cells);
        } else if (writes) {
            *params.full = 1;
        }
        next = runs > left ? fresh + (runs - left) : next + runs;
        left = runs > left ? CHUNK - (runs - left) : left - runs;
        const u32 any = __ffs(static_cast<i32>(writers)) - 1;
        last_word = from_lane(word, any);
        last = state.of_lane(any);
    }

    __device__ __forceinline__ void fill(const Params& params) {
        last.empty();
        write(params, threadIdx.x % WARP < left, last_word, last);
    }
};

// The run that a warp is in: its key; what each lane has of it, or with counts alone, how many rows all lanes have; and
// whether lanes other than the last one have anything.
struct Open {
    RunKey key{0, false};
    State mine;
    u64 rows = 0;
    bool is_spread = false;

    // Rows of the run's key, four of this lane's.
    __device__ __forceinline__ void go_on(const Rows& more, Watch& watch) {
        if constexpr (CELLS == 1) {
            rows += STEP;
        } else {
#pragma unroll
            for (u32 i = 0; i < ROWS; i++) {
                mine.add(more.item[i], watch);
            }
            is_spread = true;
        }
    }

    // All that the lanes have, in each of them.
    __device__ __forceinline__ State all() {
        if constexpr (CELLS == 1) {
            mine.cells[0] = rows;
        } else if (is_spread) {
#pragma unroll
            for (u32 distance = WARP / 2; distance > 0; distance /= 2) {
                mine.add(mine.of_lane(threadIdx.x % WARP ^ distance));
            }
        } else {
            mine = mine.of_lane(WARP - 1);
        }
        return mine;
    }
};

// What a row's number within its four says of it, without an array in local memory.
__device__ __forceinline__ Item item_at(const Rows& rows, u32 row) {
    const Item low = row & 1 ? rows.item[1] : rows.item[0];
    const Item high = row & 1 ? rows.item[3] : rows.item[2];
    return row & 2 ? high : low;
}

__device__ __forceinline__ RunKey key_at(const Rows& rows, u32 row) {
    return {word_at(rows, row), (rows.taken >> row & 1) != 0};
}

// The key of the row before this lane's first one.
__device__ __forceinline__ RunKey key_before(const Rows& rows, const Open& open) {
    const u32 lane = threadIdx.x % WARP;
    const RunKey before = key_of_lane(key_at(rows, ROWS - 1), lane == 0 ? 0 : lane - 1);
    return lane == 0 ? open.key : before;
}

// 128 rows in which a run ends, of counts alone: a run has as many rows as lie between its first and the next one's.
__device__ __forceinline__ void end_counts(const Params& params, const Rows& rows, Open& open, Writer& writer) {
    const u32 lane = threadIdx.x % WARP;
    const RunKey before = key_before(rows, open);
    u32 heads[ROWS];
    u32 any = 0;
#pragma unroll
    for (u32 i = 0; i < ROWS; i++) {
        const bool is_head = key_at(rows, i).differs(i == 0 ? before : key_at(rows, i - 1));
        heads[i] = __ballot_sync(FULL_WARP, is_head);
        any |= heads[i];
    }
    const auto last_of = [&](u32 lanes) {
        const u32 at = WARP - 1 - __clz(static_cast<i32>(lanes));
        const u32 row = heads[3] >> at & 1 ? 3 : heads[2] >> at & 1 ? 2 : heads[1] >> at & 1;
        return static_cast<i64>(at * ROWS + row);
    };
    const u32 below = any & ((1u << lane) - 1);
    i64 from = below == 0 ? -static_cast<i64>(open.rows) : last_of(below);
#pragma unroll
    for (u32 i = 0; i < ROWS; i++) {
        if (heads[i] != 0) {
            const RunKey key = i == 0 ? before : key_at(rows, i - 1);
            const bool is_head = (heads[i] >> lane & 1) != 0;
            const i64 at = lane * ROWS + i;
            State run;
            run.cells[0] = static_cast<u64>(at - from);
            writer.write(params, is_head && key.is_key, key.word, run);
            from = is_head ? at : from;
        }
    }
    open.rows = any == 0 ? open.rows + STEP : static_cast<u64>(STEP - last_of(any));
    open.key = key_of_lane(key_at(rows, ROWS - 1), WARP - 1);
}

// 128 rows in which a run ends.
__device__ __forceinline__ void end_runs(const Params& params, const Rows& rows, Open& open, Writer& writer, Watch& watch) {
    const u32 lane = threadIdx.x % WARP;
    RunKey key = key_before(rows, open);
    const RunKey before = key;
    State mine = open.all();
    if (lane != 0) {
        mine.clear();
    }
    State head;
    head.clear();
    bool has_head = false;
#pragma unroll 1
    for (u32 i = 0; i < ROWS; i++) {
        const RunKey next = key_at(rows, i);
        const bool ends = next.differs(key);
        writer.write(params, ends && has_head && key.is_key, key.word, mine);
        if (ends) {
            if (!has_head) {
                head = mine;
            }
            has_head = true;
            mine.clear();
        }
        if (next.is_key) {
            mine.add(item_at(rows, i), watch);
        }
        key = next;
    }
    const u32 heads = __ballot_sync(FULL_WARP, has_head);
    const u32 below = heads & (0xffffffffu >> (WARP - 1 - lane));
    const u32 start = below == 0 ? 0 : WARP - 1 - __clz(static_cast<i32>(below));
#pragma unroll
    for (u32 distance = 1; distance < WARP; distance *= 2) {
        const State other = mine.of_lane(lane >= distance ? lane - distance : lane);
        if (lane >= start + distance) {
            mine.add(other);
        }
    }
    const State of_before = mine.of_lane(lane == 0 ? 0 : lane - 1);
    if (lane != 0) {
        head.add(of_before);
    }
    writer.write(params, has_head && before.is_key, before.word, head);
    open.key = key_of_lane(key, WARP - 1);
    if (lane != WARP - 1) {
        mine.clear();
    }
    open.mine = mine;
    open.is_spread = false;
}

extern "C" __global__ void __launch_bounds__(THREADS, 2) clustered_rows(const __grid_constant__ Params params) {
    const u32 lane = threadIdx.x % WARP;
    const u64 warp = static_cast<u64>(blockIdx.x) * (THREADS / WARP) + threadIdx.x / WARP;
    const u64 begin = warp * params.warp_rows;
    const u64 end = min(begin + params.warp_rows, params.scan.rows);
    Watch watch;
    u32 outside = 0;
    Open open;
    open.mine.clear();
    Writer writer;
    writer.last.clear();
    for (u64 step = begin; step < end; step += STEP * UNROLL) {
        Rows rows[UNROLL] = {};
#pragma unroll
        for (u32 u = 0; u < UNROLL; u++) {
            read_rows(params.scan, step + u * STEP + lane * ROWS, rows[u]);
        }
#pragma unroll
        for (u32 u = 0; u < UNROLL; u++) {
            if (rows[u].outside != 0) {
                outside += __popc(rows[u].outside);
                mark_leftover(params.scan, step + u * STEP + lane * ROWS);
            }
            bool goes_on = rows[u].taken == ALL_ROWS && open.key.is_key;
#pragma unroll
            for (u32 i = 0; i < ROWS; i++) {
                goes_on = goes_on && rows[u].word[i] == open.key.word;
            }
            if (__ballot_sync(FULL_WARP, goes_on) == FULL_WARP) {
                open.go_on(rows[u], watch);
            } else if constexpr (CELLS == 1) {
                end_counts(params, rows[u], open, writer);
            } else {
                end_runs(params, rows[u], open, writer, watch);
            }
        }
    }
    const State last = open.all();
    writer.write(params, lane == 0 && open.key.is_key, open.key.word, last);
    writer.fill(params);
    if (outside != 0) {
        atomicAdd(params.outside, static_cast<u64>(outside));
    }
    report(watch, params.watched);
    finish_query(params.output);
}

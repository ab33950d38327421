// Brings the rows of a tile that belong to the same partition together and writes them where the partition's cursor says.
//
// spec.cuh: PAYLOADS, Payload<P> and Item (scan.cuh), Rest; THREADS; GROUPS, how many times four rows a thread takes at once;
//   IS_STAGED, whether rows are sorted in shared memory first, so that those of a partition leave together (else each goes
//   where it belongs on its own, and the L2 collects them); BY_COLUMN, whether staged rows move one column after the other, so
//   that a tile has as many rows however many columns there are; HAS_REST, whether rests are kept at all.
#ifndef SHEAF_MOVE
#define SHEAF_MOVE

#include "scan.cuh"
#include "types.cuh"
#include "warp.cuh"

constexpr u32 ITEMS = ROWS * GROUPS;
constexpr u32 TILE = THREADS * ITEMS;
constexpr u32 NOWHERE = 0xffffffffu;

// Whether a staged row's rest and partition are one word, so that both take one access to shared memory.
constexpr bool IS_PACKED = IS_STAGED && HAS_REST && (sizeof(Rest) == 2 || (BY_COLUMN && sizeof(Rest) < 2));

// Where moved rows go.
struct Moved {
    Rest* rests;
    void* payload[PAYLOADS == 0 ? 1 : PAYLOADS];
};

// The rows of a thread: partition in the high half of `where` and its rank among the tile's rows of it in the low one, or NOWHERE.
struct Moving {
    u32 where[ITEMS];
    Rest rests[ITEMS];
    Item items[BY_COLUMN ? 1 : ITEMS];
};

// The sum of the numbers of all threads before this one; `total` gets the sum of all.
__device__ __forceinline__ u32 sum_before(u32 mine, u32& total) {
    __shared__ u32 of_warp[THREADS / WARP];
    __shared__ u32 of_all;
    u32 sum = inclusive_sum(mine);
    if (threadIdx.x % WARP == WARP - 1) {
        of_warp[threadIdx.x / WARP] = sum;
    }
    __syncthreads();
    if (threadIdx.x < WARP) {
        const u32 warps = inclusive_sum(threadIdx.x < THREADS / WARP ? of_warp[threadIdx.x] : 0);
        if (threadIdx.x < THREADS / WARP) {
            of_warp[threadIdx.x] = warps;
        }
        if (threadIdx.x == THREADS / WARP - 1) {
            of_all = warps;
        }
    }
    __syncthreads();
    total = of_all;
    const u32 before = threadIdx.x < WARP ? 0 : of_warp[threadIdx.x / WARP - 1];
    __syncthreads();
    return before + sum - mine;
}

// Column P of the staged rows: the rest is number PAYLOADS, columns begin at multiples of 16 bytes.
template <u32 P> constexpr __device__ u32 stage_offset() {
    if constexpr (P == 0) {
        return 0;
    } else {
        return stage_offset<P - 1>() + TILE * static_cast<u32>(sizeof(typename Payload<P - 1>::Type));
    }
}

template <u32 P> __device__ __forceinline__ typename Payload<P>::Type* staged(u8* stage) {
    return reinterpret_cast<typename Payload<P>::Type*>(stage + stage_offset<P>());
}

// Bytes of a staged row's widest column.
template <u32 P = 0> constexpr __device__ u32 widest() {
    if constexpr (P == PAYLOADS) {
        return HAS_REST && !IS_PACKED ? static_cast<u32>(sizeof(Rest)) : 0;
    } else {
        constexpr u32 mine = static_cast<u32>(sizeof(typename Payload<P>::Type));
        return mine > widest<P + 1>() ? mine : widest<P + 1>();
    }
}

// The shared memory of a block: the stage, the partition of each staged row, two numbers a partition. By column, the stage is
// for one column, and in the place of a row's partition and rest is where it goes once these are read.
struct MoveRoom {
    u8* stage;
    Rest* rests;
    u16* owners;
    u32* places;
    u32* counts;
    u32* shifts;

    __device__ __forceinline__ MoveRoom(u8* shared, u32 partitions) {
        stage = shared;
        if constexpr (BY_COLUMN) {
            rests = reinterpret_cast<Rest*>(stage);
            owners = nullptr;
            places = reinterpret_cast<u32*>(stage + TILE * widest());
            counts = places + TILE;
        } else {
            rests = reinterpret_cast<Rest*>(stage + stage_offset<PAYLOADS>());
            owners = reinterpret_cast<u16*>(rests + (HAS_REST ? TILE : 0));
            places = nullptr;
            counts = IS_STAGED ? reinterpret_cast<u32*>(owners + TILE) : reinterpret_cast<u32*>(shared);
        }
        shifts = counts + partitions;
    }

    __device__ __forceinline__ void clear(u32 partitions) {
        for (u32 i = threadIdx.x; i < partitions; i += THREADS) {
            counts[i] = 0;
        }
        __syncthreads();
    }
};

// Takes places from the cursors for the tile's rows, which are counted and ranked; gives how many are staged. Then counts[p] is
// where the rows of a partition begin in the stage (or, unstaged, where they go), and shifts[p] what leads from there to where
// they go.
__device__ __forceinline__ u32 take_places(MoveRoom& room, u32 partitions, u32* cursors) {
    u32 rows_staged = 0;
    if constexpr (IS_STAGED) {
        const u32 each = (partitions + THREADS - 1) / THREADS;
        const u32 first = threadIdx.x * each;
        const u32 last = min(first + each, partitions);
        u32 count_before = 0;
#pragma unroll 1
        for (u32 p = first; p < last; p++) {
            count_before += room.counts[p];
        }
        u32 start = sum_before(count_before, rows_staged);
#pragma unroll 1
        for (u32 p = first; p < last; p++) {
            const u32 count = room.counts[p];
            room.counts[p] = start;
            if (count != 0) {
                room.shifts[p] = atomicAdd(cursors + p, count) - start;
                start += count;
            }
        }
    } else {
        for (u32 p = threadIdx.x; p < partitions; p += THREADS) {
            const u32 count = room.counts[p];
            room.counts[p] = count == 0 ? 0 : atomicAdd(cursors + p, count);
        }
    }
    __syncthreads();
    return rows_staged;
}

// Moves a tile of counted and ranked rows, one column after the other; `fetch(p, values)` reads payload p of this thread's rows.
template <typename Fetch>
__device__ __forceinline__ void
move_columns(MoveRoom& room, u32 partitions, u32* cursors, Moving& rows, const Moved& to, const Fetch& fetch) {
    __syncthreads();
    const u32 rows_staged = take_places(room, partitions, cursors);
#pragma unroll
    for (u32 i = 0; i < ITEMS; i++) {
        if (rows.where[i] != NOWHERE) {
            const u32 partition = rows.where[i] >> 16;
            const u32 at = room.counts[partition] + (rows.where[i] & 0xffff);
            room.places[at] = IS_PACKED ? partition << 16 | static_cast<u32>(rows.rests[i]) : partition;
            if constexpr (HAS_REST && !IS_PACKED) {
                room.rests[at] = rows.rests[i];
            }
            rows.where[i] = at;
        }
    }
    __syncthreads();
#pragma unroll 4
    for (u32 i = threadIdx.x; i < rows_staged; i += THREADS) {
        const u32 word = room.places[i];
        const u32 at = room.shifts[IS_PACKED ? word >> 16 : word] + i;
        if constexpr (HAS_REST) {
            to.rests[at] = IS_PACKED ? static_cast<Rest>(word) : room.rests[i];
        }
        room.places[i] = at;
    }
    for_each<PAYLOADS>([&](auto p) {
        constexpr u32 P = decltype(p)::value;
        typedef typename Payload<P>::Type Type;
        Type* stage = reinterpret_cast<Type*>(room.stage);
        Type values[ITEMS] = {}; // or they would be alive from one tile to the next where they are not read
        fetch(p, values);
        __syncthreads();
#pragma unroll
        for (u32 i = 0; i < ITEMS; i++) {
            if (rows.where[i] != NOWHERE) {
                stage[rows.where[i]] = values[i];
            }
        }
        __syncthreads();
#pragma unroll 4
        for (u32 i = threadIdx.x; i < rows_staged; i += THREADS) {
            static_cast<Type*>(to.payload[P])[room.places[i]] = stage[i];
        }
    });
    __syncthreads();
}

// Moves a tile whose rows are counted and ranked: takes places from the cursors, then the rows follow. Rooms are free again
// when it returns.
__device__ __forceinline__ void move_tile(MoveRoom& room, u32 partitions, u32* cursors, const Moving& rows, const Moved& to) {
    __syncthreads();
    const u32 rows_staged = take_places(room, partitions, cursors);
#pragma unroll
    for (u32 i = 0; i < ITEMS; i++) {
        if (rows.where[i] != NOWHERE) {
            const u32 partition = rows.where[i] >> 16;
            const u32 at = room.counts[partition] + (rows.where[i] & 0xffff);
            if constexpr (IS_PACKED) {
                reinterpret_cast<u32*>(room.rests)[at] = partition << 16 | static_cast<u32>(rows.rests[i]);
            } else {
                if constexpr (IS_STAGED) {
                    room.owners[at] = static_cast<u16>(partition);
                }
                if constexpr (HAS_REST) {
                    (IS_STAGED ? room.rests : to.rests)[at] = rows.rests[i];
                }
            }
            for_each<PAYLOADS>([&](auto p) {
                constexpr u32 P = decltype(p)::value;
                typedef typename Payload<P>::Type Type;
                (IS_STAGED ? staged<P>(room.stage) : static_cast<Type*>(to.payload[P]))[at] = Payload<P>::get(rows.items[i]);
            });
        }
    }
    __syncthreads();
    if constexpr (IS_STAGED) {
#pragma unroll 4
        for (u32 i = threadIdx.x; i < rows_staged; i += THREADS) {
            u32 at;
            if constexpr (IS_PACKED) {
                const u32 word = reinterpret_cast<const u32*>(room.rests)[i];
                at = room.shifts[word >> 16] + i;
                to.rests[at] = static_cast<Rest>(word);
            } else {
                at = room.shifts[room.owners[i]] + i;
                if constexpr (HAS_REST) {
                    to.rests[at] = room.rests[i];
                }
            }
            for_each<PAYLOADS>([&](auto p) {
                constexpr u32 P = decltype(p)::value;
                typedef typename Payload<P>::Type Type;
                static_cast<Type*>(to.payload[P])[at] = staged<P>(room.stage)[i];
            });
        }
        __syncthreads();
    }
}

#endif

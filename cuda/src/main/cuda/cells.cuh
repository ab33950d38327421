// What a group keeps: a list of cells, in the shared memory of a block and in device memory.
//
// spec.cuh defines CELLS and, for each number C below it, Cell<C>: OP, Value, `takes(item)` and `value(item)`. Cell 0
// counts the rows. Zero is where every cell starts, so that clearing a table is filling it with zeros:
// MIN and MAX keep the greatest of numbers that are ordered as the values are, or the other way round, and AND of bits those
// that some value lacks.
//
// In device memory a cell is 64 bits. In shared memory it is 32 where that is enough (a block sees fewer than 2^32 rows),
// and sums of integers are two words of 32 bits, since 64-bit adds in shared memory are loops of compare and swap.
//
// An extreme of 128 bits is two cells in a row: OP_MIN_WIDE or OP_MAX_WIDE, which in device memory has the high half, and OP_LOW,
// which has the low one. In shared memory the first has both, side by side, and the second nothing (extremes.cuh).
#ifndef SHEAF_CELLS
#define SHEAF_CELLS

#include "extremes.cuh"
#include "order.cuh"
#include "scan.cuh"
#include "types.cuh"

template <u32 C> struct CellTraits {
    typedef typename Cell<C>::Value Value;
    static constexpr u32 OP = Cell<C>::OP;
    static constexpr bool IS_COUNT = OP == OP_COUNT;
    static constexpr bool SUMS_FLOATS = OP == OP_SUM && IsFloat<Value>::value;
    static constexpr bool SUMS_INTEGERS = OP == OP_SUM && !IsFloat<Value>::value;
    static constexpr bool IS_EXTREME = OP == OP_MIN || OP == OP_MAX;
    static constexpr bool IS_BITS = OP >= OP_BIT_AND;
    static constexpr bool IS_PAIR = OP == OP_MIN_WIDE || OP == OP_MAX_WIDE;
    static constexpr bool IS_OF_PAIR = OP == OP_LOW;
    static constexpr bool IS_WIDE = SUMS_FLOATS || (IS_EXTREME && sizeof(Value) == 8);
    static constexpr u32 WORDS = IS_PAIR ? 4 : IS_OF_PAIR ? 0 : OP == OP_SUM || IS_WIDE || (IS_BITS && sizeof(Value) == 8) ? 2 : 1;
    static constexpr u32 ALIGNMENT = IS_PAIR ? 4 : IS_WIDE ? 2 : 1; // in words
};

// Words of the cells up to C and without it, of one alignment or of all.
template <u32 C, u32 ALIGNMENT = 0> constexpr __device__ u32 words_before() {
    if constexpr (C == 0) {
        return 0;
    } else {
        constexpr bool counts = ALIGNMENT == 0 || CellTraits<C - 1>::ALIGNMENT == ALIGNMENT;
        return words_before<C - 1, ALIGNMENT>() + (counts ? CellTraits<C - 1>::WORDS : 0);
    }
}

template <u32 C = 0> constexpr __device__ bool keeps_bits() {
    if constexpr (C == CELLS) {
        return false;
    } else {
        return CellTraits<C>::IS_BITS || keeps_bits<C + 1>();
    }
}

// How many blocks a multiprocessor is to have room for; 0 for what the compiler thinks best, which are 32 registers of 1,024
// threads, and those of bits spill then.
constexpr u32 LEAST_BLOCKS = keeps_bits() ? 1 : 0;

// Cells lie in planes, pairs first, then wide ones. In 32-bit words an entry: where C's plane begins, and all planes.
template <u32 C> constexpr __device__ u32 plane() {
    constexpr u32 ALIGNMENT = CellTraits<C>::ALIGNMENT;
    return words_before<C, ALIGNMENT>() + (ALIGNMENT < 4 ? words_before<CELLS, 4>() : 0)
           + (ALIGNMENT < 2 ? words_before<CELLS, 2>() : 0);
}

constexpr __device__ u32 entry_words() { return words_before<CELLS>(); }

// A number of 32 or 64 bits that is ordered as the value is, for MIN the other way round.
template <u32 OP, typename T> __device__ __forceinline__ auto rank_word(T value) {
    if constexpr (sizeof(T) == 8) {
        u64 word = static_cast<u64>(order_key(value));
        word ^= IsFloat<T>::value || static_cast<T>(-1) < static_cast<T>(0) ? 0x8000000000000000ULL : 0;
        return OP == OP_MIN ? ~word : word;
    } else {
        u32 word = static_cast<u32>(static_cast<i32>(order_key(value)));
        word ^= IsFloat<T>::value || static_cast<T>(-1) < static_cast<T>(0) ? 0x80000000u : 0;
        return OP == OP_MIN ? ~word : word;
    }
}

// The value of a rank word.
template <u32 OP, typename T> __device__ __forceinline__ T of_rank_word(u64 stored) {
    if constexpr (sizeof(T) == 8) {
        u64 word = OP == OP_MIN ? ~stored : stored;
        word ^= IsFloat<T>::value || static_cast<T>(-1) < static_cast<T>(0) ? 0x8000000000000000ULL : 0;
        if constexpr (IsFloat<T>::value) {
            const i64 key = static_cast<i64>(word);
            return __longlong_as_double(key == 0x7fffffffffffffffLL ? 0x7ff8000000000000LL
                                                                    : key ^ ((key >> 63) & 0x7fffffffffffffffLL));
        } else {
            return static_cast<T>(word);
        }
    } else {
        u32 word = OP == OP_MIN ? ~static_cast<u32>(stored) : static_cast<u32>(stored);
        word ^= IsFloat<T>::value || static_cast<T>(-1) < static_cast<T>(0) ? 0x80000000u : 0;
        if constexpr (IsFloat<T>::value) {
            const i32 key = static_cast<i32>(word);
            return __int_as_float(key == 0x7fffffff ? 0x7fc00000 : key ^ ((key >> 31) & 0x7fffffff));
        } else {
            return static_cast<T>(static_cast<i32>(word));
        }
    }
}

// The value whose halves have such rank words.
template <u32 OP> __device__ __forceinline__ i128 of_rank_halves(u64 high, u64 low) {
    const u64 bits = static_cast<u64>(of_rank_word<OP, i64>(high));
    return static_cast<i128>(static_cast<u128>(bits) << 64 | (OP == OP_MIN ? ~low : low));
}

// Which bits the absolute values of what is summed had, to tell afterwards that no sum can have overflowed.
struct Watch {
    u64 bits = 0;
};

// What a thread keeps of cell C in a register, and what an item adds to it.
template <u32 C> struct Kept {
    typedef typename Cell<C>::Value Value;
    static constexpr u32 OP = Cell<C>::OP;
    typedef decltype(rank_word<OP_MAX>(static_cast<Value>(0))) Rank;
    template <bool, typename A, typename B> struct Either { typedef A type; };
    template <typename A, typename B> struct Either<false, A, B> { typedef B type; };
    typedef typename Either<OP == OP_COUNT, u32, Rank>::type NotSum;
    typedef typename Either<CellTraits<C>::SUMS_FLOATS, f64, u64>::type Sum;
    typedef typename Either<OP == OP_SUM, Sum, NotSum>::type type;
};

__device__ __forceinline__ u64 magnitude(u64 word, bool is_signed) {
    return is_signed ? word ^ static_cast<u64>(static_cast<i64>(word) >> 63) : word;
}

template <u32 C> __device__ __forceinline__ typename Kept<C>::type kept(const Item& item, Watch& watch) {
    typedef CellTraits<C> Traits;
    typedef typename Traits::Value Value;
    if constexpr (Traits::IS_COUNT) {
        return 1;
    } else if constexpr (Traits::SUMS_FLOATS) {
        return static_cast<f64>(Cell<C>::value(item));
    } else if constexpr (Traits::SUMS_INTEGERS) {
        const u64 word = static_cast<u64>(static_cast<i64>(Cell<C>::value(item)));
        if constexpr (sizeof(Value) == 8) {
            watch.bits |= magnitude(word, static_cast<Value>(-1) < static_cast<Value>(0));
        }
        return word;
    } else if constexpr (Traits::IS_BITS) {
        const auto bits = static_cast<typename Kept<C>::type>(Cell<C>::value(item));
        return Traits::OP == OP_BIT_AND ? ~bits : bits;
    } else {
        return rank_word<Traits::OP>(Cell<C>::value(item));
    }
}

// What two such numbers come to.
template <u32 C>
__device__ __forceinline__ typename Kept<C>::type together(typename Kept<C>::type a, typename Kept<C>::type b) {
    if constexpr (CellTraits<C>::IS_EXTREME) {
        return a > b ? a : b;
    } else if constexpr (CellTraits<C>::IS_BITS) {
        return CellTraits<C>::OP == OP_BIT_XOR ? a ^ b : a | b;
    } else {
        return a + b;
    }
}

// Such a number as the 64 bits that device memory holds.
template <u32 C> __device__ __forceinline__ u64 bits_of(typename Kept<C>::type number) {
    if constexpr (CellTraits<C>::SUMS_FLOATS) {
        return static_cast<u64>(__double_as_longlong(number));
    } else {
        return number;
    }
}

// The rank words of an item's value of 128 bits.
template <u32 C> __device__ __forceinline__ Extreme wide_rank(const Item& item) {
    constexpr u32 OP = Cell<C>::OP == OP_MIN_WIDE ? OP_MIN : OP_MAX;
    const auto value = Cell<C>::value(item);
    return {rank_word<OP>(static_cast<u64>(value)), rank_word<OP>(static_cast<i64>(value >> 64))};
}

// The extremes of cell C in the table, an entry each.
template <u32 C> __device__ __forceinline__ Extreme* wide_plane(u32* table, u32 entries) {
    return reinterpret_cast<Extreme*>(table + plane<C>() * entries);
}

template <u32 OP> __device__ __forceinline__ void add_bits(u32* word, u32 bits) {
    if constexpr (OP == OP_BIT_XOR) {
        atomicXor(word, bits);
    } else {
        if ((bits & ~*static_cast<volatile u32*>(word)) != 0) {
            atomicOr(word, bits);
        }
    }
}

template <u32 C>
__device__ __forceinline__ void add_to_simple_cell(u32* table, u32 entries, u32 entry, const Item& item, Watch& watch) {
    typedef CellTraits<C> Traits;
    if (!Cell<C>::takes(item)) {
        return;
    }
    const typename Kept<C>::type more = kept<C>(item, watch);
    u32* narrow = table + plane<C>() * entries + entry;
    u64* wide = reinterpret_cast<u64*>(table + plane<C>() * entries) + entry;
    if constexpr (Traits::IS_BITS) {
        add_bits<Traits::OP>(narrow, static_cast<u32>(more));
        if constexpr (Traits::WORDS == 2) {
            add_bits<Traits::OP>(narrow + entries, static_cast<u32>(static_cast<u64>(more) >> 32));
        }
    } else if constexpr (Traits::IS_COUNT) {
        atomicAdd(narrow, 1u);
    } else if constexpr (Traits::SUMS_FLOATS) {
        atomicAdd(reinterpret_cast<f64*>(wide), more);
    } else if constexpr (Traits::SUMS_INTEGERS) {
        const u32 low = static_cast<u32>(more);
        const u32 old = atomicAdd(narrow, low);
        const u32 high = static_cast<u32>(more >> 32) + (old > 0xffffffffu - low ? 1 : 0);
        if (high != 0) {
            atomicAdd(narrow + entries, high);
        }
    } else if constexpr (Traits::IS_WIDE) {
        if (more > *static_cast<volatile u64*>(wide)) {
            atomicMax(wide, more);
        }
    } else {
        if (more > *static_cast<volatile u32*>(narrow)) {
            atomicMax(narrow, more);
        }
    }
}

// Adds an item to cell C of an entry in shared memory; what belongs to the cell before is added with it.
template <u32 C>
__device__ __forceinline__ void add_to_cell(u32* table, u32 entries, u32 entry, const Item& item, Watch& watch) {
    typedef CellTraits<C> Traits;
    if constexpr (Traits::IS_PAIR) {
        if (Cell<C>::takes(item)) {
            raise_extreme(wide_plane<C>(table, entries) + entry, table + plane<0>() * entries + entry, wide_rank<C>(item));
        }
    } else if constexpr (!Traits::IS_OF_PAIR) {
        add_to_simple_cell<C>(table, entries, entry, item, watch);
    }
}

// Adds an item to all cells of an entry in shared memory.
__device__ __forceinline__ void
add_to_entry(u32* table, u32 entries, u32 entry, const Item& item, Watch& watch) {
    for_each<CELLS>([&](auto c) { add_to_cell<decltype(c)::value>(table, entries, entry, item, watch); });
}

template <u32 C = 0> constexpr __device__ bool sums_floats() {
    if constexpr (C == CELLS) {
        return false;
    } else {
        return CellTraits<C>::SUMS_FLOATS || sums_floats<C + 1>();
    }
}

constexpr u32 NO_ENTRY = 0xffffffffu;

// So many rows of a warp add up their floats before one of them adds to the entry that they share.
constexpr u32 LEAST_TOGETHER = 4;

// The lanes of a warp that have an entry, which is `frequent` from then on, if they are enough to add up their floats.
__device__ __forceinline__ u32 lanes_together(u32 entry, u32 wanted, u32& frequent) {
    const u32 lanes = __ballot_sync(FULL_WARP, entry != NO_ENTRY && entry == wanted);
    if (__popc(lanes) < LEAST_TOGETHER) {
        return 0;
    }
    frequent = wanted;
    return lanes;
}

// Adds the floats of cell C that some lanes have for one entry, or only those of this lane. All lanes of the warp call it.
template <u32 C>
__device__ __forceinline__ void add_floats(u32* table, u32 entries, u32 entry, const Item& item, u32 together, Watch& watch) {
    const u32 lane = threadIdx.x % WARP;
    const bool is_together = (together >> lane & 1) != 0;
    bool takes = entry != NO_ENTRY && Cell<C>::takes(item);
    f64 sum = takes ? kept<C>(item, watch) : 0.0;
    if (together != 0) {
        f64 of_lanes = is_together ? sum : 0.0;
        for (u32 distance = WARP / 2; distance > 0; distance /= 2) {
            of_lanes += __shfl_xor_sync(FULL_WARP, of_lanes, distance);
        }
        const bool is_first = is_together && (together & ((1u << lane) - 1)) == 0;
        takes = is_first || (takes && !is_together);
        sum = is_first ? of_lanes : sum;
    }
    if (takes) {
        atomicAdd(reinterpret_cast<f64*>(table + plane<C>() * entries) + entry, sum);
    }
}

// Adds an item to all cells of an entry in shared memory, NO_ENTRY for none. All lanes of the warp call it. Adding floats is a
// loop of compare and swap, in which the rows of a frequent key wait for each other; so the entry that was frequent the last
// time is looked for first, then those of the first lane and the last.
__device__ __forceinline__ void
add_to_entries(u32* table, u32 entries, u32 entry, const Item& item, u32& frequent, Watch& watch) {
    const u32 there = __ballot_sync(FULL_WARP, entry != NO_ENTRY);
    if (there == 0) {
        return;
    }
    u32 together = lanes_together(entry, frequent, frequent);
    if (together == 0) {
        together = lanes_together(entry, __shfl_sync(FULL_WARP, entry, __ffs(there) - 1), frequent);
    }
    if (together == 0) {
        together = lanes_together(entry, __shfl_sync(FULL_WARP, entry, 31 - __clz(there)), frequent);
    }
    for_each<CELLS>([&](auto c) {
        constexpr u32 C = decltype(c)::value;
        if constexpr (CellTraits<C>::SUMS_FLOATS) {
            add_floats<C>(table, entries, entry, item, together, watch);
        } else if (entry != NO_ENTRY) {
            add_to_cell<C>(table, entries, entry, item, watch);
        }
    });
}

// Cell C of an entry as the 64 bits that device memory holds.
template <u32 C> __device__ __forceinline__ u64 read_cell(const u32* table, u32 entries, u32 entry) {
    typedef CellTraits<C> Traits;
    const u32* narrow = table + plane<C>() * entries + entry;
    if constexpr (Traits::IS_PAIR) {
        return reinterpret_cast<const Extreme*>(table + plane<C>() * entries)[entry].high;
    } else if constexpr (Traits::IS_OF_PAIR) {
        return reinterpret_cast<const Extreme*>(table + plane<C - 1>() * entries)[entry].low;
    } else if constexpr (Traits::IS_WIDE) {
        return reinterpret_cast<const u64*>(table + plane<C>() * entries)[entry];
    } else if constexpr (Traits::WORDS == 2) {
        return static_cast<u64>(narrow[entries]) << 32 | narrow[0];
    } else {
        return narrow[0];
    }
}

// What two cells C come to.
template <u32 C> __device__ __forceinline__ u64 combine_cells(u64 a, u64 b) {
    if constexpr (CellTraits<C>::SUMS_FLOATS) {
        return static_cast<u64>(__double_as_longlong(__longlong_as_double(a) + __longlong_as_double(b)));
    } else if constexpr (CellTraits<C>::IS_BITS) {
        return CellTraits<C>::OP == OP_BIT_XOR ? a ^ b : a | b;
    } else if constexpr (CellTraits<C>::IS_EXTREME) {
        return max(a, b);
    } else {
        return a + b;
    }
}

// Adds to a cell C in device memory.
template <u32 C> __device__ __forceinline__ void merge_cell(u64* cell, u64 bits) {
    if (bits == 0) {
        return;
    }
    if constexpr (CellTraits<C>::SUMS_FLOATS) {
        atomicAdd(reinterpret_cast<f64*>(cell), __longlong_as_double(bits));
    } else if constexpr (CellTraits<C>::OP == OP_BIT_XOR) {
        atomicXor(cell, bits);
    } else if constexpr (CellTraits<C>::IS_BITS) {
        atomicOr(cell, bits);
    } else if constexpr (CellTraits<C>::IS_EXTREME) {
        atomicMax(cell, bits);
    } else {
        atomicAdd(cell, bits);
    }
}

// What the copies of cell C, or of a pair that begins there, come to. Nothing of the second of a pair, which goes with the first.
template <u32 C> struct Total {
    typedef CellTraits<C> Traits;
    u64 bits = 0;
    u64 low = 0;

    __device__ __forceinline__ void add(u64 more, u64 more_low) {
        if constexpr (Traits::IS_PAIR) {
            const bool passes = is_below({low, bits}, {more_low, more});
            bits = passes ? more : bits;
            low = passes ? more_low : low;
        } else if constexpr (!Traits::IS_OF_PAIR) {
            bits = combine_cells<C>(bits, more);
        }
    }

    __device__ __forceinline__ void add_entry(const u32* table, u32 entries, u32 entry) {
        if constexpr (Traits::IS_PAIR) {
            add(read_cell<C>(table, entries, entry), read_cell<C + 1>(table, entries, entry));
        } else if constexpr (!Traits::IS_OF_PAIR) {
            add(read_cell<C>(table, entries, entry), 0);
        }
    }

    // Gives lane 0 what all lanes of the warp have.
    __device__ __forceinline__ void add_lanes() {
        if constexpr (!Traits::IS_OF_PAIR) {
            for (u32 distance = WARP / 2; distance > 0; distance /= 2) {
                const u64 other = __shfl_down_sync(FULL_WARP, bits, distance);
                add(other, Traits::IS_PAIR ? __shfl_down_sync(FULL_WARP, low, distance) : 0);
            }
        }
    }

    // Adds it to the cells in device memory; `at(c)` is where cell c is.
    template <typename At> __device__ __forceinline__ void merge(const At& at) const {
        if constexpr (Traits::IS_PAIR) {
            raise_locked(at(C), at(C + 1), at(0), {low, bits});
        } else if constexpr (!Traits::IS_OF_PAIR) {
            merge_cell<C>(at(C), bits);
        }
    }
};

// Adds an item to the cells of a group in device memory; `at(c)` is where cell c is.
template <typename At> __device__ __forceinline__ void add_to_device(const At& at, const Item& item, Watch& watch) {
    for_each<CELLS>([&](auto c) {
        constexpr u32 C = decltype(c)::value;
        if constexpr (CellTraits<C>::IS_PAIR) {
            if (Cell<C>::takes(item)) {
                raise_locked(at(C), at(C + 1), at(0), wide_rank<C>(item));
            }
        } else if constexpr (!CellTraits<C>::IS_OF_PAIR) {
            if (Cell<C>::takes(item)) {
                merge_cell<C>(at(C), bits_of<C>(kept<C>(item, watch)));
            }
        }
    });
}

// Keeps what the threads of a warp watched.
__device__ __forceinline__ void report(const Watch& watch, u64* bits) {
    const u32 low = __reduce_or_sync(FULL_WARP, static_cast<u32>(watch.bits));
    const u32 high = __reduce_or_sync(FULL_WARP, static_cast<u32>(watch.bits >> 32));
    if (threadIdx.x % WARP == 0 && (low | high) != 0) {
        atomicOr(bits, static_cast<u64>(high) << 32 | low);
    }
}

#endif

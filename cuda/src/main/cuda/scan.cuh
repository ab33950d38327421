// Rows as kernels read them: columns, four rows at a time, and how a row's key becomes one word.
//
// spec.cuh defines COLUMNS, LITERALS (words), PARTS (key columns), TEXTS (those of them that are text) and Word before it includes this,
// and after it `Item` (the values of a row), `Rows` and `read_rows`.
#ifndef SHEAF_SCAN
#define SHEAF_SCAN

#include "load.cuh"
#include "order.cuh"
#include "types.cuh"

constexpr u32 OP_COUNT = 0;
constexpr u32 OP_SUM = 1;
constexpr u32 OP_MIN = 2;
constexpr u32 OP_MAX = 3;
constexpr u32 OP_MEAN = 4;
constexpr u32 OP_SQUARES = 5;
constexpr u32 OP_QUANTILE = 6;
constexpr u32 OP_MIN_WIDE = 7;
constexpr u32 OP_MAX_WIDE = 8;
constexpr u32 OP_LOW = 9;
constexpr u32 OP_BIT_AND = 10;
constexpr u32 OP_BIT_OR = 11;
constexpr u32 OP_BIT_XOR = 12;

// What a group keeps (cells.cuh), and what travels with a row (partition_rows.cu); spec.cuh says what the numbers stand for.
template <u32 C> struct Cell;
template <u32 P> struct Payload;

// Values that are brought together (group_members.cu), and what stands for no bit and no argument.
template <u32 M> struct Member;
constexpr u32 NONE = 0xffffffffu;

// A column in the Arrow layout; bit `first_bit` of the bitmap is row 0. Offsets only for text.
struct Column {
    const void* data;
    const u32* validity;
    u64 first_bit;
    const i32* offsets;
};

// One key column's place in the word: its values are base to base + range - 1, numbered from 0, and the number `range`
// stands for null. The word is the sum of number * place, or with IS_SHIFTED of number << place_low, where place_high masks
// the number; then words are less dense, but taken apart without a division.
struct Part {
    u64 base;
    u64 range;
    u64 place_low;
    u64 place_high;
};

constexpr u32 MAX_TEXT = 16;

// The digits of a text: position i holds least[i] to least[i] + last[i]. Lengths go from `shortest` on, `lengths` of
// them; a position behind the end counts as least[i]. Dividing by place[i], below 2^31, is a product with magic[i] and a shift.
struct Text {
    u32 shortest;
    u32 lengths;
    u8 least[MAX_TEXT];
    u8 last[MAX_TEXT];
    u64 place[MAX_TEXT];
    u64 length_place;
    u32 magic[MAX_TEXT];
    u8 shift[MAX_TEXT];
};

struct Layout {
    Part parts[PARTS];
    Text texts[TEXTS == 0 ? 1 : TEXTS];
};

constexpr u32 LEFTOVER_SEGMENT = 4096;

// A column of which the scan computes the values has nothing at its place. *faults gets the bit FAULT if an expression has no
// result for a row (expression.cuh), or a sum none for a group, and TOO_WIDE if a value does not fit what the scan takes of it.
// leftovers[s] becomes 1 if one of the rows from LEFTOVER_SEGMENT * s on is left for leftover_rows.cu.
struct Scan {
    u64 rows;
    u64* faults;
    u8* leftovers;
    Column at[COLUMNS];
    u64 literals[LITERALS];
    Layout layout;
};

// Bits of *faults.
constexpr u64 FAULT = 1;
constexpr u64 TOO_WIDE = 2;

// All arguments, where one of them can be read alone.
constexpr u32 ALL_ITEMS = 0xffffffffu;

constexpr u32 ROWS = 4;
constexpr u32 ALL_ROWS = 15;

// Four consecutive values of a column.
template <typename T> struct alignas(sizeof(T) >= 4 ? 16 : 4 * sizeof(T)) Pack {
    T at[ROWS];
};

// Rows first to first + 3, of which those behind the end of the column mean nothing. `first` is a multiple of four.
template <typename T> __device__ __forceinline__ Pack<T> load_rows(const Column& column, u64 first) {
    union {
        Pack<T> pack;
        u32 word;
        uint2 words;
        uint4 lines[sizeof(Pack<T>) / 16 + 1];
    } loaded;
    const T* source = static_cast<const T*>(column.data) + first;
    if constexpr (sizeof(T) == 1) {
        loaded.word = __ldcs(reinterpret_cast<const u32*>(source));
    } else if constexpr (sizeof(T) == 2) {
        loaded.words = __ldcs(reinterpret_cast<const uint2*>(source));
    } else {
#pragma unroll
        for (u32 i = 0; i < sizeof(Pack<T>) / 16; i++) {
            loaded.lines[i] = load_line(reinterpret_cast<const uint4*>(source) + i);
        }
    }
    return loaded.pack;
}

// How many of the rows first to first + 3 there are.
__device__ __forceinline__ u32 rows_from(const Scan& scan, u64 first) {
    return static_cast<u32>(min(scan.rows - first, static_cast<u64>(ROWS)));
}

// Which of the `count` rows from `first` on are valid.
__device__ __forceinline__ u32 valid_rows(const Column& column, u64 first, u32 count) {
    return valid_bits(column.validity, column.first_bit + first, count);
}

// The bits of a column of bools for the `count` rows from `first` on.
__device__ __forceinline__ u32 bit_rows(const Column& column, u64 first, u32 count) {
    return valid_bits(static_cast<const u32*>(column.data), column.first_bit + first, count);
}

__device__ __forceinline__ void mark_leftover(const Scan& scan, u64 row) { scan.leftovers[row / LEFTOVER_SEGMENT] = 1; }

__device__ __forceinline__ void report_fault(const Scan& scan) { atomicOr(scan.faults, FAULT); }

// For a value of 16 bytes of which the scan takes 8. There may be as many of them as rows, so the first ones alone are told.
__device__ __forceinline__ void report_wide(const Scan& scan) {
    if ((*static_cast<volatile u64*>(scan.faults) & TOO_WIDE) == 0) {
        atomicOr(scan.faults, TOO_WIDE);
    }
}

// Where the texts of the rows first to first + 3 begin, and where the last one ends. Rows behind the `count` that there are have
// no offsets, and are empty texts behind the last one.
struct Ends {
    i32 at[ROWS + 1];
};

__device__ __forceinline__ Ends load_all_ends(const Column& column, u64 first) {
    const int4 four = __ldcs(reinterpret_cast<const int4*>(column.offsets + first));
    return {{four.x, four.y, four.z, four.w, __ldg(column.offsets + first + ROWS)}};
}

__device__ __forceinline__ Ends first_ends(const Ends& all, u32 count) {
    Ends ends = all;
    if (count < ROWS) {
#pragma unroll
        for (u32 i = 1; i < ROWS; i++) {
            ends.at[i + 1] = i < count ? ends.at[i + 1] : ends.at[i];
        }
    }
    return ends;
}

__device__ __forceinline__ Ends load_ends(const Column& column, u64 first, u32 count) {
    return first_ends(load_all_ends(column, first), count);
}

// The share of a part's number in the word. With one part, the number is the word.
template <typename N> __device__ __forceinline__ Word share(N number, const Part& part) {
    if constexpr (PARTS == 1) {
        return static_cast<Word>(number);
    } else if constexpr (IS_SHIFTED) {
        return static_cast<Word>(number) << part.place_low;
    } else if constexpr (sizeof(Word) == 16) {
        return static_cast<Word>(number) * static_cast<Word>(static_cast<u128>(part.place_high) << 64 | part.place_low);
    } else {
        return static_cast<Word>(number) * static_cast<Word>(part.place_low);
    }
}

// The number of a part in a word; `numbers` is how many the part has, null included.
__device__ __forceinline__ u64 number_in(Word word, const Part& part, u64 numbers) {
    if constexpr (PARTS == 1) {
        return static_cast<u64>(word);
    } else if constexpr (IS_SHIFTED) {
        return static_cast<u64>(word >> part.place_low) & part.place_high;
    } else {
        const u128 place = static_cast<u128>(part.place_high) << 64 | part.place_low;
        return static_cast<u64>(word / static_cast<Word>(place) % static_cast<Word>(numbers));
    }
}

// The share of a number in the word; `inside` becomes false if the value is not within the range.
template <typename T> __device__ __forceinline__ Word word_of(T value, const Part& part, bool& inside) {
    const auto number = ordinal(value);
    typedef decltype(ordinal(value)) Number;
    const Number offset = number - static_cast<Number>(part.base);
    inside = inside && offset < static_cast<Number>(part.range);
    return share(offset, part);
}

__device__ __forceinline__ Word word_of_null(const Part& part) { return share(part.range, part); }

// The share of a text of at most LONGEST bytes, all of the same length if FIXED. Reads whole 4-byte words around it.
template <u32 LONGEST, bool FIXED, bool NARROW>
__device__ __forceinline__ Word
word_of_text(const Column& column, i32 start, i32 end, const Text& text, const Part& part, bool& inside) {
    const u32 length = static_cast<u32>(end - start);
    const u32 extra = length - text.shortest;
    inside = inside && extra < text.lengths;
    const u64 address = reinterpret_cast<u64>(column.data) + static_cast<u64>(start);
    const u32 shift = static_cast<u32>(address & 3) * 8;
    const u32* source = reinterpret_cast<const u32*>(address & ~3ULL);
    u32 words[LONGEST / 4 + 2];
    if constexpr (LONGEST == 1) {
        words[0] = length == 0 ? 0 : *reinterpret_cast<const u8*>(address);
    } else {
#pragma unroll
        for (u32 i = 0; i < (LONGEST + 3) / 4 + 1; i++) {
            words[i] = __ldg(source + i);
        }
#pragma unroll
        for (u32 i = 0; i < (LONGEST + 3) / 4; i++) {
            words[i] = __funnelshift_r(words[i], words[i + 1], shift);
        }
    }
    typename Width<NARROW>::type number = 0;
    bool fits = true;
#pragma unroll
    for (u32 i = 0; i < LONGEST; i++) {
        const u32 digit = (words[i / 4] >> (8 * (i % 4)) & 0xff) - text.least[i];
        const bool counts = FIXED || i < length;
        fits = fits && (!counts || digit <= text.last[i]);
        number += (counts ? digit : 0) * static_cast<typename Width<NARROW>::type>(text.place[i]);
    }
    inside = inside && fits;
    if constexpr (!FIXED) {
        number += extra * static_cast<typename Width<NARROW>::type>(text.length_place);
    }
    return share(number, part);
}

// Whether the texts of all four rows are of LENGTH bytes.
template <u32 LENGTH> __device__ __forceinline__ bool are_equally_long(const Ends& ends) {
    bool equal = true;
#pragma unroll
    for (u32 i = 0; i < ROWS; i++) {
        equal = equal && ends.at[i + 1] - ends.at[i] == static_cast<i32>(LENGTH);
    }
    return equal;
}

// Four texts of LENGTH bytes that lie one behind the other, which are LENGTH words, by as few loads as their place allows: of
// 16 or 8 bytes where that divides them, else of 4. Reads no word that has none of their bytes.
template <u32 LENGTH> struct Texts {
    u32 words[LENGTH + 1];

    __device__ __forceinline__ void load(const u8* bytes) {
        const u64 address = reinterpret_cast<u64>(bytes);
        const u32* source = reinterpret_cast<const u32*>(address & ~3ULL);
        const u32 shift = static_cast<u32>(address & 3) * 8;
        constexpr u32 WIDE = LENGTH % 4 == 0 ? 4 : LENGTH % 2 == 0 ? 2 : 1;
        if (address % (WIDE * 4) == 0) {
#pragma unroll
            for (u32 i = 0; i < LENGTH; i += WIDE) {
                if constexpr (WIDE == 4) {
                    const uint4 line = __ldg(reinterpret_cast<const uint4*>(source + i));
                    words[i] = line.x;
                    words[i + 1] = line.y;
                    words[i + 2] = line.z;
                    words[i + 3] = line.w;
                } else if constexpr (WIDE == 2) {
                    const uint2 half = __ldg(reinterpret_cast<const uint2*>(source + i));
                    words[i] = half.x;
                    words[i + 1] = half.y;
                } else {
                    words[i] = __ldg(source + i);
                }
            }
            return;
        }
#pragma unroll
        for (u32 i = 0; i < LENGTH; i++) {
            words[i] = __ldg(source + i);
        }
        words[LENGTH] = shift == 0 ? 0 : __ldg(source + LENGTH);
#pragma unroll
        for (u32 i = 0; i < LENGTH; i++) {
            words[i] = __funnelshift_r(words[i], words[i + 1], shift);
        }
    }

    // A byte of the text of a row.
    __device__ __forceinline__ u32 byte(u32 row, u32 i) const {
        const u32 at = row * LENGTH + i;
        return words[at / 4] >> (8 * (at % 4)) & 0xff;
    }
};

// The shares of four loaded texts; gives which of them lie outside.
template <u32 LENGTH, bool NARROW>
__device__ __forceinline__ u32
words_of_loaded(const Texts<LENGTH>& texts, const Text& text, const Part& part, Word (&shares)[ROWS]) {
    u32 outside = 0;
#pragma unroll
    for (u32 row = 0; row < ROWS; row++) {
        typename Width<NARROW>::type number = 0;
        bool fits = true;
#pragma unroll
        for (u32 i = 0; i < LENGTH; i++) {
            const u32 digit = texts.byte(row, i) - text.least[i];
            fits = fits && digit <= text.last[i];
            number += digit * static_cast<typename Width<NARROW>::type>(text.place[i]);
        }
        shares[row] = share(number, part);
        outside |= (fits ? 0u : 1u) << row;
    }
    return outside;
}

// The same at the end of the table, and where lengths differ.
template <u32 LENGTH, bool NARROW>
__device__ __forceinline__ u32
words_one_by_one(const Column& column, const Ends& ends, const Text& text, const Part& part, Word (&shares)[ROWS]) {
    u32 outside = 0;
    i32 start = ends.at[0];
#pragma unroll 1
    for (u32 row = 0; row < ROWS; row++) {
        const i32 end = row == 0 ? ends.at[1] : row == 1 ? ends.at[2] : row == 2 ? ends.at[3] : ends.at[4];
        bool fits = true;
        const Word word = word_of_text<LENGTH, true, NARROW>(column, start, end, text, part, fits);
#pragma unroll
        for (u32 i = 0; i < ROWS; i++) {
            shares[i] = i == row ? word : shares[i];
        }
        outside |= (fits ? 0u : 1u) << row;
        start = end;
    }
    return outside;
}

// The shares of four texts of which each has LENGTH bytes, or lies outside. Gives which of them do.
template <u32 LENGTH, bool NARROW>
__device__ __forceinline__ u32
words_of_texts(const Column& column, const Ends& ends, const Text& text, const Part& part, Word (&shares)[ROWS]) {
    if (are_equally_long<LENGTH>(ends)) {
        Texts<LENGTH> texts;
        texts.load(static_cast<const u8*>(column.data) + ends.at[0]);
        return words_of_loaded<LENGTH, NARROW>(texts, text, part, shares);
    }
    return words_one_by_one<LENGTH, NARROW>(column, ends, text, part, shares);
}

// Where four texts lie, which is known before their offsets are if all texts of a column are of LENGTH bytes: so both can be under
// way at once. Null if the texts up to the last row are not so many bytes, or there are less than four rows.
template <u32 LENGTH>
__device__ __forceinline__ const u8* expected_texts(const Scan& scan, const Column& column, u64 first) {
    const i32 start = __ldg(column.offsets);
    const u64 bytes = static_cast<u64>(static_cast<i64>(__ldg(column.offsets + scan.rows)) - start);
    return bytes == scan.rows * LENGTH && first + ROWS <= scan.rows
               ? static_cast<const u8*>(column.data) + start + first * LENGTH
               : nullptr;
}

// The same of texts that were loaded from where they were expected, unless that is null; `ends` are those of four rows, of which
// there are `count`.
template <u32 LENGTH, bool NARROW>
__device__ __forceinline__ u32 words_of_expected(const Column& column, const Ends& ends, u32 count,
                                                 const u8* expected, const Texts<LENGTH>& texts, const Text& text, const Part& part,
                                                 Word (&shares)[ROWS]) {
    if (expected == static_cast<const u8*>(column.data) + ends.at[0] && are_equally_long<LENGTH>(ends)) {
        return words_of_loaded<LENGTH, NARROW>(texts, text, part, shares);
    }
    return words_one_by_one<LENGTH, NARROW>(column, first_ends(ends, count), text, part, shares);
}

// The word of row `row` % ROWS, taken without an array in local memory.
template <typename Rows> __device__ __forceinline__ Word word_at(const Rows& rows, u32 row) {
    static_assert(ROWS == 4, "two choices are made");
    const Word low = row & 1 ? rows.word[1] : rows.word[0];
    const Word high = row & 1 ? rows.word[3] : rows.word[2];
    return row & 2 ? high : low;
}

#endif

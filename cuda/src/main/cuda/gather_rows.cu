// The values of some rows of a column as a column of their own: of the keys of groups, by the row that each group has.
//
// spec.cuh: THREADS.
//
// The row of result i is group_rows[numbers[i]]; without numbers, it is group_rows[i]. A result is null for which a bit of
// `taken` is 0, if there are such bits, and one without a row: NONE. Kernels have THREADS threads a block; those that gather have a block for each TILE
// results, the others a thread for each result.
//
// count_rows: group_rows[i] = i.
// invert_numbers: numbers of rows become rows of numbers: group_rows[numbers[i]] = i.
// picked_rows: packed numbers of rows, of `kind` bytes (expression.cuh), as rows in group_rows and, if they are wanted, as
//   ordinals; `first_bit` says whether their bits are inverted. Row 0 for a null.
// pack_bits: bytes of `data` that are not 0 as bits of `to`.
// gather_rows: values of several columns, and their validity. Bits behind the last one of a word are 0. The number of a row is read once
//   for all columns. gather_column: of one column.
// text_sizes: the bytes of the texts of each block. text_starts: one block; makes sums of them, of which the last, the bytes of
//   all, goes to the host.
// gather_texts: offsets and bytes. The texts of a block lie behind each other: threads put theirs together in shared memory, for
//   WINDOW bytes of the result at a time, which are written by words of 16 bytes.
//   static shared memory: WINDOW bytes; global memory: reads row numbers, and values or texts at random, writes the results once.
//   No races but for words of shared memory in which texts meet, which atomics fill.
#include "spec.cuh"

#include "block_sums.cuh"
#include "load.cuh"
#include "order.cuh"
#include "rows.cuh"
#include "signal.cuh"

// Results of a thread at once, so that their rows are on their way together.
constexpr u32 ROWS = 4;
constexpr u32 TILE = ROWS * THREADS;

// Blocks of a multiprocessor that gather_column makes room for: more rows are on their way. Compute capability 7 has threads for four.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
constexpr u32 BLOCKS = 4;
#else
constexpr u32 BLOCKS = 6;
#endif

// Blocks that gather_rows makes room for: with 40 registers in the place of 56 and six blocks, four columns took 1.6 times as long. Left to itself, the compiler
// spills registers for compute capability 10.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 1000
constexpr u32 BLOCKS_OF_SEVERAL = 4;
#else
constexpr u32 BLOCKS_OF_SEVERAL = 1;
#endif

// The most columns of a launch.
constexpr u32 COLUMNS = 16;

// Blocks of which a thread of text_starts adds up the sizes at once.
constexpr u32 STARTS = 16;

constexpr u32 WINDOW = 16384;

// What a column holds, but for values of so many bytes: bits, numbers of 32 bits that get 64, and floats of which all zeros and all NaNs become one.
constexpr u64 KIND_BIT = 0;
constexpr u64 KIND_I32_AS_I64 = 12;
constexpr u64 KIND_F32 = 32;
constexpr u64 KIND_F64 = 64;

struct Rows {
    u64 count;
    const u32* numbers;
    u32* group_rows;
    const u32* taken;
};

struct Value {
    const void* data;
    const u32* validity;
    u64 first_bit;
    u64 kind;
    void* to;
    u32* to_validity;
};

struct Columns {
    Rows rows;
    u64 columns;
    Value at[COLUMNS];
};

struct Params {
    Rows rows;
    Value value;
    const i32* offsets;
    const i32* codes;
    i32* to_offsets;
    u64* sums;
    u64* done;
    u64* host;
};

__device__ __forceinline__ u64 row_of(const Rows& rows, u64 i) {
    return rows.group_rows[rows.numbers == nullptr ? i : rows.numbers[i]];
}

// Result r of this thread.
__device__ __forceinline__ u64 result(u32 r) { return static_cast<u64>(blockIdx.x) * TILE + r * THREADS + threadIdx.x; }

__device__ __forceinline__ bool is_valid(const Rows& rows, const Value& value, u64 i, u64 row) {
    return i < rows.count && row != NONE && (rows.taken == nullptr || valid_bits(rows.taken, i, 1) != 0) &&
           (value.validity == nullptr || valid_bits(value.validity, value.first_bit + row, 1) != 0);
}

__device__ __forceinline__ void set_bits(u32* to, u64 count, u64 i, bool bit) {
    const u32 bits = __ballot_sync(FULL_WARP, i < count && bit);
    if (i % WARP == 0 && i < count) {
        to[i / WARP] = bits;
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) count_rows(const __grid_constant__ Params params) {
    const u64 i = thread_number();
    if (i < params.rows.count) {
        params.rows.group_rows[i] = static_cast<u32>(i);
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) pack_bits(const __grid_constant__ Params params) {
    const u64 i = thread_number();
    const bool bit = i < params.rows.count && static_cast<const u8*>(params.value.data)[i] != 0;
    set_bits(static_cast<u32*>(params.value.to), params.rows.count, i, bit);
}

extern "C" __global__ void __launch_bounds__(THREADS) invert_numbers(const __grid_constant__ Params params) {
    const u64 i = thread_number();
    if (i < params.rows.count) {
        params.rows.group_rows[params.rows.numbers[i]] = static_cast<u32>(i);
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) picked_rows(const __grid_constant__ Params params) {
    const u64 i = thread_number();
    const Value& value = params.value;
    if (i >= params.rows.count) {
        return;
    }
    u32 row = 0;
    if (value.validity == nullptr || valid_bits(value.validity, i, 1) != 0) {
        row = static_cast<const u32*>(value.data)[i * (value.kind / 4)];
        row = value.first_bit != 0 ? ~row : row;
    }
    params.rows.group_rows[i] = row;
    if (value.to != nullptr) {
        static_cast<u64*>(value.to)[i] = row;
    }
}

template <typename T, typename To = T>
__device__ __forceinline__ void copy_values(const Value& value, u64 count, const u32 (&rows)[ROWS]) {
    T values[ROWS];
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        values[r] = static_cast<const T*>(value.data)[rows[r] == NONE ? 0 : rows[r]];
    }
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        if constexpr (IsFloat<T>::value) {
            values[r] = of_ordinal<T>(ordinal(values[r]));
        }
        if (result(r) < count) {
            static_cast<To*>(value.to)[result(r)] = values[r];
        }
    }
}

__device__ __forceinline__ void gather(const Columns& params, u64 columns) {
    const u64 count = params.rows.count;
    u32 rows[ROWS];
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        rows[r] = static_cast<u32>(row_of(params.rows, min(result(r), count - 1)));
    }
    for (u32 c = 0; c < columns; c++) {
        const Value& value = params.at[c];
        if (value.to_validity != nullptr) {
#pragma unroll
            for (u32 r = 0; r < ROWS; r++) {
                set_bits(value.to_validity, count, result(r), is_valid(params.rows, value, result(r), rows[r]));
            }
        }
        switch (value.kind) {
        case KIND_BIT:
#pragma unroll
            for (u32 r = 0; r < ROWS; r++) {
                const u32* bits = static_cast<const u32*>(value.data);
                const bool bit = rows[r] != NONE && valid_bits(bits, value.first_bit + rows[r], 1) != 0;
                set_bits(static_cast<u32*>(value.to), count, result(r), bit);
            }
            break;
        case 1: copy_values<u8>(value, count, rows); break;
        case 2: copy_values<u16>(value, count, rows); break;
        case 4: copy_values<u32>(value, count, rows); break;
        case 8: copy_values<u64>(value, count, rows); break;
        case KIND_I32_AS_I64: copy_values<i32, i64>(value, count, rows); break;
        case KIND_F32: copy_values<f32>(value, count, rows); break;
        case KIND_F64: copy_values<f64>(value, count, rows); break;
        default: copy_values<uint4>(value, count, rows); break;
        }
    }
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) gather_column(const __grid_constant__ Columns params) { gather(params, 1); }

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS_OF_SEVERAL) gather_rows(const __grid_constant__ Columns params) {
    gather(params, params.columns);
}

// A result's text; nothing of a null.
struct Text {
    const u8* bytes = nullptr;
    u32 size = 0;
};

// The texts of this thread's results.
__device__ __forceinline__ void find_texts(const Params& params, Text (&texts)[ROWS]) {
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        const u64 row = row_of(params.rows, min(result(r), params.rows.count - 1));
        if (is_valid(params.rows, params.value, result(r), row)) {
            const u64 entry = params.codes == nullptr ? row : static_cast<u64>(params.codes[row]);
            const i32 start = params.offsets[entry];
            texts[r] = {static_cast<const u8*>(params.value.data) + start, static_cast<u32>(params.offsets[entry + 1] - start)};
        }
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) text_sizes(const __grid_constant__ Params params) {
    Text texts[ROWS];
    find_texts(params, texts);
    u64 mine = 0;
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        mine += texts[r].size;
    }
    u64 before;
    const u64 total = sum_of_block<THREADS>(mine, before);
    if (threadIdx.x == 0) {
        params.sums[blockIdx.x] = total;
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) text_starts(const __grid_constant__ Params params) {
    const u64 blocks = (params.rows.count + TILE - 1) / TILE;
    u64 start = 0;
    for (u64 base = 0; base < blocks; base += STARTS * THREADS) {
        const u64 first = base + threadIdx.x * STARTS;
        u64 sizes[STARTS];
        u64 mine = 0;
#pragma unroll
        for (u32 i = 0; i < STARTS; i++) {
            sizes[i] = first + i < blocks ? params.sums[first + i] : 0;
            mine += sizes[i];
        }
        u64 at;
        const u64 total = sum_of_block<THREADS>(mine, at);
        at += start;
#pragma unroll
        for (u32 i = 0; i < STARTS; i++) {
            if (first + i < blocks) {
                params.sums[first + i] = at;
            }
            at += sizes[i];
        }
        start += total;
    }
    if (threadIdx.x == 0) {
        params.sums[blocks] = start;
    }
    raise_signal(params.done, params.sums + blocks, 1, params.host);
}

// Puts what a window has of a text, which begins at byte `start` of the window or before it, into the words of the window, which
// were 0. Only words are read that hold a byte of the text. Words that it fills alone are written, others may belong to several texts.
__device__ __forceinline__ void stage_text(u32* words, i64 start, const Text& text) {
    const i32 from = static_cast<i32>(min(max(start, static_cast<i64>(0)), static_cast<i64>(WINDOW)));
    const i32 until = static_cast<i32>(min(max(start + text.size, static_cast<i64>(0)), static_cast<i64>(WINDOW)));
    if (from >= until) {
        return;
    }
    const u64 begin = reinterpret_cast<u64>(text.bytes);
    const u64 end = begin + text.size;
    const u64 first = begin + static_cast<u64>((from & ~3) - start); // what byte 0 of the first word is
    const u32 shift = static_cast<u32>(first & 3) * 8;
    u64 at = first & ~3ULL;
    u32 low = at + 4 > begin ? *reinterpret_cast<const u32*>(at) : 0;
    for (i32 word = from & ~3; word < until; word += 4) {
        at += 4;
        const u32 high = at < end && at + 4 > begin ? *reinterpret_cast<const u32*>(at) : 0;
        u32 bytes = __funnelshift_r(low, high, shift);
        low = high;
        const u32 before = word < from ? static_cast<u32>(from - word) : 0;
        const u32 behind = word + 4 > until ? static_cast<u32>(word + 4 - until) : 0;
        if (before + behind == 0) {
            words[word / 4] = bytes;
        } else {
            bytes &= 0xffffffffu << (8 * before) & 0xffffffffu >> (8 * behind);
            atomicOr(words + word / 4, bytes);
        }
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) gather_texts(const __grid_constant__ Params params) {
    __shared__ uint4 lines[WINDOW / 16];
    const u64 count = params.rows.count;
    Text texts[ROWS];
    find_texts(params, texts);
    const u64 first = params.sums[blockIdx.x];
    const u64 end = params.sums[blockIdx.x + 1];
    u64 starts[ROWS];
    u64 start = first;
#pragma unroll
    for (u32 r = 0; r < ROWS; r++) {
        u64 before;
        const u64 total = sum_of_block<THREADS>(texts[r].size, before);
        starts[r] = start + before;
        start += total;
        if (params.value.to_validity != nullptr) {
            set_bits(params.value.to_validity, count, result(r), texts[r].bytes != nullptr);
        }
        if (result(r) < count) {
            params.to_offsets[result(r)] = static_cast<i32>(starts[r]);
        }
    }
    if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0) {
        params.to_offsets[count] = static_cast<i32>(end);
    }
    u8* to = static_cast<u8*>(params.value.to);
    for (u64 window = first & ~15ULL; window < end; window += WINDOW) {
        const u32 size = static_cast<u32>(min(end - window, static_cast<u64>(WINDOW)));
        for (u32 line = threadIdx.x; line * 16 < size; line += THREADS) {
            lines[line] = {0, 0, 0, 0};
        }
        __syncthreads();
#pragma unroll
        for (u32 r = 0; r < ROWS; r++) {
            stage_text(reinterpret_cast<u32*>(lines), static_cast<i64>(starts[r] - window), texts[r]);
        }
        __syncthreads();
        for (u32 line = threadIdx.x; line * 16 < size; line += THREADS) {
            const u64 at = window + line * 16;
            if (at >= first && at + 16 <= end) {
                *reinterpret_cast<uint4*>(to + at) = lines[line];
            } else {
                for (u64 byte = max(at, first); byte < min(at + 16, end); byte++) {
                    to[byte] = reinterpret_cast<const u8*>(lines)[byte - window];
                }
            }
        }
        __syncthreads();
    }
}

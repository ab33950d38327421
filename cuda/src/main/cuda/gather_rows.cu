// The values of some rows of a column as a column of their own: of the keys of groups, by the row that each group has.
//
// spec.cuh: THREADS.
//
// The row of result i is group_rows[numbers[i]]; without numbers, it is group_rows[i]. A result for which a bit of `taken` is 0 is
// null, if there are such bits. All kernels have a thread for each result, and THREADS threads a block.
//
// count_rows: group_rows[i] = i.
// invert_numbers: numbers of rows become rows of numbers: group_rows[numbers[i]] = i.
// picked_rows: packed numbers of rows, of `width` bytes (expression.cuh), as rows in group_rows and, if they are wanted, as
//   ordinals; `first_bit` says whether their bits are inverted. Row 0 for a null.
// pack_bits: bytes of `data` that are not 0 as bits of `to`.
// gather_rows: values of `width` bytes, 0 of bits, and their validity. Bits behind the last one of a word are 0.
// text_sizes: the bytes of the texts of each block. text_starts: one block; makes sums of them, of which the last, the bytes of
//   all, goes to the host.
// gather_texts: offsets and bytes. The texts of a warp lie behind each other, so each lane writes words of 8 bytes of them, whichever
//   texts these are of: bytes written one by one took 1.7 times as long for texts of 32 and 5.
//   global memory: reads row numbers, and values or texts at random, writes the results once. No races.
#include "spec.cuh"

#include "block_sums.cuh"
#include "load.cuh"
#include "rows.cuh"
#include "signal.cuh"

// Blocks of which a thread of text_starts adds up the sizes at once.
constexpr u32 STARTS = 8;

struct Params {
    u64 count;
    const u32* numbers;
    u32* group_rows;
    const u32* taken;
    const void* data;
    const u32* validity;
    u64 first_bit;
    const i32* offsets;
    const i32* codes;
    u64 width;
    void* to;
    u32* to_validity;
    i32* to_offsets;
    u64* sums;
    u64* done;
    u64* host;
};

__device__ __forceinline__ u64 row_of(const Params& params, u64 i) {
    return params.group_rows[params.numbers == nullptr ? i : params.numbers[i]];
}

__device__ __forceinline__ bool is_valid(const Params& params, u64 i) {
    if (params.taken != nullptr && valid_bits(params.taken, i, 1) == 0) {
        return false;
    }
    const u64 row = row_of(params, i);
    return params.validity == nullptr || valid_bits(params.validity, params.first_bit + row, 1) != 0;
}

// Where a result's text begins; nothing of a null.
__device__ __forceinline__ u32 find_text(const Params& params, u64 i, const u8*& text) {
    text = nullptr;
    if (i >= params.count || !is_valid(params, i)) {
        return 0;
    }
    const u64 row = row_of(params, i);
    const u64 entry = params.codes == nullptr ? row : static_cast<u64>(params.codes[row]);
    text = static_cast<const u8*>(params.data) + params.offsets[entry];
    return static_cast<u32>(params.offsets[entry + 1] - params.offsets[entry]);
}

__device__ __forceinline__ void set_validity(const Params& params, u64 i) {
    if (params.to_validity != nullptr) {
        const u32 bits = __ballot_sync(FULL_WARP, i < params.count && is_valid(params, i));
        if (i % WARP == 0 && i < params.count) {
            params.to_validity[i / WARP] = bits;
        }
    }
}

template <typename T> __device__ __forceinline__ void copy_value(const Params& params, u64 i) {
    static_cast<T*>(params.to)[i] = static_cast<const T*>(params.data)[row_of(params, i)];
}

extern "C" __global__ void __launch_bounds__(THREADS) count_rows(const __grid_constant__ Params params) {
    const u64 i = thread_number();
    if (i < params.count) {
        params.group_rows[i] = static_cast<u32>(i);
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) pack_bits(const __grid_constant__ Params params) {
    const u64 i = thread_number();
    const u32 bits = __ballot_sync(FULL_WARP, i < params.count && static_cast<const u8*>(params.data)[i] != 0);
    if (i % WARP == 0 && i < params.count) {
        static_cast<u32*>(params.to)[i / WARP] = bits;
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) invert_numbers(const __grid_constant__ Params params) {
    const u64 i = thread_number();
    if (i < params.count) {
        params.group_rows[params.numbers[i]] = static_cast<u32>(i);
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) picked_rows(const __grid_constant__ Params params) {
    const u64 i = thread_number();
    if (i >= params.count) {
        return;
    }
    u32 row = 0;
    if (params.validity == nullptr || valid_bits(params.validity, i, 1) != 0) {
        row = static_cast<const u32*>(params.data)[i * (params.width / 4)];
        row = params.first_bit != 0 ? ~row : row;
    }
    params.group_rows[i] = row;
    if (params.to != nullptr) {
        static_cast<u64*>(params.to)[i] = row;
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) gather_rows(const __grid_constant__ Params params) {
    const u64 i = thread_number();
    set_validity(params, i);
    if (params.width == 0) {
        const u32* values = static_cast<const u32*>(params.data);
        const u32 bits =
            __ballot_sync(FULL_WARP, i < params.count && valid_bits(values, params.first_bit + row_of(params, i), 1) != 0);
        if (i % WARP == 0 && i < params.count) {
            static_cast<u32*>(params.to)[i / WARP] = bits;
        }
        return;
    }
    if (i >= params.count) {
        return;
    }
    switch (params.width) {
    case 1: copy_value<u8>(params, i); break;
    case 2: copy_value<u16>(params, i); break;
    case 4: copy_value<u32>(params, i); break;
    case 8: copy_value<u64>(params, i); break;
    default: copy_value<uint4>(params, i); break;
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) text_sizes(const __grid_constant__ Params params) {
    const u8* text;
    u64 before;
    const u64 total = sum_of_block<THREADS>(find_text(params, thread_number(), text), before);
    if (threadIdx.x == 0) {
        params.sums[blockIdx.x] = total;
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) text_starts(const __grid_constant__ Params params) {
    const u64 blocks = (params.count + THREADS - 1) / THREADS;
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

// `count` bytes, 8 at most, read by aligned words that hold at least one of them; zeros behind.
__device__ __forceinline__ u64 read_bytes(u64 address, u32 count) {
    const u64* words = reinterpret_cast<const u64*>(address & ~7ULL);
    const u32 shift = static_cast<u32>(address & 7) * 8;
    u64 bytes = words[0] >> shift;
    if (shift != 0 && count * 8 > 64 - shift) {
        bytes |= words[1] << (64 - shift);
    }
    return count == 8 ? bytes : bytes & ((1ULL << (8 * count)) - 1);
}

// Copies the texts of a warp, of which lane l has `size` bytes for `start` and following, one behind the other.
__device__ __forceinline__ void copy_texts(u8* to, u64 start, u32 size, const u8* text) {
    const u32 lane = threadIdx.x % WARP;
    const u64 first = __shfl_sync(FULL_WARP, start, 0);
    const u64 end = __shfl_sync(FULL_WARP, start + size, WARP - 1);
    for (u64 base = first & ~7ULL; base < end; base += 8 * WARP) {
        const u64 word = base + lane * 8;
        u64 from = max(word, first);
        const u64 until = min(word + 8, end);
        u32 owner = 0; // the last lane whose text begins at `from` or before
        for (u32 step = WARP / 2; step > 0; step /= 2) {
            owner += __shfl_sync(FULL_WARP, start, owner + step) <= from ? step : 0;
        }
        u64 bytes = 0;
        while (__any_sync(FULL_WARP, from < until)) {
            const u64 begins = __shfl_sync(FULL_WARP, start, owner);
            const u64 ends = begins + __shfl_sync(FULL_WARP, size, owner);
            const u64 source = __shfl_sync(FULL_WARP, reinterpret_cast<u64>(text), owner);
            if (from < until && from < ends) {
                const u32 count = static_cast<u32>(min(until, ends) - from);
                bytes |= read_bytes(source + (from - begins), count) << (8 * (from - word));
                from += count;
            }
            owner = min(owner + 1, WARP - 1);
        }
        if (word >= first && word + 8 <= end) {
            *reinterpret_cast<u64*>(to + word) = bytes;
        } else {
            for (u64 at = max(word, first); at < until; at++) {
                to[at] = static_cast<u8>(bytes >> (8 * (at - word)));
            }
        }
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) gather_texts(const __grid_constant__ Params params) {
    const u64 i = thread_number();
    const u8* text;
    const u32 size = find_text(params, i, text);
    u64 before;
    sum_of_block<THREADS>(size, before);
    const u64 start = params.sums[blockIdx.x] + before;
    set_validity(params, i);
    if (i < params.count) {
        params.to_offsets[i] = static_cast<i32>(start);
        if (i == params.count - 1) {
            params.to_offsets[params.count] = static_cast<i32>(start + size);
        }
    }
    copy_texts(static_cast<u8*>(params.to), start, size, text);
}

// Lets kernels run on the CPU, for tests: one block after the other, its threads as coroutines that stop where threads of a
// block or of a warp wait for each other. A file is compiled with this in front, as C++.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <ucontext.h>
#include <vector>

#define __global__
#define __device__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __shared__ static
#define __grid_constant__
#define __noinline__
#define __align__(bytes) alignas(bytes)

struct Place { unsigned x, y, z; };
static Place blockIdx, threadIdx, blockDim, gridDim;

struct uint2 { unsigned x, y; };
struct uint4 { unsigned x, y, z, w; };
struct int4 { int x, y, z, w; };
struct ulonglong2 { unsigned long long x, y; };

template <typename A, typename B> static inline A min(A a, B b) { return b < a ? b : a; }
template <typename A, typename B> static inline A max(A a, B b) { return a < b ? b : a; }

// ---- atomics: one thread runs at a time ----

template <typename T> struct SameAs { typedef T type; };
template <typename T> using Same = typename SameAs<T>::type;
template <typename T> static inline T atomicAdd(T* p, Same<T> v) { T old = *p; *p = old + v; return old; }
template <typename T> static inline T atomicSub(T* p, Same<T> v) { T old = *p; *p = old - v; return old; }
template <typename T> static inline T atomicExch(T* p, Same<T> v) { T old = *p; *p = v; return old; }
template <typename T> static inline T atomicAnd(T* p, Same<T> v) { T old = *p; *p = old & v; return old; }
template <typename T> static inline T atomicOr(T* p, Same<T> v) { T old = *p; *p = old | v; return old; }
template <typename T> static inline T atomicXor(T* p, Same<T> v) { T old = *p; *p = old ^ v; return old; }
template <typename T> static inline T atomicMin(T* p, Same<T> v) { T old = *p; if (v < old) *p = v; return old; }
template <typename T> static inline T atomicMax(T* p, Same<T> v) { T old = *p; if (old < v) *p = v; return old; }
template <typename T> static inline T atomicCAS(T* p, Same<T> seen, Same<T> v) { T old = *p; if (old == seen) *p = v; return old; }

// ---- bits ----

static inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return (unsigned long long) (((unsigned __int128) a * b) >> 64);
}
static inline long long __double_as_longlong(double v) { long long b; memcpy(&b, &v, 8); return b; }
static inline double __longlong_as_double(long long b) { double v; memcpy(&v, &b, 8); return v; }
static inline int __float_as_int(float v) { int b; memcpy(&b, &v, 4); return b; }
static inline float __int_as_float(int b) { float v; memcpy(&v, &b, 4); return v; }
static inline unsigned __umulhi(unsigned a, unsigned b) { return (unsigned) ((unsigned long long) a * b >> 32); }
static inline int __clz(int v) { return v == 0 ? 32 : __builtin_clz((unsigned) v); }
static inline unsigned __brev(unsigned v) { unsigned r = 0; for (int i = 0; i < 32; i++) r |= (v >> i & 1u) << (31 - i); return r; }
static inline int __clzll(long long v) { return v == 0 ? 64 : __builtin_clzll((unsigned long long) v); }
static inline int __ffs(int v) { return __builtin_ffs(v); }
static inline int __popc(unsigned v) { return __builtin_popcount(v); }
template <typename T> static inline T __ldg(const T* p) { return *p; }
template <typename T> static inline T __ldcs(const T* p) { return *p; }
template <typename T> static inline void __stcs(T* p, T value) { *p = value; }
template <typename T> static inline T __ldcg(const T* p) { return *p; }
static inline void __threadfence() {}
static inline void __threadfence_system() {}
static inline void __threadfence_block() {}
static inline void __nanosleep(unsigned) {}
static inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
    return (unsigned) ((((unsigned long long) high << 32) | low) >> (shift & 31));
}

// ---- threads of a block ----

namespace emulator {
enum State { READY, AT_BLOCK, AT_WARP, DONE };
struct Thread {
    ucontext_t context;
    std::vector<char> stack;
    State state;
    unsigned long long word;
};
static std::vector<Thread> threads;
static ucontext_t scheduler;
static unsigned current;
static void (*body)();
alignas(16) static char dynamic_shared[232448];

static void stop(State state) {
    threads[current].state = state;
    swapcontext(&threads[current].context, &scheduler);
    threadIdx.x = current;
}
static void start() {
    body();
    threads[current].state = DONE;
    swapcontext(&threads[current].context, &scheduler);
}
// Lets those go on that wait for nobody any more.
static void release(unsigned count) {
    bool all = true;
    for (unsigned i = 0; i < count; i++) all = all && (threads[i].state == AT_BLOCK || threads[i].state == DONE);
    if (all) for (unsigned i = 0; i < count; i++) if (threads[i].state == AT_BLOCK) threads[i].state = READY;
    for (unsigned first = 0; first < count; first += 32) {
        bool warp = true;
        unsigned end = first + 32 < count ? first + 32 : count;
        for (unsigned i = first; i < end; i++) warp = warp && (threads[i].state == AT_WARP || threads[i].state == DONE);
        if (warp) for (unsigned i = first; i < end; i++) if (threads[i].state == AT_WARP) threads[i].state = READY;
    }
}
static void block(unsigned count) {
    if (threads.size() < count) threads.resize(count);
    for (unsigned i = 0; i < count; i++) {
        Thread& thread = threads[i];
        thread.stack.resize(65536);
        getcontext(&thread.context);
        thread.context.uc_stack.ss_sp = thread.stack.data();
        thread.context.uc_stack.ss_size = thread.stack.size();
        thread.context.uc_link = &scheduler;
        makecontext(&thread.context, start, 0);
        thread.state = READY;
    }
    for (bool left = true; left;) {
        left = false;
        for (unsigned i = 0; i < count; i++) {
            if (threads[i].state != READY) continue;
            current = i;
            threadIdx.x = i;
            swapcontext(&scheduler, &threads[i].context);
        }
        release(count);
        for (unsigned i = 0; i < count; i++) left = left || threads[i].state != DONE;
    }
}
template <bool COROUTINES> static void run(unsigned blocks, unsigned count, void (*kernel)()) {
    body = kernel;
    gridDim = {blocks, 1, 1};
    blockDim = {count, 1, 1};
    for (unsigned b = 0; b < blocks; b++) {
        blockIdx = {b, 0, 0};
        if (COROUTINES) {
            block(count);
        } else {
            for (unsigned i = 0; i < count; i++) {
                threadIdx.x = i;
                kernel();
            }
        }
    }
}
}

static inline void __syncthreads() { emulator::stop(emulator::AT_BLOCK); }
static inline int __syncthreads_or(int value) {
    emulator::threads[threadIdx.x].word = value != 0;
    __syncthreads();
    unsigned long long any = 0;
    for (unsigned i = 0; i < blockDim.x; i++) any |= emulator::threads[i].word;
    __syncthreads();
    return any != 0;
}
static inline void __syncwarp(unsigned = 0) { emulator::stop(emulator::AT_WARP); }
template <typename T> static inline unsigned __match_any_sync(unsigned, T value) {
    emulator::threads[threadIdx.x].word = (unsigned long long) value;
    __syncwarp();
    unsigned first = threadIdx.x / 32 * 32, peers = 0;
    for (unsigned i = 0; i < 32 && first + i < blockDim.x; i++) {
        if (emulator::threads[first + i].word == (unsigned long long) value) peers |= 1u << i;
    }
    __syncwarp();
    return peers;
}
template <typename T> static inline unsigned __match_all_sync(unsigned mask, T value, int* same) {
    const unsigned peers = __match_any_sync(mask, value);
    const unsigned all = blockDim.x - threadIdx.x / 32 * 32 < 32 ? (1u << blockDim.x % 32) - 1 : 0xffffffffu;
    *same = peers == all;
    return *same ? all : 0;
}
// The value of each thread of the warp, given to a function that makes of all of them what the thread gets.
template <typename T, typename F> static inline T of_warp(T value, F make) {
    unsigned long long word = 0;
    memcpy(&word, &value, sizeof(T));
    emulator::threads[threadIdx.x].word = word;
    __syncwarp();
    unsigned first = threadIdx.x / 32 * 32;
    T result = make([&](unsigned lane) {
        T other;
        unsigned from = first + lane < blockDim.x ? first + lane : threadIdx.x;
        memcpy(&other, &emulator::threads[from].word, sizeof(T));
        return other;
    });
    __syncwarp();
    return result;
}
template <typename T> static inline T __shfl_sync(unsigned, T value, unsigned lane) {
    return of_warp(value, [&](auto at) { return at(lane % 32); });
}
template <typename T> static inline T __shfl_down_sync(unsigned, T value, unsigned distance) {
    unsigned lane = threadIdx.x % 32;
    return of_warp(value, [&](auto at) { return at(lane + distance < 32 ? lane + distance : lane); });
}
template <typename T> static inline T __shfl_up_sync(unsigned, T value, unsigned distance) {
    unsigned lane = threadIdx.x % 32;
    return of_warp(value, [&](auto at) { return at(lane >= distance ? lane - distance : lane); });
}
template <typename T> static inline T __shfl_xor_sync(unsigned, T value, unsigned mask) {
    unsigned lane = threadIdx.x % 32;
    return of_warp(value, [&](auto at) { return at(lane ^ mask); });
}
template <typename T, typename F> static inline T fold_warp(T value, F combine) {
    return of_warp(value, [&](auto at) {
        unsigned first = threadIdx.x / 32 * 32;
        T all = at(0);
        for (unsigned i = 1; i < 32 && first + i < blockDim.x; i++) all = combine(all, at(i));
        return all;
    });
}
static inline unsigned __ballot_sync(unsigned, bool value) {
    return fold_warp(value ? 1u << threadIdx.x % 32 : 0u, [](unsigned a, unsigned b) { return a | b; });
}
static inline bool __any_sync(unsigned mask, bool value) { return __ballot_sync(mask, value) != 0; }
static inline unsigned __reduce_add_sync(unsigned, unsigned value) {
    return fold_warp(value, [](unsigned a, unsigned b) { return a + b; });
}
static inline unsigned __reduce_max_sync(unsigned, unsigned value) {
    return fold_warp(value, [](unsigned a, unsigned b) { return max(a, b); });
}
static inline unsigned __reduce_min_sync(unsigned, unsigned value) {
    return fold_warp(value, [](unsigned a, unsigned b) { return min(a, b); });
}
static inline unsigned __reduce_or_sync(unsigned, unsigned value) {
    return fold_warp(value, [](unsigned a, unsigned b) { return a | b; });
}
// ---- end of the emulator ----

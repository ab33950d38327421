package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.driver.CudaModule;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.Event;
import dev.sheaf.cuda.driver.Installation;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.driver.Nvrtc;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.gpu.Results;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;

/// Which hash function: what each costs on compact, strided and scattered keys, in slots looked at, which needs no
/// GPU, and in the time of a kernel that counts by them. `HashBenchmark FILE`; without a GPU it prints the slots.
final class HashBenchmark {
    private static final long ROWS = 1L << 26;
    private static final int SAMPLES = 5;
    private static final int[] GROUPS = {1_000, 10_000, 100_003, 1_000_000, 6_000_000};

    /// Where keys come from, by their numbers.
    private record Domain(String name, int bytes, int most, LongUnaryOperator key) {
        long[] keys(int groups) {
            return LongStream.range(0, groups).map(key).toArray();
        }
    }

    private static final List<Domain> DOMAINS = List.of(
            new Domain("compact int32", 4, Integer.MAX_VALUE, i -> i),
            new Domain("compact int32 from 1e9", 4, Integer.MAX_VALUE, i -> 1_000_000_000 + i),
            new Domain("int32 in steps of 64", 4, 60_000_000, i -> i * 64),
            new Domain("int32 in steps of 1000", 4, 4_000_000, i -> i * 1000),
            new Domain("int32 in steps of 4096", 4, 1_000_000, i -> i * 4096),
            new Domain("scattered int32", 4, Integer.MAX_VALUE, i -> scatter((int) i) & 0xffffffffL),
            new Domain("compact int64", 8, Integer.MAX_VALUE, i -> i),
            new Domain("int64 in steps of 2^32", 8, Integer.MAX_VALUE, i -> i << 32),
            new Domain("two int32 below 1000 side by side", 8, 1_000_000, i -> ((i / 1000) << 32) | (i % 1000)),
            new Domain("bits of whole doubles", 8, Integer.MAX_VALUE, i -> Double.doubleToRawLongBits(i + 1)),
            new Domain("scattered int64", 8, Integer.MAX_VALUE, i -> (i * 0x9e3779b97f4a7c15L) ^ Long.reverse(i * 7)));

    private final Results results;
    private final Nvrtc nvrtc;
    private final Device device;
    private final Stream stream;
    private final MemoryPool pool;

    private HashBenchmark(BenchRun run) {
        this.results = run.results();
        this.nvrtc = run.nvrtc();
        this.device = run.device();
        this.stream = run.stream();
        this.pool = run.pool();
    }

    /// @param arguments the file for the results
    public static void main(String[] arguments) throws IOException {
        switch (Installation.ofThisProcess()) {
            case Installation.Absent(String reason) -> {
                System.out.println("slots looked at alone, since there is no GPU: " + reason);
                printProbes();
            }
            case Installation.Usable _ -> BenchRun.of("hashes", arguments[0], run -> new HashBenchmark(run).run());
        }
    }

    private static void printProbes() {
        for (Domain domain : DOMAINS) {
            for (int groups : GROUPS) {
                if (groups > domain.most()) {
                    continue;
                }
                long[] keys = domain.keys(groups);
                for (HashFunction function : HashFunction.values()) {
                    HashFunction.Probes probes = function.probes(keys, domain.bytes());
                    System.out.printf(
                            Locale.ROOT,
                            "%-36s %9d %-56s %8.2f %7d %4d%n",
                            domain.name(),
                            groups,
                            function.text,
                            probes.mean(),
                            probes.longest(),
                            probes.crowded());
                }
            }
        }
    }

    private void run() {
        for (int bytes : new int[] {4, 8}) {
            for (HashFunction function : HashFunction.values()) {
                CudaModule module = compile(function, bytes);
                for (Domain domain : DOMAINS) {
                    for (int groups : GROUPS) {
                        if (domain.bytes() == bytes && groups <= domain.most()) {
                            measure(module, function, domain, groups);
                        }
                    }
                }
            }
        }
    }

    private void measure(CudaModule module, HashFunction function, Domain domain, int groups) {
        long[] domainKeys = domain.keys(groups);
        HashFunction.Probes probes = function.probes(domainKeys, domain.bytes());
        if (probes.isHopeless()) {
            results.add(
                    domain.name() + ", " + groups + " groups: " + function.text,
                    "slots a key, not run",
                    new double[] {probes.mean()});
            return;
        }
        long slots = function.slots(groups);
        try (Buffer numbers = allocate((long) groups * Long.BYTES);
                Buffer keys = allocate(ROWS * domain.bytes());
                Buffer table = allocate(slots * Long.BYTES);
                Buffer counts = allocate(slots * Integer.BYTES)) {
            upload(domainKeys, numbers);
            launch(module, "fill_hash_keys", numbers.address(), groups, keys.address(), ROWS);
            double[] millis = new double[SAMPLES];
            for (int i = -1; i < SAMPLES; i++) {
                millis[Math.max(i, 0)] = count(module, keys, table, counts, slots);
            }
            check(counts, slots);
            results.add(
                    domain.name() + ", " + groups + " groups: " + function.text,
                    "ms",
                    millis,
                    "rows",
                    String.valueOf(ROWS),
                    "meanProbes",
                    Results.number(probes.mean()),
                    "longestProbe",
                    String.valueOf(probes.longest()),
                    "fullestLine",
                    String.valueOf(probes.crowded()));
        }
    }

    private void upload(long[] values, Buffer target) {
        try (Arena arena = Arena.ofConfined()) {
            stream.upload(arena.allocateFrom(ValueLayout.JAVA_LONG, values), target, 0);
            stream.synchronize();
        }
    }

    private double count(CudaModule module, Buffer keys, Buffer table, Buffer counts, long slots) {
        stream.fill(table, 0, table.byteSize(), (byte) 0);
        stream.fill(counts, 0, counts.byteSize(), (byte) 0);
        try (Event start = Event.timed(device);
                Event end = Event.timed(device)) {
            stream.record(start);
            launch(module, "count_hash_keys", keys.address(), ROWS, table.address(), counts.address(), slots);
            stream.record(end);
            end.synchronize();
            return end.millisSince(start);
        }
    }

    private void check(Buffer counts, long slots) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment host = arena.allocate(slots * Integer.BYTES, Long.BYTES);
            stream.download(counts, 0, host);
            stream.synchronize();
            long sum = Arrays.stream(host.toArray(ValueLayout.JAVA_INT))
                    .asLongStream()
                    .sum();
            if (sum != ROWS) {
                throw new AssertionError(sum + " rows counted instead of " + ROWS);
            }
        }
    }

    private CudaModule compile(HashFunction function, int bytes) {
        Nvrtc.Program program = new Nvrtc.Program(
                "bench_hash.cu",
                BenchData.resource("bench_hash.cu"),
                Map.of(
                        "types.cuh",
                        BenchData.resource("/dev/sheaf/cuda/kernel/types.cuh"),
                        "hash.cuh",
                        BenchData.resource("/dev/sheaf/cuda/kernel/hash.cuh")),
                List.of(
                        "--gpu-architecture=sm_" + device.info().architecture(),
                        "--std=c++17",
                        "--device-int128",
                        "-DHASHED_BY=" + function.ordinal(),
                        "-DKey=" + (bytes == Long.BYTES ? "u64" : "u32")));
        return switch (nvrtc.compile(program)) {
            case Nvrtc.Outcome.Compiled(byte[] image, String _) -> CudaModule.load(device, image);
            case Nvrtc.Outcome.Rejected rejected -> throw new AssertionError(rejected.log());
        };
    }

    private Buffer allocate(long bytes) {
        return device.memory().allocate(pool, bytes, "benchmark data", stream);
    }

    private void launch(CudaModule module, String kernel, long... arguments) {
        int blocks = device.info().multiprocessors() * 8;
        stream.launch(module.function(kernel), new LaunchShape(blocks, 256), arguments);
    }

    private static int scatter(int id) {
        int x = id;
        x ^= x >>> 16;
        x *= 0x21f0aaad;
        x ^= x >>> 15;
        x *= 0xd35a2d97;
        return x ^ (x >>> 15);
    }
}

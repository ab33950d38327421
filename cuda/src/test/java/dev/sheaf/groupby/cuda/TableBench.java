package dev.sheaf.groupby.cuda;

import dev.sheaf.column.Table;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.LaunchTimes;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.gpu.Results;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.BackendPreference;
import dev.sheaf.query.Decision;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.query.TableDataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// What benchmarks over a table on the device share: how it is opened, and a file with a line for each case.
///
/// @param file for the lines
/// @param host the table, and `device`, the same on the device
/// @param samples how often a case is timed; with 0, its answer alone is looked at; with less, its first run is all
/// @param bytesAMilli how many the device's memory reads or writes in a millisecond
/// @param peer libcudf, where it runs beside (`-Dsheaf.libcudf=FOLDER`)
record TableBench(
        Path file,
        Table host,
        GpuTable device,
        MemoryPool pool,
        int samples,
        double bytesAMilli,
        Optional<ShapesPeer> peer) {
    /// Bytes that are copied on the device to see how fast its memory is, so often.
    private static final long COPIED_BYTES = 2L << 30;

    private static final int COPIES = 20;

    /// A kind of benchmark.
    ///
    /// @param head more fields of the first line
    /// @param limit bytes of host memory
    record Kind(String name, String head, int samples, long limit) {}

    /// Measures, and writes lines into a file.
    interface Measuring {
        void over(TableBench bench) throws IOException;
    }

    /// Over a table, its answers alone.
    static TableBench answers(Path file, Table host, GpuTable device, MemoryPool pool) {
        return new TableBench(file, host, device, pool, 0, 1, Optional.empty());
    }

    /// Opens the first device, makes a table and loads it. A file that is there is gone on with.
    static void of(Kind kind, Path file, Function<MemoryPool, Table> table, Measuring measuring) throws IOException {
        Device first = BenchRun.usable().driver().device(0);
        double bytesAMilli = bytesAMilli(first);
        try (MemoryPool pool = MemoryPool.withLimit(kind.limit());
                Table host = table.apply(pool);
                GpuStream stream = Gpu.open(0).openStream();
                GpuTable device =
                        Gpu.open(0).load(new TableDataset(host), context(pool, BackendPreference.CUDA), stream)) {
            Optional<ShapesPeer> peer =
                    Optional.ofNullable(System.getProperty("sheaf.libcudf")).map(folder -> peer(Path.of(folder), host));
            if (!Files.exists(file)) {
                String head =
                        "{\"benchmark\": \"%s\", \"rows\": %d%s, \"gpu\": \"%s\", \"copied GB/s\": %.0f, \"commit\": \"%s\"}%n";
                String gpu = first.info().describe();
                String commit = System.getProperty("sheaf.commit", "unknown");
                Files.writeString(
                        file,
                        head.formatted(kind.name(), host.rowCount(), kind.head(), gpu, bytesAMilli / 1e6, commit));
            }
            measuring.over(new TableBench(file, host, device, pool, kind.samples(), bytesAMilli, peer));
            peer.ifPresent(ShapesPeer::close);
        }
    }

    /// It is compiled where the binding of libcudf is, for the bundle alone.
    private static ShapesPeer peer(Path folder, Table host) {
        try {
            return (ShapesPeer) Class.forName("dev.sheaf.groupby.cuda.LibcudfPeer")
                    .getDeclaredConstructor(Path.class, Table.class)
                    .newInstance(folder, host);
        } catch (ReflectiveOperationException failure) {
            throw new IllegalArgumentException("libcudf does not run from " + folder, failure);
        }
    }

    /// What the device's memory reads and writes in a millisecond, by copies of its own.
    private static double bytesAMilli(Device device) {
        return device.call(() -> {
            try (MemoryPool pool = MemoryPool.create();
                    Stream stream = Stream.open(device);
                    Buffer from = device.memory().allocate(pool, COPIED_BYTES, "copies", stream);
                    Buffer to = device.memory().allocate(pool, COPIED_BYTES, "copies", stream)) {
                double millis = 0;
                for (int round = 0; round < 2; round++) {
                    long start = System.nanoTime();
                    for (int i = 0; i < COPIES; i++) {
                        stream.copy(from, 0, to, 0, COPIED_BYTES);
                    }
                    stream.synchronize();
                    millis = (System.nanoTime() - start) / 1e6;
                }
                return 2.0 * COPIES * COPIED_BYTES / millis;
            }
        });
    }

    /// Adds the line of a case.
    ///
    /// @param fields does the work and gives the fields of the line
    void line(String name, Supplier<String> fields) throws IOException {
        String line;
        try {
            line = "{\"name\": \"%s\", %s}%n".formatted(name, fields.get());
        } catch (RuntimeException | AssertionError failure) {
            String what = String.valueOf(failure).replaceAll("[\"\\\\\n]", "'");
            line = "{\"name\": \"%s\", \"failed\": \"%s\"}%n".formatted(name, what);
        }
        System.out.print(line);
        Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    QueryContext context(BackendPreference backend) {
        return context(pool, backend);
    }

    private static QueryContext context(MemoryPool pool, BackendPreference backend) {
        return QueryContext.builder().pool(pool).backend(backend).build();
    }

    /// What each kernel of some work takes, by its name, in milliseconds.
    String kernels(Consumer<GpuStream> work) {
        try (GpuStream stream = device.gpu().openStream();
                LaunchTimes times = new LaunchTimes(stream.stream().device())) {
            stream.stream().timeLaunches(times);
            work.accept(stream);
            stream.stream().timeLaunches(null);
            return stream.stream().device().call(times::takeByKernel).entrySet().stream()
                    .map(each -> "\"" + each.getKey() + "\": " + Results.number(each.getValue()))
                    .collect(Collectors.joining(", "));
        }
    }

    static String way(QueryContext context) {
        return context.decisions().stream()
                .map(Decision::choice)
                .reduce((_, last) -> last)
                .orElse("");
    }

    /// @param compile whether queries wait for kernels, as the setting says it
    QueryContext context(String compile) {
        return QueryContext.builder()
                .pool(pool)
                .backend(BackendPreference.CUDA)
                .settings(new Settings(Map.of("cuda.compile", compile)))
                .build();
    }

    /// Bytes of some columns without what says which values are null.
    static long bytes(Table table, List<String> names) {
        long bytes = 0;
        for (String name : names) {
            dev.sheaf.column.Column column = table.column(name);
            bytes += switch (column) {
                case dev.sheaf.column.VarColumn texts -> texts.offsets().start(texts.length()) + 4 * texts.length();
                case dev.sheaf.column.BoolColumn bits -> bits.length() / 8;
                case dev.sheaf.column.FixedColumn fixed -> fixed.values().byteSize();
                default -> 0;
            };
        }
        return bytes;
    }
}

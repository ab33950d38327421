package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.Table;
import dev.sheaf.cuda.driver.CallTimes;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.Driver;
import dev.sheaf.cuda.driver.Emulator;
import dev.sheaf.cuda.driver.FakeCuda;
import dev.sheaf.cuda.driver.Installation;
import dev.sheaf.cuda.driver.Nvrtc;
import dev.sheaf.cuda.kernel.CubinCache;
import dev.sheaf.cuda.kernel.Kernels;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupScan;
import dev.sheaf.groupby.cuda.device.OpenDevice;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.BackendPreference;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.query.TableDataset;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// Where the host's time goes in warm queries: each call of the driver, what the host did before it, and for how
/// long it waited. On the GPU of this machine; where there is none, the emulator answers each query twice, and what
/// it has written to the host is played from then on.
///
/// @param fake the device if it is none
record HostTimeline(
        GpuTable table,
        MemoryPool pool,
        CallTimes times,
        @Nullable FakeCuda fake) {
    private static final long MEMORY_BYTES = 16L << 30;
    private static final int ANSWERED = 2;
    private static final int WARM_UP = 10;
    private static final int SAMPLES = 7;

    /// With `-Dsheaf.timeline.more=N`, each shape is run N times more, for profilers.
    ///
    /// @param arguments rows, then random shapes of [ShapesBenchmark] as `seed#number` and cases of
    ///     [ScansBenchmark] by their names; `+` ahead shows each call
    public static void main(String[] arguments) {
        CallTimes times = new CallTimes();
        boolean isReal = Installation.ofThisProcess() instanceof Installation.Usable;
        FakeCuda fake = isReal ? null : new FakeCuda(MEMORY_BYTES, emulator());
        Gpu gpu = new Gpu(fake == null ? real(times) : emulated(times, fake));
        long rows = (long) Double.parseDouble(arguments[0]);
        try (MemoryPool pool = MemoryPool.withLimit(110L << 30);
                Table host = ShapesData.table(rows, 1, pool);
                GpuStream stream = gpu.openStream();
                GpuTable table = gpu.load(new TableDataset(host), context(pool), stream)) {
            HostTimeline timeline = new HostTimeline(table, pool, times, fake);
            for (String each : Arrays.asList(arguments).subList(1, arguments.length)) {
                timeline.measure(timeline.named(each.replace("+", "")), each.startsWith("+"));
            }
        }
    }

    /// A query that is run again and again.
    private record Repeated(String name, BiFunction<QueryContext, GpuStream, GpuTable> work) {}

    private Repeated named(String name) {
        return name.contains("#") ? shape(name.split("#", -1)) : scans(name);
    }

    private Repeated shape(String[] seedAndNumber) {
        int number = Integer.parseInt(seedAndNumber[1]);
        ShapesBenchmark.Shape shape = ShapesBenchmark.random(Long.parseLong(seedAndNumber[0]), number + 1)
                .get(number);
        Expr[] aggregates = shape.aggregates().toArray(Expr[]::new);
        return new Repeated(shape.name(), (context, stream) -> {
            GpuGroupBy all = table.groupBy(shape.keys().toArray(String[]::new));
            GpuGroupBy query = shape.bound().isPresent()
                    ? all.where(col("d").lt(shape.bound().getAsDouble()))
                    : all;
            return query.aggregate(context, stream, aggregates);
        });
    }

    private Repeated scans(String name) {
        ScansBenchmark.Case asked = ScansBenchmark.cases().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        GroupScan[] scans = asked.scans().toArray(GroupScan[]::new);
        return new Repeated(
                name,
                (context, stream) ->
                        table.groupBy(asked.keys().toArray(String[]::new)).scan(context, stream, scans));
    }

    private static OpenDevice real(CallTimes times) {
        Optional<Nvrtc> nvrtc = ((Installation.Usable) Installation.ofThisProcess()).compiler();
        Device device = times.real().device(0);
        return new OpenDevice(device, Kernels.of(device, nvrtc));
    }

    private static OpenDevice emulated(CallTimes times, FakeCuda fake) {
        Driver driver = times.of(fake);
        Kernels kernels =
                new Kernels(driver.device(0), emulator().nvrtc(), CubinCache.inMemory(), EmulatedDevice.FOLDER);
        return new OpenDevice(driver.device(0), kernels);
    }

    private static Emulator emulator() {
        return new Emulator(EmulatedDevice.FOLDER);
    }

    private static QueryContext context(MemoryPool pool) {
        return QueryContext.builder()
                .pool(pool)
                .backend(BackendPreference.CUDA)
                .settings(new Settings(Map.of("cuda.compile", "wait")))
                .build();
    }

    private void measure(Repeated query, boolean isShown) {
        for (int i = 0; i < ANSWERED; i++) {
            run(query, true, false);
        }
        cold(query);
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < SAMPLES; i++) {
            runs.add(run(query, false, false));
        }
        Run traced = run(query, false, true);
        runs.removeIf(run -> run.calls().size() != traced.calls().size());
        System.out.println(query.name() + "\n  " + traced.way());
        show(runs, traced, isShown);
        more(query, Integer.getInteger("sheaf.timeline.more", 0));
    }

    /// The first runs after the answered ones, most of which are interpreted: what they take of the processor and of
    /// the heap. With `-Xint` the least is nearly the same in each process.
    private void cold(Repeated query) {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long[] nanos = new long[WARM_UP - ANSWERED];
        long[] bytes = new long[WARM_UP - ANSWERED];
        for (int i = 0; i < nanos.length; i++) {
            long cpu = threads.getCurrentThreadCpuTime();
            long allocated = threads.getCurrentThreadAllocatedBytes();
            run(query, false, false);
            nanos[i] = threads.getCurrentThreadCpuTime() - cpu;
            bytes[i] = threads.getCurrentThreadAllocatedBytes() - allocated;
        }
        Arrays.sort(bytes);
        print(
                "cold: least %.0f us of the processor, median %.0f, %d bytes",
                Arrays.stream(nanos).min().orElseThrow() / 1e3, median(nanos), bytes[bytes.length / 2]);
    }

    private void more(Repeated query, int count) {
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            run(query, false, false);
        }
        if (count > 0) {
            print("  %.1f us in each of %d more", (System.nanoTime() - start) / 1e3 / count, count);
        }
    }

    private record Run(long nanos, int waits, List<CallTimes.Call> calls, String way) {}

    /// @param isAnswered whether an emulator runs the kernels
    private Run run(Repeated query, boolean isAnswered, boolean isTraced) {
        if (fake != null && isAnswered) {
            fake.record();
        } else if (fake != null) {
            fake.replay();
        }
        QueryContext context = context(pool);
        try (GpuStream stream = table.gpu().openStream()) {
            int before = stream.stream().waits();
            times.start(stream.stream(), isTraced);
            long start = System.nanoTime();
            query.work().apply(context, stream).close();
            long nanos = System.nanoTime() - start;
            return new Run(nanos, stream.stream().waits() - before, times.calls(), TableBench.way(context));
        }
    }

    private static void show(List<Run> runs, Run traced, boolean isShown) {
        double host = 0;
        double waited = 0;
        double inDriver = 0;
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < traced.calls().size(); i++) {
            int at = i;
            double gap = median(
                    runs.stream().mapToLong(run -> run.calls().get(at).gap()).toArray());
            double wait = median(
                    runs.stream().mapToLong(run -> run.calls().get(at).waited()).toArray());
            double call = median(
                    runs.stream().mapToLong(run -> run.calls().get(at).nanos()).toArray());
            host += gap;
            waited += wait;
            inDriver += call;
            CallTimes.Call named = traced.calls().get(i);
            lines.append(String.format(
                    Locale.ROOT,
                    "  host %7.1f us, waited %7.1f, %-24s %7.1f  %s%n",
                    gap,
                    wait,
                    named.function(),
                    call,
                    named.from()));
        }
        print(
                "  %.1f us; host %.1f, waited %d times %.1f, in %d calls of the driver %.1f",
                median(runs.stream().mapToLong(Run::nanos).toArray()),
                host,
                traced.waits(),
                waited,
                traced.calls().size(),
                inDriver);
        System.out.print(isShown ? lines : "");
    }

    private static void print(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }

    private static double median(long[] nanos) {
        Arrays.sort(nanos);
        return nanos.length == 0 ? 0 : nanos[nanos.length / 2] / 1e3;
    }
}

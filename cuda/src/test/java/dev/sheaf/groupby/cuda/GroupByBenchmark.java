package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.driver.LaunchTimes;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.gpu.Results;
import dev.sheaf.groupby.cuda.device.DeviceGroups;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.fast.FastGroupBy;
import dev.sheaf.groupby.cuda.fast.Outcome;
import dev.sheaf.groupby.cuda.scan.Refusal;
import dev.sheaf.groupby.cuda.strategy.Planner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/// The group-by of resident columns: every case is checked against plain kernels and then measured end to end, from
/// the request to the result on the device, with nothing known about the contents of the columns.
///
/// Run by `run-gpu.sh bench` of a bundle. The property `sheaf.bench.once` runs every case once and checks
/// nothing, for a profiler.
final class GroupByBenchmark {
    /// Bytes a second that the card reads.
    private static final double PEAK = 4.5e12;

    /// Samples of slow cases and of quick ones, which take as many as fit a time.
    private static final int FEWEST_SAMPLES = 11;

    private static final int MOST_SAMPLES = 101;
    private static final double SAMPLING_MILLIS = 100;

    /// Before a case is measured it is run for so long, since the check of its answer makes the JVM drop code that
    /// it had compiled: what a query does on the host takes 40 us when compiled and ten times that when not.
    private static final long WARM_UP_NANOS = 120_000_000;

    /// Cases beside libcudf are run so often at least: a warm call is one whose question was asked before. What a
    /// question of 12 ms takes on the host was 290 us after 16 runs, and 39 or 111 after 250, on two hosts.
    private static final int WARM_UPS = 1_000;

    /// Small queries until Java has compiled what a query does on the host.
    private static final int HOST_WARM_UP = 20_000;

    private final Results results;
    private final FastGroupBy groupBy;
    private final Supplier<FastGroupBy> cold;
    private final BenchData data;
    private final Stream stream;
    private final boolean once = Boolean.getBoolean("sheaf.bench.once");
    private final List<double[]> ratios = new ArrayList<>();

    private GroupByBenchmark(BenchRun run, BenchData data) {
        this.results = run.results();
        this.cold = () -> new FastGroupBy(run.freshKernels(), run.pool());
        this.groupBy = cold.get();
        this.data = data;
        this.stream = run.stream();
    }

    /// @param arguments the file for the results and, if not all, the groups of cases: `libcudf`, `scattered`,
    ///     `spread`, `skews`, `strays`, `aggregates`, `sweep`
    public static void main(String[] arguments) throws IOException {
        List<String> wanted = Arrays.asList(arguments).subList(1, arguments.length);
        BenchRun.of("groupby", arguments[0], run -> run(run, wanted));
    }

    private static void run(BenchRun run, List<String> wanted) {
        BenchData data = run.data();
        new GroupByBenchmark(run, data).measure(wanted);
    }

    private void measure(List<String> wanted) {
        if (!once) {
            warmUp();
        }
        if (wanted.isEmpty() || wanted.contains("libcudf")) {
            BenchCase.againstLibcudf().forEach(this::measure);
            double mean = Math.exp(ratios.stream()
                    .mapToDouble(each -> Math.log(each[0]))
                    .average()
                    .orElse(0));
            double least = ratios.stream().mapToDouble(each -> each[0]).min().orElse(0);
            results.add("times libcudf, geometric mean", "x", new double[] {mean});
            results.add("times libcudf, least", "x", new double[] {least});
        }
        if (wanted.isEmpty() || wanted.contains("scattered")) {
            BenchCase.scattered().forEach(this::measure);
        }
        if (wanted.isEmpty() || wanted.contains("spread")) {
            BenchCase.spreads().forEach(this::measure);
        }
        if (wanted.isEmpty() || wanted.contains("skews")) {
            BenchCase.skews().forEach(this::measure);
        }
        if (wanted.isEmpty() || wanted.contains("strays")) {
            BenchCase.strays().forEach(this::measure);
        }
        if (wanted.isEmpty() || wanted.contains("aggregates")) {
            BenchCase.aggregateCounts().forEach(this::measure);
        }
        if (wanted.isEmpty() || wanted.contains("sweep")) {
            BenchCase.sweep(BenchCase.switches(Planner.of(stream.device().info())))
                    .forEach(this::measure);
        }
    }

    /// Makes the JVM load all classes and compile the host's part, with tables that take the device no time.
    private void warmUp() {
        List<DeviceTable> tables = new ArrayList<>();
        List<BenchCase> cases = BenchCase.againstLibcudf().stream()
                .filter(each -> !each.name().startsWith("count by int32 mod 1000"))
                .toList();
        try {
            for (BenchCase each : cases) {
                DeviceTable table = data.table(100_000, each.keys(), each.values());
                tables.add(table);
                try (DeviceGroups found = run(each, table).groups()) {
                    data.check(table, each.keys(), each.values(), each.aggregates(), found);
                }
                kernelMillis(each, table);
            }
            for (int i = 0; i < HOST_WARM_UP; i++) {
                run(cases.get(i % cases.size()), tables.get(i % cases.size()))
                        .groups()
                        .close();
            }
        } finally {
            tables.forEach(DeviceTable::close);
        }
    }

    private void measure(BenchCase test) {
        try (DeviceTable table = data.table(test.rows(), test.keys(), test.values())) {
            stream.synchronize();
            long start = System.nanoTime();
            Outcome.Grouped first = run(test, table);
            double firstMillis = millisSince(start);
            long groups = first.groups().groups();
            try (DeviceGroups found = first.groups()) {
                String wrong = once ? "" : data.check(table, test.keys(), test.values(), test.aggregates(), found);
                if (!wrong.isEmpty()) {
                    throw new AssertionError(test.name() + " (" + first.how() + "): " + wrong);
                }
            }
            if (!once) {
                report(test, first.how(), groups, firstMillis, samples(test, table), table);
            }
        }
    }

    /// Milliseconds of a query, and of the kernels of the one right after it, by events around each: the clock of the
    /// device changes by a hundredth from one second to the next, which may be more than what is outside of
    /// kernels, and events take some microseconds of the query that has them.
    private record Sample(double whole, double kernels) {
        double outside() {
            return Math.max(whole - kernels, 0);
        }
    }

    private Sample sample(BenchCase test, DeviceTable table) {
        return new Sample(millis(test, table), kernelMillis(test, table));
    }

    private double millis(BenchCase test, DeviceTable table) {
        long start = System.nanoTime();
        DeviceGroups found = run(test, table).groups();
        double millis = millisSince(start);
        found.close();
        return millis;
    }

    private double kernelMillis(BenchCase test, DeviceTable table) {
        try (LaunchTimes times = new LaunchTimes(stream.device())) {
            stream.timeLaunches(times);
            run(test, table).groups().close();
            return times.takeMillis();
        } finally {
            stream.timeLaunches(null);
        }
    }

    /// Milliseconds of a query for which every kernel has to be compiled.
    private double coldMillis(BenchCase test, DeviceTable table) {
        long start = System.nanoTime();
        DeviceGroups found = run(cold.get(), test, table).groups();
        double millis = millisSince(start);
        found.close();
        return millis;
    }

    private List<Sample> samples(BenchCase test, DeviceTable table) {
        warmUp(test, table);
        int count = (int) Math.clamp(SAMPLING_MILLIS / millis(test, table), FEWEST_SAMPLES, MOST_SAMPLES);
        return IntStream.range(0, count).mapToObj(_ -> sample(test, table)).toList();
    }

    private void warmUp(BenchCase test, DeviceTable table) {
        long start = System.nanoTime();
        int least = test.libcudf() > 0 ? WARM_UPS : 0;
        for (int i = 0; i < least || System.nanoTime() - start < WARM_UP_NANOS; i++) {
            run(test, table).groups().close();
        }
    }

    private Outcome.Grouped run(BenchCase test, DeviceTable table) {
        return run(groupBy, test, table);
    }

    private Outcome.Grouped run(FastGroupBy by, BenchCase test, DeviceTable table) {
        List<Integer> keys = IntStream.range(0, test.keys().size()).boxed().toList();
        Outcome outcome = by.group(table, keys, false, test.aggregates(), stream);
        stream.synchronize();
        return switch (outcome) {
            case Outcome.Grouped grouped -> grouped;
            case Outcome.Refused(Refusal why) -> throw new AssertionError(test.name() + ": " + why.text());
        };
    }

    private void report(
            BenchCase test, String how, long groups, double first, List<Sample> samples, DeviceTable table) {
        double[] millis = samples.stream().mapToDouble(Sample::whole).toArray();
        double median = median(Arrays.stream(millis));
        double floor = test.bytes() / PEAK * 1e3;
        List<String> extras = new ArrayList<>(List.of(
                "rows", String.valueOf(test.rows()),
                "groups", String.valueOf(groups),
                "rowsPerSecond", String.format(Locale.ROOT, "%.3e", test.rows() / median * 1e3),
                "floor", Results.number(floor),
                "timesFloor", Results.number(median / floor),
                "kernels", Results.number(median(samples.stream().mapToDouble(Sample::kernels))),
                "outsideKernels", Results.number(median(samples.stream().mapToDouble(Sample::outside))),
                "firstQuery", Results.number(first),
                "strategy", "\"" + how + "\""));
        if (test.libcudf() > 0) {
            ratios.add(new double[] {test.libcudf() / median});
            extras.addAll(List.of(
                    "firstQueryWithCompiling", Results.number(coldMillis(test, table)),
                    "libcudf", Results.number(test.libcudf()),
                    "timesLibcudf", Results.number(test.libcudf() / median)));
        }
        results.add(test.name(), "ms", millis, extras.toArray(String[]::new));
    }

    private static double median(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        return sorted[sorted.length / 2];
    }

    private static double millisSince(long start) {
        return (System.nanoTime() - start) / 1e6;
    }
}

package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Layout;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.file.PrivateFolder;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.query.SourceStats;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;

/// About how long a request takes on the CPU, to compare it with other backends, by nanoseconds a row and thread:
/// measured on this host ([CpuCalibration]), or fitted to the ten questions in PERFORMANCE.md of 10 million rows on two
/// threads. Groups are few unless a look at some rows says otherwise.
///
/// @param row of any query
/// @param textKey of a key of text
/// @param state of an aggregate
/// @param members of a median or another aggregate that needs the members of its group
/// @param isMeasured whether they were measured on this host
record CpuCost(double row, double textKey, double state, double members, boolean isMeasured) {
    /// What holds where nothing was measured.
    static final CpuCost FITTED = new CpuCost(3, 5, 3, 20, false);

    static final double FIXED_KEY = 1;

    /// A condition, or an expression that is no column.
    private static final double EXPRESSION = 1;

    /// What a thread costs before it works at its pace: waking it, its first slabs, code that is not compiled
    /// yet. On an H200 host, 0.1 to 1 million rows took 9 to 20 ms on 16 threads in a process of few queries,
    /// 10 million 8 to 11 (benchmarks/results/nvidia-h200/endtoend-1.json and -2.json); a process of many is
    /// faster.
    private static final double THREAD_SECONDS = 0.25e-3;

    /// What each aggregate adds to that: 1,000 rows took 0.6 to 0.7 ms for three and 1.2 to 1.9 for nine to twelve
    /// (benchmarks/results/nvidia-h200/choice-2.json).
    private static final double AGGREGATE_SECONDS = 0.1e-3;

    /// A thread takes so many at a time.
    private static final double MORSEL_ROWS = 1 << 16;

    /// Of so many groups caches hold nearly all, of so many nearly none.
    private static final double HELD_GROUPS = 1 << 14;

    private static final double MISSED_GROUPS = 1 << 20;

    /// Nanoseconds of a row whose group no cache holds, for the key, a key of text, and each state; fitted to 74 random
    /// shapes on the host of an H200 (benchmarks/results/nvidia-h200/choice-1.json and -2.json).
    private static final double KEY_MISS = 60;

    private static final double TEXT_MISS = 1_000;
    private static final double STATE_MISS = 35;

    /// Nanoseconds of a group that is made while the process still compiles what makes it, and how many that are at
    /// most; fitted to the same shapes.
    private static final double GROUP_NANOS = 150;

    private static final double MADE_GROUPS = 1 << 18;

    /// Read once in a process.
    private static final class Known {
        static final CpuCost HOST =
                read(file(PrivateFolder.cache(System.getenv()))).orElse(FITTED);
    }

    /// What is known of this host.
    static CpuCost ofHost() {
        return Known.HOST;
    }

    /// The file that keeps what was measured, in a folder of its own: others may enter the one above.
    static Path file(Path cache) {
        return cache.resolve("hosts").resolve("cpu.properties");
    }

    /// What was written to a file; nothing if there is none that is whole.
    static Optional<CpuCost> read(Path file) {
        Properties values = new Properties();
        try (var in = Files.newInputStream(file)) {
            values.load(in);
            return Optional.of(new CpuCost(
                    nanos(values, "row"),
                    nanos(values, "text.key"),
                    nanos(values, "state"),
                    nanos(values, "members"),
                    true));
        } catch (IOException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static double nanos(Properties values, String name) {
        double value = Double.parseDouble(values.getProperty(name, "missing"));
        if (!(value > 0 && value < Double.MAX_VALUE)) {
            throw new IllegalArgumentException(name + " is " + value);
        }
        return value;
    }

    /// Writes them to a file in place of what is there.
    ///
    /// @throws UncheckedIOException if that is not possible
    void write(Path file) {
        Properties values = new Properties();
        values.setProperty("row", String.valueOf(row));
        values.setProperty("text.key", String.valueOf(textKey));
        values.setProperty("state", String.valueOf(state));
        values.setProperty("members", String.valueOf(members));
        try {
            Path folder = PrivateFolder.open(Objects.requireNonNull(file.getParent()));
            Path unfinished = Files.createTempFile(folder, "cpu", ".tmp");
            try {
                try (var out = Files.newOutputStream(unfinished)) {
                    values.store(out, "nanoseconds a row and thread");
                }
                Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(unfinished);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// Where the figures are from, for `explain` and `sheaf calibrate`.
    String describe() {
        return String.format(
                Locale.ROOT,
                "%s: %.1f ns a row, %.1f a key of text, %.1f an aggregate, %.1f a median",
                isMeasured ? "measured on this host" : "fitted to another host",
                row,
                textKey,
                state,
                members);
    }

    /// The estimate.
    double seconds(GroupByRequest request, SourceStats stats, int threads) {
        double rows = stats.rowCount().orElse(0);
        SourceStats.Look look = stats.look(request.keys(), request.filter());
        double groups = look.groups().orElse(0);
        double passed = misses(request, groups);
        for (Expr key : request.keys()) {
            passed += key(key, request);
        }
        for (Expr aggregate : request.aggregates()) {
            passed += aggregate.unaliased() instanceof Expr.Aggregate asked ? state(asked) : state;
        }
        double nanos = row + (request.filter().isPresent() ? EXPRESSION : 0) + look.passing() * passed;
        double working = Math.clamp(Math.ceil(rows / MORSEL_ROWS), 1, threads);
        double making = Math.min(groups, MADE_GROUPS) * GROUP_NANOS / 1e9;
        return working * THREAD_SECONDS
                + AGGREGATE_SECONDS * request.aggregates().size()
                + making
                + rows * nanos / 1e9 / working;
    }

    /// What a row that meets the condition takes longer where groups are so many that caches hold few of them.
    private static double misses(GroupByRequest request, double groups) {
        double share = Math.clamp(Math.log(groups / HELD_GROUPS) / Math.log(MISSED_GROUPS / HELD_GROUPS), 0, 1);
        long texts = request.keys().stream().filter(key -> isText(key, request)).count();
        return share
                * (KEY_MISS
                        + TEXT_MISS * texts
                        + STATE_MISS * request.aggregates().size());
    }

    private static boolean isText(Expr key, GroupByRequest request) {
        return key.unaliased() instanceof Expr.ColumnRef(String name)
                && request.input().field(name).type().layout() == Layout.VARIABLE;
    }

    private double key(Expr key, GroupByRequest request) {
        double expression = key.unaliased() instanceof Expr.ColumnRef ? 0 : EXPRESSION;
        return isText(key, request) ? textKey : FIXED_KEY + expression;
    }

    private double state(Expr.Aggregate asked) {
        boolean needsMembers = asked.distinct()
                || switch (asked.aggregation()) {
                    case Aggregation.Median _, Aggregation.Quantile _, Aggregation.NUnique _ -> true;
                    case Aggregation.CollectList _, Aggregation.CollectSet _, Aggregation.Mode _ -> true;
                    case Aggregation.TopK _, Aggregation.DiscreteQuantile _, Aggregation.Join _ -> true;
                    case Aggregation.ValueCounts _, Aggregation.Entropy _, Aggregation.MedianDeviation _ -> true;
                    case Aggregation.Skewness _, Aggregation.Kurtosis _, Aggregation.Spearman _ -> true;
                    case Aggregation.Merge _ -> true;
                    case Aggregation.CountAll _, Aggregation.CountValid _, Aggregation.Sum _ -> false;
                    case Aggregation.Product _, Aggregation.Min _, Aggregation.Max _ -> false;
                    case Aggregation.Mean _, Aggregation.Variance _, Aggregation.Std _ -> false;
                    case Aggregation.First _, Aggregation.Last _, Aggregation.ArgMin _ -> false;
                    case Aggregation.ArgMax _, Aggregation.Covariance _, Aggregation.Correlation _ -> false;
                    case Aggregation.SumOfSquares _, Aggregation.M2 _, Aggregation.Any _ -> false;
                    case Aggregation.All _, Aggregation.Bitwise _, Aggregation.MinBy _ -> false;
                    case Aggregation.MaxBy _, Aggregation.Nth _, Aggregation.Histogram _ -> false;
                    case Aggregation.ApproxNUnique _, Aggregation.TDigest _, Aggregation.ApproxQuantile _ -> false;
                };
        return needsMembers ? members : state;
    }
}

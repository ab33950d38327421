package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.TableBuilder;
import dev.sheaf.expr.Expr;
import dev.sheaf.frame.DataFrame;
import dev.sheaf.frame.DeviceFrame;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.frame.store.FrameOptions;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.resident.ResidentMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Random chains of operations on frames of a device, beside the same on the host: rows and their order are
/// equal. What the device's frames take is on the account of a pool of their own.
final class DeviceFrames {
    private static final Schema SCHEMA = Schema.of(
            new Field("i", DataType.INT32),
            new Field("l", DataType.INT64),
            new Field("d", DataType.FLOAT64),
            new Field("b", DataType.BOOL),
            new Field("t", DataType.STRING));
    /// Longer frames are not doubled.
    private static final int MOST_ROWS_TWICE = 1_000;

    private static final String[] WORDS = {"", "a", "north", "south", "a longer text than the others", "ä€"};

    private final ResidentMemory memory;
    private final FrameOptions options;

    DeviceFrames(ResidentMemory memory, MemoryPool pool) {
        this.memory = memory;
        this.options = FrameOptions.DEFAULT.withQueries(
                () -> QueryContext.builder().pool(pool).threads(1).build());
    }

    /// A frame of up to so many rows, with nulls or without.
    DataFrame random(SplittableRandom random, int mostRows) {
        int rows = random.nextInt(mostRows + 1);
        double nulls = random.nextInt(3) == 0 ? 0 : 0.2;
        try (TableBuilder builder = new TableBuilder(SCHEMA, MemoryPool.shared())) {
            for (int row = 0; row < rows; row++) {
                @Nullable
                Object[] values = {
                    random.nextInt(-50, 50),
                    random.nextLong(-1_000_000_000_000L, 1_000_000_000_000L),
                    random.nextInt(-8, 9) / 4.0, // sums are exact in any order
                    random.nextBoolean(),
                    WORDS[random.nextInt(WORDS.length)]
                };
                for (int column = 0; column < values.length; column++) {
                    values[column] = random.nextDouble() < nulls ? null : values[column];
                }
                builder.row(values);
            }
            try (Table table = builder.build()) {
                return DataFrame.of(table);
            }
        }
    }

    /// Runs a chain of operations on both sides, and compares after each.
    void program(SplittableRandom random, int mostRows) {
        DataFrame host = random(random, mostRows);
        DeviceFrame device = onDevice(host);
        List<AutoCloseable> made = new ArrayList<>(List.of(host, device));
        try {
            for (int step = 0; step < 4; step++) {
                Both next = step(new Both(host, device), random);
                host = next.host();
                device = next.device();
                made.addAll(List.of(host, device));
                same(device, host);
            }
        } finally {
            made.forEach(DeviceFrames::close);
        }
    }

    private DeviceFrame onDevice(DataFrame host) {
        return host.with(options).toDevice(memory);
    }

    private static void close(AutoCloseable frame) {
        try {
            frame.close();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private record Both(DataFrame host, DeviceFrame device) {
        Both query(UnaryOperator<LazyFrame> query) {
            return new Both(DataFrame.collect(query.apply(host.lazy()), host.options()), device.query(query));
        }
    }

    private Both step(Both both, SplittableRandom random) {
        DataFrame host = both.host();
        DeviceFrame device = both.device();
        return switch (random.nextInt(9)) {
            case 0 -> {
                Expr condition = condition(random);
                yield new Both(host.filter(condition), device.filter(condition));
            }
            case 1 -> {
                Expr computed = col("l").times(3).plus(col("i")).as(random.nextBoolean() ? "l2" : "d");
                yield new Both(host.assign(computed), device.assign(computed));
            }
            case 2 -> {
                int rows = Math.toIntExact(host.rowCount());
                int[] wanted = random.ints(rows == 0 ? 0 : random.nextInt(rows), 0, Math.max(1, rows))
                        .toArray();
                yield new Both(host.take(wanted), device.take(wanted));
            }
            case 3 -> {
                long start = random.nextLong(host.rowCount() + 1);
                long count = random.nextLong(host.rowCount() - start + 1);
                yield new Both(host.slice(start, count), device.slice(start, count));
            }
            case 4 ->
                host.rowCount() > MOST_ROWS_TWICE
                        ? running(both)
                        : new Both(DataFrame.concat(host, host, host.head(3)), concat(device));
            case 5 ->
                both.query(
                        rows -> rows.filter(condition(new SplittableRandom(7))).limit(100));
            case 6 ->
                both.query(rows -> rows.select(
                        col("l").minus(col("i")).as("i"),
                        col("l"),
                        col("d").times(2).as("d"),
                        col("b"),
                        col("t")));
            case 7 -> both.query(rows -> rows.sort("i", "l", "t"));
            default -> running(both);
        };
    }

    private static DeviceFrame concat(DeviceFrame device) {
        try (DeviceFrame head = device.head(3)) {
            return DeviceFrame.concat(device, device, head);
        }
    }

    /// Compares running values of the columns that have some.
    private static Both running(Both both) {
        try (DataFrame host = both.host().select("i", "l", "d");
                DeviceFrame device = both.device().select("i", "l", "d")) {
            sameAndClosed(device.cumSum(), host.cumSum());
            sameAndClosed(device.cumMin(), host.cumMin());
            sameAndClosed(device.cumMax(), host.cumMax());
        }
        return new Both(both.host().copy(), both.device().head(both.device().rowCount()));
    }

    private static void sameAndClosed(DeviceFrame device, DataFrame host) {
        try (device;
                host) {
            same(device, host);
        }
    }

    private static Expr condition(SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> col("i").gt(random.nextInt(-60, 60));
            case 1 -> col("b");
            case 2 -> col("d").le(0.5).or(col("i").isNull());
            default -> col("t").eq("north").or(col("l").lt(0));
        };
    }

    /// Groups and reductions, in the order of their keys.
    void groups(SplittableRandom random, int mostRows) {
        try (DataFrame host = random(random, mostRows);
                DeviceFrame device = onDevice(host)) {
            UnaryOperator<LazyFrame> query = rows -> rows.filter(col("i").isNotNull())
                    .groupBy("t")
                    .agg(sum("i").as("s"), min("d").as("least"), max("l").as("most"), count().as("n"))
                    .sort("t");
            try (DataFrame expected = DataFrame.collect(query.apply(host.lazy()), host.options());
                    DeviceFrame actual = device.query(query)) {
                same(actual, expected);
            }
            Expr[] totals = {sum("l").as("s"), max("d").as("m"), count("b").as("n")};
            try (DataFrame expected = host.aggregate(totals);
                    DataFrame actual = device.aggregate(totals)) {
                assertThat(rows(actual)).isEqualTo(rows(expected));
            }
        }
    }

    static void same(DeviceFrame device, DataFrame host) {
        assertThat(device.rowCount()).isEqualTo(host.rowCount());
        assertThat(device.schema().names()).isEqualTo(host.schema().names());
        try (DataFrame back = device.toHost()) {
            assertThat(rows(back)).isEqualTo(rows(host));
        }
    }

    private static List<List<@Nullable Object>> rows(DataFrame frame) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        frame.forEach(row -> {
            List<@Nullable Object> values = new ArrayList<>();
            for (int i = 0; i < frame.columnCount(); i++) {
                values.add(row.get(i));
            }
            rows.add(values);
        });
        return rows;
    }
}

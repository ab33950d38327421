package dev.sheaf.groupby.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.gpu.Gpu;
import dev.sheaf.cuda.gpu.OnGpu;
import dev.sheaf.groupby.cuda.DeviceAggregate.Function;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.Sample;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Every strategy, forced in turn, gives the groups that a map on the host gives.
@OnGpu
class FastGroupByOnGpuTest {
    private static final Schema SCHEMA = Schema.of(
            new Field("key", DataType.INT32, true),
            new Field("text", DataType.STRING, false),
            new Field("whole", DataType.INT64, true),
            new Field("real", DataType.FLOAT64, false));

    private static final List<DeviceAggregate> ASKED = List.of(
            new DeviceAggregate(Function.COUNT_ROWS, -1, DataType.INT64),
            new DeviceAggregate(Function.SUM, 2, DataType.INT64),
            new DeviceAggregate(Function.MIN, 2, DataType.INT64),
            new DeviceAggregate(Function.MAX, 3, DataType.FLOAT64),
            new DeviceAggregate(Function.MEAN, 3, DataType.FLOAT64));

    /// What a group comes to.
    private static final class Expected {
        long rows;

        @Nullable
        Long sum;

        @Nullable
        Long least;

        double greatest = Double.NEGATIVE_INFINITY;
        double total;
    }

    private record Rows(
            List<@Nullable Object> keys, List<Object> texts, List<@Nullable Object> wholes, List<Object> reals) {
        Map<List<@Nullable Object>, Expected> groups(boolean byText, boolean keepsNulls) {
            Map<List<@Nullable Object>, Expected> groups = new HashMap<>();
            for (int row = 0; row < keys.size(); row++) {
                if (keys.get(row) == null && !keepsNulls) {
                    continue;
                }
                List<@Nullable Object> key = byText
                        ? Arrays.asList(keys.get(row), texts.get(row))
                        : Collections.singletonList(keys.get(row));
                Expected group = groups.computeIfAbsent(key, _ -> new Expected());
                group.rows++;
                group.greatest = Math.max(group.greatest, (Double) reals.get(row));
                group.total += (Double) reals.get(row);
                if (wholes.get(row) instanceof Long whole) {
                    group.sum = group.sum == null ? whole : Long.valueOf(group.sum + whole);
                    group.least = group.least == null ? whole : Long.valueOf(Math.min(group.least, whole));
                }
            }
            return groups;
        }

        Table table(MemoryPool pool) {
            return new Sample(SCHEMA, List.of(keys, texts, wholes, reals), List.of(false, false, false, false), 0)
                    .build(pool);
        }
    }

    private static Rows random(SplittableRandom random, int rows, int groups) {
        List<@Nullable Object> keys = new ArrayList<>();
        List<Object> texts = new ArrayList<>();
        List<@Nullable Object> wholes = new ArrayList<>();
        List<Object> reals = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            keys.add(random.nextInt(20) == 0 ? null : Integer.valueOf(random.nextInt(groups) - groups / 2));
            texts.add("k%02d".formatted(random.nextInt(12)));
            wholes.add(random.nextInt(3) == 0 ? null : Long.valueOf(random.nextLong(1L << 40) - (1L << 39)));
            reals.add(random.nextInt(1 << 20) / 64.0 - 100);
        }
        return new Rows(keys, texts, wholes, reals);
    }

    @Test
    void everyStrategyFindsTheSameGroups(Gpu gpu) {
        SplittableRandom random = new SplittableRandom(Long.getLong("sheaf.seed", 42));
        FastGroupBy groupBy = new FastGroupBy(gpu.kernels(), pool);
        gpu.device().run(() -> {
            try (Stream stream = gpu.device().openStream()) {
                for (int rows : new int[] {1, 3, 1_000, 40_000}) {
                    for (int groups : new int[] {1, 5, 300, 9_000}) {
                        Rows data = random(random, rows, groups);
                        for (boolean keepsNulls : new boolean[] {false, true}) {
                            checkStrategies(groupBy, data, keepsNulls, stream);
                        }
                    }
                }
            }
        });
        assertThat(pool.usedBytes(dev.sheaf.memory.Tier.DEVICE)).isZero();
        pool.close();
    }

    private final MemoryPool pool = MemoryPool.create();

    private void checkStrategies(FastGroupBy groupBy, Rows data, boolean keepsNulls, Stream stream) {
        try (Table host = data.table(pool);
                Staging staging = new Staging(pool, stream);
                DeviceTable table = DeviceTable.upload(host, staging)) {
            check(groupBy.group(table, List.of(0), keepsNulls, ASKED, stream), data, false, keepsNulls, stream);
            check(groupBy.group(table, List.of(0, 1), keepsNulls, ASKED, stream), data, true, keepsNulls, stream);
            boolean hasNulls = table.columns().getFirst().validity() != null;
            KeyPart part = new KeyPart.Numbers(
                    0,
                    dev.sheaf.cuda.kernel.CudaType.I32,
                    hasNulls,
                    hasNulls && keepsNulls,
                    -5000,
                    BigInteger.valueOf(10_001));
            ScanShape shape = ScanShape.of(table, new KeyLayout(List.of(part)), List.of(0), ASKED);
            Planner small = new Planner(stream.device().info(), 8 << 10, 8 << 10, 16);
            for (Plan plan : List.of(
                    small.block(shape, 10_002),
                    small.direct(shape, 10_002, 1000),
                    small.hashed(shape, 1000, 9_000),
                    small.hashed(shape, 1000, 40),
                    small.hash(shape, 1_000).orElseThrow(),
                    new Plan.Hash(64, 1, 1 << 17, 256))) {
                ScanShape planned = Planner.shapeFor(shape, plan);
                check(groupBy.run(table, planned, ASKED, plan, stream), data, false, keepsNulls, stream);
            }
        }
    }

    private void check(FastGroupBy.Outcome outcome, Rows data, boolean byText, boolean keepsNulls, Stream stream) {
        Map<List<@Nullable Object>, Expected> expected = data.groups(byText, keepsNulls);
        assertThat(outcome).isInstanceOf(FastGroupBy.Outcome.Grouped.class);
        try (DeviceGroups found = ((FastGroupBy.Outcome.Grouped) outcome).groups()) {
            assertThat(found.groups()).as("%s", outcome).isEqualTo(expected.size());
            List<Field> fields = new ArrayList<>();
            List<DeviceColumn> columns = new ArrayList<>(found.keys());
            columns.addAll(found.results());
            for (DeviceColumn column : columns) {
                fields.add(new Field("c" + fields.size(), column.type(), true));
            }
            DeviceTable table = new DeviceTable(Schema.of(fields.toArray(Field[]::new)), columns, found.groups());
            try (Table host = table.download(pool, stream)) {
                for (int row = 0; row < found.groups(); row++) {
                    checkRow(host, row, byText, expected, String.valueOf(outcome));
                }
            }
        }
    }

    private static void checkRow(
            Table host, int row, boolean byText, Map<List<@Nullable Object>, Expected> expected, String how) {
        List<@Nullable Object> key = new ArrayList<>();
        key.add(host.column(0).isNull(row) ? null : Integer.valueOf((int) whole(host, 0, row)));
        if (byText) {
            key.add(((dev.sheaf.column.VarColumn) host.column(1)).string(row));
        }
        int first = key.size();
        Expected group = expected.get(key);
        assertThat(group).as("%s %s", key, how).isNotNull();
        assertThat(whole(host, first, row)).isEqualTo(group.rows);
        assertThat(host.column(first + 1).isNull(row)).as("%s %s", key, how).isEqualTo(group.sum == null);
        if (group.sum != null) {
            assertThat(whole(host, first + 1, row)).as("%s %s", key, how).isEqualTo(group.sum);
            assertThat(whole(host, first + 2, row)).as("%s %s", key, how).isEqualTo(group.least);
        }
        assertThat(real(host, first + 3, row)).as("%s %s", key, how).isEqualTo(group.greatest);
        assertThat(real(host, first + 4, row)).isCloseTo(group.total / group.rows, within(1e-6));
    }

    private static long whole(Table host, int column, int row) {
        return HostValues.whole((FixedColumn) host.column(column), row).longValueExact();
    }

    private static double real(Table host, int column, int row) {
        return ((FixedColumn) host.column(column)).segment().getAtIndex(ValueLayout.JAVA_DOUBLE, row);
    }
}

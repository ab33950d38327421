package dev.sheaf.groupby.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.VarColumn;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.Kernels;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceGroups;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.fast.FastGroupBy;
import dev.sheaf.groupby.cuda.fast.Outcome;
import dev.sheaf.groupby.cuda.fast.PlanRun;
import dev.sheaf.groupby.cuda.scan.DeviceAggregate;
import dev.sheaf.groupby.cuda.scan.DeviceAggregate.Function;
import dev.sheaf.groupby.cuda.scan.FastRequest;
import dev.sheaf.groupby.cuda.scan.KeyLayout;
import dev.sheaf.groupby.cuda.scan.KeyPart;
import dev.sheaf.groupby.cuda.scan.KeySample;
import dev.sheaf.groupby.cuda.scan.KeySampler;
import dev.sheaf.groupby.cuda.scan.ScanRows;
import dev.sheaf.groupby.cuda.scan.ScanShape;
import dev.sheaf.groupby.cuda.scan.ShapeBuilder;
import dev.sheaf.groupby.cuda.strategy.Plan;
import dev.sheaf.groupby.cuda.strategy.Planner;
import dev.sheaf.groupby.cuda.transfer.ColumnDownload;
import dev.sheaf.groupby.cuda.transfer.Staging;
import dev.sheaf.groupby.cuda.transfer.Upload;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Forces every strategy in turn and compares the groups with those that a map on the host gives.
final class FastStrategies {
    private static final List<DeviceAggregate> ASKED = List.of(
            new DeviceAggregate(Function.COUNT_ROWS, -1, DataType.INT64),
            new DeviceAggregate(Function.SUM, 2, DataType.INT64),
            new DeviceAggregate(Function.MIN, 2, DataType.INT64),
            new DeviceAggregate(Function.MAX, 3, DataType.FLOAT64),
            new DeviceAggregate(Function.MEAN, 3, DataType.FLOAT64));

    /// What is checked on its own, since kernels take long to compile.
    enum Part {
        CHOSEN,
        MEMBERS,
        COUNTS,
        LEFTOVERS,
        TABLES,
        PARTITIONS,
        HASH_TABLES,
        TEXTS,
        CLUSTERED
    }

    private final Device device;
    private final FastGroupBy groupBy;
    private final FastGroupBy clustered;
    private final FastGroupBy members;
    private final PlanRun plans;
    private final KeySampler sampler;
    private final MemoryPool pool = MemoryPool.create();
    private final SplittableRandom random = new SplittableRandom(Long.getLong("sheaf.seed", 42));

    FastStrategies(Device device, Kernels kernels) {
        KernelStore store = new KernelStore(kernels);
        this.device = device;
        this.groupBy = new FastGroupBy(store, pool);
        this.members = new FastGroupBy(store, pool, "members");
        this.clustered = new FastGroupBy(store, pool, "clustered");
        this.plans = FastGroupBy.plans(store, pool);
        this.sampler = new KeySampler(store, pool);
    }

    /// One part, with tables of so many rows and about so many groups.
    void check(Part part, List<Integer> rowCounts, List<Integer> groupCounts) {
        device.run(() -> {
            try (Stream stream = Stream.open(device)) {
                switch (part) {
                    case CHOSEN, MEMBERS, COUNTS, LEFTOVERS, TABLES, PARTITIONS, HASH_TABLES ->
                        checkAll(part, rowCounts, groupCounts, stream);
                    case TEXTS -> rowCounts.forEach(rows -> checkTexts(rows, stream));
                    case CLUSTERED -> {
                        int rows = rowCounts.getLast();
                        checkClustered(FastRows.random(random, rows, groupCounts.getLast(), 1), true, stream);
                        checkClustered(FastRows.random(random, rows, groupCounts.getLast(), 50), true, stream);
                        checkClustered(FastRows.random(random, rows, groupCounts.getLast(), 50), false, stream);
                    }
                }
            }
        });
        assertThat(pool.usedBytes(dev.sheaf.memory.Tier.DEVICE)).isZero();
        pool.close();
    }

    private void checkAll(Part part, List<Integer> rowCounts, List<Integer> groupCounts, Stream stream) {
        for (int rows : rowCounts) {
            for (int groups : groupCounts) {
                FastRows data = FastRows.random(random, rows, groups, 1);
                for (boolean keepsNulls : new boolean[] {false, true}) {
                    check(part, data, keepsNulls, stream);
                }
            }
        }
    }

    private void check(Part part, FastRows data, boolean keepsNulls, Stream stream) {
        try (Table host = data.table(pool);
                Staging staging = new Staging(pool, stream);
                DeviceTable table = Upload.table(host, staging);
                KeySample sample = sampler.sample(table, List.of(0), stream)) {
            boolean hasNulls = table.columns().getFirst().validity() != null;
            KeyPart key = new KeyPart.Numbers(
                    0,
                    dev.sheaf.cuda.kernel.CudaType.I32,
                    hasNulls,
                    hasNulls && keepsNulls,
                    -5000,
                    BigInteger.valueOf(10_001));
            ScanShape shape = ShapeBuilder.of(table, new KeyLayout(List.of(key)), List.of(0), ASKED);
            switch (part) {
                case CHOSEN -> {
                    check(groupBy.group(table, List.of(0), keepsNulls, ASKED, stream), data, false, keepsNulls, stream);
                    check(
                            groupBy.group(table, List.of(0, 1), keepsNulls, ASKED, stream),
                            data,
                            true,
                            keepsNulls,
                            stream);
                }
                case MEMBERS -> checkMembers(data, table, stream);
                case COUNTS -> checkCounts(data, table, shape.layout(), sample, keepsNulls, stream);
                case LEFTOVERS -> checkLeftovers(data, table, sample, keepsNulls, stream);
                case TABLES, PARTITIONS, HASH_TABLES, TEXTS, CLUSTERED -> {
                    FastRequest request = new FastRequest(new ScanRows(table), List.of(0), keepsNulls, ASKED);
                    for (Plan plan : forced(part, shape, sample, stream)) {
                        ScanShape planned = Planner.shapeFor(shape, plan);
                        check(plans.run(request, planned, plan, sample, stream), data, false, keepsNulls, stream);
                    }
                }
            }
        }
    }

    private static List<Plan> forced(Part part, ScanShape shape, KeySample sample, Stream stream) {
        Planner small = new Planner(stream.device().info(), 8 << 10, 8 << 10, 16);
        return switch (part) {
            case TABLES ->
                List.of(
                        small.block(shape, 10_002),
                        new Plan.Block(10_002, 4_000, 2, 1, 256, 1, 0, false, false),
                        new Plan.Block(10_002, 10_002, 1, 1, 256, 1, listed(sample), false, false));
            case PARTITIONS ->
                List.of(
                        small.direct(shape, 10_002, 1000),
                        small.hashed(shape, 1000, 9_000),
                        small.hashed(shape, 1000, 40),
                        small.forSkew(shape, small.direct(shape, 10_002, 1000), 1, 1000),
                        small.forSkew(shape, small.hashed(shape, 1000, 9_000), 1, 1000));
            case HASH_TABLES ->
                List.of(
                        small.hash(shape, 1_000).orElseThrow(),
                        new Plan.Hash(4096, 512, 1, 1 << 14, 1, 2, 256, 1, 1),
                        new Plan.Hash(1024, 64, 1, 1 << 14, 1, 1, 256, 1, 2),
                        new Plan.Hash(64, 64, 1, 1 << 14, 1, 1, 256, 1, 2));
            case CHOSEN, MEMBERS, COUNTS, LEFTOVERS, TEXTS, CLUSTERED -> List.of();
        };
    }

    /// Texts of one length each, which are read four at a time, or one by one at the end.
    private void checkTexts(int rows, Stream stream) {
        for (int length : new int[] {1, 2, 5, 12}) {
            String[] texts = new String[rows];
            Map<String, Long> counts = new HashMap<>();
            for (int row = 0; row < rows; row++) {
                texts[row] = ("%0" + length + "d").formatted(random.nextInt(length == 1 ? 9 : 90));
                counts.merge(texts[row], 1L, Long::sum);
            }
            try (Table host = Table.of("t", texts);
                    Staging staging = new Staging(pool, stream);
                    DeviceTable table = Upload.table(host, staging)) {
                List<DeviceAggregate> asked = List.of(ASKED.getFirst());
                withHost(groupBy.group(table, List.of(0), false, asked, stream), stream, found -> {
                    assertThat(found.rowCount()).isEqualTo(counts.size());
                    for (int row = 0; row < found.rowCount(); row++) {
                        String text = ((VarColumn) found.column(0)).string(row);
                        assertThat(whole(found, 1, row)).as("%s", text).isEqualTo(counts.get(text));
                    }
                });
            }
        }
    }

    /// Layouts that have words for few of the keys, and a table in device memory that has places for few.
    private void checkLeftovers(FastRows data, DeviceTable table, KeySample sample, boolean keepsNulls, Stream stream) {
        boolean hasNulls = table.columns().getFirst().validity() != null;
        FastRequest request = new FastRequest(new ScanRows(table), List.of(0), keepsNulls, ASKED);
        FastRequest counting = new FastRequest(new ScanRows(table), List.of(0), keepsNulls, ASKED.subList(0, 1));
        PlanRun patient = plans.forAllLeftovers();
        Planner small = new Planner(stream.device().info(), 8 << 10, 8 << 10, 16);
        int groups = data.groups(false, false).size();
        if (groups < 100) {
            return; // fewer than there are words
        }
        for (int words : new int[] {groups < 500 ? 50 : 700}) {
            KeyPart part = new KeyPart.Numbers(
                    0,
                    dev.sheaf.cuda.kernel.CudaType.I32,
                    hasNulls,
                    hasNulls && keepsNulls,
                    -words / 2,
                    BigInteger.valueOf(words));
            KeyLayout layout = new KeyLayout(List.of(part));
            ScanShape shape = ShapeBuilder.of(request, layout);
            for (Plan plan : List.of(
                    small.block(shape, words + 1),
                    small.direct(shape, words + 1, 1000),
                    small.hashed(shape, 1000, words),
                    small.hash(shape, 1_000).orElseThrow(),
                    new Plan.Hash(64, 64, 1, 1 << 8, 1 << 20, 1, 1024, 1, 1),
                    new Plan.Hash(64, 64, 1, 1 << 8, 1 << 20, 2, 1024, 1, 1))) {
                ScanShape planned = Planner.shapeFor(shape, plan);
                check(patient.run(request, planned, plan, sample, stream), data, false, keepsNulls, stream);
            }
            ScanShape counts = ShapeBuilder.of(counting, layout);
            for (Plan plan : List.of(
                    small.block(counts, words + 1), new Plan.Counts(1 << 13, 64, 1, 1 << 14, 256, 1, 1, 2, true))) {
                checkCounts(patient.run(counting, counts, plan, sample, stream), data, keepsNulls, stream);
            }
        }
    }

    /// Runs of rows with one key, as short as they come; with counts alone, and with other functions.
    private void checkClustered(FastRows data, boolean keepsNulls, Stream stream) {
        try (Table host = data.table(pool);
                Staging staging = new Staging(pool, stream);
                DeviceTable table = Upload.table(host, staging)) {
            for (List<Integer> keys : List.of(List.of(0), List.of(0, 1))) {
                Outcome outcome = clustered.group(table, keys, keepsNulls, ASKED, stream);
                assertThat(((Outcome.Grouped) outcome).how()).startsWith("runs of clustered keys");
                check(outcome, data, keys.size() == 2, keepsNulls, stream);
            }
            List<DeviceAggregate> counts = List.of(ASKED.getFirst());
            checkCounts(clustered.group(table, List.of(0), keepsNulls, counts, stream), data, keepsNulls, stream);
        }
    }

    /// Counts alone, in tables of 16 bits each and with words that no table has a slot for.
    private void checkCounts(
            FastRows data, DeviceTable table, KeyLayout layout, KeySample sample, boolean keepsNulls, Stream stream) {
        List<DeviceAggregate> asked = List.of(ASKED.getFirst());
        ScanShape shape = ShapeBuilder.of(table, layout, List.of(0), asked);
        for (Plan plan : List.of(
                new Plan.Counts(1 << 12, 64, 1, 1 << 14, 256, 1, 1, 1, true),
                new Plan.Counts(1 << 13, 128, 1, 1 << 14, 256, 1, 2, 2, true),
                new Plan.Counts(1 << 9, 256, 4, 1 << 14, 256, 1, 1, 1, false),
                new Plan.Block(10_002, 10_002, 1, 1, 1024, 2, 0, true, false),
                new Plan.Block(10_002, 10_002, 1, 1, 1024, 4, 0, true, true),
                new Plan.Block(10_002, 4_600, 2, 1, 1024, 1, 0, true, false),
                new Plan.Block(10_002, 4_600, 2, 1, 1024, 1, 0, true, true),
                new Plan.Block(10_002, 9_000, 1, 1, 512, 1, 0, false, false))) {
            FastRequest request = new FastRequest(new ScanRows(table), List.of(0), keepsNulls, asked);
            checkCounts(plans.run(request, shape, plan, sample, stream), data, keepsNulls, stream);
        }
    }

    private void checkCounts(Outcome outcome, FastRows data, boolean keepsNulls, Stream stream) {
        Map<List<@Nullable Object>, FastRows.Expected> expected = data.groups(false, keepsNulls);
        withHost(outcome, stream, host -> {
            assertThat(host.rowCount()).as("%s", outcome).isEqualTo(expected.size());
            for (int row = 0; row < host.rowCount(); row++) {
                Object key = host.column(0).isNull(row) ? null : Integer.valueOf((int) whole(host, 0, row));
                FastRows.Expected group = expected.get(Collections.singletonList(key));
                assertThat(group).as("%s %s", key, outcome).isNotNull();
                assertThat(whole(host, 1, row)).as("%s %s", key, outcome).isEqualTo(group.rows);
            }
        });
    }

    /// Some of the keys that the sample has seen.
    private static int listed(KeySample sample) {
        return (int) Math.min(sample.findings().different(), 3);
    }

    /// Median, deviation and mean, which need the values of a group together.
    private void checkMembers(FastRows data, DeviceTable table, Stream stream) {
        List<DeviceAggregate> asked = List.of(
                new DeviceAggregate(Function.MEDIAN, 3, DataType.FLOAT64),
                new DeviceAggregate(Function.STD, 3, DataType.FLOAT64, 1),
                new DeviceAggregate(Function.MEAN, 3, DataType.FLOAT64));
        checkForcedMembers(data, table, stream);
        Outcome outcome = groupBy.group(table, List.of(0), false, asked, stream);
        assertThat(outcome).isInstanceOf(Outcome.Grouped.class);
        Map<@Nullable Object, List<Double>> members = new HashMap<>();
        for (int row = 0; row < data.keys().size(); row++) {
            members.computeIfAbsent(data.keys().get(row), _ -> new ArrayList<>())
                    .add((Double) data.reals().get(row));
        }
        members.remove(null);
        withHost(outcome, stream, host -> {
            assertThat(host.rowCount()).as("%s", outcome).isEqualTo(members.size());
            for (int row = 0; row < host.rowCount(); row++) {
                double[] values = members.get((int) whole(host, 0, row)).stream()
                        .mapToDouble(Double::doubleValue)
                        .sorted()
                        .toArray();
                double mean = Arrays.stream(values).average().orElseThrow();
                double squares = Arrays.stream(values)
                        .map(value -> (value - mean) * (value - mean))
                        .sum();
                double median = (values[(values.length - 1) / 2] + values[values.length / 2]) / 2;
                assertThat(real(host, 1, row)).as("%s", outcome).isEqualTo(median);
                assertThat(host.column(2).isNull(row)).isEqualTo(values.length == 1);
                if (values.length > 1) {
                    assertThat(real(host, 2, row)).isCloseTo(Math.sqrt(squares / (values.length - 1)), within(1e-6));
                }
                assertThat(real(host, 3, row)).isCloseTo(mean, within(1e-6));
            }
        });
    }

    /// Means, which can do without.
    private void checkForcedMembers(FastRows data, DeviceTable table, Stream stream) {
        List<DeviceAggregate> asked = List.of(ASKED.getFirst(), ASKED.getLast());
        Outcome outcome = members.group(table, List.of(0), false, asked, stream);
        assertThat(((Outcome.Grouped) outcome).how()).contains("tables of 1 slots");
        Map<List<@Nullable Object>, FastRows.Expected> expected = data.groups(false, false);
        withHost(outcome, stream, host -> {
            assertThat(host.rowCount()).as("%s", outcome).isEqualTo(expected.size());
            for (int row = 0; row < host.rowCount(); row++) {
                FastRows.Expected group = expected.get(Collections.singletonList((int) whole(host, 0, row)));
                assertThat(group).isNotNull();
                assertThat(whole(host, 1, row)).isEqualTo(group.rows);
                assertThat(real(host, 2, row)).isCloseTo(group.total / group.rows, within(1e-6));
            }
        });
    }

    private void check(Outcome outcome, FastRows data, boolean byText, boolean keepsNulls, Stream stream) {
        Map<List<@Nullable Object>, FastRows.Expected> expected = data.groups(byText, keepsNulls);
        assertThat(outcome).isInstanceOf(Outcome.Grouped.class);
        withHost(outcome, stream, host -> {
            assertThat(host.rowCount()).as("%s", outcome).isEqualTo(expected.size());
            for (int row = 0; row < host.rowCount(); row++) {
                checkRow(host, row, byText, expected, String.valueOf(outcome));
            }
        });
    }

    private void withHost(Outcome outcome, Stream stream, Consumer<Table> check) {
        try (DeviceGroups found = ((Outcome.Grouped) outcome).groups()) {
            List<Field> fields = new ArrayList<>();
            List<DeviceColumn> columns = new ArrayList<>(found.keys());
            columns.addAll(found.results());
            for (DeviceColumn column : columns) {
                fields.add(new Field("c" + fields.size(), column.type(), true));
            }
            DeviceTable table = new DeviceTable(Schema.of(fields.toArray(Field[]::new)), columns, found.groups());
            try (Table host = new ColumnDownload(pool, stream).download(table)) {
                check.accept(host);
            }
        }
    }

    private static void checkRow(
            Table host, int row, boolean byText, Map<List<@Nullable Object>, FastRows.Expected> expected, String how) {
        List<@Nullable Object> key = new ArrayList<>();
        key.add(host.column(0).isNull(row) ? null : Integer.valueOf((int) whole(host, 0, row)));
        if (byText) {
            key.add(((dev.sheaf.column.VarColumn) host.column(1)).string(row));
        }
        int first = key.size();
        FastRows.Expected group = expected.get(key);
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

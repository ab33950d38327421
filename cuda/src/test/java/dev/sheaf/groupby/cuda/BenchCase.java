package dev.sheaf.groupby.cuda;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.groupby.cuda.BenchData.Form;
import dev.sheaf.groupby.cuda.BenchData.Key;
import dev.sheaf.groupby.cuda.BenchData.Spread;
import dev.sheaf.groupby.cuda.BenchData.Value;
import dev.sheaf.groupby.cuda.scan.DeviceAggregate;
import dev.sheaf.groupby.cuda.scan.DeviceAggregate.Function;
import dev.sheaf.groupby.cuda.scan.KeyLayout;
import dev.sheaf.groupby.cuda.scan.KeyPart;
import dev.sheaf.groupby.cuda.scan.ScanCell;
import dev.sheaf.groupby.cuda.scan.ScanResult;
import dev.sheaf.groupby.cuda.scan.ScanShape;
import dev.sheaf.groupby.cuda.strategy.Plan;
import dev.sheaf.groupby.cuda.strategy.Planner;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// A group-by to measure.
///
/// @param libcudf milliseconds of libcudf 26.08.1 on the same card and data; 0 if it was not measured
/// @param bytes what has to be read once and written once
record BenchCase(
        String name,
        long rows,
        List<Key> keys,
        List<Value> values,
        List<DeviceAggregate> aggregates,
        double libcudf,
        double bytes) {
    private static final int B_ROWS = 335_000_000;
    private static final int Q_ROWS = 100_000_000;
    private static final long B_BOUND = 1_000_000_000;

    private static final Value V1 = new Value(5, false, 17);
    private static final Value V2 = new Value(15, false, 18);
    private static final Value V3 = new Value(100, true, 19);
    private static final Key ID1 = Key.text(100, 5, 11);
    private static final Key ID2 = Key.text(100, 5, 12);
    private static final Key ID3 = Key.text(1_000_000, 12, 13);
    private static final Key ID4 = Key.plain(100, 14);
    private static final Key ID5 = Key.plain(100, 15);
    private static final Key ID6 = Key.plain(1_000_000, 16);

    /// The cases that libcudf was measured with: counts by a number modulo g, and the questions of db-benchmark.
    static List<BenchCase> againstLibcudf() {
        List<BenchCase> cases = new ArrayList<>();
        cases.add(of(
                "seed: sum(double) by a letter",
                Q_ROWS,
                List.of(Key.text(3, 1, 1)),
                List.of(new Value(500_000, true, 2)),
                List.of(ask(Function.SUM, 1, true)),
                12.95));
        long[] groups = {
            1, 4, 16, 100, 128, 150, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 200_000_000
        };
        double[] libcudf = {24.87, 24.88, 24.93, 46.36, 47.43, 25.25, 20.31, 16.17, 17.07, 25.64, 39.35, 54.46, 63.39};
        for (int i = 0; i < groups.length; i++) {
            cases.add(count("count by int32 mod " + groups[i], Form.PLAIN, Spread.UNIFORM, groups[i], libcudf[i]));
        }
        cases.addAll(questions());
        return cases;
    }

    private static List<BenchCase> questions() {
        return List.of(
                of("q1", Q_ROWS, List.of(ID1), List.of(V1), List.of(ask(Function.SUM, 1, false)), 24.78),
                of("q2", Q_ROWS, List.of(ID1, ID2), List.of(V1), List.of(ask(Function.SUM, 2, false)), 12.89),
                of(
                        "q3",
                        Q_ROWS,
                        List.of(ID3),
                        List.of(V1, V3),
                        List.of(ask(Function.SUM, 1, false), ask(Function.MEAN, 2, true)),
                        28.92),
                of(
                        "q4",
                        Q_ROWS,
                        List.of(ID4),
                        List.of(V1, V2, V3),
                        List.of(
                                ask(Function.MEAN, 1, false),
                                ask(Function.MEAN, 2, false),
                                ask(Function.MEAN, 3, true)),
                        49.25),
                of(
                        "q5",
                        Q_ROWS,
                        List.of(ID6),
                        List.of(V1, V2, V3),
                        List.of(ask(Function.SUM, 1, false), ask(Function.SUM, 2, false), ask(Function.SUM, 3, true)),
                        18.21),
                of(
                        "q6",
                        Q_ROWS,
                        List.of(ID4, ID5),
                        List.of(V3),
                        List.of(
                                ask(Function.MEDIAN, 2, true),
                                new DeviceAggregate(Function.STD, 2, DataType.FLOAT64, 1)),
                        291.49),
                of(
                        "q7",
                        Q_ROWS,
                        List.of(ID3),
                        List.of(V1, V2),
                        List.of(ask(Function.MAX, 1, false), ask(Function.MIN, 2, false)),
                        17.77),
                of(
                        "q10",
                        Q_ROWS,
                        List.of(ID1, ID2, ID3, ID4, ID5, ID6),
                        List.of(V3),
                        List.of(ask(Function.SUM, 6, true), ask(Function.COUNT_ROWS, -1, false)),
                        101.39));
    }

    /// The same counts with keys scattered over 32 and 64 bits, so that no number is a place in a table.
    static List<BenchCase> scattered() {
        List<BenchCase> cases = new ArrayList<>();
        for (Form form : List.of(Form.SCATTERED, Form.SCATTERED_64)) {
            for (long groups : new long[] {
                1,
                16,
                100,
                128,
                129,
                1_000,
                10_000,
                16_000,
                23_000,
                32_000,
                44_000,
                100_000,
                1_000_000,
                10_000_000,
                100_000_000
            }) {
                cases.add(count(
                        "count by " + (form == Form.SCATTERED ? "scattered int32, " : "scattered int64, ") + groups,
                        form,
                        Spread.UNIFORM,
                        groups,
                        0));
            }
        }
        return cases;
    }

    /// Keys of which few are most of the rows, and keys in order.
    static List<BenchCase> spreads() {
        List<BenchCase> cases = new ArrayList<>();
        for (Spread spread : List.of(Spread.ZIPF, Spread.ASCENDING)) {
            for (Form form : List.of(Form.PLAIN, Form.SCATTERED)) {
                for (long groups : new long[] {100, 10_000, 1_000_000, 10_000_000}) {
                    String name = spread == Spread.ZIPF ? "Zipf 1.5" : "ascending";
                    cases.add(of(
                            "count by " + name + (form == Form.PLAIN ? " int32, " : " scattered int32, ") + groups,
                            B_ROWS,
                            List.of(new Key(form, spread, groups, 0, 0, 3)),
                            List.of(),
                            List.of(ask(Function.COUNT_ROWS, -1, false)),
                            0));
                }
            }
        }
        return cases;
    }

    /// Skewed scattered keys of which there are so many that an estimate from a sample is far too low.
    static List<BenchCase> skews() {
        List<BenchCase> cases = new ArrayList<>();
        for (Spread spread : List.of(Spread.ZIPF_0_8, Spread.ZIPF_1_0, Spread.ZIPF_1_2)) {
            String exponent = spread.name().substring("ZIPF_".length()).replace('_', '.');
            for (long groups : new long[] {2_000_000, 20_000_000}) {
                cases.add(of(
                        "count by Zipf " + exponent + " scattered int32, " + groups,
                        B_ROWS,
                        List.of(new Key(Form.SCATTERED, spread, groups, 0, 0, 3)),
                        List.of(),
                        List.of(ask(Function.COUNT_ROWS, -1, false)),
                        0));
            }
        }
        return cases;
    }

    /// Keys of which a sample does not see the range: none such, one row, and few.
    static List<BenchCase> strays() {
        List<BenchCase> cases = new ArrayList<>();
        for (long groups : new long[] {1_000, 10_000, 1_000_000}) {
            for (Spread spread : List.of(Spread.UNIFORM, Spread.ONE_OTHER, Spread.FEW_OTHERS)) {
                String others = switch (spread) {
                    case ONE_OTHER -> ", one row of another key";
                    case FEW_OTHERS -> ", 320 rows of other keys";
                    case UNIFORM, ZIPF, ASCENDING, ZIPF_0_8, ZIPF_1_0, ZIPF_1_2 -> "";
                };
                long bound = spread == Spread.UNIFORM ? groups : 40_000_000;
                long modulus = spread == Spread.UNIFORM ? 0 : groups;
                cases.add(of(
                        "strays: count by int32, " + groups + others,
                        B_ROWS,
                        List.of(new Key(Form.PLAIN, spread, bound, modulus, 0, 3)),
                        List.of(),
                        List.of(ask(Function.COUNT_ROWS, -1, false)),
                        0));
            }
        }
        return cases;
    }

    /// One to eight sums of doubles and whole numbers, by 1 000 and by 1 000 000 groups.
    static List<BenchCase> aggregateCounts() {
        List<BenchCase> cases = new ArrayList<>();
        for (long groups : new long[] {1_000, 1_000_000}) {
            for (int count = 1; count <= 8; count++) {
                List<Value> values = new ArrayList<>();
                List<DeviceAggregate> aggregates = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    values.add(new Value(100, i % 2 == 0, 30 + i));
                    aggregates.add(ask(Function.SUM, 1 + i, i % 2 == 0));
                }
                cases.add(
                        of(count + " sums by " + groups, Q_ROWS, List.of(Key.plain(groups, 3)), values, aggregates, 0));
            }
        }
        return cases;
    }

    /// Counts by group numbers in steps of the square root of 2, and just before, at and behind what switches.
    static List<BenchCase> sweep(List<Long> switches) {
        TreeSet<Long> counts = new TreeSet<>();
        for (double groups = 1; groups <= 2e8; groups *= Math.sqrt(2)) {
            counts.add(Math.round(groups));
        }
        for (long at : switches) {
            counts.addAll(List.of(at - 1, at, at + 1));
        }
        return counts.stream()
                .map(groups -> of(
                        "sweep: count by int32, " + groups,
                        B_ROWS,
                        List.of(new Key(Form.PLAIN, Spread.UNIFORM, groups, 0, 0, 3)),
                        List.of(),
                        List.of(ask(Function.COUNT_ROWS, -1, false)),
                        0))
                .toList();
    }

    /// Where the planner goes from one strategy to another for counts of int32 keys, in group numbers.
    static List<Long> switches(Planner planner) {
        List<Long> found = new ArrayList<>();
        long below = 1;
        for (double next = 2; next < 2e8; next = Math.max(next + 1, next * 1.01)) {
            long above = Math.round(next);
            if (!kind(planner, below).equals(kind(planner, above))) {
                found.add(bisected(planner, below, above));
            }
            below = above;
        }
        return found;
    }

    private static long bisected(Planner planner, long from, long to) {
        long below = from;
        long above = to;
        while (above - below > 1) {
            long middle = (below + above) / 2;
            if (kind(planner, middle).equals(kind(planner, from))) {
                below = middle;
            } else {
                above = middle;
            }
        }
        return above;
    }

    /// What there is of a plan but for the sizes that change from number to number.
    private static String kind(Planner planner, long groups) {
        long words = groups + 2 * ((groups - 1) / 64 + 1);
        KeyPart key = new KeyPart.Numbers(0, CudaType.I32, false, false, 0, BigInteger.valueOf(words));
        ScanShape counts = new ScanShape(
                new KeyLayout(List.of(key)),
                List.of(0),
                List.of(),
                List.of(new ScanCell(ScanCell.Operation.COUNT, -1)),
                List.of(new ScanResult(Function.COUNT_ROWS, 0, 0)));
        return switch (planner.plan(counts, B_ROWS, groups)) {
            case Plan.Block block ->
                block.passes() + " passes, " + block.copies() + " copies, " + block.isNarrow() + block.isSummed()
                        + block.hasRestSlots();
            case Plan.Hash hash -> hash.passes() + " passes";
            case Plan.Counts table -> table.isPacked() + " " + table.bucket() + " " + table.blocks();
            case Plan.Clustered clustered -> clustered.describe();
            case Plan.Single single -> single.describe();
            case Plan.Partition partition ->
                "partitions " + partition.isStaged() + partition.inTwoSteps() + partition.rest();
        };
    }

    private static BenchCase count(String name, Form form, Spread spread, long groups, double libcudf) {
        return of(
                name,
                B_ROWS,
                List.of(new Key(form, spread, B_BOUND, groups, 0, 3)),
                List.of(),
                List.of(ask(Function.COUNT_ROWS, -1, false)),
                libcudf);
    }

    private static DeviceAggregate ask(Function function, int column, boolean isFloat) {
        DataType type = switch (function) {
            case COUNT_ROWS, COUNT -> DataType.INT64;
            case SUM -> isFloat ? DataType.FLOAT64 : DataType.INT64;
            case MIN, MAX, BIT_AND, BIT_OR, BIT_XOR -> isFloat ? DataType.FLOAT64 : DataType.INT32;
            case MEAN, VARIANCE, STD, M2, COVARIANCE, CORRELATION, MEDIAN, QUANTILE, RATIO -> DataType.FLOAT64;
        };
        return new DeviceAggregate(function, column, type);
    }

    private static BenchCase of(
            String name,
            long rows,
            List<Key> keys,
            List<Value> values,
            List<DeviceAggregate> aggregates,
            double libcudf) {
        double space = keys.stream().mapToDouble(Key::ids).reduce(1, (a, b) -> a * b);
        double groups = space * -Math.expm1(-rows / space);
        double keyBytes = keys.stream().mapToDouble(BenchCase::keyBytes).sum();
        double valueBytes =
                values.stream().mapToDouble(value -> value.isFloat() ? 8 : 4).sum();
        double bytes = rows * (keyBytes + valueBytes) + groups * (keyBytes + 8.0 * aggregates.size());
        return new BenchCase(name, rows, keys, values, aggregates, libcudf, bytes);
    }

    private static double keyBytes(Key key) {
        return switch (key.form()) {
            case PLAIN, SCATTERED -> Integer.BYTES;
            case SCATTERED_64 -> Long.BYTES;
            case TEXT -> Integer.BYTES + key.length();
        };
    }
}

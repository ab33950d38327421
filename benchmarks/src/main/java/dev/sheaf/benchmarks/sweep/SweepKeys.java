package dev.sheaf.benchmarks.sweep;

import dev.sheaf.column.Table;
import java.util.Arrays;
import java.util.List;

/// The ways in which a sweep has `groups` groups.
enum SweepKeys {
    /// The remainders of int32 numbers.
    DENSE,
    /// Keys that lie anywhere among the int64.
    SCATTERED,
    /// Two int32 columns, each of which has about as many values as the square root of the groups.
    PAIRS,
    /// As [#SCATTERED], the keys as frequent as words of a language are.
    ZIPF,
    /// As [#SCATTERED], but for a few rows in order of first appearance.
    SORTED;

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    /// What rows are out of order by, of [#SORTED] keys.
    private static final int NEAR = 8;

    /// Whether one table serves for any number of groups.
    boolean haveOneTable() {
        return this == DENSE;
    }

    /// What the table for that many groups is called.
    String tableName(long groups) {
        return haveOneTable() ? "t" : "t" + groups;
    }

    /// A table for that many groups, with a float64 column v and an int32 column w if asked for.
    Table table(int rows, long groups, boolean values) {
        Object[] keys = keys(rows, groups);
        if (!values) {
            return Table.of(keys);
        }
        return withValues(rows, keys);
    }

    private static Table withValues(int rows, Object... keys) {
        double[] v = new double[rows];
        Arrays.parallelSetAll(v, row -> share(mix(row)));
        Object[] all = Arrays.copyOf(keys, keys.length + 4);
        System.arraycopy(new Object[] {"v", v, "w", ints(rows, row -> mix(row) >>> 56)}, 0, all, keys.length, 4);
        return Table.of(all);
    }

    /// A table whose columns of keys have that many values as they are, with the columns v and w.
    Table numbered(int rows, long groups) {
        return this == DENSE
                ? withValues(rows, "col1", ints(rows, row -> anyOf(row, groups)))
                : table(rows, groups, true);
    }

    /// The columns that rows are grouped by.
    List<String> columns() {
        return this == PAIRS ? List.of("col1", "col2") : List.of("col1");
    }

    private Object[] keys(int rows, long groups) {
        return switch (this) {
            case DENSE -> new Object[] {"col1", ints(rows, row -> mix(row) >>> 33)};
            case SCATTERED -> new Object[] {"col1", scattered(rows, row -> anyOf(row, groups))};
            case PAIRS -> {
                long side = (long) Math.ceil(Math.sqrt(groups));
                yield new Object[] {
                    "col1", ints(rows, row -> mix(anyOf(row, groups) / side)),
                    "col2", ints(rows, row -> mix(anyOf(row, groups) % side))
                };
            }
            case ZIPF -> new Object[] {"col1", scattered(rows, row -> zipf(row, groups))};
            case SORTED ->
                new Object[] {
                    "col1",
                    scattered(rows, row -> Math.clamp(row * groups / rows + mix(row) % (NEAR / 2), 0, groups - 1))
                };
        };
    }

    /// A number for each row.
    private interface Numbers {
        long at(long row);
    }

    private static int[] ints(int rows, Numbers numbers) {
        int[] ints = new int[rows];
        Arrays.parallelSetAll(ints, row -> (int) numbers.at(row));
        return ints;
    }

    private static long[] scattered(int rows, Numbers numbers) {
        long[] keys = new long[rows];
        Arrays.parallelSetAll(keys, row -> mix(numbers.at(row)));
        return keys;
    }

    private static long anyOf(long row, long groups) {
        return Math.unsignedMultiplyHigh(mix(row), groups);
    }

    /// The number n comes in proportion to 1 / (n + 1), nearly.
    private static long zipf(long row, long groups) {
        return Math.min(groups - 1, (long) Math.floor(Math.exp(share(mix(row)) * Math.log(groups + 1.0)) - 1));
    }

    /// From 0 to 1.
    private static double share(long number) {
        return (number >>> 11) * 0x1p-53;
    }

    /// The query that aggregates by key.
    String sql(long groups, String aggregates) {
        String asked = switch (this) {
            case DENSE -> "MOD(col1, " + groups + ") AS k";
            case PAIRS -> "col1, col2";
            case SCATTERED, ZIPF, SORTED -> "col1";
        };
        return "SELECT " + asked + ", " + aggregates + " FROM " + tableName(groups) + " GROUP BY "
                + (this == PAIRS ? "1, 2" : "1");
    }

    /// The finishing function of SplitMix64, which is one-to-one.
    private static long mix(long value) {
        long z = (value + 1) * GOLDEN;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}

package dev.sheaf.benchmarks;

import dev.sheaf.benchmarks.data.Question;
import dev.sheaf.column.Table;
import java.util.Arrays;
import java.util.Locale;

/// The two ways in which a sweep has `groups` groups: counts by a remainder, and counts by keys that lie anywhere
/// among the int64.
enum SweepKeys {
    DENSE,
    SCATTERED;

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    /// Whether one table serves for any number of groups.
    boolean haveOneTable() {
        return this == DENSE;
    }

    /// What the table for that many groups is called.
    String tableName(long groups) {
        return haveOneTable() ? "t" : "t" + groups;
    }

    /// A table for that many groups.
    Table table(int rows, long groups) {
        return switch (this) {
            case DENSE -> {
                int[] numbers = new int[rows];
                Arrays.parallelSetAll(numbers, row -> (int) (mix(row) >>> 33));
                yield Table.of("col1", numbers);
            }
            case SCATTERED -> {
                long[] keys = new long[rows];
                Arrays.parallelSetAll(keys, row -> mix(Math.unsignedMultiplyHigh(mix(row), groups)));
                yield Table.of("col1", keys);
            }
        };
    }

    /// Counts rows by key.
    Question question(long groups) {
        String key = switch (this) {
            case DENSE -> "MOD(col1, " + groups + ")";
            case SCATTERED -> "col1";
        };
        String name = toString().toLowerCase(Locale.ROOT) + " " + groups;
        return new Question(
                name, "SELECT " + key + " AS k, COUNT(*) AS n FROM " + tableName(groups) + " GROUP BY 1", 1);
    }

    /// The finishing function of SplitMix64, which is one-to-one.
    private static long mix(long value) {
        long z = (value + 1) * GOLDEN;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}

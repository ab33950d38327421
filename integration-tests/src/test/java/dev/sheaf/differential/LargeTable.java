package dev.sheaf.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// A table that DuckDB makes of row numbers, and random queries over it whose answers are exact on both sides.
///
/// Columns `c0`, `c2`, ... are numbers that can be added up without rounding, the others are of any type. A column
/// may have other values from some row on, a value of its own in one row, and nulls from some row on.
record LargeTable(String sql, int columnCount) {
    private static final int MOST_ROWS = 300_000;
    private static final int NUMBERS = 6;
    private static final int OTHERS = 8;
    private static final List<Long> RANGES =
            List.of(1L, 2L, 3L, 7L, 100L, 900L, 5000L, 20_000L, 70_000L, 150_000L, 300_000L, 2_000_000L, 50_000_000L);

    static LargeTable random(SplittableRandom random) {
        int rowCount = random.nextInt(60_000, MOST_ROWS);
        List<String> columns = new ArrayList<>();
        int columnCount = random.nextInt(4, 10);
        for (int i = 0; i < columnCount; i++) {
            int kind = i % 2 == 0 ? random.nextInt(NUMBERS) : NUMBERS + random.nextInt(OTHERS);
            columns.add(column(random, kind, rowCount) + " AS c" + i);
        }
        return new LargeTable(
                "SELECT " + String.join(", ", columns) + " FROM range(" + rowCount + ") t(i)", columnCount);
    }

    private static String column(SplittableRandom random, int kind, int rowCount) {
        String values = value(random, kind, rowCount);
        if (random.nextInt(3) == 0) {
            values = oneOf("i < " + random.nextInt(rowCount), value(random, kind, rowCount), values);
        }
        if (random.nextInt(6) == 0) {
            values = oneOf("i = " + random.nextInt(rowCount), value(random, kind, rowCount), values);
        }
        if (random.nextBoolean()) {
            int first = random.nextBoolean() ? 0 : random.nextInt(rowCount);
            int every = random.nextBoolean() ? 20 : random.nextInt(1, 400);
            values = oneOf("i >= " + first + " AND " + hash(random) + " % " + every + " = 0", "NULL", values);
        }
        return values;
    }

    private static String oneOf(String condition, String value, String otherwise) {
        return "CASE WHEN " + condition + " THEN " + value + " ELSE " + otherwise + " END";
    }

    private static String hash(SplittableRandom random) {
        return "hash(i + " + random.nextInt(1_000_000_000) + ")";
    }

    /// A whole number from 0 to a random bound: sorted, clustered, few of them often, or at random.
    private static String whole(SplittableRandom random, int rowCount, long most) {
        long range = Math.min(most, RANGES.get(random.nextInt(RANGES.size())));
        return switch (random.nextInt(6)) {
            case 0 -> "(i * " + range + " // " + rowCount + ")";
            case 1 -> "((i // " + random.nextInt(1, 5000) + ") % " + range + ")";
            case 2 ->
                "CAST(floor(" + range + " * pow((" + hash(random) + " % 1000003) / 1000003.0, " + random.nextInt(2, 9)
                        + ")) AS BIGINT)";
            default -> "CAST(" + hash(random) + " % " + range + " AS BIGINT)";
        };
    }

    private static String value(SplittableRandom random, int kind, int rowCount) {
        String whole = whole(random, rowCount, Long.MAX_VALUE);
        return switch (kind) {
            case 0 -> "CAST(" + whole + " - 500 AS INTEGER)";
            case 1 -> "CAST(" + whole + " * 37 - " + random.nextLong(1L << random.nextInt(1, 40)) + " AS BIGINT)";
            case 2 -> "CAST(" + whole(random, rowCount, 30_000) + " - " + random.nextInt(2000) + " AS SMALLINT)";
            case 3 -> "CAST((" + whole + " - 1000) / 8.0 AS DOUBLE)";
            case 4 -> "CAST((" + whole + " - 1000) / 100 AS DECIMAL(" + random.nextInt(13, 25) + ", 2))";
            case 5 -> "CAST(" + whole(random, rowCount, 200) + " AS UTINYINT)";
            case 6 -> "CAST(hash(" + whole + ") >> 1 AS BIGINT)";
            case 7 -> "CAST(hash(" + whole + ") >> 33 AS INTEGER)";
            case 8 -> "'id' || " + whole;
            case 9 -> "'id' || lpad(CAST(" + whole + " AS VARCHAR), 10, '0')";
            case 10 -> "'https://example.org/' || " + whole + " || '" + "x".repeat(random.nextInt(30)) + "'";
            case 11 ->
                "repeat('ab', CAST(" + whole(random, rowCount, 40) + " AS INTEGER)) || (" + whole + " % "
                        + random.nextInt(1, 3000) + ")";
            case 12 -> "DATE '1990-01-01' + CAST(" + whole(random, rowCount, 100_000) + " AS INTEGER)";
            default -> "CAST(" + whole + " / 4.0 AS FLOAT)";
        };
    }

    /// A query with up to three keys and up to five aggregates.
    String query(SplittableRandom random) {
        int keyCount = random.nextInt(8) == 0 ? 0 : random.nextInt(1, 4);
        List<String> keys = IntStream.range(0, keyCount)
                .mapToObj(_ -> "c" + random.nextInt(columnCount))
                .distinct()
                .toList();
        List<String> columns = new ArrayList<>(keys);
        for (int i = random.nextInt(1, 6); i > 0; i--) {
            String filter = random.nextInt(8) == 0 ? " FILTER (WHERE " + condition(random) + ")" : "";
            columns.add(aggregate(random, filter) + " AS a" + i);
        }
        return "SELECT " + String.join(", ", columns) + " FROM t"
                + (random.nextInt(3) == 0 ? " WHERE " + condition(random) : "")
                + (keys.isEmpty() ? "" : " GROUP BY " + String.join(", ", keys))
                + (random.nextInt(6) == 0 ? " HAVING count(*) > " + random.nextInt(4) : "");
    }

    private String aggregate(SplittableRandom random, String filter) {
        int column = random.nextInt(columnCount);
        String of = "(c" + column + ")" + filter;
        return switch (random.nextInt(isNumber(column) ? 9 : 6)) {
            case 0 -> "count(*)" + filter;
            case 1 -> "count" + of;
            case 2 -> "min" + of;
            case 3, 4 -> "max" + of;
            case 5 -> "count(DISTINCT c" + column + ")" + filter;
            case 6 -> // cut where hardly an average lies, as they are rounded differently
                "floor(avg" + of + " * 3.3 + 0.1234567)";
            default -> "sum" + of;
        };
    }

    private String condition(SplittableRandom random) {
        int column = random.nextInt(columnCount);
        return "c" + column
                + switch (random.nextInt(isNumber(column) ? 5 : 2)) {
                    case 0 -> " IS NOT NULL";
                    case 1 -> " IS NULL";
                    case 2 -> " > " + random.nextInt(1000);
                    case 3 -> " BETWEEN " + random.nextInt(-100, 100) + " AND " + random.nextInt(100, 100_000);
                    default -> " < " + random.nextInt(100);
                };
    }

    private static boolean isNumber(int column) {
        return column % 2 == 0;
    }
}

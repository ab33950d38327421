package dev.sheaf.differential;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.testing.Sample;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Random window queries over random rows. Answers that ties leave open are not asked for: whatever depends on the
/// order of rows is ordered by `id` at last.
final class WindowGenerator {
    private static final List<String> VALUES = List.of("v", "f", "x", "s", "d", "b", "o");
    private static final List<String> NUMBERS = List.of("v", "f", "x", "o");

    private final SplittableRandom random;

    WindowGenerator(SplittableRandom random) {
        this.random = random;
    }

    private <T> T pick(List<T> options) {
        return options.get(random.nextInt(options.size()));
    }

    private boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    /// Rows of a few partitions and many ties.
    Sample rows() {
        int size = random.nextInt(120);
        int nulls = pick(List.of(2, 5, 1000));
        Schema schema = new Schema(List.of(
                new Field("id", DataType.INT32),
                new Field("k", DataType.INT32),
                new Field("o", DataType.INT32),
                new Field("d", DataType.DATE),
                new Field("v", DataType.INT64),
                new Field("f", DataType.FLOAT64),
                new Field("x", DataType.decimal(9, 2)),
                new Field("s", DataType.STRING),
                new Field("b", DataType.BOOL)));
        List<List<@Nullable Object>> columns = new ArrayList<>();
        columns.add(column(size, 0, row -> row));
        columns.add(column(size, nulls, _ -> random.nextInt(4)));
        columns.add(column(size, nulls, _ -> random.nextInt(-6, 9)));
        columns.add(column(size, nulls, _ -> LocalDate.of(2024, 1, 25).plusDays(random.nextInt(12))));
        columns.add(column(size, nulls, _ -> random.nextLong(-1000, 1000)));
        columns.add(column(size, nulls, _ -> random.nextInt(-40, 40) / 4.0));
        columns.add(column(size, nulls, _ -> BigDecimal.valueOf(random.nextInt(-5000, 5000), 2)));
        columns.add(column(size, nulls, _ -> "s" + random.nextInt(9)));
        columns.add(column(size, nulls, _ -> random.nextBoolean()));
        return Sample.plain(schema, columns);
    }

    private List<@Nullable Object> column(int size, int nulls, IntFunction<Object> value) {
        List<@Nullable Object> column = new ArrayList<>();
        IntStream.range(0, size).forEach(row -> column.add(nulls > 0 && oneIn(nulls) ? null : value.apply(row)));
        return column;
    }

    /// A query with some window functions, which may share a window.
    SqlQuery query() {
        List<String> items = new ArrayList<>(List.of("id"));
        for (int count = random.nextInt(1, 4); count > 0; count--) {
            items.add(function() + " AS c" + items.size());
        }
        String where = oneIn(4) ? " WHERE o > 0 OR k = 1" : "";
        return new SqlQuery("SELECT " + String.join(", ", items) + " FROM t" + where, List.of(), List.of());
    }

    private String function() {
        return switch (random.nextInt(8)) {
            case 0 -> numbering();
            case 1 -> shifted();
            case 2 -> picked();
            default -> aggregated();
        };
    }

    private String partition() {
        return pick(List.of("", "PARTITION BY k ", "PARTITION BY k, b ", "PARTITION BY o % 3 "));
    }

    private String direction() {
        return pick(List.of("", " DESC")) + pick(List.of("", " NULLS FIRST", " NULLS LAST"));
    }

    private String key() {
        return pick(List.of("o", "d", "s", "f"));
    }

    private String totalOrder() {
        return "ORDER BY " + key() + direction() + ", id" + direction();
    }

    private String peersOrder() {
        return "ORDER BY " + key() + direction();
    }

    private String numbering() {
        String function = pick(List.of("rank()", "dense_rank()", "percent_rank()", "cume_dist()"));
        return switch (random.nextInt(3)) {
            case 0 -> "row_number() OVER (" + partition() + totalOrder() + ")";
            case 1 -> "ntile(" + random.nextInt(1, 9) + ") OVER (" + partition() + totalOrder() + ")";
            default -> function + " OVER (" + partition() + peersOrder() + ")";
        };
    }

    private String nulls() {
        return pick(List.of("", "", " IGNORE NULLS", " RESPECT NULLS"));
    }

    private String shifted() {
        String value = pick(VALUES);
        String arguments = value + pick(List.of("", ", 1", ", 2", ", -1", ", 0", ", 5", ", o", ", id % 4 - 1"));
        boolean hasDefault = NUMBERS.contains(value) && arguments.contains(",") && oneIn(2);
        return pick(List.of("lag", "lead")) + "(" + arguments + (hasDefault ? ", -7" : "") + nulls() + ") OVER ("
                + partition() + totalOrder() + ")";
    }

    private String picked() {
        String call = switch (random.nextInt(4)) {
            case 0 -> "first_value(" + pick(VALUES);
            case 1 -> "last_value(" + pick(VALUES);
            case 2 -> pick(List.of("first(", "last(")) + pick(VALUES);
            default -> "nth_value(" + pick(VALUES) + ", " + random.nextInt(1, 5);
        };
        return call + nulls() + ") OVER (" + partition() + totalOrder() + " " + frame(pick(List.of("ROWS", "GROUPS")))
                + ")";
    }

    private String aggregated() {
        String filter = oneIn(4) ? " FILTER (WHERE o > 1 OR s < 's4')" : "";
        String call = switch (random.nextInt(11)) {
            case 9 -> pick(List.of("median(v)", "median(f)", "sum(DISTINCT v)", "sum(DISTINCT f)"));
            case 10 ->
                pick(List.of(
                        "count(DISTINCT s)",
                        "count(DISTINCT d)",
                        "arg_max(s, id)",
                        "arg_min(f, id)",
                        "covar_samp(v, f)",
                        "bit_xor(v)"));
            case 0 -> "count(*)";
            case 1 -> "count(" + pick(VALUES) + ")";
            case 2, 3 -> "sum(" + pick(NUMBERS) + ")";
            case 4 -> "avg(" + pick(NUMBERS) + ")";
            case 5 -> "min(" + pick(VALUES) + ")";
            case 6 -> "max(" + pick(VALUES) + ")";
            case 7 -> pick(List.of("bool_and(b)", "bool_or(b)"));
            default -> pick(List.of("stddev(", "var_pop(", "var_samp(")) + pick(NUMBERS) + ")";
        };
        return call + filter + " OVER (" + partition() + window() + ")";
    }

    private String window() {
        return switch (random.nextInt(6)) {
            case 0 -> peersOrder();
            case 1 -> totalOrder() + " " + frame("ROWS");
            case 2 -> totalOrder() + " " + frame("RANGE");
            case 3 -> peersOrder() + " " + frame("GROUPS");
            case 4 -> ranged("o", pick(List.of("0", "1", "3", "id % 3")), pick(List.of("0", "2", "20", "id % 5")));
            default ->
                oneIn(2)
                        ? ranged("f", "1.5", "0.25")
                        : ranged("d", pick(List.of("INTERVAL 2 DAY", "INTERVAL 1 MONTH")), "INTERVAL 3 DAY");
        };
    }

    private String ranged(String key, String before, String after) {
        String lower =
                pick(List.of("UNBOUNDED PRECEDING", before + " PRECEDING", "CURRENT ROW", before + " FOLLOWING"));
        String upper = pick(List.of("UNBOUNDED FOLLOWING", after + " FOLLOWING"));
        boolean isBefore = !lower.endsWith("FOLLOWING") && !lower.startsWith("CURRENT") && oneIn(3);
        String end = isBefore ? pick(List.of("CURRENT ROW", after + " PRECEDING")) : upper;
        return "ORDER BY " + key + direction() + " RANGE BETWEEN " + lower + " AND " + end + exclusion();
    }

    private String exclusion() {
        return pick(List.of("", "", "", " EXCLUDE CURRENT ROW", " EXCLUDE GROUP", " EXCLUDE TIES"));
    }

    /// A frame whose bounds count rows or groups, or of RANGE without distances.
    private String frame(String unit) {
        if (unit.equals("RANGE")) {
            String lower = pick(List.of("UNBOUNDED PRECEDING", "CURRENT ROW"));
            return "RANGE BETWEEN " + lower + " AND " + pick(List.of("CURRENT ROW", "UNBOUNDED FOLLOWING"))
                    + exclusion();
        }
        int lower = random.nextInt(-4, 4);
        int upper = random.nextInt(lower, 5);
        String from = oneIn(3) ? "UNBOUNDED PRECEDING" : bound(lower);
        String to = oneIn(3) ? "UNBOUNDED FOLLOWING" : bound(upper);
        return unit + " BETWEEN " + from + " AND " + to + exclusion();
    }

    private String bound(int rows) {
        String distance = oneIn(6) ? "id % " + (1 + Math.abs(rows)) : String.valueOf(Math.abs(rows));
        return rows == 0 ? "CURRENT ROW" : distance + (rows < 0 ? " PRECEDING" : " FOLLOWING");
    }
}

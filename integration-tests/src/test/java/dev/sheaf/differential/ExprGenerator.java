package dev.sheaf.differential;

import java.util.List;
import java.util.SplittableRandom;

/// Random scalar expressions as SQL text, over some columns.
///
/// Whole numbers are widened before arithmetic and cut before products, so that overflow stays an exception;
/// both sides may then fail. Where only some rows are meant to be evaluated (behind AND, say), the order of
/// evaluation is nobody's promise, and [#condition] keeps to what cannot fail.
final class ExprGenerator {
    private static final List<String> COMPARISONS = List.of("=", "<>", "<", "<=", ">", ">=");
    private static final List<String> TEXT_LITERALS =
            List.of("''", "'a'", "'A'", "'ab'", "'id1'", "'it''s'", "'é'", "'日本'", "'12'", "'%'");
    private static final List<String> PATTERNS =
            List.of("'%'", "''", "'a%'", "'%a'", "'%1%'", "'_'", "'id_'", "'id%9'", "'%e%t%'", "'日_%'", "'A'");
    private static final List<String> PARTS =
            List.of("year", "month", "day", "quarter", "dayofweek", "dayofyear", "week");
    private static final List<String> TIME_PARTS = List.of("hour", "minute", "second");
    private static final List<String> WIDTHS = List.of(
            "'1 month'", "'5 months'", "'2 years'", "'1 day'", "'10 days'", "'1 week'", "'90 minutes'", "'7 seconds'");
    private static final List<String> DIFF_UNITS = List.of("'year'", "'quarter'", "'month'", "'week'", "'day'");
    private static final List<String> UNITS =
            List.of("'year'", "'quarter'", "'month'", "'week'", "'day'", "'hour'", "'minute'");

    private final SplittableRandom random;
    private final List<SqlColumn> columns;

    ExprGenerator(SplittableRandom random, List<SqlColumn> columns) {
        this.random = random;
        this.columns = columns;
    }

    private <T> T pick(List<T> options) {
        return options.get(random.nextInt(options.size()));
    }

    Kind kind() {
        return Kind.values()[random.nextInt(Kind.values().length)];
    }

    Kind number() {
        return pick(List.of(Kind.INTEGER, Kind.INTEGER, Kind.DECIMAL, Kind.FLOAT));
    }

    /// An expression of a kind, at most `depth` operators deep.
    String of(Kind kind, int depth) {
        if (depth > 0 && random.nextInt(7) == 0) {
            return branching(kind, depth - 1);
        }
        return switch (kind) {
            case BOOL -> condition(depth);
            case INTEGER -> integer(depth);
            case DECIMAL -> decimal(depth);
            case FLOAT -> floating(depth);
            case TEXT -> text(depth);
            case DATE -> date(depth);
            case TIME -> time(depth);
            case TIMESTAMP -> timestamp(depth);
            case INSTANT, BYTES -> leaf(kind);
        };
    }

    private String branching(Kind kind, int depth) {
        return switch (random.nextInt(kind.isNumber() ? 5 : 4)) {
            case 0 ->
                "CASE WHEN " + condition(depth) + " THEN " + of(kind, depth) + " ELSE " + of(kind, depth) + " END";
            case 1 -> "CASE WHEN " + condition(depth) + " THEN " + of(kind, depth) + " END";
            case 2 -> "coalesce(" + of(kind, depth) + ", " + of(kind, depth) + ")";
            case 3 -> "nullif(" + of(kind, depth) + ", " + of(kind, depth) + ")";
            default -> pick(List.of("greatest", "least")) + "(" + of(kind, depth) + ", " + of(kind, depth) + ")";
        };
    }

    /// A column of a kind if there is one, else a constant.
    String column(Kind kind) {
        List<SqlColumn> fitting =
                columns.stream().filter(column -> column.kind() == kind).toList();
        return fitting.isEmpty() ? literal(kind) : pick(fitting).name();
    }

    /// Whether there is a column `id`, which is different in every row.
    boolean hasId() {
        return columns.getFirst().name().equals("id");
    }

    private String leaf(Kind kind) {
        return random.nextInt(4) == 0 ? literal(kind) : column(kind);
    }

    String literal(Kind kind) {
        return switch (kind) {
            case BOOL -> pick(List.of("TRUE", "FALSE", "CAST(NULL AS BOOLEAN)"));
            case INTEGER -> pick(List.of("0", "1", "2", "7", "(-3)", "100", "1000", "CAST(NULL AS INTEGER)"));
            case DECIMAL -> pick(List.of("0.5", "1.25", "(-10.01)", "99.9"));
            case FLOAT -> pick(List.of("0e0", "1.5e0", "(-2.5e0)", "1e3"));
            case TEXT -> pick(TEXT_LITERALS);
            case DATE -> pick(List.of("DATE '2000-02-29'", "DATE '1969-12-31'", "DATE '2024-07-01'"));
            case TIME -> pick(List.of("TIME '12:34:56.789'", "TIME '00:00:00'", "TIME '23:59:59.999999'"));
            case INSTANT ->
                pick(List.of("TIMESTAMPTZ '2001-09-09 01:46:40+00'", "TIMESTAMPTZ '1969-12-31 23:00:00-01'"));
            case BYTES -> pick(List.of("CAST('ab' AS BLOB)", "CAST('' AS BLOB)"));
            case TIMESTAMP -> pick(List.of("TIMESTAMP '2001-09-09 01:46:40'", "TIMESTAMP '1969-12-31 23:59:59.999'"));
        };
    }

    private String integer(int depth) {
        if (depth == 0) {
            return leaf(Kind.INTEGER);
        }
        int d = depth - 1;
        return switch (random.nextInt(18)) {
            case 12 -> "date_diff(" + pick(DIFF_UNITS) + ", " + date(d) + ", " + date(d) + ")";
            case 13 -> "position(" + literal(Kind.TEXT) + " IN " + text(d) + ")";
            case 14 -> "TRY_CAST(" + text(d) + " AS " + pick(List.of("INTEGER", "BIGINT", "TINYINT")) + ")";
            case 15 -> pick(TIME_PARTS) + "(" + time(d) + ")";
            case 16 -> pick(List.of("char_length", "strlen")) + "(" + leaf(Kind.TEXT) + ")";
            case 17 ->
                pick(List.of("(", "(~", "xor(0, ")) + wide(d) + pick(List.of(" & ", " | ", " >> "))
                        + pick(List.of("3", "CAST(6 AS TINYINT)", "70", wide(d))) + ")";
            case 0 -> "(" + wide(d) + " + " + integer(d) + ")";
            case 1 -> "(" + wide(d) + " - " + integer(d) + ")";
            case 2 -> "((" + wide(d) + " % 1000) * (" + wide(d) + " % 1000))";
            case 3 -> "(" + integer(d) + " % " + pick(List.of("2", "3", "7", "10", "0", "(-4)")) + ")";
            case 4 -> "(" + integer(d) + " // " + pick(List.of("2", "3", "7", "10", "0", "(-4)")) + ")";
            case 5 -> "abs(" + wide(d) + ")";
            case 6 -> "(-" + wide(d) + ")";
            case 7 -> "length(" + text(d) + ")";
            case 8 -> pick(PARTS) + "(" + date(d) + ")";
            case 9 -> "extract(" + pick(TIME_PARTS) + " FROM " + timestamp(d) + ")";
            case 10 -> "CAST(" + condition(d) + " AS INTEGER)";
            case 11 -> "sign(" + of(number(), d) + ")";
            default -> leaf(Kind.INTEGER);
        };
    }

    private String wide(int depth) {
        return "CAST(" + integer(depth) + " AS BIGINT)";
    }

    private String decimal(int depth) {
        if (depth == 0) {
            return leaf(Kind.DECIMAL);
        }
        int d = depth - 1;
        return switch (random.nextInt(7)) {
            case 0 -> "(" + narrow(d) + pick(List.of(" + ", " - ")) + narrow(d) + ")";
            case 1 -> "(" + narrow(d) + " * " + pick(List.of("2", "0.5", "(-1.25)", "3")) + ")";
            case 2 -> "abs(" + decimal(d) + ")";
            case 3 -> "round(" + narrow(d) + ", 1)";
            case 4 -> "(-" + narrow(d) + ")";
            case 5 -> "CAST(" + integer(d) + " % 1000 AS DECIMAL(9, 2))";
            default -> leaf(Kind.DECIMAL);
        };
    }

    /// Few enough digits that sums and products fit: whether an overflow is noticed in a value that nobody asks for
    /// in the end is nobody's promise.
    private String narrow(int depth) {
        return "CAST(" + decimal(depth) + " % 10000 AS DECIMAL(18, 3))";
    }

    private String floating(int depth) {
        if (depth == 0) {
            return leaf(Kind.FLOAT);
        }
        int d = depth - 1;
        return switch (random.nextInt(10)) {
            case 0 -> "(" + floating(d) + pick(List.of(" + ", " - ", " * ")) + of(number(), d) + ")";
            case 1 -> "(" + of(number(), d) + " / " + of(number(), d) + ")";
            case 2 -> "sqrt(abs(" + floating(d) + "))";
            case 3 -> "ln(abs(" + floating(d) + ") + 1)";
            case 4 -> "power(" + column(Kind.FLOAT) + ", 2)";
            case 5 -> pick(List.of("floor", "ceil", "round", "trunc")) + "(" + leaf(Kind.FLOAT) + ")";
            case 6 -> "abs(" + floating(d) + ")";
            case 7 -> "CAST(" + of(number(), d) + " AS DOUBLE)";
            case 8 -> "(-" + floating(d) + ")";
            default -> leaf(Kind.FLOAT);
        };
    }

    private String text(int depth) {
        if (depth == 0) {
            return leaf(Kind.TEXT);
        }
        int d = depth - 1;
        return switch (random.nextInt(18)) {
            case 12 -> "CAST(" + of(pick(List.of(Kind.TIME, Kind.INSTANT, Kind.FLOAT)), d) + " AS VARCHAR)";
            case 13 -> "reverse(" + text(d) + ")";
            case 14 -> "repeat(" + text(d) + ", " + pick(List.of("0", "2", "(-1)")) + ")";
            case 15 -> "concat(" + text(d) + ", " + of(pick(List.of(Kind.INTEGER, Kind.TEXT, Kind.DATE)), d) + ")";
            case 16 -> "rpad(" + text(d) + ", 7, " + pick(List.of("'-'", "'日b'")) + ")";
            case 0 -> "lower(" + text(d) + ")";
            case 1 -> "upper(" + text(d) + ")";
            case 2 -> pick(List.of("trim", "ltrim", "rtrim")) + "(" + text(d) + ")";
            case 3 -> "substring(" + text(d) + ", " + pick(List.of("1", "2", "0", "(-2)", "4")) + ", 3)";
            case 4 -> pick(List.of("left", "right")) + "(" + text(d) + ", " + pick(List.of("0", "1", "3")) + ")";
            case 5 -> "(" + text(d) + " || " + text(d) + ")";
            case 6 -> "replace(" + text(d) + ", 'a', 'bb')";
            case 7 -> "CAST(" + integer(d) + " AS VARCHAR)";
            case 8 ->
                "CAST(" + of(pick(List.of(Kind.BOOL, Kind.DATE, Kind.TIMESTAMP, Kind.DECIMAL)), d) + " AS VARCHAR)";
            case 9 -> "substring(" + text(d) + ", 2)";
            case 10 -> "lpad(" + text(d) + ", 6, 'xy')";
            default -> leaf(Kind.TEXT);
        };
    }

    private String date(int depth) {
        if (depth == 0) {
            return leaf(Kind.DATE);
        }
        int d = depth - 1;
        return switch (random.nextInt(5)) {
            case 0 -> "(" + date(d) + pick(List.of(" + ", " - ")) + pick(List.of("1", "30", "365")) + ")";
            case 1 -> "CAST(" + timestamp(d) + " AS DATE)";
            case 2 -> "CAST(date_trunc(" + pick(UNITS.subList(0, 5)) + ", " + date(d) + ") AS DATE)";
            case 3 -> "time_bucket(INTERVAL " + pick(WIDTHS) + ", " + date(d) + ")";
            default -> leaf(Kind.DATE);
        };
    }

    private String time(int depth) {
        if (depth == 0) {
            return leaf(Kind.TIME);
        }
        int d = depth - 1;
        return switch (random.nextInt(4)) {
            case 0 -> "CAST(" + timestamp(d) + " AS TIME)";
            case 1 ->
                "(" + time(d) + pick(List.of(" + ", " - ")) + "INTERVAL " + pick(List.of("90 MINUTES", "25 HOURS"))
                        + ")";
            default -> leaf(Kind.TIME);
        };
    }

    private String timestamp(int depth) {
        if (depth == 0) {
            return leaf(Kind.TIMESTAMP);
        }
        int d = depth - 1;
        return switch (random.nextInt(5)) {
            case 0 ->
                "(" + timestamp(d) + pick(List.of(" + ", " - ")) + "INTERVAL " + pick(List.of("1", "5", "31")) + " "
                        + pick(List.of("DAY", "HOUR", "MINUTE", "MONTH", "YEAR")) + ")";
            case 1 -> "date_trunc(" + pick(UNITS) + ", " + timestamp(d) + ")";
            case 2 -> "CAST(" + date(d) + " AS TIMESTAMP)";
            case 3 -> "time_bucket(INTERVAL " + pick(WIDTHS) + ", " + timestamp(d) + ")";
            default -> leaf(Kind.TIMESTAMP);
        };
    }

    /// A condition that fails on no row.
    String condition(int depth) {
        int d = Math.max(0, depth - 1);
        return switch (random.nextInt(depth > 0 ? 13 : 5)) {
            case 11 ->
                pick(List.of("starts_with", "ends_with", "contains")) + "(" + column(Kind.TEXT) + ", "
                        + literal(Kind.TEXT) + ")";
            case 12 -> column(Kind.TEXT) + pick(List.of(" ILIKE ", " NOT ILIKE ")) + pick(PATTERNS);
            case 0 -> column(Kind.BOOL);
            case 1 -> comparison();
            case 2 -> column(kind()) + pick(List.of(" IS NULL", " IS NOT NULL"));
            case 3 -> column(Kind.TEXT) + pick(List.of(" LIKE ", " NOT LIKE ")) + pick(PATTERNS);
            case 4 -> membership();
            case 5 -> "(" + condition(d) + " AND " + condition(d) + ")";
            case 6 -> "(" + condition(d) + " OR " + condition(d) + ")";
            case 7 -> "(NOT " + condition(d) + ")";
            case 8 -> "(" + condition(d) + pick(List.of(" IS TRUE", " IS NOT TRUE", " IS FALSE", " IS NULL")) + ")";
            case 9 -> between();
            default -> distinctness();
        };
    }

    private String comparison() {
        String operator = " " + pick(COMPARISONS) + " ";
        if (random.nextBoolean()) {
            return "(" + column(number()) + operator + leaf(number()) + ")";
        }
        Kind kind = kind();
        return "(" + column(kind) + operator + leaf(kind) + ")";
    }

    private String membership() {
        Kind kind = kind();
        return "(" + column(kind) + pick(List.of(" IN (", " NOT IN (")) + literal(kind) + ", " + literal(kind) + ", "
                + leaf(kind) + "))";
    }

    private String between() {
        Kind kind = kind();
        return "(" + column(kind) + pick(List.of(" BETWEEN ", " NOT BETWEEN ")) + literal(kind) + " AND " + leaf(kind)
                + ")";
    }

    private String distinctness() {
        Kind kind = kind();
        return "(" + column(kind) + pick(List.of(" IS DISTINCT FROM ", " IS NOT DISTINCT FROM ")) + leaf(kind) + ")";
    }
}

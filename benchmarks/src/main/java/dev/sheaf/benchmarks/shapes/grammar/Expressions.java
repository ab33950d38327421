package dev.sheaf.benchmarks.shapes.grammar;

import dev.sheaf.benchmarks.shapes.table.ColumnClass;
import dev.sheaf.benchmarks.shapes.table.Kind;
import dev.sheaf.benchmarks.shapes.table.WideColumn;
import java.util.List;

/// Expressions of one column, by the kind of its values. A template has `%1$s` where the column stands, so
/// that the same can be said of a constant.
record Expressions(Dice dice) {

    /// What an expression is called, how it is written, and what it gives.
    record Expression(String name, String template, Kind kind) {
        /// The expression of a column or constant.
        String of(String argument) {
            return template.replace("%1$s", argument);
        }
    }

    /// The value itself.
    static Expression plain(WideColumn column) {
        return new Expression("plain", "%1$s", column.kind());
    }

    /// Any expression of a column.
    Expression any(WideColumn column) {
        return dice.pick(all(column));
    }

    /// All expressions of a column.
    private List<Expression> all(WideColumn column) {
        return switch (column.kind()) {
            case INTEGER -> integers(column);
            case DECIMAL ->
                List.of(
                        make("arithmetic", "(%1$s * 2 + 1.5)", Kind.DECIMAL),
                        make("cast", "CAST(%1$s AS BIGINT)", Kind.INTEGER),
                        make("cast", "CAST(%1$s AS DOUBLE)", Kind.FLOAT),
                        bands(column));
            case FLOAT ->
                List.of(
                        make("arithmetic", "(CAST(%1$s AS DOUBLE) * 0.5e0 + 1e0)", Kind.FLOAT),
                        make("arithmetic", "floor(%1$s)", Kind.FLOAT),
                        make("arithmetic", "abs(%1$s)", Kind.FLOAT),
                        bands(column));
            case BOOL ->
                List.of(
                        make("logic", "(NOT %1$s)", Kind.BOOL),
                        make("cast", "CAST(%1$s AS INTEGER)", Kind.INTEGER),
                        make("case", "CASE WHEN %1$s THEN 'yes' WHEN NOT %1$s THEN 'no' ELSE '?' END", Kind.TEXT));
            case DATE -> dates(column);
            case TIMESTAMP -> timestamps(column);
            case TEXT -> texts(column);
        };
    }

    private static Expression make(String name, String template, Kind kind) {
        return new Expression(name, template, kind);
    }

    /// Three bands of values, by two constants.
    private Expression bands(WideColumn column) {
        String low = column.threshold(dice.share());
        String high = column.threshold(dice.share());
        return make(
                "case",
                "CASE WHEN %1$s < " + low + " THEN 'low' WHEN %1$s < " + high + " THEN 'middle' ELSE 'high' END",
                Kind.TEXT);
    }

    private List<Expression> integers(WideColumn column) {
        int divisor = 1 + dice.logUpTo(100);
        return List.of(
                make("arithmetic", "(CAST(%1$s AS BIGINT) * 3 + 7)", Kind.INTEGER),
                make("arithmetic", "(CAST(%1$s AS BIGINT) % " + divisor + ")", Kind.INTEGER),
                make("arithmetic", "(CAST(%1$s AS BIGINT) // " + divisor + ")", Kind.INTEGER),
                make("cast", "CAST(%1$s AS DOUBLE)", Kind.FLOAT),
                make("cast", "CAST(%1$s AS VARCHAR)", Kind.TEXT),
                bands(column));
    }

    private List<Expression> dates(WideColumn column) {
        return List.of(
                trunc("month", "year", "quarter", "week"),
                extract("year", "month", "day", "quarter", "dayofweek"),
                make("cast", "CAST(%1$s AS VARCHAR)", Kind.TEXT),
                bands(column));
    }

    private List<Expression> timestamps(WideColumn column) {
        return List.of(
                trunc("hour", "day", "month", "year"),
                extract("year", "month", "hour", "minute", "dayofweek"),
                make("cast", "CAST(%1$s AS DATE)", Kind.DATE),
                bands(column));
    }

    private Expression trunc(String... units) {
        return make("date_trunc", "date_trunc('" + dice.pick(List.of(units)) + "', %1$s)", Kind.TIMESTAMP);
    }

    private Expression extract(String... parts) {
        return make("extract", "extract(" + dice.pick(List.of(parts)) + " FROM %1$s)", Kind.INTEGER);
    }

    private List<Expression> texts(WideColumn column) {
        return List.of(
                make("substr", "substr(%1$s, " + dice.upTo(6) + ", " + dice.upTo(8) + ")", Kind.TEXT),
                make("upper", "upper(%1$s)", Kind.TEXT),
                make("length", "length(%1$s)", Kind.INTEGER),
                make("like", "(%1$s LIKE " + pattern(column) + ")", Kind.BOOL),
                bands(column));
    }

    /// A pattern that some of the column's texts match.
    String pattern(WideColumn column) {
        String text = column.text((long) (dice.random().nextDouble() * column.values()));
        int[] letters = text.codePoints().toArray();
        int size = Math.min(dice.upTo(4), letters.length);
        int start = dice.random().nextInt(letters.length - size + 1);
        String part = new String(letters, start, size).replace("'", "''").replaceAll("[%_]", "");
        String begin = new String(letters, 0, size).replace("'", "''").replaceAll("[%_]", "");
        return switch (dice.random().nextInt(4)) {
            case 0 -> "'" + begin + "%'";
            case 1 -> "'%" + part + "'";
            case 2 -> "'" + begin + "%" + part + "%'";
            default -> "'%" + part + "%'";
        };
    }

    /// Whether a sum of the column's squares stays in range and in the digits that there are.
    static boolean isModerate(WideColumn column) {
        return column.kind().isNumber() && !column.specials() && column.columnClass() != ColumnClass.SCATTERED;
    }
}

package dev.sheaf.benchmarks.engine;

import dev.sheaf.benchmarks.data.Question;
import dev.sheaf.column.Table;
import java.math.BigDecimal;
import java.math.MathContext;
import java.sql.Date;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Compares the rows of answers with DuckDB's, in any order and each as often, numbers to ten digits. Every value is an
/// object here, so this is for answers of up to some 100,000 rows.
final class RowsCheck {
    /// Sums of floating numbers depend on the order of rows in their last digits.
    private static final MathContext DIGITS = new MathContext(10);

    private static final int SHOWN_ROWS = 5;

    private RowsCheck() {}

    /// Checks an answer of Sheaf's.
    ///
    /// @throws IllegalStateException if DuckDB has another answer; the message shows rows that differ
    static void check(Question question, Table answer, DuckDb duckdb) {
        Map<List<@Nullable Object>, Integer> surplus = new HashMap<>();
        for (List<@Nullable Object> row : duckdb.values(question.sql())) {
            surplus.merge(normal(row), 1, Integer::sum);
        }
        for (long row = 0; row < answer.rowCount(); row++) {
            surplus.merge(normal(row(answer, row)), -1, Integer::sum);
        }
        surplus.values().removeIf(count -> count == 0);
        if (!surplus.isEmpty()) {
            throw new IllegalStateException("Sheaf and DuckDB answer " + question.name()
                    + " differently, for example (how often DuckDB has a row more than Sheaf): "
                    + surplus.entrySet().stream().limit(SHOWN_ROWS).toList());
        }
    }

    private static List<@Nullable Object> row(Table table, long row) {
        List<@Nullable Object> values = new ArrayList<>();
        table.columns().forEach(column -> values.add(column.get(row)));
        return values;
    }

    private static List<@Nullable Object> normal(List<@Nullable Object> row) {
        List<@Nullable Object> values = new ArrayList<>();
        for (@Nullable Object value : row) {
            values.add(normal(value));
        }
        return values;
    }

    /// One form for values that are the same.
    private static @Nullable Object normal(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Timestamp moment -> moment.toLocalDateTime();
            case Date date -> date.toLocalDate();
            case Double number when !Double.isFinite(number) -> number;
            case Number number ->
                new BigDecimal(number.toString()).round(DIGITS).stripTrailingZeros();
            default -> value;
        };
    }
}

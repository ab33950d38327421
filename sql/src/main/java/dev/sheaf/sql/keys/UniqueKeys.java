package dev.sheaf.sql.keys;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;

import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.join.UniqueNames;
import dev.sheaf.sql.rows.RowEdits;
import dev.sheaf.sql.rows.StoredTable;
import dev.sheaf.sql.rows.UnionRows;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The keys of a table that no two rows have alike; rows with a null in one are like no other.
///
/// @param keys their columns by name
public record UniqueKeys(List<List<String>> keys) {

    /// Looks for two rows with one key among those of a table, if any, and others. Reads the keys of all rows.
    ///
    /// @throws IllegalArgumentException if there are such rows
    public void check(Optional<StoredTable> table, Table others, QueryContext context) {
        for (List<String> key : keys) {
            List<LogicalPlan> rows = new ArrayList<>();
            table.ifPresent(before -> rows.add(new LogicalPlan.Scan(before, key, Optional.empty())));
            rows.add(rows(others, key));
            check(key, rows, context);
        }
    }

    /// The same among the rows of a table that had none. Keys that were not written are not read.
    public void check(RowEdits.Result result, QueryContext context) {
        for (List<String> key : keys) {
            if (result.writes(key)) {
                check(key, rows(result, key), context);
            }
        }
    }

    static List<LogicalPlan> rows(RowEdits.Result result, List<String> key) {
        return Stream.concat(result.parts().stream(), Stream.of(result.added()))
                .map(part -> rows(part, key))
                .toList();
    }

    static LogicalPlan rows(Table table, List<String> key) {
        return LazyFrame.of(table).select(key.toArray(String[]::new)).plan();
    }

    private static void check(List<String> key, List<LogicalPlan> rows, QueryContext context) {
        try (Table twice = twice(UnionRows.of(rows), key).collect(context)) {
            if (twice.rowCount() > 0) {
                throw new IllegalArgumentException("there are two rows with " + text(key, twice)
                        + ", and no two may have the same (" + String.join(", ", key) + ")");
            }
        }
    }

    /// A key that several rows have, if there is one.
    private static LazyFrame twice(UnionRows rows, List<String> key) {
        String number = new UniqueNames(key).unique("rows");
        LazyFrame frame = LazyFrame.of(new LogicalPlan.Scan(rows, rows.schema().names(), Optional.empty()));
        for (String column : key) {
            frame = frame.filter(col(column).isNotNull());
        }
        return frame.groupBy(key.toArray(String[]::new))
                .agg(count().as(number))
                .filter(col(number).gt(1))
                .limit(1);
    }

    /// The values of a row as a condition.
    static String text(List<String> key, Table row) {
        return String.join(
                ", ",
                key.stream()
                        .map(column -> column + " = " + text(row.column(column).get(0)))
                        .toList());
    }

    private static String text(@Nullable Object value) {
        return value instanceof byte[] bytes ? "x'" + HexFormat.of().formatHex(bytes) + "'" : String.valueOf(value);
    }
}

package dev.sheaf.sql.keys;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.join.UniqueNames;
import dev.sheaf.sql.rows.RowEdits;
import dev.sheaf.sql.rows.StoredTable;
import dev.sheaf.sql.rows.UnionRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Columns whose values are those of a key of a table, perhaps their own; rows with a null in one need no such row.
///
/// @param table the table that has the key, as its owner spells it
/// @param key its columns, in the order of `columns`
public record ForeignKey(List<String> columns, String table, List<String> key) {

    /// Rows of a table as queries for some of its columns.
    public interface Rows {
        /// One or several queries.
        List<LogicalPlan> of(List<String> columns);

        /// All rows of a table.
        static Rows of(StoredTable table) {
            return columns -> List.of(new LogicalPlan.Scan(table, columns, Optional.empty()));
        }

        /// Rows that are there.
        static Rows of(Table rows) {
            return columns -> List.of(UniqueKeys.rows(rows, columns));
        }

        /// The rows of a table as it is to be.
        static Rows of(RowEdits.Result result) {
            return columns -> UniqueKeys.rows(result, columns);
        }

        /// These and others.
        default Rows and(Rows others) {
            return columns -> Stream.concat(of(columns).stream(), others.of(columns).stream())
                    .toList();
        }
    }

    /// Looks for a row whose values no row of the table with the key has. Reads these columns of all rows.
    ///
    /// @throws IllegalArgumentException if there is one
    public void check(Rows rows, Rows keys, QueryContext context) {
        LazyFrame given = frame(rows.of(columns));
        for (String column : columns) {
            given = given.filter(col(column).isNotNull());
        }
        try (Table alone =
                given.join(named(keys), JoinKind.ANTI, pairs()).limit(1).collect(context)) {
            if (alone.rowCount() > 0) {
                throw new IllegalArgumentException("\"" + table + "\" has no row with the (" + String.join(", ", key)
                        + ") that a row with " + UniqueKeys.text(columns, alone) + " refers to");
            }
        }
    }

    private static LazyFrame frame(List<LogicalPlan> rows) {
        UnionRows all = UnionRows.of(rows);
        return LazyFrame.of(new LogicalPlan.Scan(all, all.schema().names(), Optional.empty()));
    }

    /// The keys under other names than those of the columns.
    private LazyFrame named(Rows keys) {
        return frame(keys.of(key))
                .select(IntStream.range(0, key.size())
                        .mapToObj(i -> col(key.get(i)).as(name(i)))
                        .toArray(dev.sheaf.expr.Expr[]::new));
    }

    private List<JoinKey> pairs() {
        List<JoinKey> pairs = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            pairs.add(JoinKey.on(col(columns.get(i)), col(name(i))));
        }
        return pairs;
    }

    private static String name(int place) {
        return UniqueNames.OURS + "key" + place;
    }

    /// The same with another name of a column.
    public ForeignKey renamed(String column, String name) {
        return new ForeignKey(
                columns.stream().map(each -> each.equals(column) ? name : each).toList(), table, key);
    }

    /// As SQL writes it.
    @Override
    public String toString() {
        return "FOREIGN KEY (" + String.join(", ", columns) + ") REFERENCES " + table + "(" + String.join(", ", key)
                + ")";
    }
}

package dev.sheaf.sql.change;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.exec.Executor;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.rows.StoredTable;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Gives the chosen rows of a table other values: a query makes all rows, and they take the place of those before.
/// Where another statement has changed the table meanwhile, it runs again.
///
/// @param updated the columns of the table as they are to be, and one that says whether a row is chosen
record Updating(Entry.Made made, LogicalPlan updated, String chosen) implements RowChange {
    @Override
    public long count(QueryContext context) {
        while (true) {
            StoredTable.Version version = made.table().version();
            try (Table rows = Executor.collect(updated, context)) {
                if (store(version, rows, context)) {
                    return count((BoolColumn) rows.column(chosen));
                }
            }
        }
    }

    @Override
    public Table rows(UnaryOperator<Table> given, QueryContext context) {
        while (true) {
            StoredTable.Version version = made.table().version();
            try (Table rows = Executor.collect(updated, context);
                    Table changed = LazyFrame.of(rows)
                            .filter(col(chosen))
                            .select(columns().toArray(String[]::new))
                            .collect(context);
                    Table result = given.apply(changed)) {
                if (store(version, rows, context)) {
                    return result.retain();
                }
            }
        }
    }

    private boolean store(StoredTable.Version version, Table rows, QueryContext context) {
        try (Table all = rows.select(columns())) {
            made.rules().uniqueKeys().check(Optional.empty(), all, context);
            return made.table().replace(version, all);
        }
    }

    private List<String> columns() {
        return made.table().schema().names();
    }

    private static long count(BoolColumn chosen) {
        long count = 0;
        for (long row = 0; row < chosen.length(); row += Long.SIZE) {
            count += Long.bitCount(chosen.trueWord(row));
        }
        return count;
    }
}

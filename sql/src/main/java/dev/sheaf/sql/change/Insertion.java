package dev.sheaf.sql.change;

import dev.sheaf.column.Table;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.exec.Executor;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.rows.StoredTable;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Adds the rows of a query to a table. They are complete before any is stored, so that the query may read the table.
///
/// @param query has the columns of the table
record Insertion(Entry.Made made, LogicalPlan query) implements RowChange {
    @Override
    public long count(QueryContext context) {
        try (Table rows = Executor.collect(query, context)) {
            append(rows, context);
            return rows.rowCount();
        }
    }

    @Override
    public Table rows(UnaryOperator<Table> given, QueryContext context) {
        try (Table rows = Executor.collect(query, context);
                Table result = given.apply(rows)) {
            append(rows, context);
            return result.retain();
        }
    }

    /// Where keys have to be looked for, it is looked again if another statement has changed the table meanwhile.
    private void append(Table rows, QueryContext context) {
        StoredTable table = made.table();
        if (made.rules().keys().isEmpty()) {
            table.append(rows);
            return;
        }
        StoredTable.Version version;
        do {
            version = table.version();
            made.rules().check(Optional.of(table), rows, context);
        } while (!table.append(version, rows));
    }
}

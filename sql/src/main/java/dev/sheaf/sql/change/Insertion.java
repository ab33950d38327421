package dev.sheaf.sql.change;

import dev.sheaf.column.Table;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.exec.Executor;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.change.catalogue.Entry;
import dev.sheaf.sql.rows.StoredTable;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Adds the rows of a query to a table. They are complete before any is stored, so that the query may read the table.
/// If the table has keys and another statement changes it meanwhile, the query runs again.
///
/// @param query has the columns of the table
record Insertion(Entry.Made made, LogicalPlan query) implements RowChange {
    @Override
    public long count(QueryContext context) {
        while (true) {
            StoredTable.Version version = made.table().version();
            try (Table rows = Executor.collect(query, context)) {
                if (append(version, rows, context)) {
                    return rows.rowCount();
                }
            }
        }
    }

    @Override
    public Table rows(UnaryOperator<Table> given, QueryContext context) {
        while (true) {
            StoredTable.Version version = made.table().version();
            try (Table rows = Executor.collect(query, context);
                    Table result = given.apply(rows)) {
                if (append(version, rows, context)) {
                    return result.retain();
                }
            }
        }
    }

    private boolean append(StoredTable.Version version, Table rows, QueryContext context) {
        return made.references().insert(made, rows, context, () -> store(version, rows, context));
    }

    private boolean store(StoredTable.Version version, Table rows, QueryContext context) {
        StoredTable table = made.table();
        if (made.rules().keys().isEmpty()) {
            table.append(rows);
            return true;
        }
        made.rules().uniqueKeys().check(Optional.of(table), rows, context);
        return table.append(version, rows);
    }
}

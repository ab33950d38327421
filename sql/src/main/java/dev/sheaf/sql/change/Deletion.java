package dev.sheaf.sql.change;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.exec.Executor;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.rows.StoredTable;
import java.util.List;
import java.util.function.UnaryOperator;

/// Takes the chosen rows out of a table: those that are left take the place of all. Where another statement has
/// changed the table meanwhile, the query runs again.
///
/// @param marked the columns of the table, and one that says whether a row is chosen
record Deletion(Entry.Made made, LogicalPlan marked, String chosen) implements RowChange {
    @Override
    public long count(QueryContext context) {
        StoredTable table = made.table();
        while (true) {
            StoredTable.Version version = table.version();
            try (Table kept = rows(LazyFrame.of(marked), col(chosen).not(), context)) {
                if (table.replace(version, kept)) {
                    return version.rows() - kept.rowCount();
                }
            }
        }
    }

    /// The condition is computed once for both sides: it may hold `random()`.
    @Override
    public Table rows(UnaryOperator<Table> given, QueryContext context) {
        StoredTable table = made.table();
        while (true) {
            StoredTable.Version version = table.version();
            try (Table all = Executor.collect(marked, context);
                    Table kept = rows(LazyFrame.of(all), col(chosen).not(), context);
                    Table gone = rows(LazyFrame.of(all), col(chosen), context);
                    Table result = given.apply(gone)) {
                if (table.replace(version, kept)) {
                    return result.retain();
                }
            }
        }
    }

    private Table rows(LazyFrame all, Expr condition, QueryContext context) {
        List<String> columns = made.table().schema().names();
        return all.filter(condition).select(columns.toArray(String[]::new)).collect(context);
    }
}

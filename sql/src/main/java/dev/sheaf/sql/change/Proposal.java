package dev.sheaf.sql.change;

import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.exec.Executor;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.change.catalogue.Entry;
import dev.sheaf.sql.keys.UniqueKeys;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// A change that depends on rows which are proposed for a table. Their query runs once, however often the change has
/// to be made anew.
///
/// @param query has the columns of the table
/// @param once the keys that no two of the rows may have alike
/// @param change what the rows change
record Proposal(Entry.Made made, LogicalPlan query, UniqueKeys once, Function<LogicalPlan, RowChange> change)
        implements RowChange {
    @Override
    public long count(QueryContext context) {
        try (Table rows = Executor.collect(query, context)) {
            return change(rows, context).count(context);
        }
    }

    @Override
    public Table rows(UnaryOperator<Table> given, QueryContext context) {
        try (Table rows = Executor.collect(query, context)) {
            return change(rows, context).rows(given, context);
        }
    }

    private RowChange change(Table rows, QueryContext context) {
        once.check(Optional.empty(), rows, context);
        return change.apply(LazyFrame.of(rows).plan());
    }
}

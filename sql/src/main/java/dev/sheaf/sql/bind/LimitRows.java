package dev.sheaf.sql.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.WindowCall;
import dev.sheaf.plan.WindowFunction;
import dev.sheaf.sql.join.UniqueNames;
import java.util.List;
import java.util.Optional;

/// A LIMIT whose number of rows is known only when the query runs: a share of all rows, or what a query gives. The
/// rows are numbered as they come, so all of them are made.
///
/// @param share how many of a hundred rows, if it is a share
/// @param rows the query of one column, if there is one; LIMIT keeps all rows where it gives null or no row
record LimitRows(double share, Optional<LogicalPlan> rows) {

    /// The first rows of a plan behind `offset` ones.
    LogicalPlan of(LogicalPlan plan, long offset) {
        UniqueNames names = new UniqueNames(plan.schema().names());
        String number = names.unique("row_number()");
        String most = names.unique("most");
        LogicalPlan numbered = rows.map(query -> beside(plan, number, renamed(query, most)))
                .orElseGet(() -> new LogicalPlan.Window(
                        plan,
                        List.of(
                                call(number, new WindowFunction.RowNumber()),
                                call(most, new WindowFunction.Aggregated(all())))));
        Expr place = Expressions.col(number).minus(offset);
        Expr kept = place.le(rows.isPresent() ? Expressions.col(most) : part(Expressions.col(most)));
        Expr isKept = rows.isPresent() ? kept.or(Expressions.col(most).isNull()) : kept;
        LogicalPlan first = new LogicalPlan.Filter(numbered, place.gt(0).and(isKept));
        return new LogicalPlan.Project(first, Columns.called(plan.schema().names()));
    }

    private static Expr.Aggregate all() {
        return new Expr.Aggregate(new Aggregation.CountAll(), List.of(), Optional.empty(), false);
    }

    private static WindowCall call(String name, WindowFunction function) {
        return new WindowCall(name, function, List.of(), List.of());
    }

    /// A share of all rows, cut to whole ones.
    private Expr part(Expr all) {
        return all.cast(DataType.FLOAT64).times(share / 100).floor();
    }

    /// A negative number is an error.
    private static LogicalPlan renamed(LogicalPlan query, String most) {
        Expr count = Expressions.col(query.schema().names().getFirst());
        return new LogicalPlan.Project(
                query, List.of(count.cast(DataType.UINT64).as(most)));
    }

    private static LogicalPlan beside(LogicalPlan plan, String number, LogicalPlan query) {
        LogicalPlan numbered = new LogicalPlan.Window(plan, List.of(call(number, new WindowFunction.RowNumber())));
        return new LogicalPlan.Join(numbered, query, JoinKind.SINGLE, List.of(), Optional.empty());
    }
}

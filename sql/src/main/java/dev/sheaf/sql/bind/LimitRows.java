package dev.sheaf.sql.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.WindowCall;
import dev.sheaf.plan.WindowFunction;
import dev.sheaf.sql.bind.from.Columns;
import dev.sheaf.sql.join.UniqueNames;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// LIMIT and OFFSET whose numbers of rows are known only when the query runs: a share of all rows, or what a query
/// gives. The rows are numbered as they come, so all of them are made.
///
/// @param share how many of a hundred rows LIMIT keeps, if it is a share
/// @param rows the query of LIMIT, of one column, if there is one; all rows are kept where it gives null or no row
/// @param skipped the query of OFFSET, of one column, if there is one; none are skipped where it gives null or no row
record LimitRows(OptionalDouble share, Optional<LogicalPlan> rows, Optional<LogicalPlan> skipped) {

    /// The first rows of a plan: at most `count` behind `offset` ones, where these are known.
    LogicalPlan of(LogicalPlan plan, long offset, long count) {
        UniqueNames names = new UniqueNames(plan.schema().names());
        String number = names.unique("row_number()");
        String all = names.unique("all");
        LogicalPlan numbered = new LogicalPlan.Window(
                plan,
                share.isPresent()
                        ? List.of(
                                call(number, new WindowFunction.RowNumber()),
                                call(all, new WindowFunction.Aggregated(all())))
                        : List.of(call(number, new WindowFunction.RowNumber())));
        Asked least = asked(skipped, numbered, names.unique("skipped"), Expressions.lit(offset));
        Asked most = asked(rows, least.plan(), names.unique("most"), kept(all, count));
        Expr place = Expressions.col(number).minus(Expressions.coalesce(least.count(), 0L));
        Expr isKept = place.le(most.count()).or(most.count().isNull());
        LogicalPlan first = new LogicalPlan.Filter(most.plan(), place.gt(0).and(isKept));
        return new LogicalPlan.Project(first, Columns.called(plan.schema().names()));
    }

    private Expr kept(String all, long count) {
        return share.isPresent() ? part(Expressions.col(all)) : Expressions.lit(count);
    }

    /// Rows, and a number that is known for them.
    private record Asked(LogicalPlan plan, Expr count) {}

    private static Asked asked(Optional<LogicalPlan> query, LogicalPlan rows, String name, Expr otherwise) {
        return query.map(given -> new Asked(beside(rows, renamed(given, name)), Expressions.col(name)))
                .orElseGet(() -> new Asked(rows, otherwise));
    }

    /// Whether anything is known only when the query runs.
    boolean isAsked() {
        return share.isPresent() || rows.isPresent() || skipped.isPresent();
    }

    private static Expr.Aggregate all() {
        return new Expr.Aggregate(new Aggregation.CountAll(), List.of(), Optional.empty(), false);
    }

    private static WindowCall call(String name, WindowFunction function) {
        return new WindowCall(name, function, List.of(), List.of());
    }

    /// A share of all rows, cut to whole ones.
    private Expr part(Expr all) {
        return all.cast(DataType.FLOAT64).times(share.getAsDouble() / 100).floor();
    }

    /// A negative number is an error. Halves go to the even number, of decimals too.
    private static LogicalPlan renamed(LogicalPlan query, String name) {
        Field given = query.schema().field(0);
        Expr count = Expressions.col(given.name());
        boolean isDecimal = given.type() instanceof DataType.DecimalType;
        Expr number = isDecimal ? count.cast(DataType.FLOAT64) : count;
        return new LogicalPlan.Project(
                query, List.of(number.cast(DataType.UINT64).cast(DataType.INT64).as(name)));
    }

    private static LogicalPlan beside(LogicalPlan plan, LogicalPlan query) {
        return new LogicalPlan.Join(plan, query, JoinKind.SINGLE, List.of(), Optional.empty());
    }
}

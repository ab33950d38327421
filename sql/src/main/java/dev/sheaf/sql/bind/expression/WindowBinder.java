package dev.sheaf.sql.bind.expression;

import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.RowOrder;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowFrame;
import dev.sheaf.plan.WindowFunction;
import dev.sheaf.sql.bind.scope.CallColumns;
import dev.sheaf.sql.bind.scope.Clause;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.function.AggregateFunctions;
import dev.sheaf.sql.function.ComposedAggregates;
import dev.sheaf.sql.function.value.Tiles;
import dev.sheaf.sql.tree.Expression;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Binds functions with OVER: rankings, values of other rows, and aggregates of partitions and frames.
final class WindowBinder {
    /// What a shift of a constant has where there is no row.
    private static final Optional<Expr> OUTSIDE = Optional.of(lit(true));

    private final SelectContext context;
    private final PartBinder expressions;
    private final AggregateBinder aggregates;

    WindowBinder(PartBinder expressions, AggregateBinder aggregates) {
        this.context = expressions.context();
        this.expressions = expressions;
        this.aggregates = aggregates;
    }

    Expr bind(Expression.Call call) {
        checkClause(call);
        WindowSpec window = WindowSpec.of(call.over().orElseThrow(), context);
        PartBinder binder = expressions.in(Clause.WINDOW);
        List<Expr> partitionBy = window.partitionBy().stream()
                .map(binder::bind)
                .map(context::key)
                .toList();
        List<SortKey> orderBy = window.orderBy().stream()
                .map(item -> OrderItems.key(item, binder, "a window is not ordered by ALL"))
                .toList();
        partitionBy.forEach(part -> refuseChance("PARTITION BY", part, call));
        orderBy.forEach(key -> refuseChance("ORDER BY", key.expr(), call));
        if (ComposedAggregates.isKnown(FunctionNames.key(call)) || AggregateBinder.takesShares(call)) {
            return aggregates.composed(
                    call,
                    Clause.WINDOW,
                    part -> column(
                            aggregated(part, window, binder, orderBy), partitionBy, orderBy, part.outputName(), call));
        }
        List<SortKey> order = takesOwnOrder(call, window) ? ownOrder(call, binder) : orderBy;
        if (FunctionNames.key(call).equals("ntile")) {
            return tile(new WindowArguments(unordered(call, window), "ntile", binder), call, partitionBy, order);
        }
        WindowFunction function = function(call, window, binder, order);
        Expr result = column(function, partitionBy, order, expressions.nameOf(call), call);
        return isOutside(
                        function,
                        call,
                        result,
                        shift -> column(shift, partitionBy, order, expressions.nameOf(call), call))
                .map(outside -> withDefault(call, outside, result, binder))
                .orElse(result);
    }

    /// Numbers of chance and of sequences have no place in a window: calls of one window would each see their own.
    private void refuseChance(String clause, Expr key, Expression.Call call) {
        if (!Collections.disjoint(ExprColumns.of(key), context.calls().randoms().keySet())) {
            throw expressions.error(
                    call, clause + " of a window takes no random() and nextval(); give them a name in a sub-query");
        }
    }

    /// Whether LAG or LEAD finds no row, if it then takes a value that is no constant. The row itself is always there,
    /// also where its null is not counted.
    private static Optional<Expr> isOutside(
            WindowFunction function,
            Expression.Call call,
            Expr result,
            java.util.function.Function<WindowFunction, Expr> column) {
        if (call.arguments().size() < 3) {
            return Optional.empty();
        }
        return switch (function) {
            case WindowFunction.Shifted(Expr _, long distance, boolean skips, Optional<Expr> otherwise)
            when otherwise.isEmpty() && distance != 0 ->
                Optional.of(
                        skips
                                ? result.isNull()
                                : column.apply(new WindowFunction.Shifted(lit(false), distance, false, OUTSIDE)));
            case WindowFunction.ShiftedBy(Expr _, int sign, Expr steps, boolean skips, Optional<Expr> otherwise)
            when otherwise.isEmpty() ->
                Optional.of(
                        skips
                                ? result.isNull().and(steps.ne(0L))
                                : column.apply(new WindowFunction.ShiftedBy(lit(false), sign, steps, false, OUTSIDE)));
            default -> Optional.empty();
        };
    }

    /// What LAG and LEAD give where there is no such row: another value for each row.
    private Expr withDefault(Expression.Call call, Expr outside, Expr result, PartBinder binder) {
        Expr otherwise = binder.bind(call.arguments().get(2).value());
        return when(outside)
                .then(otherwise.cast(expressions.type(result, call)))
                .otherwise(result);
    }

    /// Whether a function sees the rows of whole partitions in an order of its own.
    private static boolean takesOwnOrder(Expression.Call call, WindowSpec window) {
        return !call.modifiers().orderBy().isEmpty() && window.coversPartition();
    }

    /// The call without the order of its own, if the rows are in that.
    private static Expression.Call unordered(Expression.Call call, WindowSpec window) {
        return takesOwnOrder(call, window) ? call.with(call.modifiers().orderedBy(List.of())) : call;
    }

    /// Whether rows in the order of some keys are in that of others, too.
    private static boolean isOrderOf(List<SortKey> own, List<SortKey> window) {
        return own.equals(window.subList(0, Math.min(own.size(), window.size())));
    }

    private static List<SortKey> ownOrder(Expression.Call call, PartBinder binder) {
        return call.modifiers().orderBy().stream()
                .map(item -> OrderItems.key(item, binder, "the rows of an aggregate are not ordered by ALL"))
                .toList();
    }

    private void checkClause(Expression.Call call) {
        Clause clause = expressions.clause();
        if (!clause.takesWindows()) {
            throw clause == Clause.WINDOW
                    ? expressions.error(call, "a window cannot hold another; use a sub-query")
                    : expressions.site().windowRefused(call);
        }
    }

    private Expr column(
            WindowFunction function, List<Expr> partitionBy, List<SortKey> orderBy, String name, Expression.Call call) {
        boolean takesOrder = !(function instanceof WindowFunction.Aggregated);
        CallColumns.WindowDraft draft =
                new CallColumns.WindowDraft(function, partitionBy, takesOrder ? orderBy : List.of());
        Expr column = context.calls().column(draft, name, typeOf(function, call));
        return switch (function) {
            case WindowFunction.Aggregated(Expr.Aggregate aggregate) -> AggregateFunctions.result(aggregate, column);
            case WindowFunction.Framed framed -> AggregateFunctions.result(framed.aggregate(), column);
            default -> column;
        };
    }

    private WindowFunction function(Expression.Call call, WindowSpec window, PartBinder binder, List<SortKey> orderBy) {
        String name = call.name().toLowerCase(Locale.ROOT);
        if (!FunctionNames.WINDOW.contains(name)) {
            return aggregated(call, name, window, binder, orderBy);
        }
        WindowArguments arguments = new WindowArguments(unordered(call, window), name, binder);
        return switch (name) {
            case "rank" -> ranking(arguments, new WindowFunction.Rank());
            case "dense_rank" -> ranking(arguments, new WindowFunction.DenseRank());
            case "percent_rank" -> ranking(arguments, new WindowFunction.PercentRank());
            case "cume_dist" -> ranking(arguments, new WindowFunction.CumulativeShare());
            case "row_number" -> ranking(arguments, new WindowFunction.RowNumber());
            case "lag", "lead" -> shifted(arguments, name.equals("lag") ? 1 : -1);
            default ->
                picked(
                        name,
                        arguments,
                        takesOwnOrder(call, window)
                                ? WindowFrame.PARTITION
                                : new Frames(binder, window.frame(), orderBy).bound());
        };
    }

    /// NTILE, whose number of parts may be that of each row.
    private Expr tile(WindowArguments arguments, Expression.Call call, List<Expr> partitionBy, List<SortKey> orderBy) {
        arguments.count(1, 1);
        arguments.refuseNulls();
        String name = expressions.nameOf(call);
        if (arguments.constant(0).isPresent()) {
            return column(new WindowFunction.Tile(arguments.positive(0)), partitionBy, orderBy, name, call);
        }
        Expr row = column(new WindowFunction.RowNumber(), partitionBy, orderBy, name, call);
        Expr.Aggregate count = new Expr.Aggregate(new Aggregation.CountAll(), List.of(), Optional.empty(), false);
        Expr rows = column(new WindowFunction.Aggregated(count), partitionBy, orderBy, name, call);
        return Expressions.call(Tiles.OF_ROW, row, rows, arguments.steps(0));
    }

    private static WindowFunction picked(String name, WindowArguments arguments, WindowFrame frame) {
        boolean isNth = name.equals("nth_value");
        arguments.count(isNth ? 2 : 1, isNth ? 2 : 1);
        Expr value = arguments.value(0);
        if (isNth && arguments.constant(1).isEmpty()) {
            return new WindowFunction.PickedBy(value, arguments.steps(1), arguments.ignoresNulls(), frame);
        }
        long n = isNth ? arguments.positive(1) : name.equals("first_value") ? 1 : -1;
        return new WindowFunction.Picked(value, n, arguments.ignoresNulls(), frame);
    }

    private static WindowFunction ranking(WindowArguments arguments, WindowFunction function) {
        arguments.count(0, 0);
        arguments.refuseNulls();
        return function;
    }

    private static WindowFunction shifted(WindowArguments arguments, int sign) {
        arguments.count(1, 3);
        Optional<Expr> otherwise = Optional.of(2)
                .filter(place -> place < arguments.size())
                .map(arguments::value)
                .filter(value -> ExprColumns.of(value).isEmpty());
        Expr value = arguments.value(0);
        Optional<Long> distance = arguments.size() > 1 ? arguments.constant(1) : Optional.of(1L);
        return distance.<WindowFunction>map(
                        rows -> new WindowFunction.Shifted(value, sign * rows, arguments.ignoresNulls(), otherwise))
                .orElseGet(() -> new WindowFunction.ShiftedBy(
                        value, sign, arguments.steps(1), arguments.ignoresNulls(), otherwise));
    }

    private WindowFunction aggregated(
            Expression.Call call, String name, WindowSpec window, PartBinder binder, List<SortKey> orderBy) {
        if (!AggregateFunctions.isKnown(name)) {
            throw expressions.error(
                    call, FunctionNames.unknown(call, context.parameters().functions()));
        }
        boolean ignoresNulls = call.modifiers().ignoreNulls().orElse(false);
        boolean picks = name.equals("first") || name.equals("last");
        Expression.Call plain = picks ? WindowArguments.withoutNulls(call) : call;
        Expr.Aggregate aggregate = aggregates.aggregate(call, plain, Clause.WINDOW);
        boolean isOwn = takesOwnOrder(call, window);
        if (!isOwn && RowOrder.decides(aggregate.aggregation()) && !isOrderOf(ownOrder(call, binder), orderBy)) {
            throw expressions.error(
                    call.modifiers().orderBy().getFirst(),
                    "ORDER BY inside the function of a window is taken where each row sees the whole partition");
        }
        WindowFrame frame = isOwn ? WindowFrame.PARTITION : new Frames(binder, window.frame(), orderBy).bound();
        if (isOwn && RowOrder.decides(aggregate.aggregation()) && !ignoresNulls) {
            return new WindowFunction.Framed(aggregate, frame);
        }
        if (ignoresNulls) {
            return new WindowFunction.Picked(
                    aggregate.arguments().getFirst(), name.equals("first") ? 1 : -1, true, frame);
        }
        return aggregated(aggregate, window, binder, orderBy);
    }

    private static WindowFunction aggregated(
            Expr.Aggregate aggregate, WindowSpec window, PartBinder binder, List<SortKey> orderBy) {
        return window.coversPartition() && (orderBy.isEmpty() || !RowOrder.decides(aggregate.aggregation()))
                ? new WindowFunction.Aggregated(aggregate)
                : new WindowFunction.Framed(aggregate, new Frames(binder, window.frame(), orderBy).bound());
    }

    private DataType typeOf(WindowFunction function, Expression node) {
        return switch (function) {
            case WindowFunction.RowNumber(), WindowFunction.Rank(), WindowFunction.DenseRank() -> DataType.INT64;
            case WindowFunction.Tile _ -> DataType.INT64;
            case WindowFunction.PercentRank(), WindowFunction.CumulativeShare(), WindowFunction.Smoothed _ ->
                DataType.FLOAT64;
            case WindowFunction.Shifted shifted -> expressions.in(Clause.WINDOW).type(shifted.value(), node);
            case WindowFunction.ShiftedBy shifted ->
                expressions.in(Clause.WINDOW).type(shifted.value(), node);
            case WindowFunction.Picked picked -> expressions.in(Clause.WINDOW).type(picked.value(), node);
            case WindowFunction.PickedBy picked -> expressions.in(Clause.WINDOW).type(picked.value(), node);
            case WindowFunction.Aggregated(Expr.Aggregate aggregate) -> expressions.type(aggregate, node);
            case WindowFunction.Framed framed -> expressions.type(framed.aggregate(), node);
        };
    }
}

package dev.sheaf.sql.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowFunction;
import dev.sheaf.sql.tree.Clauses.OrderItem;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.Modifiers;
import java.util.List;
import java.util.Locale;

/// Binds functions with OVER: rankings, and aggregates of whole partitions.
final class WindowBinder {
    static final List<String> FUNCTIONS = List.of("row_number", "rank", "dense_rank");

    private final SelectContext context;
    private final ExpressionBinder expressions;
    private final FunctionBinder functions;

    WindowBinder(ExpressionBinder expressions, FunctionBinder functions) {
        this.context = expressions.context();
        this.expressions = expressions;
        this.functions = functions;
    }

    Expr bind(Expression.Call call) {
        Clause clause = expressions.clause();
        if (!clause.takesWindows()) {
            throw clause == Clause.WINDOW
                    ? expressions.error(call, "a window cannot hold another; use a sub-query")
                    : expressions.windowRefused(call);
        }
        WindowSpec window = WindowSpec.of(call.over().orElseThrow(), context);
        ExpressionBinder binder = expressions.in(Clause.WINDOW);
        List<Expr> partitionBy = window.partitionBy().stream().map(binder::bind).toList();
        List<SortKey> orderBy =
                window.orderBy().stream().map(item -> sortKey(item, binder)).toList();
        String name = call.name().toLowerCase(Locale.ROOT);
        Calls.WindowDraft draft = FUNCTIONS.contains(name)
                ? new Calls.WindowDraft(ranking(call, name), partitionBy, orderBy)
                : new Calls.WindowDraft(aggregated(call, name, window), partitionBy, List.of());
        return context.calls().column(draft, expressions.nameOf(call), typeOf(draft.function(), call));
    }

    private SortKey sortKey(OrderItem item, ExpressionBinder binder) {
        Expression value = item.value().orElseThrow(() -> expressions.error(item, "a window is not ordered by ALL"));
        return new SortKey(binder.bind(value), OrderKeys.direction(item));
    }

    private WindowFunction ranking(Expression.Call call, String name) {
        if (!call.modifiers().equals(Modifiers.NONE) || !call.arguments().isEmpty()) {
            throw expressions.error(call, name + " takes no arguments, DISTINCT or FILTER");
        }
        return switch (name) {
            case "rank" -> new WindowFunction.Rank();
            case "dense_rank" -> new WindowFunction.DenseRank();
            default -> new WindowFunction.RowNumber();
        };
    }

    private WindowFunction aggregated(Expression.Call call, String name, WindowSpec window) {
        if (!AggregateFunctions.isKnown(name)) {
            throw functions.unknown(call);
        }
        if (!window.coversPartition()) {
            throw expressions.error(
                    call,
                    "a window of part of a partition is not supported; an aggregate takes "
                            + "OVER (PARTITION BY ...) without ORDER BY, over the whole partition");
        }
        return new WindowFunction.Aggregated(functions.aggregate(call, call, Clause.WINDOW));
    }

    private DataType typeOf(WindowFunction function, Expression node) {
        return function instanceof WindowFunction.Aggregated(Expr.Aggregate aggregate)
                ? expressions.type(aggregate, node)
                : DataType.INT64;
    }
}

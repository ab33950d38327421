package dev.sheaf.sql.bind.expression;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.plan.ExprWalker;
import dev.sheaf.plan.RowOrder;
import dev.sheaf.plan.SortKey;
import dev.sheaf.sql.bind.scope.Clause;
import dev.sheaf.sql.function.AggregateFunctions;
import dev.sheaf.sql.function.ComposedAggregates;
import dev.sheaf.sql.function.Literals;
import dev.sheaf.sql.function.OrderedAggregates;
import dev.sheaf.sql.tree.Clauses.OrderItem;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.Modifiers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/// Binds aggregates, with DISTINCT, FILTER, ORDER BY and WITHIN GROUP, what is composed of them, and GROUPING.
final class AggregateBinder {
    private final PartBinder parts;
    private final ExpressionSite site;

    AggregateBinder(PartBinder parts) {
        this.parts = parts;
        this.site = parts.site();
    }

    /// What an aggregate of dates or times, or one by bins, means, if it is one.
    Optional<Expression> written(Expression.Call call) {
        if (BinnedHistograms.mayBe(call)) {
            return type(call, call.arguments().getFirst().value())
                    .map(type -> new BinnedHistograms(call, type))
                    .filter(BinnedHistograms::takes)
                    .map(this::written);
        }
        return TemporalAggregates.mayBe(call)
                ? type(call, TemporalAggregates.value(call))
                        .filter(type -> TemporalAggregates.takes(call, type))
                        .map(type -> TemporalAggregates.of(call, type))
                : Optional.empty();
    }

    private Expression written(BinnedHistograms histogram) {
        Optional<String> problem = histogram.problem();
        if (problem.isPresent()) {
            throw parts.error(histogram.call(), problem.get());
        }
        return histogram.written();
    }

    private Optional<DataType> type(Expression.Call call, Expression argument) {
        if (argument instanceof Expression.Star) {
            return Optional.empty();
        }
        PartBinder binder = parts.in(call.over().isPresent() ? Clause.WINDOW : Clause.AGGREGATE);
        return Optional.of(binder.type(binder.bind(argument), argument).decoded());
    }

    /// `arg_max(x, by, n)`: the values of several rows, in the order of another value.
    Expr extremes(Expression.Call call) {
        checkClause(call);
        if (!FunctionNames.isPlain(call.with(call.modifiers().withoutFilter()))
                || call.over().isPresent()) {
            throw parts.error(call, FunctionNames.key(call) + " of several rows takes FILTER alone");
        }
        PartBinder binder = parts.in(Clause.AGGREGATE);
        List<Expr> arguments =
                FunctionNames.values(call, site).stream().map(binder::bind).toList();
        return site.placing(call, () -> {
            ExtremeRows rows = ExtremeRows.of(FunctionNames.key(call), arguments);
            Expr.Aggregate all = call.modifiers()
                    .filter()
                    .map(filter -> filtered(rows.values(), filter, Clause.AGGREGATE))
                    .orElse(rows.values());
            return rows.first(placed(call, all, site.context().calls().place(rows.order())));
        });
    }

    /// Whether this asks for several quantiles: `quantile_cont(x, [0.25, 0.75])`.
    static boolean takesShares(Expression.Call call) {
        return ComposedAggregates.takesShares(FunctionNames.key(call))
                && call.arguments().size() == 2
                && call.arguments().getLast().value() instanceof Expression.ListOf;
    }

    /// Which keys a grouping set leaves out, a bit each; the plan knows.
    Expr grouping(Expression.Call call) {
        if (!site.clause().takesAggregates()) {
            throw parts.error(
                    call,
                    site.clause().words() + " cannot hold " + FunctionNames.key(call) + ", which only groups have");
        }
        if (call.arguments().isEmpty()) {
            throw parts.error(
                    call,
                    FunctionNames.key(call) + " takes the keys that are asked for: " + FunctionNames.key(call)
                            + "(a, b)");
        }
        List<Expr> arguments = FunctionNames.values(call, site).stream()
                .map(parts.in(Clause.GROUP_BY)::part)
                .toList();
        return site.context().calls().grouping(arguments, parts.nameOf(call));
    }

    Expr aggregate(Expression.Call call) {
        checkClause(call);
        Expr.Aggregate aggregate = aggregate(call, call, Clause.AGGREGATE);
        List<OrderItem> orderBy = call.modifiers().orderBy();
        if (!orderBy.isEmpty() && RowOrder.decides(aggregate.aggregation())) {
            List<SortKey> keys = rowOrder(orderBy);
            if (!site.context().calls().orderRows(keys)) {
                return ordered(call, aggregate, keys);
            }
        }
        return AggregateFunctions.result(aggregate, column(aggregate, call, parts.nameOf(call)));
    }

    /// An aggregate that sees the rows in an order of its own.
    private Expr ordered(Expression.Call call, Expr.Aggregate aggregate, List<SortKey> keys) {
        return aggregate.distinct()
                ? placed(call, () -> OrderedAggregates.distinct(aggregate, keys.getFirst()))
                : placed(call, aggregate, site.context().calls().place(keys));
    }

    private Expr placed(Expression.Call call, Expr.Aggregate aggregate, Expr place) {
        return placed(call, () -> OrderedAggregates.of(aggregate, place));
    }

    private Expr placed(Expression.Call call, Supplier<Expr> written) {
        return site.placing(
                call,
                () -> ExprWalker.replace(
                        written.get(),
                        part -> part instanceof Expr.Aggregate over
                                ? Optional.of(column(over, call, over.outputName()))
                                : Optional.empty()));
    }

    private void checkClause(Expression.Call call) {
        if (!site.clause().takesAggregates()) {
            throw site.clause() == Clause.AGGREGATE
                    ? parts.error(call, "an aggregate cannot hold another; aggregate in a sub-query first")
                    : site.aggregateRefused(call);
        }
    }

    /// An expression over aggregates of groups, each of which takes the filter of the call.
    Expr composed(Expression.Call call) {
        checkClause(call);
        return composed(call, Clause.AGGREGATE, aggregate -> column(aggregate, call, aggregate.outputName()));
    }

    /// An expression over aggregates, for each of which there is a column.
    Expr composed(Expression.Call call, Clause clause, Function<Expr.Aggregate, Expr> column) {
        if (!call.modifiers().withoutFilter().equals(Modifiers.NONE)) {
            throw parts.error(
                    call, FunctionNames.key(call) + " takes FILTER alone: no DISTINCT, ORDER BY or WITHIN GROUP");
        }
        PartBinder binder = parts.in(clause);
        List<Expr> arguments = FunctionNames.values(call, site).stream()
                .map(binder::bind)
                .map(Literals::foldedElements)
                .toList();
        return site.placing(
                call,
                () -> ExprWalker.replace(
                        ComposedAggregates.of(FunctionNames.key(call), arguments),
                        part -> part instanceof Expr.Aggregate aggregate
                                ? Optional.of(column.apply(filtered(aggregate, call, clause)))
                                : Optional.empty()));
    }

    private Expr.Aggregate filtered(Expr.Aggregate aggregate, Expression.Call call, Clause clause) {
        return call.modifiers()
                .filter()
                .map(filter -> filtered(aggregate, filter, clause))
                .orElse(aggregate);
    }

    private Expr column(Expr.Aggregate aggregate, Expression.Call call, String name) {
        Set<String> read = ExprColumns.of(aggregate);
        if (!read.isEmpty() && site.context().outers().fields().keySet().containsAll(read)) {
            throw parts.error(
                    call,
                    "this aggregates columns of the query around alone; aggregate them there, in a query in FROM");
        }
        DataType type = parts.type(aggregate, call);
        return site.context().calls().column(aggregate, name, type);
    }

    private static boolean isOfAllRows(Expression.Call call) {
        return call.arguments().size() == 1
                && call.arguments().getFirst().value() instanceof Expression.Star star
                && star.relation().isEmpty()
                && star.isPlain();
    }

    /// The aggregate of a call; `whole` is what errors are about.
    Expr.Aggregate aggregate(Expression whole, Expression.Call call, Clause argumentClause) {
        Modifiers modifiers = call.modifiers();
        if (modifiers.ignoreNulls().isPresent()) {
            throw parts.error(whole, "IGNORE NULLS and RESPECT NULLS are not supported");
        }
        PartBinder binder = parts.in(argumentClause);
        List<Expression> values = isOfAllRows(call) ? List.of() : FunctionNames.values(call, site);
        List<Expr> arguments = new ArrayList<>();
        List<DataType> types = new ArrayList<>();
        for (Expression value : values) {
            arguments.add(binder.bind(value));
            types.add(binder.type(arguments.getLast(), value));
        }
        Optional<AggregateFunctions.Ordered> ordered = ordered(modifiers.withinGroup(), binder);
        String name = CollatedAggregates.of(whole, call, arguments, types, site);
        return site.placing(whole, () -> {
            Expr.Aggregate aggregate = AggregateFunctions.of(name, arguments, types, ordered, modifiers.distinct());
            return modifiers
                    .filter()
                    .map(filter -> filtered(aggregate, filter, argumentClause))
                    .orElse(aggregate);
        });
    }

    private List<SortKey> rowOrder(List<OrderItem> orderBy) {
        PartBinder binder = parts.in(Clause.AGGREGATE);
        return orderBy.stream()
                .map(item -> OrderItems.key(item, binder, "the rows of an aggregate are not ordered by ALL"))
                .toList();
    }

    private Optional<AggregateFunctions.Ordered> ordered(List<OrderItem> withinGroup, PartBinder binder) {
        if (withinGroup.isEmpty()) {
            return Optional.empty();
        }
        OrderItem item = withinGroup.getFirst();
        Expression value =
                item.value().orElseThrow(() -> parts.error(item, "WITHIN GROUP takes one expression, not ALL"));
        if (withinGroup.size() > 1) {
            throw parts.error(withinGroup.get(1), "WITHIN GROUP takes one expression");
        }
        return Optional.of(
                new AggregateFunctions.Ordered(binder.bind(value), OrderItems.direction(item, binder.context())));
    }

    private Expr.Aggregate filtered(Expr.Aggregate aggregate, Expression filter, Clause argumentClause) {
        Clause filterClause = argumentClause == Clause.AGGREGATE ? Clause.FILTER : argumentClause;
        return (Expr.Aggregate) aggregate.filter(parts.in(filterClause).condition(filter));
    }
}

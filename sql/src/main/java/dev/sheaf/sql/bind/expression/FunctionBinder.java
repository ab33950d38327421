package dev.sheaf.sql.bind.expression;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Names;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.plan.ExprWalker;
import dev.sheaf.plan.RowOrder;
import dev.sheaf.plan.SortKey;
import dev.sheaf.sql.bind.scope.Clause;
import dev.sheaf.sql.bind.scope.Origins;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.function.AggregateFunctions;
import dev.sheaf.sql.function.ComposedAggregates;
import dev.sheaf.sql.function.MomentFunctions;
import dev.sheaf.sql.function.OrderedAggregates;
import dev.sheaf.sql.function.Scalar;
import dev.sheaf.sql.function.ScalarFunctions;
import dev.sheaf.sql.function.StructFunctions;
import dev.sheaf.sql.function.Typed;
import dev.sheaf.sql.function.TypedFunctions;
import dev.sheaf.sql.function.Unsupported;
import dev.sheaf.sql.tree.Clauses.OrderItem;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.Argument;
import dev.sheaf.sql.tree.Expression.Modifiers;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.QueryError;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;

/// Binds calls of functions: scalar ones, aggregates with DISTINCT, FILTER and WITHIN GROUP, GROUPING, and windows.
final class FunctionBinder {
    private static final Set<String> GROUPING = Set.of("grouping", "grouping_id");

    private final SelectContext context;
    private final Clause clause;
    private final ExpressionBinder expressions;

    FunctionBinder(ExpressionBinder expressions) {
        this.context = expressions.context();
        this.clause = expressions.clause();
        this.expressions = expressions;
    }

    private static String name(Expression.Call call) {
        return call.name().toLowerCase(Locale.ROOT);
    }

    Expr bind(Expression.Call call) {
        if (call.function().size() > 1) {
            throw expressions.error(call, "functions have no schema; write " + call.name() + "(...)");
        }
        if (call.modifiers().exportState()) {
            throw expressions.error(call, "EXPORT_STATE is not supported; partial states are a matter of the Java API");
        }
        if (MomentAggregates.mayBe(call) && clause.takesAggregates() && isOfMoments(call)) {
            return expressions.part(MomentAggregates.of(call));
        }
        if (ExtremeRows.takes(call)) {
            return extremes(call);
        }
        if (ComposedAggregates.isKnown(name(call)) || takesShares(call)) {
            return composed(call);
        }
        if (call.over().isPresent()) {
            return new WindowBinder(expressions, this).bind(call);
        }
        if (AggregateFunctions.isKnown(name(call))) {
            return aggregate(call);
        }
        if (GROUPING.contains(name(call)) && isPlain(call)) {
            return grouping(call);
        }
        if (WindowBinder.FUNCTIONS.contains(name(call))) {
            throw expressions.error(
                    call, name(call) + " needs a window: " + name(call) + "() OVER (PARTITION BY ... ORDER BY ...)");
        }
        return scalar(call);
    }

    private boolean isOfMoments(Expression.Call call) {
        Expression argument = call.arguments().getFirst().value();
        ExpressionBinder binder = expressions.in(call.over().isPresent() ? Clause.WINDOW : Clause.AGGREGATE);
        return !(argument instanceof Expression.Star)
                && MomentAggregates.takes(
                        binder.type(binder.bind(argument), argument).decoded());
    }

    /// `arg_max(x, by, n)`: the values of several rows, in the order of another value.
    private Expr extremes(Expression.Call call) {
        checkClause(call);
        if (!isPlain(call.with(call.modifiers().withoutFilter())) || call.over().isPresent()) {
            throw expressions.error(call, name(call) + " of several rows takes FILTER alone");
        }
        ExpressionBinder binder = expressions.in(Clause.AGGREGATE);
        List<Expr> arguments = values(call).stream().map(binder::bind).toList();
        try {
            ExtremeRows rows = ExtremeRows.of(name(call), arguments);
            Expr.Aggregate all = call.modifiers()
                    .filter()
                    .map(filter -> filtered(rows.values(), filter, Clause.AGGREGATE))
                    .orElse(rows.values());
            return rows.first(placed(call, all, context.calls().place(rows.order())));
        } catch (QueryError inner) {
            throw inner;
        } catch (IllegalArgumentException refused) {
            throw expressions.error(call, Origins.message(refused));
        }
    }

    /// Whether this asks for several quantiles: `quantile_cont(x, [0.25, 0.75])`.
    private static boolean takesShares(Expression.Call call) {
        return ComposedAggregates.takesShares(name(call))
                && call.arguments().size() == 2
                && call.arguments().getLast().value() instanceof Expression.ListOf;
    }

    private static boolean isPlain(Expression.Call call) {
        return call.modifiers().equals(Modifiers.NONE);
    }

    private Expr scalar(Expression.Call call) {
        if (name(call).equals("random")) {
            return random(call);
        }
        if (name(call).equals("unnest") && call.arguments().size() == 1 && isPlain(call)) {
            return expressions.unnest(call, values(call).getFirst());
        }
        if (name(call).equals("struct_pack")) {
            return expressions.struct(call.arguments(), call);
        }
        if (name(call).equals("row")) {
            return expressions.row(values(call));
        }
        Optional<Expr> now =
                MomentFunctions.now(name(call), context.parameters().now());
        if (now.isPresent() && call.arguments().isEmpty() && isPlain(call)) {
            return now.get();
        }
        Optional<Typed> typed = TypedFunctions.find(name(call));
        Optional<Scalar> function =
                context.parameters().function(name(call)).map(Scalar::of).or(() -> ScalarFunctions.find(name(call)));
        if (function.isEmpty() && typed.isEmpty() && !StructFunctions.takesFields(name(call))) {
            throw unknown(call);
        }
        if (!isPlain(call)) {
            throw expressions.error(
                    call, name(call) + " is no aggregate; it takes no DISTINCT, FILTER or WITHIN GROUP");
        }
        if (StructFunctions.takesFields(name(call))) {
            return withFields(call);
        }
        List<Expr> arguments = arguments(call);
        if (name(call).equals("age") && arguments.size() == 1) {
            arguments = List.of(
                    MomentFunctions.now("today", context.parameters().now()).orElseThrow(), arguments.getFirst());
        }
        try {
            return typed.isPresent()
                    ? typed.get().of(arguments, types(call, arguments))
                    : function.get().of(arguments);
        } catch (QueryError inner) {
            throw inner;
        } catch (IllegalArgumentException refused) {
            throw expressions.error(call, Origins.message(refused));
        }
    }

    private List<DataType> types(Expression.Call call, List<Expr> arguments) {
        return arguments.stream()
                .map(argument -> expressions.type(argument, call))
                .toList();
    }

    /// `struct_insert(s, a := 1)`: a struct, and then fields by name.
    private Expr withFields(Expression.Call call) {
        if (call.arguments().isEmpty()) {
            throw expressions.error(call, name(call) + " takes a struct and fields by name: a := 1");
        }
        Expression operand = call.arguments().getFirst().value();
        Expr struct = expressions.part(operand);
        Map<String, Expr> given = new LinkedHashMap<>();
        for (Argument field : call.arguments().subList(1, call.arguments().size())) {
            Name name =
                    field.name().orElseThrow(() -> expressions.error(field.value(), "this field needs a name: a := 1"));
            given.put(name.text(), expressions.part(field.value()));
        }
        try {
            return StructFunctions.with(name(call), struct, expressions.type(struct, operand), given);
        } catch (QueryError inner) {
            throw inner;
        } catch (IllegalArgumentException refused) {
            throw expressions.error(call, Origins.message(refused));
        }
    }

    /// Random numbers are columns that the rows of FROM get, or the groups, so that one that two parts of a query
    /// read is one number.
    private Expr random(Expression.Call call) {
        if (!call.arguments().isEmpty() || !isPlain(call)) {
            throw expressions.error(call, "random takes no arguments");
        }
        if (context.inner().isEmpty() || clause == Clause.ON) {
            throw expressions.error(call, clause.words() + " cannot hold random(); give it a name in a sub-query");
        }
        return context.calls().random("random()", ThreadLocalRandom.current().nextLong());
    }

    private List<Expr> arguments(Expression.Call call) {
        List<Expression> values = values(call);
        return values.size() > 1 && values.get(1) instanceof Expression.Lambda lambda
                ? expressions.withLambda(values, lambda, name(call).endsWith("_reduce"))
                : values.stream().flatMap(value -> unpacked(value).stream()).toList();
    }

    /// An argument; of `*COLUMNS(...)` each column that it means.
    private List<Expr> unpacked(Expression value) {
        if (value instanceof Expression.Columns columns && columns.unpacked()) {
            return new ColumnsBinder(context)
                    .of(columns).stream()
                            .<Expr>map(dev.sheaf.expr.Expressions::col)
                            .toList();
        }
        return List.of(expressions.part(value));
    }

    /// The values of the arguments, which have no names.
    private List<Expression> values(Expression.Call call) {
        for (Argument argument : call.arguments()) {
            argument.name().ifPresent(name -> {
                throw expressions.error(
                        name, name(call) + " takes no argument by name; write the values in their order");
            });
        }
        return call.arguments().stream().map(Argument::value).toList();
    }

    QueryError unknown(Expression.Call call) {
        String name = name(call);
        String hint = Unsupported.hint(name).orElseGet(() -> {
            TreeSet<String> known = new TreeSet<>(ScalarFunctions.names());
            known.addAll(TypedFunctions.names());
            known.addAll(context.parameters().functions());
            known.addAll(AggregateFunctions.names());
            known.addAll(ComposedAggregates.names());
            known.addAll(WindowBinder.FUNCTIONS);
            known.addAll(GROUPING);
            return "there is no function " + name + "." + Names.didYouMean(name, known);
        });
        return expressions.error(call, hint);
    }

    /// Which keys a grouping set leaves out, a bit each; the plan knows.
    private Expr grouping(Expression.Call call) {
        if (!clause.takesAggregates()) {
            throw expressions.error(call, clause.words() + " cannot hold " + name(call) + ", which only groups have");
        }
        if (call.arguments().isEmpty()) {
            throw expressions.error(call, name(call) + " takes the keys that are asked for: " + name(call) + "(a, b)");
        }
        List<Expr> arguments =
                values(call).stream().map(expressions.in(Clause.GROUP_BY)::part).toList();
        return context.calls().grouping(arguments, expressions.nameOf(call));
    }

    private Expr aggregate(Expression.Call call) {
        checkClause(call);
        Expr.Aggregate aggregate = aggregate(call, call, Clause.AGGREGATE);
        List<OrderItem> orderBy = call.modifiers().orderBy();
        if (!orderBy.isEmpty() && RowOrder.decides(aggregate.aggregation())) {
            List<SortKey> keys = rowOrder(orderBy, expressions.in(Clause.AGGREGATE));
            if (!context.calls().orderRows(keys)) {
                return placed(call, aggregate, context.calls().place(keys));
            }
        }
        return column(aggregate, call, expressions.nameOf(call));
    }

    /// An aggregate that sees the rows in an order of its own.
    private Expr placed(Expression.Call call, Expr.Aggregate aggregate, Expr place) {
        try {
            return ExprWalker.replace(
                    OrderedAggregates.of(aggregate, place),
                    part -> part instanceof Expr.Aggregate over
                            ? Optional.of(column(over, call, over.outputName()))
                            : Optional.empty());
        } catch (QueryError inner) {
            throw inner;
        } catch (IllegalArgumentException refused) {
            throw expressions.error(call, Origins.message(refused));
        }
    }

    private void checkClause(Expression.Call call) {
        if (!clause.takesAggregates()) {
            throw clause == Clause.AGGREGATE
                    ? expressions.error(call, "an aggregate cannot hold another; aggregate in a sub-query first")
                    : expressions.aggregateRefused(call);
        }
    }

    /// An expression over aggregates, each of which takes the filter of the call.
    private Expr composed(Expression.Call call) {
        Modifiers modifiers = call.modifiers();
        boolean isPlain = modifiers.withoutFilter().equals(Modifiers.NONE);
        if (call.over().isPresent() || !isPlain) {
            throw expressions.error(
                    call, name(call) + " takes FILTER alone: no window, DISTINCT, ORDER BY or WITHIN GROUP");
        }
        checkClause(call);
        ExpressionBinder binder = expressions.in(Clause.AGGREGATE);
        List<Expr> arguments = values(call).stream().map(binder::bind).toList();
        try {
            return ExprWalker.replace(
                    ComposedAggregates.of(name(call), arguments),
                    part -> part instanceof Expr.Aggregate aggregate
                            ? Optional.of(partOf(call, aggregate))
                            : Optional.empty());
        } catch (QueryError inner) {
            throw inner;
        } catch (IllegalArgumentException refused) {
            throw expressions.error(call, Origins.message(refused));
        }
    }

    private Expr partOf(Expression.Call call, Expr.Aggregate aggregate) {
        Expr.Aggregate filtered = call.modifiers()
                .filter()
                .map(filter -> filtered(aggregate, filter, Clause.AGGREGATE))
                .orElse(aggregate);
        return column(filtered, call, aggregate.outputName());
    }

    private Expr column(Expr.Aggregate aggregate, Expression.Call call, String name) {
        Set<String> read = ExprColumns.of(aggregate);
        if (!read.isEmpty() && context.outers().fields().keySet().containsAll(read)) {
            throw expressions.error(
                    call,
                    "this aggregates columns of the query around alone; aggregate them there, in a query in FROM");
        }
        DataType type = expressions.type(aggregate, call);
        return context.calls().column(aggregate, name, type);
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
        if (!modifiers.orderBy().isEmpty() && argumentClause != Clause.AGGREGATE) {
            throw expressions.error(
                    modifiers.orderBy().getFirst(), "ORDER BY inside the function of a window is not supported");
        }
        if (modifiers.ignoreNulls().isPresent()) {
            throw expressions.error(whole, "IGNORE NULLS and RESPECT NULLS are not supported");
        }
        ExpressionBinder binder = expressions.in(argumentClause);
        List<Expression> values = isOfAllRows(call) ? List.of() : values(call);
        List<Expr> arguments = new ArrayList<>();
        List<DataType> types = new ArrayList<>();
        for (Expression value : values) {
            arguments.add(binder.bind(value));
            types.add(binder.type(arguments.getLast(), value));
        }
        Optional<AggregateFunctions.Ordered> ordered = ordered(modifiers.withinGroup(), binder);
        try {
            Expr.Aggregate aggregate =
                    AggregateFunctions.of(name(call), arguments, types, ordered, modifiers.distinct());
            return modifiers
                    .filter()
                    .map(filter -> filtered(aggregate, filter, argumentClause))
                    .orElse(aggregate);
        } catch (QueryError inner) {
            throw inner;
        } catch (IllegalArgumentException refused) {
            throw expressions.error(whole, Origins.message(refused));
        }
    }

    private List<SortKey> rowOrder(List<OrderItem> orderBy, ExpressionBinder binder) {
        List<SortKey> keys = new ArrayList<>();
        for (OrderItem item : orderBy) {
            Expression value = item.value()
                    .orElseThrow(() -> expressions.error(item, "the rows of an aggregate are not ordered by ALL"));
            keys.add(new SortKey(binder.bind(value), ExpressionBinder.direction(item)));
        }
        return keys;
    }

    private Optional<AggregateFunctions.Ordered> ordered(List<OrderItem> withinGroup, ExpressionBinder binder) {
        if (withinGroup.isEmpty()) {
            return Optional.empty();
        }
        OrderItem item = withinGroup.getFirst();
        Expression value =
                item.value().orElseThrow(() -> expressions.error(item, "WITHIN GROUP takes one expression, not ALL"));
        if (withinGroup.size() > 1) {
            throw expressions.error(withinGroup.get(1), "WITHIN GROUP takes one expression");
        }
        return Optional.of(new AggregateFunctions.Ordered(binder.bind(value), ExpressionBinder.direction(item)));
    }

    private Expr.Aggregate filtered(Expr.Aggregate aggregate, Expression filter, Clause argumentClause) {
        Clause filterClause = argumentClause == Clause.AGGREGATE ? Clause.FILTER : argumentClause;
        return (Expr.Aggregate) aggregate.filter(expressions.in(filterClause).condition(filter));
    }
}

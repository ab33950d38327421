package dev.sheaf.sql;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Names;
import dev.sheaf.expr.Expr;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelectKeyword;

/// Binds calls of functions: scalar ones, aggregates with DISTINCT, FILTER and WITHIN GROUP, and windows.
final class FunctionBinder {
    private final SelectContext context;
    private final Clause clause;
    private final ExpressionBinder expressions;

    FunctionBinder(SelectContext context, Clause clause, ExpressionBinder expressions) {
        this.context = context;
        this.clause = clause;
        this.expressions = expressions;
    }

    /// A function with what may be written behind it.
    private record Written(SqlCall call, Optional<SqlNode> filter, Optional<SqlNode> withinGroup) {
        static Written of(SqlCall call) {
            return switch (call.getKind()) {
                case FILTER -> {
                    Written inner = of(call.operand(0));
                    yield new Written(inner.call, Optional.of(call.operand(1)), inner.withinGroup);
                }
                case WITHIN_GROUP -> {
                    SqlNodeList order = call.operand(1);
                    yield new Written(call.operand(0), Optional.empty(), Optional.of(order.get(0)));
                }
                default -> new Written(call, Optional.empty(), Optional.empty());
            };
        }

        String name() {
            return call.getOperator().getName().toLowerCase(Locale.ROOT);
        }

        boolean isDistinct() {
            return call.getFunctionQuantifier() != null
                    && call.getFunctionQuantifier().getValue() == SqlSelectKeyword.DISTINCT;
        }

        boolean isPlain() {
            return filter.isEmpty() && withinGroup.isEmpty() && !isDistinct();
        }

        boolean isOfAllColumns() {
            return call.operandCount() == 1 && call.operand(0) instanceof SqlIdentifier name && name.isStar();
        }
    }

    Expr bind(SqlCall call) {
        if (call.getKind() == SqlKind.OVER) {
            return window(call);
        }
        Written written = Written.of(call);
        if (AggregateFunctions.isKnown(written.name())) {
            return aggregate(call, written);
        }
        if (WINDOW_FUNCTIONS.contains(written.name())) {
            throw context.statement()
                    .error(
                            call,
                            written.name() + " needs a window: " + written.name()
                                    + "() OVER (PARTITION BY ... ORDER BY ...)");
        }
        if (!written.isPlain()) {
            if (ScalarFunctions.find(written.name()).isEmpty()) {
                throw unknown(written);
            }
            throw context.statement()
                    .error(call, written.name() + " is no aggregate; it takes no DISTINCT, FILTER or WITHIN GROUP");
        }
        return scalar(written);
    }

    private Expr scalar(Written written) {
        ScalarFunctions.Scalar function = ScalarFunctions.find(written.name()).orElseThrow(() -> unknown(written));
        List<Expr> arguments = expressions.arguments(written.call());
        try {
            return function.of(arguments);
        } catch (SqlException inner) {
            throw inner;
        } catch (IllegalArgumentException refused) {
            throw context.statement().error(written.call(), String.valueOf(refused.getMessage()));
        }
    }

    private SqlException unknown(Written written) {
        String name = written.name();
        String hint = Unsupported.hint(name).orElseGet(() -> {
            TreeSet<String> known = new TreeSet<>(ScalarFunctions.names());
            known.addAll(AggregateFunctions.names());
            known.addAll(WINDOW_FUNCTIONS);
            return "there is no function " + name + "." + Names.didYouMean(name, known);
        });
        return context.statement().error(written.call(), hint);
    }

    private Expr aggregate(SqlCall whole, Written written) {
        if (!clause.takesAggregates()) {
            throw clause == Clause.AGGREGATE
                    ? context.statement()
                            .error(whole, "an aggregate cannot hold another; aggregate in a sub-query first")
                    : expressions.aggregateRefused(whole);
        }
        Expr.Aggregate aggregate = aggregate(whole, written, Clause.AGGREGATE);
        DataType type = context.statement().type(aggregate, context.scope().schema(), whole);
        return context.calls().column(aggregate, nameOf(whole), type);
    }

    private String nameOf(SqlNode node) {
        return new ResultNames(context.statement(), context.scope()).of(node);
    }

    private Expr.Aggregate aggregate(SqlCall whole, Written written, Clause argumentClause) {
        ExpressionBinder binder = expressions.in(argumentClause);
        List<Expr> arguments = written.isOfAllColumns()
                ? List.of()
                : written.call().getOperandList().stream().map(binder::bind).toList();
        List<DataType> types = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            types.add(binder.type(arguments.get(i), written.call().operand(i)));
        }
        Optional<OrderItem> order = written.withinGroup().map(OrderItem::of);
        Optional<AggregateFunctions.Ordered> ordered =
                order.map(item -> new AggregateFunctions.Ordered(binder.bind(item.node()), item.direction()));
        try {
            Expr.Aggregate aggregate =
                    AggregateFunctions.of(written.name(), arguments, types, ordered, written.isDistinct());
            return written.filter()
                    .map(filter -> filtered(aggregate, filter, argumentClause))
                    .orElse(aggregate);
        } catch (SqlException inner) {
            throw inner;
        } catch (IllegalArgumentException refused) {
            throw context.statement().error(whole, String.valueOf(refused.getMessage()));
        }
    }

    private Expr.Aggregate filtered(Expr.Aggregate aggregate, SqlNode filter, Clause argumentClause) {
        Clause filterClause = argumentClause == Clause.AGGREGATE ? Clause.FILTER : argumentClause;
        return (Expr.Aggregate) aggregate.filter(expressions.in(filterClause).bind(filter));
    }

    private Expr window(SqlCall over) {
        if (!clause.takesWindows()) {
            throw clause == Clause.WINDOW
                    ? context.statement().error(over, "a window cannot hold another; use a sub-query")
                    : expressions.windowRefused(over);
        }
        Window window = Window.of(over.operand(1), context);
        ExpressionBinder binder = expressions.in(Clause.WINDOW);
        List<Expr> partitionBy = window.partitionBy().stream().map(binder::bind).toList();
        List<SortKey> orderBy = window.orderBy().stream()
                .map(OrderItem::of)
                .map(item -> new SortKey(binder.bind(item.node()), item.direction()))
                .toList();
        Written written = Written.of(over.operand(0));
        Calls.WindowDraft draft = WINDOW_FUNCTIONS.contains(written.name())
                ? new Calls.WindowDraft(ranking(over, written), partitionBy, orderBy)
                : new Calls.WindowDraft(aggregated(over, written, window), partitionBy, List.of());
        return context.calls().column(draft, nameOf(over), typeOf(draft.function(), over));
    }

    private WindowFunction ranking(SqlCall over, Written written) {
        if (!written.isPlain() || written.call().operandCount() > 0) {
            throw context.statement()
                    .error(over.operand(0), written.name() + " takes no arguments, DISTINCT or FILTER");
        }
        return switch (written.name()) {
            case "rank" -> new WindowFunction.Rank();
            case "dense_rank" -> new WindowFunction.DenseRank();
            default -> new WindowFunction.RowNumber();
        };
    }

    private WindowFunction aggregated(SqlCall over, Written written, Window window) {
        if (!AggregateFunctions.isKnown(written.name())) {
            throw unknown(written);
        }
        if (!window.coversPartition()) {
            throw context.statement()
                    .error(
                            over,
                            "a window of part of a partition is not supported; an aggregate takes "
                                    + "OVER (PARTITION BY ...) without ORDER BY, over the whole partition");
        }
        return new WindowFunction.Aggregated(aggregate(over.operand(0), written, Clause.WINDOW));
    }

    private DataType typeOf(WindowFunction function, SqlNode node) {
        return function instanceof WindowFunction.Aggregated(Expr.Aggregate aggregate)
                ? context.statement().type(aggregate, context.calls().schema(), node)
                : DataType.INT64;
    }

    private static final List<String> WINDOW_FUNCTIONS = List.of("row_number", "rank", "dense_rank");
}

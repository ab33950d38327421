package dev.sheaf.groupby.cpu.plan;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.groupby.cpu.chunk.InputSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The aggregates that make the states of a request, each asked for once.
final class StateAsks {
    private static final String ROW = "\u0000row";

    private final GroupByRequest request;
    private final List<Expr> arguments;
    private final List<Expr> asked = new ArrayList<>();
    private boolean asksRows;

    StateAsks(GroupByRequest request, List<Expr> arguments) {
        this.request = request;
        this.arguments = List.copyOf(arguments);
    }

    /// The number of the result of an aggregation over the rows that a reduction is fed with its condition.
    int ask(Aggregation kind, InputSpec input, Expr... over) {
        return add(new Expr.Aggregate(kind, List.of(over), condition(input), false));
    }

    /// As [#ask], over the rows in which none of the arguments is null that the reduction requires.
    int askRequired(Aggregation kind, InputSpec input, Expr... over) {
        return add(new Expr.Aggregate(kind, List.of(over), required(input), false));
    }

    /// An argument of the request.
    Expr argument(int number) {
        return arguments.get(number);
    }

    /// The numbers of rows.
    Expr rows() {
        asksRows = true;
        return Expressions.col(ROW);
    }

    /// Whether ordinals of distinct values are results.
    boolean showsOrdinals() {
        return request.aggregates().stream()
                .map(Expr::unaliased)
                .anyMatch(expr -> expr instanceof Expr.Aggregate aggregate
                        && aggregate.distinct()
                        && (aggregate.aggregation() instanceof Aggregation.ArgMin
                                || aggregate.aggregation() instanceof Aggregation.ArgMax));
    }

    private Optional<Expr> condition(InputSpec input) {
        return input.filter() < 0 ? Optional.empty() : Optional.of(arguments.get(input.filter()));
    }

    private Optional<Expr> required(InputSpec input) {
        Optional<Expr> condition = condition(input);
        for (int number : input.arguments().subList(0, input.required())) {
            Expr there = arguments.get(number).isNotNull();
            condition = Optional.of(condition.map(before -> before.and(there)).orElse(there));
        }
        return condition;
    }

    private int add(Expr aggregate) {
        int known = asked.indexOf(aggregate);
        if (known >= 0) {
            return known;
        }
        asked.add(aggregate);
        return asked.size() - 1;
    }

    boolean asksRows() {
        return asksRows;
    }

    /// The request for all that was asked.
    GroupByRequest request() {
        List<Field> fields = new ArrayList<>(request.input().fields());
        if (asksRows) {
            fields.add(new Field(ROW, DataType.INT64, false));
        }
        List<Expr> keys = new ArrayList<>();
        request.keys().forEach(key -> keys.add(key.unaliased().as("key." + keys.size())));
        List<Expr> results = new ArrayList<>();
        asked.forEach(aggregate -> results.add(aggregate.as("part." + results.size())));
        GroupByOptions options = request.options().with(Order.UNSPECIFIED).with(Overflow.ERROR);
        return new GroupByRequest(new Schema(fields), request.filter(), keys, results, options);
    }
}

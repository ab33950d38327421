package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.ExprWalker;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowCall;
import dev.sheaf.plan.WindowFrame;
import dev.sheaf.plan.WindowFunction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The plan of [LazyRolling]: a window call for each aggregation, and expressions over their columns.
final class RollingPlan {
    private final LogicalPlan input;
    private final List<Expr> keys;
    private final List<SortKey> order;
    private final WindowFrame rows;
    private final long minPeriods;
    private final Map<Expr, WindowCall> calls = new LinkedHashMap<>();

    RollingPlan(LogicalPlan input, List<Expr> keys, List<SortKey> order, WindowFrame rows, long minPeriods) {
        this.input = input;
        this.keys = keys;
        this.order = order;
        this.rows = rows;
        this.minPeriods = minPeriods;
    }

    /// `columns` of the frame and the results.
    LogicalPlan select(List<Expr> columns, List<Expr> results) {
        List<Expr> outputs = new ArrayList<>(columns);
        results.forEach(result -> outputs.add(overCalls(result)));
        return new LogicalPlan.Project(computed(), outputs);
    }

    LogicalPlan withColumns(List<Expr> results) {
        Map<String, Expr> columns = new LinkedHashMap<>();
        input.schema().names().forEach(name -> columns.put(name, col(name)));
        results.forEach(result -> columns.put(result.outputName(), overCalls(result)));
        return new LogicalPlan.Project(computed(), List.copyOf(columns.values()));
    }

    private LogicalPlan computed() {
        return calls.isEmpty() ? input : new LogicalPlan.Window(input, List.copyOf(calls.values()));
    }

    private Expr overCalls(Expr result) {
        Expr replaced = ExprWalker.replace(
                result.unaliased(),
                part -> part instanceof Expr.Aggregate aggregate ? Optional.of(value(aggregate)) : Optional.empty());
        return ExprWalker.named(replaced, result.outputName());
    }

    private Expr value(Expr.Aggregate aggregate) {
        if (minPeriods <= 0) {
            return column(aggregate);
        }
        Aggregation counting =
                aggregate.arguments().isEmpty() ? new Aggregation.CountAll() : new Aggregation.CountValid();
        List<Expr> counted = aggregate.arguments().stream().limit(1).toList();
        Expr values = column(new Expr.Aggregate(counting, counted, aggregate.filter(), false));
        return Expressions.when(values.ge(minPeriods)).then(column(aggregate)).end();
    }

    private Expr column(Expr.Aggregate aggregate) {
        return col(calls.computeIfAbsent(aggregate, _ -> call(aggregate)).name());
    }

    private WindowCall call(Expr.Aggregate aggregate) {
        String name = "window " + calls.size();
        while (input.schema().contains(name)) {
            name = "#" + name;
        }
        List<Expr> partitions = keys.stream().map(Expr::unaliased).toList();
        return new WindowCall(name, new WindowFunction.Framed(aggregate, rows), partitions, order);
    }
}

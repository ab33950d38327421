package dev.sheaf.groupby;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprRewrite;
import dev.sheaf.expr.Expressions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What is asked of groups, taken apart: the aggregations, each once, and the columns computed of them; none
/// of these if all that is asked for are aggregations.
record AggregateParts(List<Expr> aggregates, List<Expr> outputs) {

    static AggregateParts of(List<Expr> keys, List<Expr> results) {
        boolean plain = results.stream().allMatch(result -> isAggregate(result) || !holdsAggregate(result));
        return plain ? new AggregateParts(results, List.of()) : new Taken(keys, results).parts();
    }

    private static boolean isAggregate(Expr expr) {
        return expr.unaliased() instanceof Expr.Aggregate;
    }

    static boolean holdsAggregate(Expr expr) {
        return isAggregate(expr) || expr.children().stream().anyMatch(AggregateParts::holdsAggregate);
    }

    /// What a backend finishes groups by, after what was asked for before.
    ///
    /// @throws IllegalArgumentException if columns over aggregates were asked for before, too
    GroupFinish finish(GroupFinish before) {
        if (outputs.isEmpty()) {
            return before;
        }
        if (!before.outputs().isEmpty()) {
            throw new IllegalArgumentException(
                    "select(...) computes of aggregations; ask for the aggregations alone, or for expressions without it");
        }
        return new GroupFinish(before.having(), outputs);
    }

    /// Gives each aggregation a column.
    private static final class Taken {
        private final List<Expr> keys;
        private final List<Expr> results;
        private final Map<Expr, Expr> columns = new LinkedHashMap<>();
        private final List<Expr> aggregates = new ArrayList<>();
        private final Set<String> names = new HashSet<>();

        Taken(List<Expr> keys, List<Expr> results) {
            this.keys = keys;
            this.results = results;
            keys.forEach(key -> {
                columns.putIfAbsent(key.unaliased(), Expressions.col(key.outputName()));
                names.add(key.outputName());
            });
            results.forEach(result -> names.add(result.outputName()));
        }

        AggregateParts parts() {
            results.stream().filter(AggregateParts::isAggregate).forEach(this::addItself);
            List<Expr> outputs = new ArrayList<>();
            keys.forEach(key -> outputs.add(Expressions.col(key.outputName())));
            results.forEach(result -> outputs.add(over(result.unaliased()).as(result.outputName())));
            return new AggregateParts(List.copyOf(aggregates), outputs);
        }

        private void addItself(Expr result) {
            if (columns.putIfAbsent(result.unaliased(), Expressions.col(result.outputName())) == null) {
                aggregates.add(result);
            }
        }

        private Expr over(Expr expr) {
            Expr column = columns.get(expr);
            if (column != null) {
                return column;
            }
            if (expr instanceof Expr.Aggregate aggregate) {
                return add(aggregate);
            }
            return ExprRewrite.mapChildren(expr, this::over);
        }

        private Expr add(Expr.Aggregate aggregate) {
            String name = aggregate.outputName();
            for (int i = 2; !names.add(name); i++) {
                name = aggregate.outputName() + " (" + i + ")";
            }
            aggregates.add(aggregate.as(name));
            Expr column = Expressions.col(name);
            columns.put(aggregate, column);
            return column;
        }
    }
}

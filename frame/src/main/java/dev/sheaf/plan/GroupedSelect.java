package dev.sheaf.plan;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.plan.LogicalPlan.Aggregate;
import dev.sheaf.plan.LogicalPlan.Project;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Plans a group-by whose results are expressions over aggregates and keys, such as `max(v1) - min(v2)`.
///
/// The aggregations inside go into an [Aggregate], once each; what is computed from them into a [Project] above.
public final class GroupedSelect {
    private final LogicalPlan input;
    private final List<Expr> keys;
    private final List<Expr> aggregates = new ArrayList<>();
    private final Map<Expr, Expr> columns = new HashMap<>();
    private final Set<String> names = new HashSet<>();

    private GroupedSelect(LogicalPlan input, List<Expr> keys, List<Expr> results) {
        this.input = input;
        this.keys = keys;
        for (Expr key : keys) {
            columns.putIfAbsent(key.unaliased(), col(key.outputName()));
            names.add(key.outputName());
        }
        results.forEach(result -> names.add(result.outputName()));
    }

    /// A plan whose rows are, for each combination of `keys`, the keys and then `results`.
    ///
    /// @throws IllegalArgumentException if a result reads a column that is neither a key nor inside an
    ///     aggregation, two result columns have one name, or an expression does not fit the input
    public static LogicalPlan plan(LogicalPlan input, List<Expr> keys, List<Expr> results, GroupByOptions options) {
        GroupedSelect select = new GroupedSelect(input, keys, results);
        results.forEach(select::addResultItself);
        List<Expr> output = new ArrayList<>();
        keys.forEach(key -> output.add(col(key.outputName())));
        results.forEach(result -> output.add(select.overGroups(result)));
        Aggregate groups = new Aggregate(input, keys, select.aggregates, options);
        boolean asComputed = output.equals(ExprWalker.references(groups.schema().names()));
        return asComputed ? groups : new Project(groups, output);
    }

    /// A result that is an aggregation gets its own name right away.
    private void addResultItself(Expr result) {
        if (result.unaliased() instanceof Expr.Aggregate aggregate && !columns.containsKey(aggregate)) {
            add(aggregate, result.outputName());
        }
    }

    private Expr add(Expr.Aggregate aggregate, String name) {
        aggregates.add(ExprWalker.named(aggregate, name));
        Expr column = col(name);
        columns.put(aggregate, column);
        return column;
    }

    /// The result as an expression over the columns of the groups.
    private Expr overGroups(Expr result) {
        Expr replaced = ExprWalker.replace(result.unaliased(), this::column);
        Set<String> known = columns.values().stream().map(Expr::outputName).collect(Collectors.toSet());
        for (String column : ExprColumns.of(replaced)) {
            if (!known.contains(column)) {
                throw stray(column);
            }
        }
        return ExprWalker.named(replaced, result.outputName());
    }

    /// The column that holds a key or aggregation, or empty for any other part of a result.
    private Optional<Expr> column(Expr part) {
        Expr column = columns.get(part);
        if (column == null && part instanceof Expr.Aggregate aggregate) {
            return Optional.of(add(aggregate, freshName(aggregate.outputName())));
        }
        return Optional.ofNullable(column).or(() -> keyOfName(part));
    }

    private Optional<Expr> keyOfName(Expr part) {
        boolean isKey = part instanceof Expr.ColumnRef(String name)
                && keys.stream().anyMatch(key -> key.outputName().equals(name));
        return isKey ? Optional.of(part) : Optional.empty();
    }

    private String freshName(String wanted) {
        String name = wanted;
        for (int i = 2; !names.add(name); i++) {
            name = wanted + " (" + i + ")";
        }
        return name;
    }

    private IllegalArgumentException stray(String column) {
        input.schema().indexOf(column);
        return new IllegalArgumentException("column \"" + column + "\" is neither a key nor inside an aggregation;"
                + " wrap it in one, such as first(\"" + column + "\"), or group by it");
    }
}

package dev.sheaf.expr.bind;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Which columns a bound expression reads, and what it is over one column alone.
public final class BoundColumns {
    private BoundColumns() {}

    /// The columns that an expression reads, each once, in the order in which they come.
    public static List<BoundExpr.Column> of(BoundExpr expr) {
        Set<BoundExpr.Column> columns = new LinkedHashSet<>();
        collect(expr, columns);
        return new ArrayList<>(columns);
    }

    private static void collect(BoundExpr expr, Set<BoundExpr.Column> columns) {
        if (expr instanceof BoundExpr.Column column) {
            columns.add(column);
        }
        expr.children().forEach(child -> collect(child, columns));
    }

    /// The column, if `expr` computes something from just one.
    public static Optional<BoundExpr.Column> only(BoundExpr expr) {
        List<BoundExpr.Column> columns = expr instanceof BoundExpr.Column ? List.of() : of(expr);
        return columns.size() == 1 ? Optional.of(columns.getFirst()) : Optional.empty();
    }

    /// The expression over a table that has only its column.
    public static BoundExpr alone(BoundExpr expr) {
        return switch (expr) {
            case BoundExpr.Column column -> new BoundExpr.Column(0, column.name(), column.type());
            case BoundExpr.Constant _ -> expr;
            case BoundExpr.Call call ->
                new BoundExpr.Call(call.function(), alone(call.arguments()), call.type(), call.text());
            case BoundExpr.Applied(var function, var arguments, String text) ->
                new BoundExpr.Applied(function, alone(arguments), text);
            case BoundExpr.Cast cast ->
                new BoundExpr.Cast(alone(cast.input()), cast.type(), cast.lenient(), cast.text());
            case BoundExpr.Case branches ->
                new BoundExpr.Case(
                        branches.branches().stream()
                                .map(when -> new BoundExpr.When(alone(when.condition()), alone(when.result())))
                                .toList(),
                        alone(branches.otherwise()),
                        branches.type());
            case BoundExpr.Lambda lambda ->
                new BoundExpr.Lambda(alone(lambda.captures()), lambda.body(), lambda.schema(), lambda.parameters());
            case BoundExpr.In(BoundExpr input, List<BoundExpr> options) ->
                new BoundExpr.In(alone(input), alone(options));
        };
    }

    private static List<BoundExpr> alone(List<BoundExpr> exprs) {
        return exprs.stream().map(BoundColumns::alone).toList();
    }

    /// Whether an expression over one column is null where that is null.
    public static boolean isNullOfNull(BoundExpr expr) {
        BoundExpr.Column only = of(expr).getFirst();
        try (ColumnBuilder builder = new ColumnBuilder(only.type(), MemoryPool.shared())) {
            builder.appendNull();
            try (Column nothing = builder.build();
                    Table row =
                            new Table(Schema.of(new Field(only.name(), only.type())), List.of(nothing.retain()), 1)) {
                return Interpreter.of(alone(expr)).evaluate(row, 0) == null;
            }
        } catch (ArithmeticException | IllegalArgumentException fails) {
            return false;
        }
    }
}

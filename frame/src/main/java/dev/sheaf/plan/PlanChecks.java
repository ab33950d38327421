package dev.sheaf.plan;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.bind.Typing;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.DeepStack;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The result schemas of plan nodes; finding one out is what checks a node's expressions.
public final class PlanChecks {
    private PlanChecks() {}

    static void condition(Expr condition, Schema input) {
        DataType type = field(condition, input).type();
        if (!type.equals(DataType.BOOL) && !type.equals(DataType.NULL)) {
            throw new IllegalArgumentException("a filter needs a condition of type bool, but " + condition.outputName()
                    + " is " + type + "; compare it with something");
        }
    }

    public static Schema rowSchema(List<Expr> expressions, Schema input) {
        return new Schema(expressions.stream().map(expr -> field(expr, input)).toList());
    }

    public static Schema groupSchema(List<Expr> keys, List<Expr> aggregates, Schema input) {
        List<Field> fields = new ArrayList<>();
        keys.forEach(key -> fields.add(field(key, input)));
        aggregates.forEach(aggregate -> fields.add(aggregateField(aggregate, input)));
        return new Schema(fields);
    }

    public static Schema windowSchema(List<WindowCall> calls, Schema input) {
        List<Field> fields = new ArrayList<>(input.fields());
        for (WindowCall call : calls) {
            call.partitionBy().forEach(key -> field(key, input));
            sortKeys(call.orderBy(), input);
            fields.add(windowField(call, input));
        }
        return new Schema(fields);
    }

    private static Field windowField(WindowCall call, Schema input) {
        call.function().frameRows().ifPresent(frame -> {
            frame.lower().ifPresent(bound -> field(bound, input));
            frame.upper().ifPresent(bound -> field(bound, input));
        });
        return switch (call.function()) {
            case WindowFunction.RowNumber(), WindowFunction.Rank(), WindowFunction.DenseRank(), WindowFunction.Tile _ ->
                new Field(call.name(), DataType.INT64, false);
            case WindowFunction.PercentRank(), WindowFunction.CumulativeShare() ->
                new Field(call.name(), DataType.FLOAT64, false);
            case WindowFunction.Shifted shifted -> valueField(call.name(), shifted.value(), input);
            case WindowFunction.Picked picked -> valueField(call.name(), picked.value(), input);
            case WindowFunction.Aggregated(Expr.Aggregate aggregate) ->
                aggregateField(aggregate, input).named(call.name());
            case WindowFunction.Framed framed -> framedField(framed, input).named(call.name());
        };
    }

    private static Field valueField(String name, Expr value, Schema input) {
        return new Field(name, field(value, input).type());
    }

    private static Field framedField(WindowFunction.Framed framed, Schema input) {
        FrameFolds.check(framed.aggregate());
        return aggregateField(framed.aggregate(), input);
    }

    static void sortKeys(List<SortKey> keys, Schema input) {
        keys.forEach(key -> field(key.expr(), input));
    }

    public static Schema randomSchema(String column, Schema input) {
        List<Field> fields = new ArrayList<>(input.fields());
        fields.add(new Field(column, DataType.FLOAT64, false));
        return new Schema(fields);
    }

    public static Schema unnestSchema(String column, Schema input) {
        if (!(input.type(column) instanceof DataType.ListType(DataType element))) {
            throw new IllegalArgumentException(
                    "column \"" + column + "\" is " + input.type(column) + ", not a list; only lists can be unnested");
        }
        return new Schema(input.fields().stream()
                .map(field -> field.name().equals(column) ? new Field(column, element) : field)
                .toList());
    }

    /// The result column of an expression of single rows.
    private static Field field(Expr expr, Schema input) {
        return DeepStack.call(() -> fieldOf(expr, input));
    }

    private static Field fieldOf(Expr expr, Schema input) {
        Checkpoint.pass();
        ExprWalker.firstAggregate(expr).ifPresent(aggregate -> {
            throw new IllegalArgumentException("an aggregation cannot stand here: " + aggregate.outputName()
                    + "; aggregate first, with groupBy(...).agg(...)");
        });
        DataType type = Typing.typeOf(expr.unaliased(), input);
        return new Field(expr.outputName(), type, isNullable(expr.unaliased(), input));
    }

    private static boolean isNullable(Expr expr, Schema input) {
        return switch (expr) {
            case Expr.ColumnRef(String name) -> input.field(name).nullable();
            case Expr.Literal(Object value, DataType _) -> value == null;
            default -> true;
        };
    }

    private static Field aggregateField(Expr expr, Schema input) {
        return DeepStack.call(() -> aggregateFieldOf(expr, input));
    }

    private static Field aggregateFieldOf(Expr expr, Schema input) {
        Checkpoint.pass();
        if (!(expr.unaliased() instanceof Expr.Aggregate aggregate)) {
            throw new IllegalArgumentException(
                    expr.outputName() + " is not an aggregation; wrap it in one, such as sum, count, min or first");
        }
        for (Expr child : aggregate.children()) {
            Optional<Expr.Aggregate> inner = ExprWalker.firstAggregate(child);
            if (inner.isPresent()) {
                throw new IllegalArgumentException("the aggregation " + aggregate.outputName() + " holds another, "
                        + inner.get().outputName() + "; aggregate in two steps");
            }
        }
        aggregate.filter().ifPresent(filter -> condition(filter, input));
        return new Field(expr.outputName(), Typing.typeOf(aggregate, input), !isCount(aggregate.aggregation()));
    }

    private static boolean isCount(Aggregation aggregation) {
        return aggregation instanceof Aggregation.CountAll
                || aggregation instanceof Aggregation.CountValid
                || aggregation instanceof Aggregation.NUnique;
    }
}

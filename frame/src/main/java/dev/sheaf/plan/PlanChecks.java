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
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The result schemas of plan nodes; finding one out is what checks a node's expressions. What expressions of one node
/// share is checked once.
public final class PlanChecks {
    private final Schema input;
    private final Typing typing;

    /// Parts in which no aggregation stands.
    private final Set<Expr> plain = Collections.newSetFromMap(new IdentityHashMap<>());

    private PlanChecks(Schema input) {
        this.input = input;
        this.typing = Typing.over(input);
    }

    static void condition(Expr condition, Schema input) {
        new PlanChecks(input).condition(condition);
    }

    private void condition(Expr condition) {
        DataType type = field(condition).type();
        if (!type.equals(DataType.BOOL) && !type.equals(DataType.NULL)) {
            throw new IllegalArgumentException("a filter needs a condition of type bool, but " + condition.outputName()
                    + " is " + type + "; compare it with something");
        }
    }

    /// The columns that expressions over rows give.
    ///
    /// @throws IllegalArgumentException if one names no column, or takes types that it cannot
    public static Schema rowSchema(List<Expr> expressions, Schema input) {
        PlanChecks checks = new PlanChecks(input);
        return new Schema(expressions.stream().map(checks::field).toList());
    }

    /// The columns of keys and aggregates of groups; errors as for rows.
    public static Schema groupSchema(List<Expr> keys, List<Expr> aggregates, Schema input) {
        PlanChecks checks = new PlanChecks(input);
        List<Field> fields = new ArrayList<>();
        keys.forEach(key -> fields.add(checks.field(key)));
        aggregates.forEach(aggregate -> fields.add(checks.aggregateField(aggregate)));
        return new Schema(fields);
    }

    /// The columns of the input and one for each window; errors as for rows.
    public static Schema windowSchema(List<WindowCall> calls, Schema input) {
        PlanChecks checks = new PlanChecks(input);
        List<Field> fields = new ArrayList<>(input.fields());
        for (WindowCall call : calls) {
            call.partitionBy().forEach(checks::field);
            call.orderBy().forEach(key -> checks.field(key.expr()));
            fields.add(checks.windowField(call));
        }
        return new Schema(fields);
    }

    private Field windowField(WindowCall call) {
        call.function().frameRows().ifPresent(frame -> {
            frame.lower().ifPresent(this::field);
            frame.upper().ifPresent(this::field);
        });
        return switch (call.function()) {
            case WindowFunction.RowNumber(), WindowFunction.Rank(), WindowFunction.DenseRank(), WindowFunction.Tile _ ->
                new Field(call.name(), DataType.INT64, false);
            case WindowFunction.PercentRank(), WindowFunction.CumulativeShare() ->
                new Field(call.name(), DataType.FLOAT64, false);
            case WindowFunction.Shifted shifted -> valueField(call.name(), shifted.value());
            case WindowFunction.ShiftedBy shifted -> {
                field(shifted.steps());
                yield valueField(call.name(), shifted.value());
            }
            case WindowFunction.Picked picked -> valueField(call.name(), picked.value());
            case WindowFunction.PickedBy picked -> {
                field(picked.place());
                yield valueField(call.name(), picked.value());
            }
            case WindowFunction.Smoothed smoothed -> smoothedField(call.name(), smoothed.value());
            case WindowFunction.Aggregated(Expr.Aggregate aggregate) ->
                aggregateField(aggregate).named(call.name());
            case WindowFunction.Framed framed -> framedField(framed).named(call.name());
        };
    }

    private Field valueField(String name, Expr value) {
        return new Field(name, field(value).type());
    }

    private Field smoothedField(String name, Expr value) {
        DataType type = field(value).type();
        if (!type.isNumeric() && !type.equals(DataType.NULL)) {
            throw new IllegalArgumentException(
                    value.outputName() + " is " + type + "; only numbers are smoothed, cast it to one of their types");
        }
        return new Field(name, DataType.FLOAT64);
    }

    private Field framedField(WindowFunction.Framed framed) {
        FrameFolds.check(framed.aggregate());
        return aggregateField(framed.aggregate());
    }

    static void sortKeys(List<SortKey> keys, Schema input) {
        PlanChecks checks = new PlanChecks(input);
        keys.forEach(key -> checks.field(key.expr()));
    }

    /// The columns of the input and one of random numbers.
    public static Schema randomSchema(String column, Schema input) {
        List<Field> fields = new ArrayList<>(input.fields());
        fields.add(new Field(column, DataType.FLOAT64, false));
        return new Schema(fields);
    }

    /// The columns of the input, with the elements of a list in its place.
    ///
    /// @throws IllegalArgumentException if the column holds no lists
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
    private Field field(Expr expr) {
        return DeepStack.call(() -> fieldOf(expr));
    }

    private Field fieldOf(Expr expr) {
        Checkpoint.pass();
        ExprWalker.firstAggregate(expr, plain).ifPresent(aggregate -> {
            throw new IllegalArgumentException("an aggregation cannot stand here: " + aggregate.outputName()
                    + "; aggregate first, with groupBy(...).agg(...)");
        });
        return new Field(expr.outputName(), typing.typeOf(expr), isNullable(expr.unaliased()));
    }

    private boolean isNullable(Expr expr) {
        return switch (expr) {
            case Expr.ColumnRef(String name) -> input.field(name).nullable();
            case Expr.Literal(Object value, DataType _) -> value == null;
            default -> true;
        };
    }

    private Field aggregateField(Expr expr) {
        return DeepStack.call(() -> aggregateFieldOf(expr));
    }

    private Field aggregateFieldOf(Expr expr) {
        Checkpoint.pass();
        if (!(expr.unaliased() instanceof Expr.Aggregate aggregate)) {
            throw new IllegalArgumentException(
                    expr.outputName() + " is not an aggregation; wrap it in one, such as sum, count, min or first");
        }
        for (Expr child : aggregate.children()) {
            Optional<Expr.Aggregate> inner = ExprWalker.firstAggregate(child, plain);
            if (inner.isPresent()) {
                throw new IllegalArgumentException("the aggregation " + aggregate.outputName() + " holds another, "
                        + inner.get().outputName() + "; aggregate in two steps");
            }
        }
        aggregate.filter().ifPresent(this::condition);
        return new Field(expr.outputName(), typing.typeOf(aggregate), !isCount(aggregate.aggregation()));
    }

    private static boolean isCount(Aggregation aggregation) {
        return aggregation instanceof Aggregation.CountAll
                || aggregation instanceof Aggregation.CountValid
                || aggregation instanceof Aggregation.NUnique;
    }
}

package dev.sheaf.query.bounds;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Tells from what is known of a block of rows that a condition is true for none of them, so that it can be
/// left out.
///
/// Understood are comparisons of a column with a literal, IN, IS NULL, IS NOT NULL, boolean columns, and AND,
/// OR and NOT of these; anything else may be true.
public final class Pruning {
    private final Known known;

    private Pruning(Known known) {
        this.known = known;
    }

    /// What is known of the columns of a block.
    @FunctionalInterface
    public interface Known {
        /// The bounds of a column; null if nothing is known of it.
        @Nullable
        ValueBounds of(String column);
    }

    /// Whether the condition may be true for a row of the block of which `known` tells.
    public static boolean mayMatch(Expr condition, Known known) {
        return new Pruning(known).mayBeTrue(condition);
    }

    private boolean mayBeTrue(Expr condition) {
        return switch (condition) {
            case Expr.Literal(Object value, DataType _) -> value != null && !value.equals(false);
            case Expr.ColumnRef column -> mayEqual(column, true);
            case Expr.In(Expr input, List<Expr> options)
            when input instanceof Expr.ColumnRef column ->
                options.stream().anyMatch(option -> mayCompare(Function.EQUAL, column, option));
            case Expr.Call(Function function, List<Expr> arguments) -> mayBeTrue(function, arguments);
            case Expr.In _, Expr.Case _, Expr.Cast _, Expr.Aggregate _, Expr.Alias _, Expr.Lambda _, Expr.Applied _ ->
                true;
        };
    }

    private boolean mayBeTrue(Function function, List<Expr> arguments) {
        return switch (function) {
            case AND -> arguments.stream().allMatch(this::mayBeTrue);
            case OR -> arguments.stream().anyMatch(this::mayBeTrue);
            case NOT -> mayBeFalse(arguments.getFirst());
            case IS_NULL -> !(arguments.getFirst() instanceof Expr.ColumnRef column) || mayBeNull(column);
            case IS_NOT_NULL -> !(arguments.getFirst() instanceof Expr.ColumnRef column) || mayBeValid(column);
            case IS_TRUE -> mayBeTrue(arguments.getFirst());
            case IS_FALSE -> mayBeFalse(arguments.getFirst());
            case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL ->
                mayCompare(function, arguments.get(0), arguments.get(1));
            default -> true;
        };
    }

    private boolean mayBeFalse(Expr condition) {
        return switch (condition) {
            case Expr.ColumnRef column -> mayEqual(column, false);
            case Expr.Call(Function function, List<Expr> arguments) ->
                switch (function) {
                    case AND -> arguments.stream().anyMatch(this::mayBeFalse);
                    case OR -> arguments.stream().allMatch(this::mayBeFalse);
                    case NOT -> mayBeTrue(arguments.getFirst());
                    case IS_NULL -> mayBeTrue(Function.IS_NOT_NULL, arguments);
                    case IS_NOT_NULL -> mayBeTrue(Function.IS_NULL, arguments);
                    case EQUAL -> mayBeTrue(Function.NOT_EQUAL, arguments);
                    case NOT_EQUAL -> mayBeTrue(Function.EQUAL, arguments);
                    case LESS -> mayBeTrue(Function.GREATER_OR_EQUAL, arguments);
                    case LESS_OR_EQUAL -> mayBeTrue(Function.GREATER, arguments);
                    case GREATER -> mayBeTrue(Function.LESS_OR_EQUAL, arguments);
                    case GREATER_OR_EQUAL -> mayBeTrue(Function.LESS, arguments);
                    default -> true;
                };
            default -> true;
        };
    }

    private boolean mayCompare(Function function, Expr left, Expr right) {
        if (left instanceof Expr.ColumnRef column && right instanceof Expr.Literal(Object value, DataType _)) {
            return value != null && mayHold(function, column, value);
        }
        if (right instanceof Expr.ColumnRef column && left instanceof Expr.Literal(Object value, DataType _)) {
            return value != null && mayHold(flipped(function), column, value);
        }
        return true;
    }

    private static Function flipped(Function function) {
        return switch (function) {
            case LESS -> Function.GREATER;
            case LESS_OR_EQUAL -> Function.GREATER_OR_EQUAL;
            case GREATER -> Function.LESS;
            case GREATER_OR_EQUAL -> Function.LESS_OR_EQUAL;
            default -> function;
        };
    }

    private boolean mayEqual(Expr.ColumnRef column, Object value) {
        return mayHold(Function.EQUAL, column, value);
    }

    private boolean mayHold(Function function, Expr.ColumnRef column, Object value) {
        ValueBounds bounds = known.of(column.name());
        return bounds == null || bounds.mayHold(function, value);
    }

    private boolean mayBeNull(Expr.ColumnRef column) {
        ValueBounds bounds = known.of(column.name());
        return bounds == null || bounds.mayBeNull();
    }

    private boolean mayBeValid(Expr.ColumnRef column) {
        ValueBounds bounds = known.of(column.name());
        return bounds == null || bounds.mayBeValid();
    }
}

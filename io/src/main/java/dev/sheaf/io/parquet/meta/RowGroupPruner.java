package dev.sheaf.io.parquet.meta;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Tells from statistics that a condition is true for no row of a row group, which can then be left out.
///
/// Understood are comparisons of a column with a literal, IN, IS NULL, IS NOT NULL, boolean columns, and AND, OR
/// and NOT of these; anything else may be true. Floating bounds leave out NaNs, which are greater than all
/// numbers, so an upper bound says nothing where there may be one.
public final class RowGroupPruner {
    private final ParquetFile file;
    private final int rowGroup;
    private final long rows;

    private RowGroupPruner(ParquetFile file, int rowGroup) {
        this.file = file;
        this.rowGroup = rowGroup;
        this.rows = file.rowGroup(rowGroup).getNum_rows();
    }

    /// Whether the filter may be true for a row of the row group.
    public static boolean mayMatch(ParquetFile file, int rowGroup, Optional<Expr> filter) {
        RowGroupPruner pruner = new RowGroupPruner(file, rowGroup);
        return filter.map(pruner::mayBeTrue).orElse(true);
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
        ChunkStatistics statistics = statistics(column);
        if (statistics == null) {
            return true;
        }
        BoundValue.Order min =
                statistics.min().map(bound -> BoundValue.compare(bound, value)).orElse(BoundValue.Order.UNKNOWN);
        BoundValue.Order max =
                statistics.max().map(bound -> BoundValue.compare(bound, value)).orElse(BoundValue.Order.UNKNOWN);
        boolean allAtMostMax = !statistics.mayHoldNan();
        boolean never = switch (function) {
            case LESS -> min == BoundValue.Order.EQUAL || min == BoundValue.Order.GREATER;
            case LESS_OR_EQUAL -> min == BoundValue.Order.GREATER;
            case GREATER -> allAtMostMax && (max == BoundValue.Order.EQUAL || max == BoundValue.Order.LESS);
            case GREATER_OR_EQUAL -> allAtMostMax && max == BoundValue.Order.LESS;
            case EQUAL -> min == BoundValue.Order.GREATER || max == BoundValue.Order.LESS;
            case NOT_EQUAL -> allAtMostMax && min == BoundValue.Order.EQUAL && max == BoundValue.Order.EQUAL;
            default -> false;
        };
        return !never && mayBeValid(column);
    }

    private boolean mayBeNull(Expr.ColumnRef column) {
        ChunkStatistics statistics = statistics(column);
        return statistics == null || statistics.nullCount().orElse(1) > 0;
    }

    private boolean mayBeValid(Expr.ColumnRef column) {
        ChunkStatistics statistics = statistics(column);
        return statistics == null || statistics.nullCount().orElse(0) < rows;
    }

    private @Nullable ChunkStatistics statistics(Expr.ColumnRef column) {
        if (!file.schema().contains(column.name())) {
            return null;
        }
        Optional<Leaf> leaf = file.flatLeaf(column.name());
        return leaf.map(found ->
                        ChunkStatistics.of(file, rowGroup, found, file.schema().type(column.name())))
                .orElse(null);
    }
}

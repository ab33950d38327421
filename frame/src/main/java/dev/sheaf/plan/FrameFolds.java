package dev.sheaf.plan;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.bind.Typing;
import dev.sheaf.window.Folds;
import java.util.List;

/// Which aggregates of frames slide from row to row. The others are computed of all rows of each frame.
public final class FrameFolds {
    private FrameFolds() {}

    /// Whether a fold computes the aggregate, over rows of this schema.
    public static boolean slides(WindowFunction.Framed framed, Schema input) {
        Expr.Aggregate aggregate = framed.aggregate();
        List<DataType> arguments = aggregate.arguments().stream()
                .map(argument -> Typing.typeOf(argument.unaliased(), input))
                .toList();
        return Folds.accepts(aggregate.aggregation(), arguments, framed.frame().shape())
                && !aggregate.distinct()
                && !picksFiltered(aggregate);
    }

    /// A filter makes the first argument null, which these take for a value.
    private static boolean picksFiltered(Expr.Aggregate aggregate) {
        return aggregate.filter().isPresent()
                && switch (aggregate.aggregation()) {
                    case Aggregation.First _, Aggregation.Last _, Aggregation.Nth _ -> true;
                    case Aggregation.MinBy _, Aggregation.MaxBy _ -> true;
                    default -> false;
                };
    }

    /// Whether the result is a row number of the whole input, as of ARGMIN and ARGMAX.
    public static boolean numbersRows(Expr.Aggregate aggregate) {
        return aggregate.aggregation() instanceof Aggregation.ArgMin
                || aggregate.aggregation() instanceof Aggregation.ArgMax;
    }

    /// @throws IllegalArgumentException for ARGMIN and ARGMAX, whose row numbers are those of the whole input
    static void check(Expr.Aggregate aggregate) {
        if (numbersRows(aggregate)) {
            throw new IllegalArgumentException(aggregate.outputName() + " cannot be computed over part of a partition;"
                    + " take the least or greatest value of a column of row numbers with minBy or maxBy");
        }
    }
}

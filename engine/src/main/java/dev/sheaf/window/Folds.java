package dev.sheaf.window;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.AggregationTypes;
import java.util.List;

/// Which aggregations can be computed over frames.
public final class Folds {
    private Folds() {}

    /// Whether a frame can have the aggregation of arguments of these types; whatever the types for counts.
    public static boolean accepts(Aggregation aggregation, List<DataType> arguments, Frame frame) {
        return isFold(aggregation)
                && (frame.rises() || picks(aggregation))
                && (aggregation.arity() == 0
                        || (aggregation.arity() == arguments.size()
                                && AggregationTypes.accepts(aggregation, arguments)))
                && !(aggregation instanceof Aggregation.Mean && arguments.getFirst() instanceof DataType.DurationType)
                && !(aggregation instanceof Aggregation.Product && !isFloat(arguments.getFirst()) && !frame.grows());
    }

    private static boolean picks(Aggregation aggregation) {
        return switch (aggregation) {
            case Aggregation.First _, Aggregation.Last _, Aggregation.Nth _ -> true;
            default -> false;
        };
    }

    private static boolean isFloat(DataType type) {
        return type.decoded().isFloating();
    }

    private static boolean isFold(Aggregation aggregation) {
        return switch (aggregation) {
            case Aggregation.CountAll(), Aggregation.CountValid(), Aggregation.Sum(), Aggregation.Mean() -> true;
            case Aggregation.Min(), Aggregation.Max(), Aggregation.Any(), Aggregation.All() -> true;
            case Aggregation.Product(), Aggregation.M2(), Aggregation.Variance _, Aggregation.Std _ -> true;
            case Aggregation.First _, Aggregation.Last _, Aggregation.Nth _ -> true;
            case Aggregation.MinBy _, Aggregation.MaxBy _ -> true;
            default -> false;
        };
    }

    /// The aggregations, in words.
    public static String known() {
        return "count, sum, mean, min, max, first, last, nth, product (of integers from the start of the run), any, all, variance and "
                + "standard deviation";
    }
}

package dev.sheaf.spark.translate;

import static dev.sheaf.expr.Expressions.aggregate;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.aggregate.PercentileBase;
import org.apache.spark.sql.catalyst.expressions.aggregate.PercentileDisc;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.NumericType;

/// `median`, `percentile`, `percentile_cont` and `percentile_disc` of numbers. Spark keeps all values in their buffer
/// and interpolates between doubles.
final class Percentiles {
    private Percentiles() {}

    /// Whether the function gives an array, a percentile for each share.
    static boolean areSeveral(PercentileBase percentiles) {
        return percentiles.percentageExpression().dataType() instanceof org.apache.spark.sql.types.ArrayType;
    }

    /// The shares below which the percentiles lie.
    static double[] shares(PercentileBase percentiles) {
        Object shares = percentiles.percentageExpression() instanceof Literal literal ? literal.value() : null;
        return switch (shares) {
            case Double share -> new double[] {share};
            case ArrayData several when several.numElements() > 0 -> several.toDoubleArray();
            case null, default ->
                throw new UntranslatableException(
                        "shares of " + percentiles.prettyName() + " that are no" + " constants");
        };
    }

    /// An aggregate for each share.
    static List<Expr> of(PercentileBase percentiles, Arguments arguments) {
        if (!isPlain(percentiles)) {
            throw new UntranslatableException("this form of " + percentiles.prettyName());
        }
        Expr values = arguments.argument(percentiles.child()).cast(DataType.FLOAT64);
        return Arrays.stream(shares(percentiles))
                .mapToObj(share -> aggregate(kind(percentiles, share), values))
                .toList();
    }

    private static boolean isPlain(PercentileBase percentiles) {
        boolean isOnce = percentiles.frequencyExpression() instanceof Literal times
                && Long.valueOf(1).equals(times.value());
        boolean isOld = percentiles instanceof PercentileDisc discrete && discrete.legacyCalculation();
        return isOnce && !isOld && percentiles.child().dataType() instanceof NumericType;
    }

    private static Aggregation kind(PercentileBase percentiles, double share) {
        if (percentiles.discrete()) {
            return new Aggregation.DiscreteQuantile(share, percentiles.reverse());
        }
        double fromLeast = percentiles.reverse() ? 1 - share : share;
        return new Aggregation.Quantile(fromLeast, Aggregation.Interpolation.LINEAR);
    }
}

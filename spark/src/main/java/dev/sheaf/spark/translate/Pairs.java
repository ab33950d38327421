package dev.sheaf.spark.translate;

import static dev.sheaf.expr.Expressions.aggregate;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.spark.translate.Slot.Kind;
import java.util.function.BiConsumer;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.Expression;

/// What functions of two columns have in their buffers, over the rows where neither is null. Spark keeps sums of
/// products there, which its last step divides; here they are divided by the count already, and the count beside them
/// is what makes the same quotient of them.
final class Pairs {
    private final BiConsumer<Expr, Kind> slots;
    private final Expr x;
    private final Expr y;
    private final boolean isOfFloats;

    /// @param slots takes the fields of the buffer, which are all doubles
    Pairs(BiConsumer<Expr, Kind> slots, Arguments arguments, Expression x, Expression y) {
        this.slots = slots;
        this.x = where(arguments, x, y);
        this.y = where(arguments, y, x);
        this.isOfFloats = isOfFloats(x) || isOfFloats(y);
    }

    private static boolean isOfFloats(Expression value) {
        return SparkTypes.isFloating(value.dataType())
                && !(value instanceof Cast cast
                        && !SparkTypes.isFloating(cast.child().dataType()));
    }

    /// A value where another is not null.
    private static Expr where(Arguments arguments, Expression value, Expression other) {
        Expr translated = arguments.argument(value);
        return other.nullable()
                ? when(arguments.argument(other).isNotNull()).then(translated).end()
                : translated;
    }

    /// Spark divides the covariance by the root of both variances. Numbers that are no floats have no correlation
    /// only where one of them does not vary, so their correlation says it all: it is the quotient by 1, or by 0
    /// there. That takes one state, where a covariance and two variances are three.
    void correlation() {
        if (!isOfFloats) {
            Expr correlation = aggregate(new Aggregation.Correlation(), x, y);
            moments(Kind.COUNT_AS_DOUBLE, correlation);
            slot(correlation, Kind.ONE_UNLESS_NAN);
            slot(correlation, Kind.ONE_UNLESS_NAN);
            return;
        }
        determination();
    }

    /// Spark divides the square of the covariance by both variances.
    void determination() {
        moments(Kind.COUNT_AS_DOUBLE, covariance(0));
        slot(variance(x), Kind.DOUBLE_OR_ZERO);
        slot(variance(y), Kind.DOUBLE_OR_ZERO);
    }

    /// Spark divides by the count.
    void populationCovariance() {
        moments(Kind.ONE_AS_DOUBLE, covariance(0));
    }

    /// Spark divides by the count less one.
    void sampleCovariance() {
        moments(Kind.TWO_AT_MOST, covariance(1));
    }

    /// Spark divides the covariance by the variance of x.
    void slope() {
        moments(Kind.COUNT_AS_DOUBLE, covariance(0));
        varianceOfX();
    }

    /// The same, and what the line through both means has at 0.
    void intercept() {
        slot(count(x), Kind.COUNT_AS_DOUBLE);
        slot(mean(x), Kind.DOUBLE_OR_ZERO);
        slot(mean(y), Kind.DOUBLE_OR_ZERO);
        slot(covariance(0), Kind.DOUBLE_OR_ZERO);
        varianceOfX();
    }

    /// The count, both means, which nobody looks at, and the covariance.
    private void moments(Kind count, Expr covariance) {
        slot(count(x), count);
        slot(covariance, Kind.UNUSED_ZERO);
        slot(covariance, Kind.UNUSED_ZERO);
        slot(covariance, Kind.DOUBLE_OR_ZERO);
    }

    private void varianceOfX() {
        slot(count(x), Kind.COUNT_AS_DOUBLE);
        slot(variance(x), Kind.UNUSED_ZERO);
        slot(variance(x), Kind.DOUBLE_OR_ZERO);
    }

    private Expr covariance(int ddof) {
        return aggregate(new Aggregation.Covariance(ddof), x, y);
    }

    private static Expr variance(Expr values) {
        return aggregate(new Aggregation.Variance(0), values);
    }

    private void slot(Expr aggregate, Kind kind) {
        slots.accept(aggregate, kind);
    }
}

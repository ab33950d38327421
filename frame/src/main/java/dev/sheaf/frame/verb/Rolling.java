package dev.sheaf.frame.verb;

import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.WindowFrame;
import dev.sheaf.window.Frame.Bound;
import dev.sheaf.window.Frame.Distance;
import dev.sheaf.window.Frame.Unit;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// A stretch of rows around each row, waiting for what to compute of it. Immutable.
///
/// Results have the types of aggregations (the sum of integers is an integer), nulls are left out, and
/// a result is null where fewer values are there than the least number.
public final class Rolling<F> {
    private final Function<WindowExpression, F> target;
    private final Bound lower;
    private final long upper;
    private final long least;

    Rolling(Function<WindowExpression, F> target, Bound lower, long upper, long least) {
        this.target = target;
        this.lower = lower;
        this.upper = upper;
        this.least = least;
    }

    /// The same with results where at least `values` values that are not null are there, instead of as many as the
    /// window has rows.
    public Rolling<F> minPeriods(long values) {
        return new Rolling<>(target, lower, upper, values);
    }

    /// The same number of rows with the row in the middle, the one behind it if the number is even.
    ///
    /// @throws IllegalStateException for a window without a number of rows
    public Rolling<F> centered() {
        if (!(lower instanceof Distance(long first)) || upper != 0) {
            throw new IllegalStateException("only a window of a number of rows that ends with its row has a middle");
        }
        long behind = -first / 2;
        return new Rolling<>(target, new Distance(first + behind), behind, least);
    }

    /// An aggregation of each window: `rolling(3).agg(v -> max(v))`. Takes those that windows with frames take.
    ///
    /// @throws IllegalArgumentException for another
    public F agg(UnaryOperator<Expr> aggregation) {
        return computed(aggregation, Expressions::count);
    }

    private F computed(UnaryOperator<Expr> aggregation, UnaryOperator<Expr> counted) {
        WindowFrame frame = WindowFrame.of(Unit.ROWS, lower, new Distance(upper));
        return target.apply(
                (column, rows) -> when(rows.over(frame, counted.apply(column)).ge(least))
                        .then(rows.over(frame, aggregation.apply(column)))
                        .otherwise(null));
    }

    /// Sums.
    public F sum() {
        return agg(Expressions::sum);
    }

    /// Means.
    public F mean() {
        return agg(Expressions::mean);
    }

    /// The least values.
    public F min() {
        return agg(Expressions::min);
    }

    /// The greatest values.
    public F max() {
        return agg(Expressions::max);
    }

    /// Standard deviations of samples; null of one value.
    public F std() {
        return agg(Expressions::std);
    }

    /// Variances of samples; null of one value.
    public F var() {
        return agg(Expressions::variance);
    }

    /// The numbers of values that are not null; null where the window has fewer rows than the least number.
    public F count() {
        return computed(Expressions::count, _ -> Expressions.count());
    }
}

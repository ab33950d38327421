package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.groupby.GroupByOptions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Rows grouped by windows of an index, waiting for what to compute of each window: Polars'
/// `group_by_dynamic`.
///
/// ```java
/// frame.groupByDynamic("time", "1h").period("2h").by("sensor").agg(mean("value"))
/// ```
/// Windows start every so often and are `period` long, so they leave gaps, touch, or overlap. Days, weeks,
/// months and years are those of the calendar in the time zone of the index; whole weeks start on Mondays.
/// Windows that touch end where the next one starts, an hour earlier or later where daylight saving
/// changes. Windows without a row are left out, as are rows whose index is null. Rows need no order.
/// Immutable.
///
/// Cost: where windows touch, that of a group-by by one key more; else each row counts once for each window
/// that it may lie in. Groups stream and spill as any others. [#startBy] holds the rows in memory.
public final class DynamicGroupBy {
    private final LazyFrame frame;
    private final String index;
    private final List<Expr> keys;
    private final DynamicOptions options;

    private DynamicGroupBy(LazyFrame frame, String index, List<Expr> keys, DynamicOptions options) {
        this.frame = frame;
        this.index = index;
        this.keys = keys;
        this.options = options;
    }

    static DynamicGroupBy of(LazyFrame frame, String index, Span every) {
        DataType type = frame.schema().type(index);
        every.check("a step of", index, type);
        if (!every.isPositive()) {
            throw new IllegalArgumentException("windows start every so often: a step above 0, not " + every);
        }
        DynamicOptions options = new DynamicOptions(
                every, every, Optional.empty(), Ends.LEFT, WindowLabel.LEFT, new WindowStart.OnGrid(), false);
        return new DynamicGroupBy(frame, index, List.of(), options);
    }

    private DynamicGroupBy with(DynamicOptions other) {
        return new DynamicGroupBy(frame, index, keys, other);
    }

    /// Windows of this length; as long as they are apart if nothing is said.
    ///
    /// @throws IllegalArgumentException if it is not above 0 or does not fit the index
    public DynamicGroupBy period(String length) {
        Span period = Span.of(length);
        period.check("a period of", index, frame.schema().type(index));
        if (!period.isPositive()) {
            throw new IllegalArgumentException("windows are longer than 0, not " + period);
        }
        DynamicOptions old = options;
        return with(new DynamicOptions(
                old.every(), period, old.offset(), old.closed(), old.label(), old.start(), old.bounds()));
    }

    /// All windows so much later, earlier if negative.
    public DynamicGroupBy offset(String distance) {
        Span offset = Span.of(distance);
        offset.check("an offset of", index, frame.schema().type(index));
        DynamicOptions old = options;
        return with(new DynamicOptions(
                old.every(), old.period(), Optional.of(offset), old.closed(), old.label(), old.start(), old.bounds()));
    }

    /// Which ends belong to a window: the left one if nothing is said.
    public DynamicGroupBy closed(Ends ends) {
        DynamicOptions old = options;
        return with(new DynamicOptions(
                old.every(), old.period(), old.offset(), ends, old.label(), old.start(), old.bounds()));
    }

    /// What stands in the index column of the result: the start of the window if nothing is said.
    public DynamicGroupBy label(WindowLabel label) {
        DynamicOptions old = options;
        return with(new DynamicOptions(
                old.every(), old.period(), old.offset(), old.closed(), label, old.start(), old.bounds()));
    }

    /// Where windows start; on the grid if nothing is said.
    ///
    /// @throws IllegalArgumentException if a day of the week is asked of an index of whole numbers
    public DynamicGroupBy startBy(WindowStart start) {
        if (start instanceof WindowStart.OnDay && frame.schema().type(index).isInteger()) {
            throw new IllegalArgumentException("windows over whole numbers start on no day of the week");
        }
        DynamicOptions old = options;
        return with(new DynamicOptions(
                old.every(), old.period(), old.offset(), old.closed(), old.label(), start, old.bounds()));
    }

    /// With columns `_lower_boundary` and `_upper_boundary` before the index: where each window starts and
    /// ends.
    public DynamicGroupBy withBounds() {
        DynamicOptions old = options;
        return with(new DynamicOptions(
                old.every(), old.period(), old.offset(), old.closed(), old.label(), old.start(), true));
    }

    /// Windows of all rows.
    public DynamicGroupBy by() {
        return by(new Expr[0]);
    }

    /// Windows of each group of these columns.
    public DynamicGroupBy by(String... columns) {
        return by(Arrays.stream(columns).map(Expressions::col).toArray(Expr[]::new));
    }

    /// Windows of each group of these expressions.
    public DynamicGroupBy by(Expr... expressions) {
        return new DynamicGroupBy(frame, index, List.of(expressions), options);
    }

    /// The keys, the index and the values of expressions over aggregations of each window, ordered by keys
    /// and start.
    ///
    /// @throws IllegalArgumentException as [LazyGroupBy#agg]
    /// @throws ArithmeticException if the start or end of a window does not fit the index's type
    public LazyFrame agg(Expr... results) {
        return LazyFrame.of(
                new DynamicPlan(frame.plan(), index, keys, options, GroupByOptions.DEFAULT, List.of(results)).plan());
    }

    /// The keys, the index and the number of rows of each window, as column `count`.
    public LazyFrame count() {
        return agg(Expressions.count().as("count"));
    }

    @Override
    public String toString() {
        return "windows of " + col(index).outputName() + " every " + options.every();
    }
}

package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowFrame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// For each row the rows of a window that ends with it, waiting for what to compute of them: Polars'
/// `rolling`, and pandas' with [#minPeriods] and windows of rows.
///
/// ```java
/// frame.rolling("time", "3h").by("sensor").agg(mean("value"), max("value").minus(min("value")).as("range"))
/// frame.rollingRows(3).minPeriods(3).withColumns(sum("value").as("last three"))
/// ```
/// A window of an index takes the rows whose index is above that of the row less the period and not above its own,
/// whatever the order of rows; months and days are those of the calendar in the time zone of the index. Rows of one
/// index share a window. Windows never end before that of an earlier row, which matters where daylight saving
/// repeats an hour. Rows without an index have each other for a window. Immutable.
///
/// Aggregations are computed as those of [Over] with a frame: counts, sums, means, extremes and spreads slide from
/// row to row, all others take the rows of each window again. All rows are held in memory.
public final class LazyRolling {
    private final LazyFrame frame;
    private final List<Expr> keys;
    private final Optional<String> index;
    private final Object period;
    private final Optional<Span> offset;
    private final Ends closed;
    private final boolean centered;
    private final long minPeriods;

    private LazyRolling(
            LazyFrame frame,
            List<Expr> keys,
            Optional<String> index,
            Object period,
            Optional<Span> offset,
            Ends closed,
            boolean centered,
            long minPeriods) {
        this.frame = frame;
        this.keys = keys;
        this.index = index;
        this.period = period;
        this.offset = offset;
        this.closed = closed;
        this.centered = centered;
        this.minPeriods = minPeriods;
    }

    static LazyRolling of(LazyFrame frame, String index, Span period) {
        period.check("a period of", index, frame.schema().type(index));
        if (!period.isPositive()) {
            throw new IllegalArgumentException("windows are longer than 0, not " + period);
        }
        return new LazyRolling(frame, List.of(), Optional.of(index), period, Optional.empty(), Ends.RIGHT, false, 0);
    }

    static LazyRolling of(LazyFrame frame, long rows) {
        if (rows < 1) {
            throw new IllegalArgumentException("a window has 1 row or more, not " + rows);
        }
        return new LazyRolling(frame, List.of(), Optional.empty(), rows, Optional.empty(), Ends.RIGHT, false, 0);
    }

    /// Windows among all rows.
    public LazyRolling by() {
        return by(new Expr[0]);
    }

    /// Windows inside each group of these columns.
    public LazyRolling by(String... columns) {
        return by(Arrays.stream(columns).map(Expressions::col).toArray(Expr[]::new));
    }

    /// Windows inside each group of these expressions.
    public LazyRolling by(Expr... expressions) {
        return new LazyRolling(frame, List.of(expressions), index, period, offset, closed, centered, minPeriods);
    }

    /// Which ends belong to a window; the right one, so the row itself, if nothing is said.
    public LazyRolling closed(Ends ends) {
        return new LazyRolling(frame, keys, index, period, offset, ends, centered, minPeriods);
    }

    /// Windows that start so far behind the index of their row, before it if negative; as far before it as they are
    /// long if nothing is said.
    ///
    /// @throws IllegalArgumentException for windows of rows, or if it does not fit the index
    public LazyRolling offset(String distance) {
        String column = index.orElseThrow(() -> new IllegalArgumentException("windows of rows take no offset"));
        Span span = Span.of(distance);
        span.check("an offset of", column, frame.schema().type(column));
        return new LazyRolling(frame, keys, index, period, Optional.of(span), closed, centered, minPeriods);
    }

    /// Windows of rows with their row in the middle, one more before it than behind if they are even.
    ///
    /// @throws IllegalArgumentException for windows of an index
    public LazyRolling centered() {
        if (index.isPresent()) {
            throw new IllegalArgumentException("windows of an index are moved by an offset");
        }
        return new LazyRolling(frame, keys, index, period, offset, closed, true, minPeriods);
    }

    /// Null instead of the value of an aggregation where it has fewer values that are not null.
    public LazyRolling minPeriods(long values) {
        return new LazyRolling(frame, keys, index, period, offset, closed, centered, values);
    }

    /// The keys, the index if there is one, and the values of expressions over aggregations of each row's window
    /// and over columns of the row; a row for each row of the frame, in its order.
    ///
    /// @throws IllegalArgumentException if an expression does not fit the columns, or two results have one
    /// name
    public LazyFrame agg(Expr... results) {
        List<Expr> columns = new ArrayList<>(keys);
        index.ifPresent(name -> columns.add(col(name)));
        return LazyFrame.of(plan().select(columns, List.of(results)));
    }

    /// All columns of the frame and those values; one named like a column takes its place.
    public LazyFrame withColumns(Expr... results) {
        return LazyFrame.of(plan().withColumns(List.of(results)));
    }

    private RollingPlan plan() {
        return new RollingPlan(frame.plan(), keys, order(), rows(), minPeriods);
    }

    private List<SortKey> order() {
        return index.stream().map(SortKey::ascending).toList();
    }

    private WindowFrame rows() {
        return period instanceof Span span ? ranged(span) : counted((Long) period);
    }

    private WindowFrame counted(long rows) {
        long moved = centered ? (rows - 1) / 2 : 0;
        return WindowFrame.rows(moved - rows + (closed.left() ? 0 : 1), moved - (closed.right() ? 0 : 1));
    }

    private WindowFrame ranged(Span span) {
        String column = index.orElseThrow();
        DataType type = frame.schema().type(column).decoded();
        Expr moment = col(column);
        Expr lower = offset.orElse(span.negate()).after(moment, type);
        Expr upper = offset.isEmpty() ? moment : span.after(lower, type);
        return WindowFrame.between(lower, !closed.left(), upper, !closed.right());
    }

    @Override
    public String toString() {
        return "rolling windows of " + period + index.map(name -> " of " + name).orElse(" rows");
    }
}

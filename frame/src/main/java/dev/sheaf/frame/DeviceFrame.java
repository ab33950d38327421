package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.frame.data.Pairs;
import dev.sheaf.frame.store.FrameOptions;
import dev.sheaf.frame.verb.ArithmeticVerbs;
import dev.sheaf.frame.verb.RowWindows;
import dev.sheaf.frame.verb.ValueVerbs;
import dev.sheaf.frame.verb.WindowExpression;
import dev.sheaf.frame.verb.WindowVerbs;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.exec.Placement;
import dev.sheaf.query.QueryContext;
import dev.sheaf.resident.CudaArray;
import dev.sheaf.resident.ExposedArray;
import dev.sheaf.resident.ResidentMemory;
import dev.sheaf.resident.ResidentOperator;
import dev.sheaf.resident.ResidentTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/// The columns of a frame in the memory of a device, without an index; every operation runs at once, and its
/// result stays there.
///
/// ```java
/// DeviceFrame sales = DataFrame.read("sales.parquet").toDevice();
/// DataFrame totals = sales.filter(col("price").gt(0))
///         .query(rows -> rows.groupBy("region").agg(sum("units").as("units")))
///         .toHost();
/// ```
/// Selections, filters, arithmetic, [#take], [#concat], groups, reductions and running sums and extremes run on
/// the device, over columns that it holds. Whatever else a query asks for, sorts and joins among it, runs on
/// the host: the rows come there, and the result goes back. [#explain] says so, operator by operator. Values,
/// nulls, types and errors are those of the host, but for the last bits of sums of floating numbers, which are
/// added up in another order.
///
/// Frames need not be closed, as [DataFrame]; [#close()] gives the memory back at once. Immutable and
/// thread-safe.
public final class DeviceFrame
        implements AutoCloseable, ValueVerbs<DeviceFrame>, ArithmeticVerbs<DeviceFrame>, WindowVerbs<DeviceFrame> {
    private final ReachableTable rows;
    private final FrameOptions options;

    /// Takes over the rows.
    DeviceFrame(ResidentTable rows, FrameOptions options) {
        this.rows = new ReachableTable(rows);
        this.options = options;
    }

    /// Names and types of the columns.
    public Schema schema() {
        return rows.schema();
    }

    /// The number of rows.
    public long rowCount() {
        return rows.rowCount();
    }

    /// Bytes of device memory that the columns take.
    public long byteSize() {
        return rows.byteSize();
    }

    /// Some columns, in the order given; shares their bytes.
    ///
    /// @throws IllegalArgumentException if there is no such column
    public DeviceFrame select(String... columns) {
        return run(new ResidentOperator.Select(List.of(columns)));
    }

    /// The rows for which a condition is true, in order.
    public DeviceFrame filter(Expr condition) {
        return query(all -> all.filter(condition));
    }

    /// The same columns and, in the place of those of their names or at the end, the values of expressions.
    public DeviceFrame assign(Expr... expressions) {
        return query(all -> all.withColumns(expressions));
    }

    /// The rows at some positions, in the order given; negative ones are counted from the end.
    ///
    /// @throws IndexOutOfBoundsException for one that is not there
    public DeviceFrame take(int... positions) {
        int[] wanted = Arrays.stream(positions)
                .map(row -> row < 0 ? Math.toIntExact(row + rowCount()) : row)
                .toArray();
        try (Table numbers = Table.of("row", wanted)) {
            return run(new ResidentOperator.Take(numbers.column(0)));
        }
    }

    /// At most `count` rows from `start` on.
    ///
    /// @throws IllegalArgumentException if one of them is negative
    public DeviceFrame slice(long start, long count) {
        return run(new ResidentOperator.Limit(start, count));
    }

    /// The first `n` rows.
    public DeviceFrame head(long n) {
        return slice(0, n);
    }

    /// Frames of the same columns one below the other.
    ///
    /// @throws IllegalArgumentException if types or devices differ
    public static DeviceFrame concat(DeviceFrame first, DeviceFrame... others) {
        List<ResidentTable> below = new ArrayList<>();
        List.of(others).forEach(frame -> below.add(frame.rows));
        return first.run(new ResidentOperator.Append(below));
    }

    @Override
    public DeviceFrame map(UnaryOperator<Expr> expression) {
        Expr[] values = schema().names().stream()
                .map(name -> expression.apply(col(name)).as(name))
                .toArray(Expr[]::new);
        return query(all -> all.select(values));
    }

    /// Arithmetic and comparisons with a value; columns of one frame go together by [#assign].
    ///
    /// @throws IllegalArgumentException if the other operand is a frame: there is no index to align them by
    @Override
    public DeviceFrame combine(BinaryOperator<Expr> expression, Object other) {
        if (other instanceof DeviceFrame) {
            throw new IllegalArgumentException(
                    "frames on a device have no index to align them by; put the columns into one frame before");
        }
        return map(values -> expression.apply(values, Pairs.partner(other)));
    }

    @Override
    public DeviceFrame windows(WindowExpression expression) {
        RowWindows windows = new RowWindows(List.of(), schema()::contains);
        List<Expr> results = new ArrayList<>();
        for (String name : schema().names()) {
            results.add(expression.of(col(name), windows).as(name));
        }
        return query(all -> LazyFrame.of(new LogicalPlan.Project(windows.over(all.plan()), results)));
    }

    /// One row of aggregations of all rows, on the host: `frame.aggregate(sum("units").as("units"))`.
    public DataFrame aggregate(Expr... results) {
        try (DeviceFrame row = query(all -> all.groupBy().agg(results))) {
            return row.toHost();
        }
    }

    /// The result of a query over the columns: `frame.query(rows -> rows.groupBy("k").agg(sum("v").as("v")))`.
    public DeviceFrame query(UnaryOperator<LazyFrame> query) {
        LogicalPlan plan = query.apply(lazy()).plan();
        return new DeviceFrame(options.run(context -> Placement.collect(plan, rows.memory(), context)), options);
    }

    /// Where each operator of a query would run, and why: a line each, from the result down to the scans.
    public String explain(UnaryOperator<LazyFrame> query) {
        return Placement.explain(query.apply(lazy()).plan(), rows.memory());
    }

    /// A lazy query over the columns that runs on the host, to which they come; groups on the device if the
    /// backend is `cuda`.
    public LazyFrame lazy() {
        return LazyFrame.scan(rows);
    }

    /// The rows on the host, with a range as index.
    public DataFrame toHost() {
        try (Table table = options.run(rows::download)) {
            return DataFrame.of(table, options);
        }
    }

    /// Hands out where the values of a column lie, in the entries of the CUDA array interface:
    ///
    /// ```java
    /// try (ExposedArray units = frame.expose("units")) {
    ///     library.scale(units.array().pointer(), units.array().shape());   // this frame sees what it writes
    /// }
    /// ```
    /// Other frames do not, before or after. Null values hold anything; the mask says which they are.
    ///
    /// @throws IllegalArgumentException if there is no such column, or its values are not numbers, timestamps or
    ///     durations
    public ExposedArray expose(String column) {
        return rows.expose(column);
    }

    /// A frame over arrays that another library owns, as [ResidentMemory#borrow]: nothing is copied, and `release` is
    /// called when neither the frame nor a query uses them any more.
    ///
    /// @throws IllegalArgumentException if an array is not as columns are, or lies elsewhere
    public static DeviceFrame borrow(ResidentMemory memory, SequencedMap<String, CudaArray> columns, Runnable release) {
        return new DeviceFrame(memory.borrow(columns, release), FrameOptions.DEFAULT);
    }

    /// Gives the memory back now.
    @Override
    public void close() {
        rows.close();
    }

    private DeviceFrame run(ResidentOperator operator) {
        return new DeviceFrame(options.run(context -> run(operator, context)), options);
    }

    /// What the device has no room for fails, since no plan says it.
    private ResidentTable run(ResidentOperator operator, QueryContext context) {
        return rows.run(operator, context)
                .orElseThrow(() -> new IllegalStateException(
                        rows.memory().describe() + " cannot do this: " + context.decisions()));
    }

    /// Schema, rows and place, not the values.
    @Override
    public String toString() {
        return "DeviceFrame" + schema() + " of " + rowCount() + " rows on "
                + rows.memory().describe();
    }
}

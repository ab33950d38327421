package dev.sheaf.groupby.cuda.rows;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.fast.GatheredRows;
import dev.sheaf.groupby.cuda.fast.RowLists;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Operators over the rows of a table on a device. Results are the caller's, and in the order of the rows. Use
/// inside [dev.sheaf.cuda.driver.Device#call].
public record RowOperators(DeviceRun run, KernelStore kernels) {
    private static final String PURPOSE = "numbers of rows";

    /// The rows for which a condition is true.
    public Optional<DeviceTable> filter(DeviceTable table, Expr condition) {
        try (Closer closer = new Closer()) {
            DeviceColumn bools = closer.add(computed(table, condition));
            RunningRows.Kept kept = closer.add(new RunningRows(run, kernels).kept(bools));
            return gathered(table, kept.numbers(), kept.count());
        }
    }

    /// The values of an expression, row by row.
    ///
    /// @throws dev.sheaf.groupby.cuda.request.Projection.Refused if a row has no result
    public DeviceColumn computed(DeviceTable table, Expr expression) {
        return ComputedRows.of(table, List.of(expression), run, kernels).getFirst();
    }

    /// The values of expressions, row by row.
    ///
    /// @throws dev.sheaf.groupby.cuda.request.Projection.Refused if a row has no result
    public DeviceTable project(DeviceTable table, List<Expr> expressions, Schema result) {
        return new DeviceTable(result, ComputedRows.of(table, expressions, run, kernels), table.rowCount());
    }

    /// The rows of some numbers; empty if texts come to more than 2 GiB.
    ///
    /// @throws IndexOutOfBoundsException if there is no such row
    public Optional<DeviceTable> take(DeviceTable table, Column rows) {
        FixedColumn numbers = checked(rows, table.rowCount());
        try (Buffer upload = run.allocate(Math.max(1, numbers.length() * Integer.BYTES), PURPOSE)) {
            run.stream().upload(numbers.values().segment().asSlice(0, numbers.length() * Integer.BYTES), upload, 0);
            Optional<DeviceTable> taken = gathered(table, upload, numbers.length());
            run.stream().synchronize();
            return taken;
        }
    }

    private static FixedColumn checked(Column rows, long count) {
        if (!(rows instanceof FixedColumn numbers) || !rows.type().equals(DataType.INT32) || rows.nullCount() > 0) {
            throw new IllegalArgumentException("numbers of rows are int32 without null, not " + rows.type());
        }
        for (long i = 0; i < numbers.length(); i++) {
            java.util.Objects.checkIndex((long) numbers.values().segment().getAtIndex(ValueLayout.JAVA_INT, i), count);
        }
        return numbers;
    }

    /// Rows that lie together.
    public Optional<DeviceTable> limit(DeviceTable table, long offset, long count) {
        long first = Math.min(offset, table.rowCount());
        long rows = Math.min(count, table.rowCount() - first);
        if (rows == table.rowCount()) {
            return Optional.of(table.retain());
        }
        try (Buffer all = run.allocate(Math.max(1, (first + rows) * Integer.BYTES), PURPOSE);
                Buffer numbers = all.slice(first * Integer.BYTES, rows * Integer.BYTES)) {
            new GatheredRows(first + rows, null, all, null, kernels, run.accounts(), run.stream()).number();
            return gathered(table, numbers, rows);
        }
    }

    /// The rows of some numbers, 32 bits, on the device; empty if texts come to more than 2 GiB.
    public Optional<DeviceTable> gathered(DeviceTable table, Buffer numbers, long count) {
        GatheredRows rows = new GatheredRows(count, null, numbers, null, kernels, run.accounts(), run.stream());
        return each(
                table.schema(),
                table.columns(),
                count,
                column -> column.elements() == null
                        ? rows.of(column)
                        : RowLists.taken(column, numbers, count, run, kernels));
    }

    /// The rows of columns of one type, one below the other; empty of lists, and if texts come to more than 2 GiB.
    public Optional<DeviceColumn> stacked(List<DeviceColumn> columns) {
        if (columns.getFirst().elements() != null) {
            return Optional.empty();
        }
        try (Closer closer = new Closer()) {
            List<DeviceColumn> parts = new ArrayList<>();
            columns.forEach(column -> parts.add(closer.add(plain(column))));
            return new StackedRows(run, parts).together();
        }
    }

    /// The rows of several tables of the same types, one below the other; empty if texts come to more than 2 GiB.
    public Optional<DeviceTable> append(List<DeviceTable> tables) {
        long rows = tables.stream().mapToLong(DeviceTable::rowCount).sum();
        Schema schema = tables.getFirst().schema();
        List<Integer> places =
                java.util.stream.IntStream.range(0, schema.size()).boxed().toList();
        return each(
                schema,
                places,
                rows,
                place -> stacked(
                        tables.stream().map(table -> table.columns().get(place)).toList()));
    }

    /// The column as it lies, unless it is a dictionary or its bits begin within a word.
    private DeviceColumn plain(DeviceColumn column) {
        if (column.dictionary() == null && column.firstBit() == 0) {
            return column.retain();
        }
        try (Buffer all = run.allocate(Math.max(1, column.length() * Integer.BYTES), PURPOSE)) {
            GatheredRows rows =
                    new GatheredRows(column.length(), null, all, null, kernels, run.accounts(), run.stream());
            rows.number();
            return rows.of(column).orElseThrow(() -> new IllegalStateException("texts of more than 2 GiB"));
        }
    }

    private static <T> Optional<DeviceTable> each(
            Schema schema, List<T> sources, long rows, Function<T, Optional<DeviceColumn>> column) {
        try (Closer closer = new Closer()) {
            List<DeviceColumn> columns = new ArrayList<>();
            for (T source : sources) {
                Optional<DeviceColumn> made = column.apply(source);
                if (made.isEmpty()) {
                    return Optional.empty();
                }
                columns.add(closer.add(made.get()));
            }
            closer.release();
            return Optional.of(new DeviceTable(schema, columns, rows));
        }
    }

    /// Why the device computes no expressions, if it does not.
    ///
    /// @throws IllegalArgumentException if an expression does not fit the schema
    public static Optional<String> refusal(List<Expr> expressions, Schema schema) {
        return ComputedRows.refusal(expressions, schema);
    }
}

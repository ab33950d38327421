package dev.sheaf.groupby.cuda.transfer;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.eval.Evaluator;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;

/// Columns and tables of the host, copied to the device in stream order. Call inside
/// [dev.sheaf.cuda.driver.Device#call].
public final class Upload {
    private Upload() {}

    /// Copies a column; it has to stay open until that is done.
    ///
    /// @throws dev.sheaf.cuda.CudaException if the device has no room
    public static DeviceColumn column(FixedColumn column, MemoryPool accounts, Stream stream) {
        try (Staging staging = new Staging(accounts, stream)) {
            return column(column, staging);
        }
    }

    /// Copies a column; it has to stay open until `staging` is closed.
    ///
    /// @throws dev.sheaf.cuda.CudaException if the device has no room
    /// @throws IllegalArgumentException for lists, structs, intervals and nulls without a type, or more than 2 GiB
    ///     of text
    public static DeviceColumn column(Column column, Staging staging) {
        try (ColumnSink sink = ColumnSink.like(column, staging, column.length())) {
            sink.append(List.of(column));
            DeviceColumn uploaded = sink.finish();
            staging.flush();
            return uploaded;
        } catch (RuntimeException | Error failure) {
            staging.abandon();
            throw failure;
        }
    }

    /// A column of one row with a value, which is cast to a type; to be closed by the caller.
    ///
    /// @throws dev.sheaf.cuda.CudaException if the device has no room
    public static DeviceColumn constant(Object value, DataType type, MemoryPool accounts, Stream stream) {
        Expr cast = new Expr.Cast(Expressions.lit(value), type, false);
        try (Table one = new Table(new Schema(List.of()), List.of(), 1);
                Column column = Evaluator.compile(cast, one.schema()).evaluate(one, accounts);
                Staging staging = new Staging(accounts, stream)) {
            return column(column, staging);
        }
    }

    /// Copies a table; it has to stay open until `staging` is closed.
    ///
    /// @throws dev.sheaf.cuda.CudaException if the device has no room
    /// @throws dev.sheaf.memory.MemoryLimitException if the device limit of the accounts would be passed
    public static DeviceTable table(Table table, Staging staging) {
        List<DeviceColumn> columns = new ArrayList<>();
        try {
            for (Column column : table.columns()) {
                columns.add(column(column, staging));
            }
            return new DeviceTable(table.schema(), columns, table.rowCount());
        } catch (RuntimeException | Error failure) {
            columns.forEach(DeviceColumn::close);
            throw failure;
        }
    }
}

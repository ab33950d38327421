package dev.sheaf.groupby.cuda.transfer;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Table;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Copies device columns to the host and waits for each. Call inside [dev.sheaf.cuda.driver.Device#call].
public final class ColumnDownload {
    private static final String PURPOSE = "downloaded column";

    private final MemoryPool pool;
    private final Stream stream;

    /// Into host memory of `pool`.
    public ColumnDownload(MemoryPool pool, Stream stream) {
        this.pool = pool;
        this.stream = stream;
    }

    /// The column on the host, to be closed by the caller.
    public Column download(DeviceColumn column) {
        List<AutoCloseable> parts = new ArrayList<>();
        try {
            return build(column, parts);
        } catch (RuntimeException | Error failure) {
            parts.forEach(ColumnDownload::close);
            throw failure;
        }
    }

    private Column build(DeviceColumn column, List<AutoCloseable> parts) {
        Buffer values = copy(column.values(), parts);
        Column child = column.child() == null ? null : download(column.child());
        if (child != null) {
            parts.add(child);
        }
        Buffer positions = column.offsets() == null ? null : copy(column.offsets(), parts);
        Buffer bits = column.validity() == null ? null : copy(column.validity(), parts);
        stream.synchronize();
        long rows = column.length();
        Validity validity = bits == null ? Validity.allValid(rows) : Validity.of(bits, column.firstBit(), rows);
        return switch (column.type().layout()) {
            case BIT -> new BoolColumn(rows, values, column.firstBit(), validity);
            case VARIABLE ->
                new VarColumn(
                        column.type(), new Offsets(Objects.requireNonNull(positions), false, rows), values, validity);
            case DICTIONARY -> new DictionaryColumn(rows, values, Objects.requireNonNull(child), validity);
            case INT8, INT16, INT32, INT64, INT128, FLOAT32, FLOAT64, INTERVAL ->
                new FixedColumn(column.type(), rows, values, validity);
            case LIST -> new ListColumn(new Offsets(values, false, rows), Objects.requireNonNull(child), validity);
            case NONE, STRUCT -> throw new IllegalStateException("no such column is on a GPU");
        };
    }

    private Buffer copy(Buffer source, List<AutoCloseable> parts) {
        Buffer host = pool.allocate(source.byteSize(), PURPOSE);
        parts.add(host);
        stream.download(source, 0, host.segment().asSlice(0, source.byteSize()));
        return host;
    }

    private static void close(AutoCloseable part) {
        switch (part) {
            case Buffer buffer -> buffer.close();
            case Column column -> column.close();
            default -> throw new IllegalStateException();
        }
    }

    /// Copies a table to the host and waits for it; the result is the caller's. Call inside
    /// [dev.sheaf.cuda.driver.Device#call].
    public Table download(DeviceTable table) {
        List<Column> host = new ArrayList<>();
        try {
            for (DeviceColumn column : table.columns()) {
                host.add(download(column));
            }
            return new Table(table.schema(), host, table.rowCount());
        } catch (RuntimeException | Error failure) {
            host.forEach(Column::close);
            throw failure;
        }
    }
}

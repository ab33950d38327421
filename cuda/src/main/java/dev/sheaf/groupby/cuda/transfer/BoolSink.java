package dev.sheaf.groupby.cuda.transfer;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.DataType;
import dev.sheaf.groupby.cuda.device.DeviceColumn;

/// Appends bools.
final class BoolSink implements ColumnSink {
    private final BitUpload values;
    private final ValidityUpload validity;
    private long rows;

    BoolSink(ValidityUpload validity, Staging staging, long capacityRows) {
        this.values = new BitUpload(staging, capacityRows, "column values");
        this.validity = validity;
    }

    @Override
    public boolean hasRoom(RowParts parts) {
        return true;
    }

    @Override
    public void append(RowParts parts) {
        values.append(parts, (column, row) -> ((BoolColumn) column).trueWord(row), rows);
        validity.append(parts, rows);
        rows += parts.rows();
    }

    @Override
    public DeviceColumn finish() {
        return new DeviceColumn(DataType.BOOL, rows, values.first(rows), validity.first(rows), 0);
    }

    @Override
    public void close() {
        values.close();
        validity.close();
    }
}

package dev.sheaf.groupby.cuda.transfer;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.groupby.cuda.device.DeviceColumn;

/// Appends columns of a fixed number of whole bytes a row.
final class FixedSink implements ColumnSink {
    private final Staging staging;
    private final DataType type;
    private final int width;
    private final UploadBuffer values;
    private final ValidityUpload validity;
    private long rows;

    FixedSink(DataType type, ValidityUpload validity, Staging staging, long capacityRows) {
        this.staging = staging;
        this.type = type;
        this.width = type.layout().byteWidth();
        this.values = new UploadBuffer(staging, capacityRows * width, "column values");
        this.validity = validity;
    }

    @Override
    public boolean hasRoom(RowParts parts) {
        return true;
    }

    @Override
    public void append(RowParts parts) {
        ByteParts bytes = new ByteParts();
        for (Column part : parts.columns()) {
            bytes.add(((FixedColumn) part).values(), 0, part.length() * width);
        }
        bytes.send(staging, values.reserve(rows * width, rows * width + bytes.size()), rows * width);
        validity.append(parts, rows);
        rows += parts.rows();
    }

    @Override
    public DeviceColumn finish() {
        return new DeviceColumn(type, rows, values.first(rows * width), validity.first(rows), 0);
    }

    @Override
    public void close() {
        values.close();
        validity.close();
    }
}

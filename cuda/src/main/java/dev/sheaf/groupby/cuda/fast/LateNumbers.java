package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.scan.ScanRows;
import dev.sheaf.groupby.cuda.scan.ScanShape;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;

/// A column with the number of each row, written before anything reads it. Rows that are kept first bring their numbers
/// with them, and scans that compute something make those of the rows that they read, so that most queries write none.
/// Call inside [dev.sheaf.cuda.driver.Device#call].
public final class LateNumbers implements AutoCloseable {
    private final KernelStore kernels;
    private final MemoryPool accounts;
    private final Stream stream;
    private final DeviceColumn column;
    private boolean isWritten;

    /// Those of so many rows.
    public LateNumbers(long rows, KernelStore kernels, MemoryPool accounts, Stream stream) {
        this.kernels = kernels;
        this.accounts = accounts;
        this.stream = stream;
        Buffer values = stream.device()
                .memory()
                .allocate(accounts, Math.max(rows * Integer.BYTES, 1), "numbers of rows", stream);
        this.column = new DeviceColumn(DataType.UINT32, rows, values, null, 0);
    }

    /// The column, which stays whose it is.
    public DeviceColumn column() {
        return column;
    }

    /// Whether a column is this one, or its first rows.
    boolean are(DeviceColumn other) {
        return other.values().address() == column.values().address();
    }

    /// Writes them if a scan of this shape reads them, and does not make them itself.
    void writeFor(ScanRows rows, ScanShape shape) {
        for (int i = 0; i < shape.columns().size(); i++) {
            if (!shape.fused().isNumber(i)) {
                writeFor(rows, shape.columns().get(i));
            }
        }
    }

    /// Writes them if rows of a scan of this shape are to be copied.
    void writeForCopies(ScanRows rows, ScanShape shape) {
        shape.columns().forEach(number -> writeFor(rows, number));
    }

    private void writeFor(ScanRows rows, int number) {
        if (!isWritten
                && rows.value(number).isEmpty()
                && are(rows.table().columns().get(number))) {
            new GatheredRows(column.length(), null, column.values(), null, kernels, accounts, stream).number();
            isWritten = true;
        }
    }

    @Override
    public void close() {
        column.close();
    }
}

package dev.sheaf.groupby.cuda;

/// The rows that a scan reads.
///
/// @param arrivals which of them are there
record ScanRows(DeviceTable table, Arrivals arrivals) {
    /// The rows of a table, all of which are there.
    ScanRows(DeviceTable table) {
        this(table, Arrivals.here(table.rowCount()));
    }

    long count() {
        return table.rowCount();
    }

    /// The first rows alone.
    ScanRows upTo(long end) {
        return end == table.rowCount() ? this : new ScanRows(new DeviceTable(table.schema(), table.columns(), end));
    }

    /// Appends `struct Scan`.
    void write(KernelStruct struct, ScanShape shape) {
        struct.add(table.rowCount());
        for (int index : shape.columns()) {
            DeviceColumn column = table.columns().get(index);
            struct.add(column.values().address())
                    .add(column.validityAddress())
                    .add(column.firstBit())
                    .add(column.offsetsAddress());
        }
        shape.layout().write(struct);
    }
}

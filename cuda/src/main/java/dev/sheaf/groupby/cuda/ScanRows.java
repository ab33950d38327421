package dev.sheaf.groupby.cuda;

/// The rows that a scan reads.
record ScanRows(DeviceTable table) {
    long count() {
        return table.rowCount();
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

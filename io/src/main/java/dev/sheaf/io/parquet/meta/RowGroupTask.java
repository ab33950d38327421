package dev.sheaf.io.parquet.meta;

import dev.sheaf.io.parquet.bytes.FilePosition;

/// A row group of a file to be read. `firstRow` is the number of its first row over all files of the data set.
public record RowGroupTask(ParquetFile file, int rowGroup, long firstRow) {

    public long rowCount() {
        return file.rowGroup(rowGroup).getNum_rows();
    }

    public FilePosition place() {
        return file.place().in("row group " + rowGroup);
    }
}

package dev.sheaf.io.parquet;

/// A row group of a file to be read. `firstRow` is the number of its first row over all files of the data set.
record RowGroupTask(ParquetFile file, int rowGroup, long firstRow) {

    long rowCount() {
        return file.rowGroup(rowGroup).getNum_rows();
    }

    Place place() {
        return file.place().in("row group " + rowGroup);
    }
}

package dev.sheaf.io.parquet.meta;

import dev.sheaf.io.parquet.bytes.FilePosition;
import dev.sheaf.query.bounds.ValueBounds;
import java.util.Objects;
import java.util.Optional;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.jspecify.annotations.Nullable;

/// A row group of a file to be read. `firstRow` is the number of its first row over all files of the data set.
public record RowGroupTask(ParquetFile file, int rowGroup, long firstRow) {

    public long rowCount() {
        return file.rowGroup(rowGroup).getNum_rows();
    }

    /// What the footer says of a column of the file; null if it has no such column, or a nested one.
    public @Nullable ValueBounds bounds(String column) {
        if (!file.schema().contains(column)) {
            return null;
        }
        Optional<Leaf> leaf = file.flatLeaf(column);
        return leaf.isEmpty()
                ? null
                : ChunkStatistics.of(file, rowGroup, leaf.get(), file.schema().type(column))
                        .bounds();
    }

    public FilePosition place() {
        return file.place().in("row group " + rowGroup);
    }

    /// The position in the file at which the middle of the row group lies, if its chunks follow each other. Those who
    /// share a file out by ranges of bytes go by that, each alone, and miss or repeat none.
    public long middle() {
        long start = Long.MAX_VALUE;
        long size = 0;
        for (ColumnChunk chunk : Objects.requireNonNull(file.rowGroup(rowGroup).getColumns())) {
            ColumnMetaData data = Objects.requireNonNull(chunk.getMeta_data());
            start = Math.min(start, start(data));
            size += data.getTotal_compressed_size();
        }
        return start == Long.MAX_VALUE ? 0 : start + size / 2;
    }

    /// The first byte of a chunk. Some writers say that a dictionary is at 0 where there is none.
    static long start(ColumnMetaData data) {
        long pages = data.getData_page_offset();
        long dictionary = data.isSetDictionary_page_offset() ? data.getDictionary_page_offset() : 0;
        return dictionary > 0 ? Math.min(pages, dictionary) : pages;
    }
}

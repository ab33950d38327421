package dev.sheaf.io.parquet.meta;

import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageLocation;

/// Where the data pages of a column chunk begin, in the file and among the rows of the row group: its offset index.
public final class PageLocations {
    private final long[] offsets;
    private final long[] firstRows;

    /// Both with the end behind the last page.
    PageLocations(long[] offsets, long[] firstRows) {
        this.offsets = offsets;
        this.firstRows = firstRows;
    }

    /// The offset index of the chunk of a leaf; empty if it has none, or one that cannot be that of the chunk.
    public static Optional<PageLocations> of(ParquetFile file, FileChannel channel, int rowGroup, Leaf leaf) {
        return file.facts()
                .of(
                        PageLocations.class,
                        rowGroup,
                        leaf,
                        PageLocations::pages,
                        () -> read(file, channel, rowGroup, leaf));
    }

    private static Optional<PageLocations> read(ParquetFile file, FileChannel channel, int rowGroup, Leaf leaf) {
        ColumnChunk chunk = file.columnChunk(rowGroup, leaf);
        OffsetIndex index = new OffsetIndex();
        if (!chunk.isSetOffset_index_offset()
                || !IndexBytes.read(
                        file, channel, chunk.getOffset_index_offset(), chunk.getOffset_index_length(), index)) {
            return Optional.empty();
        }
        return of(index, file.chunk(rowGroup, leaf), file.rowGroup(rowGroup).getNum_rows());
    }

    private static Optional<PageLocations> of(OffsetIndex index, ColumnMetaData chunk, long rows) {
        List<PageLocation> locations = Objects.requireNonNull(index.getPage_locations());
        int pages = locations.size();
        long[] offsets = new long[pages + 1];
        long[] firstRows = new long[pages + 1];
        for (int i = 0; i < pages; i++) {
            offsets[i] = locations.get(i).getOffset();
            firstRows[i] = locations.get(i).getFirst_row_index();
        }
        offsets[pages] = RowGroupTask.start(chunk) + chunk.getTotal_compressed_size();
        firstRows[pages] = rows;
        boolean plausible = pages > 0
                && firstRows[0] == 0
                && offsets[0] == chunk.getData_page_offset()
                && isRising(firstRows)
                && isRising(offsets);
        return plausible ? Optional.of(new PageLocations(offsets, firstRows)) : Optional.empty();
    }

    private static boolean isRising(long[] values) {
        for (int i = 1; i < values.length; i++) {
            if (values[i] <= values[i - 1]) {
                return false;
            }
        }
        return true;
    }

    public int pages() {
        return firstRows.length - 1;
    }

    /// The byte of the file at which a page begins; behind the last page the end of the chunk.
    public long offset(int page) {
        return offsets[page];
    }

    /// The first row of a page, from 0 in the row group; behind the last page the number of rows.
    public long firstRow(int page) {
        return firstRows[page];
    }

    public long rows(int page) {
        return firstRows[page + 1] - firstRows[page];
    }

    /// The page that a row is in; [#pages()] if it is behind the last one.
    public int pageOf(long row) {
        int found = Arrays.binarySearch(firstRows, row);
        return found >= 0 ? found : -found - 2;
    }
}

package dev.sheaf.io.parquet.write;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.parquet.format.BoundaryOrder;
import org.apache.parquet.format.ColumnIndex;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.Statistics;

/// Where the data pages of a column chunk begin and what is in them, for readers that leave pages out.
///
/// @param offsets positions from the start of the chunk on
/// @param bounds empty if the values of a page have no bounds
record PageIndexes(OffsetIndex offsets, Optional<ColumnIndex> bounds) {

    /// The indexes of pages of `entries` rows each, of which `statistics` tell.
    static PageIndexes of(List<PageLocation> places, List<Integer> entries, List<Statistics> statistics) {
        long row = 0;
        for (int i = 0; i < places.size(); i++) {
            places.get(i).setFirst_row_index(row);
            row += entries.get(i);
        }
        return new PageIndexes(new OffsetIndex(places), bounds(entries, statistics));
    }

    private static Optional<ColumnIndex> bounds(List<Integer> entries, List<Statistics> statistics) {
        ColumnIndex index = new ColumnIndex();
        for (int i = 0; i < statistics.size(); i++) {
            Statistics page = statistics.get(i);
            boolean isNull = page.getNull_count() == entries.get(i);
            if (!isNull && !(page.isSetMin_value() && page.isSetMax_value())) {
                return Optional.empty();
            }
            index.addToNull_pages(isNull);
            index.addToMin_values(isNull ? ByteBuffer.allocate(0) : page.bufferForMin_value());
            index.addToMax_values(isNull ? ByteBuffer.allocate(0) : page.bufferForMax_value());
            index.addToNull_counts(page.getNull_count());
        }
        addNans(index, statistics);
        return Optional.of(index.setBoundary_order(BoundaryOrder.UNORDERED));
    }

    private static void addNans(ColumnIndex index, List<Statistics> statistics) {
        if (statistics.stream().anyMatch(Statistics::isSetNan_count)) {
            statistics.forEach(page -> index.addToNan_counts(page.getNan_count()));
        }
    }

    /// The indexes of a chunk that is written at `position` of the file.
    PageIndexes at(long position) {
        OffsetIndex placed = new OffsetIndex(offsets);
        Objects.requireNonNull(placed.getPage_locations()).forEach(page -> page.setOffset(position + page.getOffset()));
        return new PageIndexes(placed, bounds);
    }
}

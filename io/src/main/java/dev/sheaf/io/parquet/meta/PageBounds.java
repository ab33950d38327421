package dev.sheaf.io.parquet.meta;

import dev.sheaf.column.DataType;
import dev.sheaf.query.bounds.BoundValue;
import dev.sheaf.query.bounds.ValueBounds;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnIndex;
import org.jspecify.annotations.Nullable;

/// What the column index of a chunk says of the values of each of its pages.
///
/// It is believed where it agrees with the statistics of the chunk: numbers of nulls add up, and bounds of
/// numbers lie between those of the chunk.
///
/// @param locations which rows the pages have
/// @param pages the bounds of each page
public record PageBounds(PageLocations locations, List<ValueBounds> pages) {

    /// The bounds by the indexes of a flat column; empty if it has none, or they cannot be those of the chunk.
    public static Optional<PageBounds> of(RowGroupTask task, FileChannel channel, String column) {
        ParquetFile file = task.file();
        Optional<Leaf> leaf = file.schema().contains(column) ? file.flatLeaf(column) : Optional.empty();
        if (leaf.isEmpty()) {
            return Optional.empty();
        }
        return file.facts()
                .of(
                        PageBounds.class,
                        task.rowGroup(),
                        leaf.get(),
                        bounds -> bounds.pages().size(),
                        () -> read(task, channel, column, leaf.get()));
    }

    private static Optional<PageBounds> read(RowGroupTask task, FileChannel channel, String column, Leaf leaf) {
        ParquetFile file = task.file();
        ColumnIndex index = new ColumnIndex();
        if (!read(file, channel, file.columnChunk(task.rowGroup(), leaf), index) || !isComplete(index)) {
            return Optional.empty();
        }
        DataType type = file.schema().type(column);
        return PageLocations.of(file, channel, task.rowGroup(), leaf)
                .filter(locations -> hasPages(index, locations.pages()))
                .map(locations -> new PageBounds(locations, bounds(index, locations, leaf, type)))
                .filter(bounds -> bounds.agreeWith(Objects.requireNonNull(task.bounds(column))));
    }

    private static boolean read(ParquetFile file, FileChannel channel, ColumnChunk chunk, ColumnIndex index) {
        return chunk.isSetColumn_index_offset()
                && chunk.isSetOffset_index_offset()
                && IndexBytes.read(
                        file, channel, chunk.getColumn_index_offset(), chunk.getColumn_index_length(), index);
    }

    private static boolean isComplete(ColumnIndex index) {
        return index.isSetNull_pages() && index.isSetMin_values() && index.isSetMax_values();
    }

    private static boolean hasPages(ColumnIndex index, int pages) {
        return index.getNull_pagesSize() == pages
                && index.getMin_valuesSize() == pages
                && index.getMax_valuesSize() == pages
                && (!index.isSetNull_counts() || index.getNull_countsSize() == pages)
                && (!index.isSetNan_counts() || index.getNan_countsSize() == pages);
    }

    private static List<ValueBounds> bounds(ColumnIndex index, PageLocations locations, Leaf leaf, DataType type) {
        List<ValueBounds> pages = new ArrayList<>();
        for (int page = 0; page < locations.pages(); page++) {
            pages.add(bounds(index, page, locations.rows(page), leaf, type));
        }
        return pages;
    }

    private static ValueBounds bounds(ColumnIndex index, int page, long rows, Leaf leaf, DataType type) {
        OptionalLong nulls = nulls(index, page, rows);
        if (at(index.getNull_pages(), page)) {
            return new ValueBounds(Optional.empty(), Optional.empty(), nulls, rows, false);
        }
        boolean nan = type.isFloating() && !(index.isSetNan_counts() && at(index.getNan_counts(), page) == 0);
        Optional<Object> min = decoded(index.getMin_values(), page, leaf, type);
        Optional<Object> max = decoded(index.getMax_values(), page, leaf, type);
        return new ValueBounds(min, max, nulls, rows, nan);
    }

    private static OptionalLong nulls(ColumnIndex index, int page, long rows) {
        if (index.isSetNull_counts()) {
            return OptionalLong.of(at(index.getNull_counts(), page));
        }
        return at(index.getNull_pages(), page) ? OptionalLong.of(rows) : OptionalLong.empty();
    }

    private static Optional<Object> decoded(@Nullable List<ByteBuffer> values, int page, Leaf leaf, DataType type) {
        return BoundBytes.decode(leaf, type, Optional.of(at(values, page)));
    }

    /// What a list of the index, of which it is known that it is there, says of a page.
    private static <T> T at(@Nullable List<T> values, int page) {
        return Objects.requireNonNull(values).get(page);
    }

    /// Whether the pages can be those of a chunk of these statistics.
    private boolean agreeWith(ValueBounds chunk) {
        long nulls = 0;
        boolean counted = true;
        for (ValueBounds page : pages) {
            long some = page.nullCount().orElse(0);
            if (some < 0 || some > page.rows() || !isWithin(page, chunk)) {
                return false;
            }
            counted &= page.nullCount().isPresent();
            nulls += some;
        }
        return !counted || chunk.nullCount().isEmpty() || chunk.nullCount().getAsLong() == nulls;
    }

    private static boolean isWithin(ValueBounds page, ValueBounds chunk) {
        return inOrder(page.min(), page.max())
                && (isText(page) || (inOrder(chunk.min(), page.min()) && inOrder(page.max(), chunk.max())));
    }

    /// Bounds of texts may be cut short in one place and not in the other.
    private static boolean isText(ValueBounds page) {
        return page.min().orElse(0) instanceof String || page.max().orElse(0) instanceof String;
    }

    private static boolean inOrder(Optional<Object> low, Optional<Object> high) {
        return low.isEmpty() || high.isEmpty() || BoundValue.compare(low.get(), high.get()) != BoundValue.Order.GREATER;
    }
}

package dev.sheaf.frame.index;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.frame.store.FrameColumn;
import dev.sheaf.frame.store.LaterColumn;
import dev.sheaf.memory.MemoryPool;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The values of a column as labels. Dates and timestamps are found by the beginning of their text as well:
/// `2024` is a year, `2024-03` a month, `2024-03-05` a day.
///
/// Labels that follow from what else is known, such as those of rows chosen from a range, are made when somebody reads
/// them.
public final class TypedIndex implements Index {
    private final String name;
    private final LaterColumn labels;
    private boolean closed;

    /// One label a row, taken over; the name is empty for none.
    public TypedIndex(String name, FrameColumn labels) {
        this(name, LaterColumn.of(labels));
    }

    /// As [#TypedIndex(String, FrameColumn)], of labels that are made when they are read.
    public TypedIndex(String name, LaterColumn labels) {
        this.name = name;
        this.labels = labels;
    }

    /// The name of the labels, empty for none.
    public String name() {
        return name;
    }

    /// One label a row.
    public FrameColumn labels() {
        return labels.get();
    }

    @Override
    public long size() {
        return labels.length();
    }

    @Override
    public List<String> names() {
        return List.of(name);
    }

    @Override
    public List<DataType> types() {
        return List.of(labels.type());
    }

    @Override
    public long byteSize() {
        return labels.byteSize();
    }

    @Override
    public @Nullable Object label(long row) {
        return labels().value(row);
    }

    @Override
    public Index slice(long start, long rows) {
        return part(name, start, rows);
    }

    @Override
    public Index named(List<String> names) {
        return part(Levels.checked(names, 1).getFirst(), 0, size());
    }

    private Index part(String called, long start, long rows) {
        boolean isAll = start == 0 && rows == size();
        return isAll && !labels.isMade()
                ? new TypedIndex(called, labels.share())
                : new TypedIndex(called, Levels.slice(labels(), start, rows));
    }

    @Override
    public List<Column> read(MemoryPool pool) {
        return List.of(labels().read(pool));
    }

    @Override
    public List<FrameColumn> columns() {
        return List.of(labels());
    }

    @Override
    public boolean isSame(Index other) {
        return other instanceof TypedIndex index
                && size() == index.size()
                && (labels == index.labels || Levels.shareBytes(labels(), index.labels()));
    }

    @Override
    public Optional<Period> period(@Nullable Object label) {
        return label instanceof String text && isOfMoments()
                ? Optional.of(Period.of(text, labels.type()))
                : Optional.empty();
    }

    @Override
    public boolean isOfMoments() {
        return switch (labels.type()) {
            case DataType.DateType _, DataType.TimestampType _ -> true;
            default -> false;
        };
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            labels.close();
        }
    }

    /// Names, types and number of the labels.
    @Override
    public String toString() {
        return Levels.describe(this);
    }
}

package dev.sheaf.frame.index;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.frame.store.FrameColumn;
import dev.sheaf.memory.MemoryPool;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The values of a column as labels. Dates and timestamps are found by the beginning of their text as well:
/// `2024` is a year, `2024-03` a month, `2024-03-05` a day.
///
/// @param name the name of the labels, empty for none
/// @param labels one label a row
public record TypedIndex(String name, FrameColumn labels) implements Index {
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
    public @Nullable Object label(long row) {
        return labels.value(row);
    }

    @Override
    public Index slice(long start, long rows) {
        return new TypedIndex(name, Levels.slice(labels, start, rows));
    }

    @Override
    public Index named(List<String> names) {
        return new TypedIndex(Levels.checked(names, 1).getFirst(), Levels.slice(labels, 0, size()));
    }

    @Override
    public List<Column> read(MemoryPool pool) {
        return List.of(labels.read(pool));
    }

    @Override
    public List<FrameColumn> columns() {
        return List.of(labels);
    }

    @Override
    public boolean isSame(Index other) {
        return other instanceof TypedIndex index && Levels.shareBytes(labels, index.labels);
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
        labels.close();
    }

    /// Names, types and number of the labels.
    @Override
    public String toString() {
        return Levels.describe(this);
    }
}

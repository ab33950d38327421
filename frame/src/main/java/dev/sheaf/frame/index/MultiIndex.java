package dev.sheaf.frame.index;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.frame.store.FrameColumn;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A tuple of labels a row, one of each level.
///
/// @param names the names of the levels, empty for none
/// @param columns one column a level
public record MultiIndex(List<String> names, List<FrameColumn> columns) implements Index {
    /// @throws IllegalArgumentException if there is no name for a level or no level
    public MultiIndex {
        names = Levels.checked(names, columns.size());
        columns = List.copyOf(columns);
        if (columns.isEmpty()) {
            throw new IllegalArgumentException("an index has at least one level");
        }
    }

    @Override
    public long size() {
        return columns.getFirst().length();
    }

    @Override
    public List<DataType> types() {
        return columns.stream().map(FrameColumn::type).toList();
    }

    @Override
    public List<@Nullable Object> label(long row) {
        List<@Nullable Object> label = new ArrayList<>();
        columns.forEach(level -> label.add(level.value(row)));
        return label;
    }

    /// One level as an index of its own.
    public Index level(int level) {
        return Index.of(List.of(names.get(level)), List.of(Levels.slice(columns.get(level), 0, size())));
    }

    @Override
    public Index slice(long start, long rows) {
        return new MultiIndex(
                names,
                columns.stream().map(level -> Levels.slice(level, start, rows)).toList());
    }

    @Override
    public Index named(List<String> other) {
        return new MultiIndex(other, ((MultiIndex) copy()).columns);
    }

    @Override
    public List<Column> read(MemoryPool pool) {
        return columns.stream().map(column -> column.read(pool)).toList();
    }

    @Override
    public boolean isSame(Index other) {
        if (!(other instanceof MultiIndex index) || columns.size() != index.columns.size()) {
            return false;
        }
        for (int i = 0; i < columns.size(); i++) {
            if (!Levels.shareBytes(columns.get(i), index.columns.get(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() {
        columns.forEach(FrameColumn::close);
    }

    /// Names, types and number of the labels.
    @Override
    public String toString() {
        return Levels.describe(this);
    }
}

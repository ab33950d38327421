package dev.sheaf.frame.index;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.frame.store.FrameColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.OptionalLong;

/// The labels `start`, `start + step`, ... of `size` rows: three numbers, whatever the size.
public record RangeIndex(String name, long start, long step, long size) implements Index {
    /// @throws IllegalArgumentException if the step is 0 or the size negative
    public RangeIndex {
        if (step == 0 || size < 0) {
            throw new IllegalArgumentException("a range needs a step other than 0 and a size of 0 or more, not step "
                    + step + " and size " + size);
        }
    }

    /// 0, 1, 2, ...
    public static RangeIndex of(long size) {
        return new RangeIndex("", 0, 1, size);
    }

    @Override
    public List<String> names() {
        return List.of(name);
    }

    @Override
    public List<DataType> types() {
        return List.of(DataType.INT64);
    }

    @Override
    public Long label(long row) {
        return start + java.util.Objects.checkIndex(row, size) * step;
    }

    /// The row of a label, or empty.
    public OptionalLong rowOf(long label) {
        long distance = label - start;
        long row = distance / step;
        return distance % step == 0 && row >= 0 && row < size ? OptionalLong.of(row) : OptionalLong.empty();
    }

    @Override
    public RangeIndex slice(long from, long rows) {
        java.util.Objects.checkFromIndexSize(from, rows, size);
        return new RangeIndex(name, start + from * step, step, rows);
    }

    @Override
    public RangeIndex named(List<String> names) {
        return new RangeIndex(Levels.checked(names, 1).getFirst(), start, step, size);
    }

    @Override
    public List<Column> read(MemoryPool pool) {
        return List.of(labels(0, size, pool));
    }

    /// The labels of some rows as a column.
    public Column labels(long from, long rows, MemoryPool pool) {
        Buffer labels = pool.allocate(rows * Long.BYTES, "labels of rows");
        MemorySegment target = labels.segment();
        long label = start + from * step;
        for (long row = 0; row < rows; row++, label += step) {
            target.setAtIndex(ValueLayout.JAVA_LONG, row, label);
        }
        return new FixedColumn(DataType.INT64, rows, labels, Validity.allValid(rows));
    }

    @Override
    public List<FrameColumn> columns() {
        return List.of();
    }

    @Override
    public boolean isSame(Index other) {
        return other instanceof RangeIndex range
                && size == range.size
                && (size == 0 || start == range.start)
                && (size <= 1 || step == range.step);
    }

    @Override
    public void close() {}
}

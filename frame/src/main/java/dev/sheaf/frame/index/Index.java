package dev.sheaf.frame.index;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.frame.store.FrameColumn;
import dev.sheaf.memory.MemoryPool;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The labels of the rows of a frame, in order, with one level or several. Immutable; labels may repeat and
/// be null.
///
/// | index | labels |
/// |---|---|
/// | [RangeIndex] | start, start + step, ...; three numbers, no column |
/// | [TypedIndex] | the values of a column; dates and timestamps are found by a part of their text, too |
/// | [MultiIndex] | a tuple a row, of several columns |
public sealed interface Index permits RangeIndex, TypedIndex, MultiIndex {

    /// An index of columns, one a level, which it takes over. `names` has a name a level, empty for none.
    ///
    /// @throws IllegalArgumentException without a level
    static Index of(List<String> names, List<FrameColumn> levels) {
        if (levels.size() != 1) {
            return new MultiIndex(names, levels);
        }
        return new TypedIndex(names.getFirst(), levels.getFirst());
    }

    /// The number of rows.
    long size();

    /// A name a level, empty for none.
    List<String> names();

    /// The types of the levels.
    List<DataType> types();

    /// About the bytes that the labels take in memory once they are read; 0 of a range.
    default long byteSize() {
        return columns().stream().mapToLong(FrameColumn::byteSize).sum();
    }

    /// The label of a row: of several levels a List.
    ///
    /// @throws IndexOutOfBoundsException if there is no such row
    @Nullable
    Object label(long row);

    /// The labels of `rows` rows from `start` on.
    Index slice(long start, long rows);

    /// The same labels under other names of the levels.
    ///
    /// @throws IllegalArgumentException if their number is wrong
    Index named(List<String> names);

    /// The labels as columns, one a level, which the caller closes. A range is made into one.
    List<Column> read(MemoryPool pool);

    /// The columns of the levels; none of a range.
    List<FrameColumn> columns();

    /// Whether both are known to have the same labels without looking at them: equal ranges, or shared
    /// bytes.
    boolean isSame(Index other);

    /// Gives memory back now.
    void close();

    /// The stretch of time that a label means as the beginning of the text of dates or timestamps; empty if it
    /// means itself alone.
    ///
    /// @throws IllegalArgumentException if it is a text, but no year, month, day or moment
    default Optional<Period> period(@Nullable Object label) {
        return Optional.empty();
    }

    /// Whether the labels are dates or timestamps, in one level.
    default boolean isOfMoments() {
        return false;
    }

    /// The labels again, for another frame.
    default Index copy() {
        return slice(0, size());
    }

    /// The number of levels.
    default int levels() {
        return names().size();
    }
}

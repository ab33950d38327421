package dev.sheaf.frame.index;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.frame.store.FrameColumn;
import dev.sheaf.memory.MemoryPool;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The labels of the rows of a frame, in order, with one level or several. Immutable; labels may repeat and
/// be null.
///
/// | index | labels |
/// |---|---|
/// | [RangeIndex] | start, start + step, ...; three numbers, no column |
/// | [TypedIndex] | the values of a column |
/// | [DatetimeIndex] | those of a column of dates or timestamps, found by a part of their text, too |
/// | [MultiIndex] | a tuple a row, of several columns |
public sealed interface Index permits RangeIndex, TypedIndex, DatetimeIndex, MultiIndex {

    /// An index of columns, one a level, which it takes over. `names` has a name a level, empty for none.
    ///
    /// @throws IllegalArgumentException without a level
    static Index of(List<String> names, List<FrameColumn> levels) {
        if (levels.size() != 1) {
            return new MultiIndex(names, levels);
        }
        FrameColumn labels = levels.getFirst();
        return switch (labels.type()) {
            case DataType.DateType _, DataType.TimestampType _ -> new DatetimeIndex(names.getFirst(), labels);
            default -> new TypedIndex(names.getFirst(), labels);
        };
    }

    /// The number of rows.
    long size();

    /// A name a level, empty for none.
    List<String> names();

    /// The types of the levels.
    List<DataType> types();

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

    /// Whether both are known to have the same labels without looking at them: equal ranges, or shared
    /// bytes.
    boolean isSame(Index other);

    /// Gives memory back now.
    void close();

    /// The labels again, for another frame.
    default Index copy() {
        return slice(0, size());
    }

    /// The number of levels.
    default int levels() {
        return names().size();
    }
}

package dev.sheaf.groupby;

import dev.sheaf.column.Column;
import dev.sheaf.column.Offsets;
import dev.sheaf.memory.MemoryPool;
import java.util.List;

/// An aggregation of your own: it gets the columns that it asks for group by group, all groups at once, and gives a
/// column with a value for each.
///
/// ```java
/// GroupFold longest = input -> {
///     Offsets texts = ((VarColumn) input.column(0)).offsets();
///     try (ColumnBuilder lengths = new ColumnBuilder(DataType.INT64, input.pool())) {
///         for (int group = 0; group < input.groupCount(); group++) {
///             long most = 0;
///             for (long row = input.start(group); row < input.end(group); row++) {
///                 most = Math.max(most, texts.size(row));
///             }
///             lengths.appendLong(most);
///         }
///         return lengths.build();
///     }
/// };
/// try (Table result = groups.fold("longest", longest, "name")) { ... }
/// ```
/// No value is boxed and no row is made an object. A fold is called once, on the calling thread.
/// [MergeableFold] is one that may be called for parts of the rows.
@FunctionalInterface
public interface GroupFold {

    /// A value for each group, in the order of groups; to be closed by the caller. Nulls of the input are nulls
    /// here, and no group is empty. What it throws comes out of the call that folds; what it made until then it
    /// closes itself.
    Column of(Input input);

    /// The columns of a fold, and where the rows of each group lie in them. The columns stay the caller's.
    ///
    /// @param columns in the order in which the fold asked for them; dictionaries stay such
    /// @param offsets where the rows of each group start, one more than there are groups
    /// @param pool where the result's memory comes from
    record Input(List<Column> columns, Offsets offsets, int groupCount, MemoryPool pool) {
        public Input {
            columns = List.copyOf(columns);
        }

        /// One of the columns.
        public Column column(int index) {
            return columns.get(index);
        }

        /// The first row of a group.
        public long start(int group) {
            return offsets.start(group);
        }

        /// The row behind the last one of a group.
        public long end(int group) {
            return offsets.start(group + 1);
        }
    }
}

package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.Tasks;
import dev.sheaf.groupby.cpu.chunk.GroupRows;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.groupby.cpu.chunk.StateField;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Typed state for each group id, and how rows and other states change it.
///
/// States leave and enter as columns, one row a group: this is what thread merge, spilling and exchange carry.
/// The first state column is null for groups without a row that counted, so that merging is feeding. One
/// instance serves one thread.
public sealed interface Reduction extends AutoCloseable
        permits CountReduction,
                SumLongReduction,
                SumDoubleReduction,
                SumWideReduction,
                ProductLongReduction,
                ProductDoubleReduction,
                ExtremeReduction,
                ArgReduction,
                ExtremeRowReduction,
                FirstLastReduction,
                MomentsReduction,
                CoMomentsReduction,
                GroupValuesReduction,
                TopKReduction,
                CollectReduction,
                ListReduction,
                DistinctReduction,
                BitwiseReduction,
                HistogramReduction,
                MinByReduction,
                RegistersReduction,
                DigestReduction,
                ExactReduction,
                MergingReduction {

    /// Names and types of the state columns.
    List<StateField> stateFields();

    /// Tells that there will be about so many groups, before the first row.
    default void reserve(int groups) {}

    /// Whether the states of `groups` groups have room for `rows` rows more, should each make a group: one view has
    /// those of all.
    default boolean hasRoom(int groups, long rows) {
        return StateColumn.fits(groups + rows, Long.BYTES);
    }

    /// How many rows merging the states of ids below `groupCount` takes room for: lists are merged value by value.
    default long mergedRows(int groupCount) {
        return groupCount;
    }

    /// Adds the rows of a chunk, after which there are `groupCount` groups.
    void update(ReductionInput input, int groupCount);

    /// Adds states that another instance exported: `states` has a lane for each state column, and for each row
    /// the id that its group has here.
    void merge(ReductionInput states, int groupCount);

    /// The states of ids below `groupCount`, to be closed by the caller. They may share memory with this
    /// reduction, which must not be updated before it is cleared while they are open.
    List<Column> export(int groupCount);

    /// As [#export(int)] for what is only used to make results of: maybe put together by several threads, and
    /// without what states have for the sake of being merged.
    default List<Column> results(int groupCount, Tasks parallel) {
        return export(groupCount);
    }

    /// The rows that this keeps, if these are all its state; else null. Where they are not null, another
    /// instance may take them over instead of merging states.
    default @Nullable GroupRows members() {
        return null;
    }

    /// Forgets all groups. What was exported stays as it is.
    void clear();

    @Override
    void close();
}

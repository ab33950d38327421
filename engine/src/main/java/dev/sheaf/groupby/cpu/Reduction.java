package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Column;
import dev.sheaf.column.Field;
import java.util.List;

/// Typed state for each group id, and how rows and other states change it.
///
/// States leave and enter as columns, one row a group: this is what thread merge, spilling and exchange carry.
/// The first state column is null for groups without a row that counted, so that merging is feeding. One
/// instance serves one thread.
sealed interface Reduction extends AutoCloseable
        permits CountReduction,
                SumLongReduction,
                SumDoubleReduction,
                SumWideReduction,
                ProductLongReduction,
                ProductDoubleReduction,
                ExtremeReduction,
                ArgReduction,
                PickReduction,
                EndReduction,
                MomentsReduction,
                CoMomentsReduction,
                MembersReduction,
                TopKReduction,
                TopFewReduction,
                CollectReduction,
                DistinctReduction,
                BitwiseReduction,
                HistogramReduction,
                ByReduction,
                RegistersReduction,
                DigestReduction,
                ExactReduction,
                MergingReduction {

    /// Names and types of the state columns.
    List<Field> stateFields();

    /// Adds the rows of a chunk, after which there are `groupCount` groups.
    void update(Feed feed, int groupCount);

    /// Adds states that another instance exported: `states` has a lane for each state column, and for each row
    /// the id that its group has here.
    void merge(Feed states, int groupCount);

    /// The states of ids below `groupCount`, to be closed by the caller. They may share memory with this
    /// reduction, which must not be updated while they are open.
    List<Column> export(int groupCount);

    /// Forgets all groups.
    void clear();

    @Override
    void close();
}

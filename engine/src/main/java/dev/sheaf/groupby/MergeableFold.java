package dev.sheaf.groupby;

import dev.sheaf.column.Column;
import dev.sheaf.column.Schema;
import dev.sheaf.memory.MemoryPool;
import java.util.List;

/// An aggregation of your own that can be computed part by part: rows become states, states of a group become one,
/// and the last state a value. So [GroupBy#fold] needs no more memory than a batch and the states of all groups.
public interface MergeableFold {

    /// The columns of a state, the same at every call.
    Schema states();

    /// The states of the groups of some rows: a column for each of [#states()], with a value for each group, closed
    /// by whoever calls. Rows of a group come in the order of the input.
    List<Column> partial(GroupFold.Input rows);

    /// The states of groups of which each has one or several: what comes in are the columns of [#states()], those
    /// of earlier rows first. May be called any number of times, so merging has to be associative.
    List<Column> merge(GroupFold.Input states);

    /// The results of states, one for each of the `groupCount` rows of these columns, which stay the caller's.
    Column finish(List<Column> states, long groupCount, MemoryPool pool);
}

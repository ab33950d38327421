package dev.sheaf.groupby;

import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;

/// The states of a request as what another request computes, for a [Backend] that only runs requests whole: it runs
/// [#request()] over [#rows] of a batch, and [#states] makes of the result what [Accumulator#merge] takes. The state
/// of a mean, say, is a sum and a count.
///
/// A sum that leaves the range of its result has no such state, although its total may come back: [#request()] then
/// fails with an overflow, and the rows have to be added in another way. Thread-safe.
public interface StateRequest {

    /// What there is for a request.
    sealed interface Result {
        record Possible(StateRequest states) implements Result {}

        record Refused(String reason) implements Result {}
    }

    /// What to compute: the keys, then the parts of the states, in any order of groups.
    GroupByRequest request();

    /// A batch as [#request()] reads it: the same columns, and the numbers of the rows from 0 on if they are asked for.
    /// To be closed by the caller; the batch stays open.
    Table rows(Table batch, MemoryPool pool);

    /// The states of the groups in a result of [#request()], with the schema [Accumulator#stateSchema()]; to be closed
    /// by the caller. The result stays open.
    Table states(Table result, MemoryPool pool);
}

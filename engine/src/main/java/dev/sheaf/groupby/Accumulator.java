package dev.sheaf.groupby;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Decision;
import java.util.function.Consumer;

/// The groups of one request and their states, kept from batch to batch: what a [Backend] supplies for
/// [StreamingGroupBy] and [PartialState].
///
/// Row ordinals count the rows that were added and merged, from 0 on, whether or not a filter kept them. Not
/// thread-safe. A call that throws [KeyLimitException] or fails on a value of the batch leaves everything as it
/// was; after any other failure only [#close()] is allowed.
public interface Accumulator extends AutoCloseable {

    /// The columns of a state: keys, then the state columns of docs/reference/aggregations.
    Schema stateSchema();

    /// What computes the states of the rows of a batch, or why no request does.
    StateRequest.Result stateRequest();

    /// Adds rows of the request's input schema; the batch stays the caller's.
    ///
    /// @throws KeyLimitException if there would be more distinct keys than allowed
    void add(Table batch);

    /// Adds the groups that `rows` rows have made, as if those rows followed all rows so far. `states` has the
    /// schema [#stateSchema()] and stays the caller's.
    ///
    /// @throws KeyLimitException if there would be more distinct keys than allowed
    void merge(Table states, long rows);

    /// How many rows were added and merged.
    long rows();

    /// How many groups there are.
    long distinctKeys();

    /// How groups are found now, and why; on disk, what is there. It may change with each batch.
    Decision decision();

    /// Hands out all groups, each once, as tables of the schema [#stateSchema()] that share no memory with this
    /// object, and closes each when `consumer` returns.
    void forEachState(Consumer<Table> consumer);

    /// Hands out the result so far, table by table in result order, and closes each when `consumer` returns.
    /// Changes nothing.
    ///
    /// @throws ArithmeticException if a result overflows
    void forEachResult(Consumer<Table> consumer);

    /// The result so far, table by table in result order, each made when it is pulled: for results larger than
    /// memory that somebody else asks for. Changes nothing. To be closed before this object is used again. Pulling
    /// fails with ArithmeticException if a result overflows.
    BatchSource results();

    /// Releases all memory and files.
    @Override
    void close();
}

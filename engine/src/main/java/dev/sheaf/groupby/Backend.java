package dev.sheaf.groupby;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Table;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import java.util.Map;
import java.util.Optional;

/// A way to run group-bys. Found by [java.util.ServiceLoader]; stateless towards callers and thread-safe.
public interface Backend {

    /// The name by which users ask for it: `cpu`, `cuda`.
    String name();

    /// Whether it can be used here.
    BackendStatus status();

    /// What it would do with a valid request over an input known by these facts.
    Offer offer(GroupByRequest request, SourceStats stats, QueryContext context);

    /// Runs a request that it accepted. Reads `input` to the end, and does not close it.
    ///
    /// The result comes as one or more batches in result order; each is the caller's. What the strategy turned
    /// out to be, and why, is noted in the context.
    ///
    /// @throws ArithmeticException if a result overflows
    /// @throws dev.sheaf.memory.MemoryLimitException if states and keys do not fit the pool
    BatchSource execute(GroupByRequest request, BatchSource input, QueryContext context);

    /// As [#execute(GroupByRequest, BatchSource, QueryContext)], with what becomes of the groups, which a
    /// backend may compute where it has them.
    ///
    /// @throws IllegalArgumentException if an expression of `finish` does not fit the result of the request
    /// @throws ArithmeticException if a result overflows
    default BatchSource execute(GroupByRequest request, GroupFinish finish, BatchSource input, QueryContext context) {
        return FinishedSource.of(execute(request, input, context), finish);
    }

    /// Starts to accumulate groups of a valid request batch by batch, of at most `maxDistinctKeys` keys; empty if
    /// the backend only runs requests whole.
    default Optional<Accumulator> accumulate(GroupByRequest request, long maxDistinctKeys, QueryContext context) {
        return Optional.empty();
    }

    /// The group of each row of `keys`, by all of its columns as `request` names them and with its rules for null
    /// keys; only rows for which `wanted` is true have one. Ids follow the first rows of the groups if its
    /// order is that of first appearance, and come in any order else. Empty if the backend finds no groups without
    /// aggregates.
    default Optional<GroupIds> groupIds(
            GroupByRequest request, Table keys, Optional<BoolColumn> wanted, QueryContext context) {
        return Optional.empty();
    }

    /// Measures what its estimates rest on, keeps that for later processes of this user, and says what came out;
    /// nothing if there is nothing to measure here.
    ///
    /// @throws java.io.UncheckedIOException if the figures cannot be kept
    default Optional<String> calibrate() {
        return Optional.empty();
    }

    /// The numbers of groups at which a run with this context would change its strategy, by the setting that moves
    /// them. For benchmarks, which look for a jump in time there.
    default Map<String, Long> switches(QueryContext context) {
        return Map.of();
    }
}

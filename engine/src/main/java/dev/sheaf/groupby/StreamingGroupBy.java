package dev.sheaf.groupby;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Table;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import java.util.Collections;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A group-by that takes its rows batch by batch, for as long as they come, and gives the result so far at any
/// time.
///
/// ```java
/// GroupByRequest request = GroupByRequest.of(schema, List.of("sensor"), mean("celsius"), last("celsius"));
/// try (StreamingGroupBy readings = StreamingGroupBy.open(request, context)) {
///     while (more) {
///         readings.add(batch);
///     }
///     try (Table soFar = readings.finalizeResult()) { ... }
/// }
/// ```
/// Means what [GroupBy] means by the same request over all rows in the order they were added. For aggregations
/// whose state is bounded ([AggregationKind#state()]), memory grows with the distinct keys and not with the
/// rows. What outgrows the memory limit of the context goes to its spill folder, unless `maxDistinctKeys` is
/// set.
///
/// A batch is taken whole or not at all: one that brings too many keys, or a value on which an expression fails,
/// changes nothing. Not thread-safe; threads have one each and [#merge] them.
public final class StreamingGroupBy implements AutoCloseable {
    private final GroupByRequest request;
    private final QueryContext context;
    private final Accumulator accumulator;
    private @Nullable RuntimeException broken;
    private boolean closed;

    private StreamingGroupBy(GroupByRequest request, QueryContext context, Accumulator accumulator) {
        this.request = request;
        this.context = context;
        this.accumulator = accumulator;
    }

    /// Starts without rows. Distinct keys are bounded by memory and disk only.
    ///
    /// @throws IllegalArgumentException if the request is not valid
    public static StreamingGroupBy open(GroupByRequest request, QueryContext context) {
        return new StreamingGroupBy(request, context, Backends.accumulate(request, Long.MAX_VALUE, context));
    }

    /// As [#open(GroupByRequest, QueryContext)], for at most `maxDistinctKeys` groups, which stay in memory.
    ///
    /// @throws IllegalArgumentException if the request is not valid, or `maxDistinctKeys` is less than 1
    public static StreamingGroupBy open(GroupByRequest request, long maxDistinctKeys, QueryContext context) {
        if (maxDistinctKeys < 1) {
            throw new IllegalArgumentException("maxDistinctKeys is 1 or more, not " + maxDistinctKeys);
        }
        return new StreamingGroupBy(request, context, Backends.accumulate(request, maxDistinctKeys, context));
    }

    /// Whether arguments of this type can be aggregated by `kind`; of kinds with several arguments, each being
    /// of the type. True means that no batch is refused on these grounds.
    public static boolean isSupported(DataType type, AggregationKind kind) {
        return kind.supports(Collections.nCopies(kind.arity(), type));
    }

    /// Adds the rows of a table after those so far. The table has the columns of the request, in any order and
    /// among others, and stays the caller's.
    ///
    /// @throws IllegalArgumentException if a column is missing or of another type
    /// @throws KeyLimitException if there would be more than `maxDistinctKeys` groups
    /// @throws dev.sheaf.memory.MemoryLimitException if the states do not fit; the object can then only be closed
    public void add(Table batch) {
        checkUsable();
        context.checkCancelled();
        Table columns = Inputs.select(batch, request.input());
        change(() -> accumulator.add(columns));
    }

    /// Adds all rows of a source in the order in which it gives them; the source stays the caller's. Batches
    /// before one that fails stay added.
    public void addAll(BatchSource source) {
        @Nullable Batch batch;
        while ((batch = source.next(context)) != null) {
            try (Batch open = batch) {
                add(open.table());
            }
        }
    }

    /// Adds what another one holds, as if its rows had been added here after mine. The other one stays as it is.
    ///
    /// @throws IllegalArgumentException if the other one has another request
    /// @throws KeyLimitException if there would be more than `maxDistinctKeys` groups
    public void merge(StreamingGroupBy other) {
        RequestFingerprint.checkSame(request, other.request);
        try (PartialState state = other.state()) {
            merge(state);
        }
    }

    /// As [#merge(StreamingGroupBy)], with a state that was made elsewhere and stays the caller's.
    public void merge(PartialState state) {
        checkUsable();
        RequestFingerprint.checkSame(request, state.request());
        change(() -> accumulator.merge(state.table(), state.rows()));
    }

    private void change(Runnable step) {
        try {
            step.run();
        } catch (dev.sheaf.memory.MemoryLimitException halfway) {
            broken = halfway;
            throw halfway;
        }
    }

    /// The result of the rows so far, to be closed by the caller. Changes nothing, and may be called again.
    ///
    /// @throws ArithmeticException if a whole-number result does not fit its type
    public Table finalizeResult() {
        checkUsable();
        return Inputs.collect(accumulator, request, context);
    }

    /// As [#finalizeResult()], table by table, for results larger than memory. Tables are closed when `consumer`
    /// returns.
    public void forEachResult(Consumer<Table> consumer) {
        checkUsable();
        accumulator.forEachResult(consumer);
    }

    /// What was added so far as a state that can be merged elsewhere; to be closed by the caller.
    public PartialState state() {
        checkUsable();
        return PartialState.of(request, accumulator, context);
    }

    /// The number of groups so far. Costs a pass over all groups once some have been spilled.
    public long distinctKeys() {
        checkUsable();
        return accumulator.distinctKeys();
    }

    /// The number of rows added and merged, those included that a filter left out.
    public long rows() {
        checkUsable();
        return accumulator.rows();
    }

    /// What is computed.
    public GroupByRequest request() {
        return request;
    }

    private void checkUsable() {
        if (closed) {
            throw new IllegalStateException("the streaming group-by is closed");
        }
        if (broken != null) {
            throw new IllegalStateException(
                    "an earlier batch did not fit the memory limit and may have been taken in part; close this and"
                            + " start again with more memory",
                    broken);
        }
    }

    /// Releases memory and files; a second call does nothing.
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            accumulator.close();
        }
    }
}

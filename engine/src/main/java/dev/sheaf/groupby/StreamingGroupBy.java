package dev.sheaf.groupby;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Table;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import java.util.Collections;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
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
/// whose state is bounded ([AggregationKind#state()]), memory grows with the distinct keys and not with the rows.
/// What outgrows the memory limit of the context goes to its spill folder, unless `maxDistinctKeys` is set.
///
/// A batch is taken whole or not at all: one that brings too many keys, or a value on which an expression fails,
/// changes nothing.
///
/// Thread-safe: several threads may add at once. Batches of one thread stay in its order; those of different
/// threads follow each other in the order in which they are taken. While one thread adds, others group their larger
/// batches apart and merge the groups, so that threads work side by side where batches have far more rows than
/// groups. Where they have not, a StreamingGroupBy for each thread and [#merge] in the end is faster. All other
/// calls wait for their turn.
public final class StreamingGroupBy implements AutoCloseable {
    /// A batch of fewer rows waits for its turn: making a group table for it costs more.
    private static final int APART_ROWS = 4096;

    private final ReentrantLock lock = new ReentrantLock();
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

    /// Starts without rows. Distinct keys are bounded by memory and disk only. To be closed by the caller.
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
    /// Nulls are those of the package's rules: a null key is a group or leaves the row out, as the request says.
    /// Cost: a pass over the batch, on the calling thread.
    ///
    /// @throws IllegalArgumentException if a column is missing or of another type
    /// @throws ArithmeticException if an expression fails on a value
    /// @throws KeyLimitException if there would be more than `maxDistinctKeys` groups
    /// @throws dev.sheaf.memory.MemoryLimitException if the states do not fit; the object can then only be closed
    /// @throws IllegalStateException if this is closed, or did not fit memory before
    public void add(Table batch) {
        context.checkCancelled();
        Table columns = Inputs.select(batch, request.input());
        if (columns.rowCount() >= APART_ROWS && isTaken()) {
            try (PartialState apart = PartialState.of(request, columns, context)) {
                merge(apart);
            }
        } else {
            change(() -> accumulator.add(columns));
        }
    }

    /// Whether another thread has its turn now. A wrong answer costs time alone.
    private boolean isTaken() {
        return lock.isLocked() && !lock.isHeldByCurrentThread();
    }

    /// Adds all rows of a source in the order in which it gives them; the source stays the caller's. Batches
    /// before one that fails stay added. Fails as [#add(Table)], and with what the source throws.
    public void addAll(BatchSource source) {
        @Nullable Batch batch;
        while ((batch = source.next(context)) != null) {
            try (Batch open = batch) {
                add(open.table());
            }
        }
    }

    /// Adds what another one holds, as if its rows had been added here after mine. The other one stays as it is.
    /// Costs a look-up for each of its groups, and a copy of its states meanwhile.
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
    ///
    /// @throws IllegalArgumentException if the state is of another request
    /// @throws KeyLimitException if there would be more than `maxDistinctKeys` groups
    public void merge(PartialState state) {
        RequestFingerprint.checkSame(request, state.request());
        change(() -> accumulator.merge(state.table(), state.rows()));
    }

    private void change(Runnable step) {
        inTurn(() -> {
            try {
                step.run();
            } catch (dev.sheaf.memory.MemoryLimitException halfway) {
                broken = halfway;
                throw halfway;
            }
            return true;
        });
    }

    /// Runs a step while no other thread does.
    ///
    /// @throws IllegalStateException if this cannot be used any more, or a consumer of results calls
    private <T> T inTurn(Supplier<T> step) {
        if (lock.isHeldByCurrentThread()) {
            throw new IllegalStateException(
                    "the streaming group-by hands out results; use it again after the consumer has returned");
        }
        lock.lock();
        try {
            checkUsable();
            return step.get();
        } finally {
            lock.unlock();
        }
    }

    /// The result of the rows so far, one row a group, to be closed by the caller. Changes nothing, and may be
    /// called again. Costs a pass over all groups, those on disk included.
    ///
    /// @throws dev.sheaf.memory.MemoryLimitException if the result does not fit; [#forEachResult] needs no more
    ///     than a part
    /// @throws ArithmeticException if a whole-number result does not fit its type
    public Table finalizeResult() {
        return inTurn(() -> Inputs.collect(accumulator, request, context));
    }

    /// As [#finalizeResult()], table by table, for results larger than memory. Tables are closed when `consumer`
    /// returns; it must not use this object. Groups of one table are in no other one; tables come in the order of
    /// the result.
    public void forEachResult(Consumer<Table> consumer) {
        inTurn(() -> {
            accumulator.forEachResult(consumer);
            return true;
        });
    }

    /// What was added so far as a state that can be merged elsewhere; to be closed by the caller. Costs a copy of
    /// keys and states in memory.
    ///
    /// @throws dev.sheaf.memory.MemoryLimitException if they do not fit
    public PartialState state() {
        return inTurn(() -> PartialState.of(request, accumulator, context));
    }

    /// The number of groups so far. Costs a pass over all groups once some have been spilled.
    public long distinctKeys() {
        return inTurn(accumulator::distinctKeys);
    }

    /// The number of rows added and merged, those included that a filter left out.
    public long rows() {
        return inTurn(accumulator::rows);
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
        lock.lock();
        try {
            if (!closed) {
                closed = true;
                accumulator.close();
            }
        } finally {
            lock.unlock();
        }
    }
}

package dev.sheaf.groupby;

import dev.sheaf.column.Concat;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The groups of some rows with their states, not final yet: what parts of a group-by that run elsewhere or at
/// other times hand over.
///
/// ```java
/// GroupByRequest request = GroupByRequest.of(schema, List.of("region"), sum("units"), first("date"));
/// try (PartialState monday = PartialState.of(request, mondayRows, context);
///         PartialState tuesday = PartialState.of(request, tuesdayRows, context);
///         PartialState both = PartialState.merge(monday, tuesday, context);
///         Table result = both.finalizeResult(context)) { ... }
/// ```
/// The state is a [Table] with one row a group: the key columns `key.0`, `key.1`, ..., then the state columns that
/// docs/reference/aggregations lists, named `reduction.name.column`. It belongs to one [GroupByRequest] and
/// merges only with states of the same one. `rows` is the number of input rows behind it, by which the row ordinals
/// of a state that follows are shifted.
///
/// Immutable. Owns the table; closing the state closes it.
public final class PartialState implements AutoCloseable {
    private final GroupByRequest request;
    private final Table table;
    private final long rows;

    private PartialState(GroupByRequest request, Table table, long rows) {
        this.request = request;
        this.table = table;
        this.rows = rows;
    }

    /// The state of the rows of a table, which stays the caller's. Costs what the group-by costs but for finishing,
    /// on the calling thread.
    ///
    /// @throws IllegalArgumentException if the request is not valid, or the table lacks a column of it
    /// @throws dev.sheaf.memory.MemoryLimitException if keys and states do not fit the memory limit
    public static PartialState of(GroupByRequest request, Table rows, QueryContext context) {
        return with(request, context, accumulator -> accumulator.add(Inputs.select(rows, request.input())));
    }

    /// A state that was made elsewhere and has come as a table. The state owns the table when it is
    /// returned.
    ///
    /// Values are not checked here: what contradicts itself is an error when the state is merged or finished.
    ///
    /// @throws IllegalArgumentException if a state of the request has other columns than the table, or rows are
    ///     negative
    public static PartialState ofTable(GroupByRequest request, Table table, long rows, QueryContext context) {
        try (Accumulator accumulator = Backends.accumulate(request, Long.MAX_VALUE, context)) {
            checkColumns(accumulator.stateSchema(), table.schema());
        }
        if (rows < 0) {
            throw new IllegalArgumentException("a state stands for 0 rows or more, not " + rows);
        }
        return new PartialState(request, table, rows);
    }

    private static void checkColumns(Schema expected, Schema given) {
        boolean same = expected.size() == given.size();
        for (int i = 0; same && i < expected.size(); i++) {
            same = expected.field(i).name().equals(given.field(i).name())
                    && expected.field(i)
                            .type()
                            .decoded()
                            .equals(given.field(i).type().decoded());
        }
        if (!same) {
            throw new IllegalArgumentException(
                    "a state of this request has the columns " + expected + "; the table has " + given);
        }
    }

    /// One state of the rows of both; those of `second` follow those of `first`. Both stay open. Costs a look-up
    /// for each group of both.
    ///
    /// @throws IllegalArgumentException if they are states of different requests
    /// @throws dev.sheaf.memory.MemoryLimitException if the merged state does not fit the memory limit
    public static PartialState merge(PartialState first, PartialState second, QueryContext context) {
        RequestFingerprint.checkSame(first.request, second.request);
        return with(first.request, context, accumulator -> {
            accumulator.merge(first.table, first.rows);
            accumulator.merge(second.table, second.rows);
        });
    }

    private static PartialState with(GroupByRequest request, QueryContext context, Consumer<Accumulator> work) {
        try (Accumulator accumulator = Backends.accumulate(request, Long.MAX_VALUE, context)) {
            work.accept(accumulator);
            return of(request, accumulator, context);
        }
    }

    /// All that an accumulator holds.
    static PartialState of(GroupByRequest request, Accumulator accumulator, QueryContext context) {
        List<Table> parts = new ArrayList<>();
        try {
            accumulator.forEachState(part -> parts.add(part.retain()));
            Table whole = Concat.tables(accumulator.stateSchema(), parts, context.pool());
            return new PartialState(request, whole, accumulator.rows());
        } finally {
            parts.forEach(Table::close);
        }
    }

    /// The result of the rows so far, as [GroupBy] gives it: one row a group, to be closed by the caller. The state
    /// stays as it is. Costs a look-up for each group.
    ///
    /// @throws dev.sheaf.memory.MemoryLimitException if groups and result do not fit the memory limit
    /// @throws ArithmeticException if a whole-number result does not fit its type
    public Table finalizeResult(QueryContext context) {
        try (Accumulator accumulator = Backends.accumulate(request, Long.MAX_VALUE, context)) {
            accumulator.merge(table, rows);
            return Inputs.collect(accumulator, request, context);
        }
    }

    /// What the state is for.
    public GroupByRequest request() {
        return request;
    }

    /// Tells the states of one request from those of others, in every process and version that lays states out
    /// alike.
    public String fingerprint() {
        return fingerprint(request);
    }

    /// The fingerprint of the states of a request.
    public static String fingerprint(GroupByRequest request) {
        return RequestFingerprint.of(request);
    }

    /// Keys and states, one row a group; closed with this state.
    public Table table() {
        return table;
    }

    /// Hands the state over in chunks of about `bytes` bytes, a few MB for a wire, in the order of its rows: at
    /// least one chunk, of no rows if there are no groups. Each chunk is a view, which is closed when `consumer`
    /// returns; so no copy of the whole is made. The chunks of a state are states of their own to [#ofTable]; the
    /// last one has all [#rows()], the others 0.
    ///
    /// @throws IllegalArgumentException if `bytes` is less than 1
    public void forEachChunk(long bytes, Consumer<Table> consumer) {
        if (bytes < 1) {
            throw new IllegalArgumentException("chunks of " + bytes + " bytes hold no rows; use 1 byte or more");
        }
        long groups = table.rowCount();
        double perRow = table.byteSize() / (double) Math.max(1, groups);
        long chunkRows = (long) Math.clamp(bytes / Math.max(1.0, perRow), 1, Long.MAX_VALUE);
        long row = 0;
        do {
            long size = Math.min(chunkRows, groups - row);
            try (Table chunk = table.slice(row, size)) {
                consumer.accept(chunk);
            }
            row += size;
        } while (row < groups);
    }

    /// The number of input rows that the state stands for.
    public long rows() {
        return rows;
    }

    /// Closes the table.
    @Override
    public void close() {
        table.close();
    }
}

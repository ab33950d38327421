package dev.sheaf.plan.physical.rows;

import dev.sheaf.column.Table;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.ForwardingSource;
import dev.sheaf.query.QueryContext;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAdder;

/// How many rows each operator of a plan has given in one run. Thread-safe.
public final class OperatorRows {
    private final Map<Object, LongAdder> rows = new IdentityHashMap<>();

    private synchronized LongAdder of(Object operator) {
        return rows.computeIfAbsent(operator, _ -> new LongAdder());
    }

    /// The rows that an operator has given; nothing if it was not asked, or runs as a part of another.
    public synchronized OptionalLong given(Object operator) {
        LongAdder given = rows.get(operator);
        return given == null ? OptionalLong.empty() : OptionalLong.of(given.sum());
    }

    /// The rows of an operator, counted as they are given.
    public BatchSource counted(Object operator, BatchSource source) {
        return new CountedSource(source, of(operator));
    }

    /// Counts the rows of an operator that gives them all at once.
    public void count(Object operator, Table table) {
        of(operator).add(table.rowCount());
    }

    private record CountedSource(BatchSource input, LongAdder rows) implements ForwardingSource {
        @Override
        public Batch pass(Batch batch, QueryContext context) {
            rows.add(batch.rowCount());
            return batch;
        }
    }
}

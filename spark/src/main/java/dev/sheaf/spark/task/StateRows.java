package dev.sheaf.spark.task;

import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.PartialState;
import dev.sheaf.query.QueryContext;
import dev.sheaf.spark.column.KeyHash;
import java.util.Queue;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;

/// Partial states as rows for Spark's exchange: the partition, and their [StateBytes]. Each row holds groups
/// of one partition, and some MB at most.
final class StateRows {
    /// What a row holds at most, so that no buffer of Spark's shuffle grows beyond reason.
    private static final long ROW_BYTES = 4L << 20;
    private static final int ROW_OVERHEAD = 32;

    private final GroupByRequest request;
    private final Shuffle shuffle;
    private final QueryContext context;
    private final Queue<InternalRow> rows;

    StateRows(GroupByRequest request, Shuffle shuffle, QueryContext context, Queue<InternalRow> rows) {
        this.request = request;
        this.shuffle = shuffle;
        this.context = context;
        this.rows = rows;
    }

    /// Adds the rows of a table of states, which stays the caller's; `seen` is how many rows of input they come from.
    void add(Table states, long seen) {
        if (shuffle.partitions() == 1) {
            addPart(0, states, seen);
            return;
        }
        int[] parts = KeyHash.partitions(states, shuffle.keys(), shuffle.partitions());
        int[] starts = starts(parts);
        try (Table ordered = Take.rows(states, order(parts, starts), parts.length, context.pool())) {
            for (int part = 0; part < shuffle.partitions(); part++) {
                int count = starts[part + 1] - starts[part];
                if (count > 0) {
                    try (Table own = ordered.slice(starts[part], count)) {
                        addPart(part, own, seen);
                    }
                }
            }
        }
    }

    private int[] starts(int[] parts) {
        int[] starts = new int[shuffle.partitions() + 1];
        for (int part : parts) {
            starts[part + 1]++;
        }
        for (int part = 0; part < shuffle.partitions(); part++) {
            starts[part + 1] += starts[part];
        }
        return starts;
    }

    private static int[] order(int[] parts, int[] starts) {
        int[] next = starts.clone();
        int[] order = new int[parts.length];
        for (int row = 0; row < parts.length; row++) {
            order[next[parts[row]]++] = row;
        }
        return order;
    }

    private void addPart(int part, Table states, long seen) {
        long groups = states.rowCount();
        long perRow = Math.max(1, states.byteSize() / Math.max(1, groups));
        long most = Math.max(1, ROW_BYTES / perRow);
        for (long from = 0; from < groups; from += most) {
            Table chunk = states.slice(from, Math.min(most, groups - from));
            try (PartialState state = PartialState.ofTable(request, chunk, seen, context)) {
                rows.add(row(part, StateBytes.of(state, context)));
            }
        }
    }

    private static InternalRow row(int part, byte[] bytes) {
        UnsafeRowWriter writer = new UnsafeRowWriter(2, bytes.length + ROW_OVERHEAD);
        writer.reset();
        writer.zeroOutNullBytes();
        writer.write(0, part);
        writer.write(1, bytes);
        return writer.getRow();
    }
}

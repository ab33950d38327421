package dev.sheaf.plan.physical.join;

import dev.sheaf.column.Table;
import dev.sheaf.memory.ByteSize;
import dev.sheaf.plan.physical.rows.BatchCollector;
import dev.sheaf.plan.physical.rows.ExtraColumns;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Decision;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import dev.sheaf.spill.SpillManager;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The right side of a join with the columns of its keys: its rows wait in memory while they and the room to hash
/// them fit; from then on all go to partitions by the hashes of their keys, on disk as far as memory is short.
public final class RightRows implements AutoCloseable {
    private static final int DEFAULT_PERCENT = 40;

    private final JoinShape shape;
    private final JoinShape numbered;
    private final ExtraColumns keys;
    private final QueryContext context;
    private final long grantBytes;
    private final BatchCollector waiting = new BatchCollector();
    private long waitingBytes;
    private @Nullable JoinPartitions partitions;

    /// Rows may take 40 % of the memory that is free now, or what the settings `join.spill.percent` or
    /// `join.spill.bytes` say.
    public RightRows(JoinShape shape, QueryContext context) {
        this.shape = shape;
        this.numbered = shape.numbered();
        this.keys = numbered.rightKeys();
        this.context = context;
        long free = Math.max(0, context.pool().limitBytes() - context.pool().usedBytes());
        int percent = context.settings().getInt("join.spill.percent", DEFAULT_PERCENT);
        long bytes = context.settings().getLong("join.spill.bytes", 0);
        this.grantBytes = bytes > 0 ? bytes : (long) (free * (percent / 100.0));
    }

    /// Whether the right side of a join can go to disk: rows without keys belong to no partition, and dictionaries
    /// that a schema promises would not come back.
    public static boolean canSpill(JoinShape shape, QueryContext context) {
        return SpillManager.of(context.pool()).options().enabled()
                && !shape.keys().isEmpty()
                && JoinPartitions.canStore(shape.left())
                && JoinPartitions.canStore(shape.right());
    }

    /// Whether a table that lies in memory leaves room to hash it.
    public boolean fits(Table held) {
        return BuildTable.indexBytes(held.rowCount()) <= grantBytes;
    }

    /// Pulls a source to its end on all threads of the query.
    public void pull(BatchSource source) {
        if (BatchCollector.isSmall(source)) {
            pullShare(source);
        } else {
            Workers.runOnAll(context, _ -> pullShare(source));
        }
        JoinPartitions spilled = partitions;
        if (spilled != null) {
            spilled.addAll(waiting.take(), keys);
        }
    }

    private void pullShare(BatchSource source) {
        Batch batch;
        while ((batch = source.next(context)) != null) {
            try (Batch pulled = batch;
                    Table rows = rows(pulled)) {
                add(new Batch(keys.step().apply(rows, context), pulled.firstRow()));
            }
            context.checkCancelled();
        }
    }

    private Table rows(Batch batch) {
        return shape.givesUnmatched()
                ? RowNumbers.of(batch, numbered.right(), context)
                : batch.table().retain();
    }

    private void add(Batch batch) {
        JoinPartitions into;
        List<Batch> leaving;
        synchronized (this) {
            waiting.add(batch);
            waitingBytes += batch.table().byteSize() + BuildTable.indexBytes(batch.rowCount());
            if (waitingBytes > grantBytes && partitions == null) {
                partitions = new JoinPartitions(keys.schema(), shape.keys(), grantBytes, 0, context);
                context.decided(new Decision(
                        "join",
                        "partitions by hash, on disk as far as memory is short",
                        "the right side may take " + ByteSize.format(grantBytes) + " of the memory limit of "
                                + ByteSize.format(context.pool().limitBytes()),
                        List.of("in memory: it takes more with its hashes")));
            }
            into = partitions;
            leaving = into == null ? List.of() : waiting.take();
        }
        if (into != null) {
            into.addAll(leaving, keys);
        }
    }

    /// Whether the rows are in partitions; else they wait.
    public boolean isSpilled() {
        return partitions != null;
    }

    /// What joins the waiting rows, which [#build] hashes.
    public JoinShape waitingShape() {
        return new JoinShape(
                shape.left(), numbered.right(), shape.kind(), shape.keys(), shape.condition(), shape.result());
    }

    /// The waiting rows, hashed.
    public BuildTable build() {
        try (Table rows = waiting.toTable(keys.schema(), context)) {
            return BuildTable.of(rows, keys, shape.keys(), context);
        }
    }

    /// The join of rows that are in partitions, which it takes over.
    public SpilledJoin join() {
        JoinPartitions right = Objects.requireNonNull(partitions, "the right side is in memory");
        partitions = null;
        return new SpilledJoin(shape, right, grantBytes, context);
    }

    @Override
    public void close() {
        waiting.close();
        if (partitions != null) {
            partitions.close();
        }
    }
}

package dev.sheaf.groupby.cpu.partition;

import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.Morsel;
import dev.sheaf.groupby.cpu.key.KeyEncoding;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.query.QueryContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One thread's rows that were partitioned before they were grouped: with encoded keys while these have a code,
/// else with their keys as columns.
public final class PartitionedRows implements AutoCloseable {
    private final GroupByPlan plan;
    private final SharedEncoding encoding;
    private final CpuSettings settings;
    private final QueryContext context;
    private @Nullable RowCollector encoded;
    private @Nullable ColumnCollector columns;

    public PartitionedRows(GroupByPlan plan, SharedEncoding encoding, CpuSettings settings, QueryContext context) {
        this.plan = plan;
        this.encoding = encoding;
        this.settings = settings;
        this.context = context;
    }

    /// Adds all rows of a morsel, and says whether that goes on to pay: not if many of the last rows had a key of
    /// shortly before.
    public boolean add(Morsel morsel) {
        if (encoding.isPossible()) {
            RowCollector rows =
                    encoded == null ? encoded = new RowCollector(plan, encoding, settings, context.pool()) : encoded;
            if (rows.add(morsel)) {
                return !rows.isRepetitive();
            }
        }
        ColumnCollector rows = columns();
        rows.add(morsel);
        return !rows.isRepetitive();
    }

    private ColumnCollector columns() {
        return columns == null ? columns = new ColumnCollector(plan, settings, context.pool()) : columns;
    }

    /// Whether there are any.
    public boolean hasRows() {
        return (encoded != null && encoded.hasRows()) || (columns != null && columns.hasRows());
    }

    /// What putting out the rows that wait for it will take.
    public long pendingBytes() {
        return (encoded == null ? 0 : encoded.pendingBytes()) + (columns == null ? 0 : columns.pendingBytes());
    }

    /// Those with encoded keys.
    public List<RowBlock> blocks() {
        RowCollector rows = encoded;
        if (rows == null) {
            return List.of();
        }
        rows.flush();
        return rows.blocks();
    }

    /// Those with their keys as columns.
    public List<ColumnBlock> columnBlocks() {
        return columns == null ? List.of() : columns.blocks();
    }

    /// Encodes keys as `target` does, and lets `shared` include the keys of those that it has no code for.
    public void reencode(KeyEncoding target, SharedEncoding shared) {
        List<RowBlock> own = blocks();
        for (int i = 0; i < own.size() && shared.isPossible(); i++) {
            context.checkCancelled();
            RowBlock reencoded = own.get(i).recoded(target, settings, context.pool());
            if (reencoded == null) {
                shared.include(own.get(i), context.pool());
            } else {
                own.set(i, reencoded);
            }
        }
    }

    @Override
    public void close() {
        if (encoded != null) {
            encoded.close();
            encoded = null;
        }
        if (columns != null) {
            columns.close();
            columns = null;
        }
    }
}

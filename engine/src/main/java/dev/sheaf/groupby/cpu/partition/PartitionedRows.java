package dev.sheaf.groupby.cpu.partition;

import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.Morsel;
import dev.sheaf.groupby.cpu.key.KeyEncoding;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.query.QueryContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One thread's rows that were partitioned before they were grouped.
public final class PartitionedRows implements AutoCloseable {
    private final GroupByPlan plan;
    private final SharedEncoding encoding;
    private final CpuSettings settings;
    private final QueryContext context;
    private @Nullable RowCollector encoded;

    public PartitionedRows(GroupByPlan plan, SharedEncoding encoding, CpuSettings settings, QueryContext context) {
        this.plan = plan;
        this.encoding = encoding;
        this.settings = settings;
        this.context = context;
    }

    /// Adds all rows of a morsel. Only where keys can be coded.
    public void add(Morsel morsel) {
        RowCollector rows =
                encoded == null ? encoded = new RowCollector(plan, encoding, settings, context.pool()) : encoded;
        rows.add(morsel);
    }

    /// Whether so many of the last rows had a key of shortly before that looking them up would pay.
    public boolean isRepetitive() {
        return encoded != null && encoded.isRepetitive();
    }

    /// Whether there are any.
    public boolean hasRows() {
        return encoded != null && encoded.hasRows();
    }

    /// What putting out the rows that wait for it will take.
    public long pendingBytes() {
        return encoded == null ? 0 : encoded.pendingBytes();
    }

    /// All of them.
    public List<RowBlock> blocks() {
        RowCollector rows = encoded;
        if (rows == null) {
            return List.of();
        }
        rows.flush();
        return rows.blocks();
    }

    /// Encodes keys as `target` does, and lets `shared` include the keys of those that it has no code for.
    public void reencode(KeyEncoding target, SharedEncoding shared) {
        List<RowBlock> own = blocks();
        for (int i = 0; i < own.size(); i++) {
            context.checkCancelled();
            RowBlock reencoded = own.get(i).recoded(target, plan, settings, context.pool());
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
    }
}

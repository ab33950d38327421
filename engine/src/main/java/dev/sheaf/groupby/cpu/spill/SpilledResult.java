package dev.sheaf.groupby.cpu.spill;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.groupby.cpu.table.GroupTable;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The result of a run whose groups are on disk: every call of [#next] puts one partition together, so that a
/// result may be larger than memory.
public final class SpilledResult implements BatchSource {
    private final Schema schema;
    private final SpillMerge merge;
    private final Function<GroupTable, Table> finish;
    private final Runnable release;
    private long nextRow;

    /// Results by `finish`; closing runs `release`.
    public SpilledResult(Schema schema, SpillMerge merge, Function<GroupTable, Table> finish, Runnable release) {
        this.schema = schema;
        this.merge = merge;
        this.finish = finish;
        this.release = release;
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public @Nullable Batch next(QueryContext context) {
        context.checkCancelled();
        try (GroupTable table = merge.next()) {
            return table == null ? null : numbered(finish.apply(table));
        }
    }

    /// Groups come in no order, so that they have their places in the order in which they are ready.
    private synchronized Batch numbered(Table table) {
        Batch batch = new Batch(table, nextRow);
        nextRow += table.rowCount();
        return batch;
    }

    @Override
    public synchronized long lowestNextRow() {
        return nextRow;
    }

    @Override
    public void close() {
        release.run();
    }
}

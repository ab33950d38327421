package dev.sheaf.frame.data;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.frame.store.FrameColumn;
import dev.sheaf.frame.store.FrameOptions;
import dev.sheaf.spill.SpillManager;
import dev.sheaf.spill.SpillableColumn;
import java.util.ArrayList;
import java.util.List;

/// Makes columns of tables that come one after the other and need not fit in memory together.
///
/// The columns are cut into parts of up to 65,536 rows, and fewer where those would take more than a 64th of the memory
/// limit, so that few bytes have to be in memory at a time.
final class PartsCollector implements AutoCloseable {
    private final Schema schema;
    private final FrameOptions options;
    private final List<Table> waiting = new ArrayList<>();
    private final List<List<SpillableColumn>> parts = new ArrayList<>();
    private long waitingRows;
    private long waitingBytes;
    private long rows;

    PartsCollector(Schema schema, FrameOptions options) {
        this.schema = schema;
        this.options = options;
        schema.fields().forEach(_ -> parts.add(new ArrayList<>()));
    }

    /// Adds the rows of a table, which stays the caller's.
    void add(Table table) {
        long bytesARow = Math.max(1, table.byteSize() / Math.max(1, table.rowCount()));
        long most = Math.clamp(options.partBytes() / bytesARow, 1, PartsDataset.BATCH_ROWS);
        for (long row = 0; row < table.rowCount(); ) {
            long some = Math.min(table.rowCount() - row, Math.max(1, most - waitingRows));
            waiting.add(table.slice(row, some));
            waitingRows += some;
            waitingBytes += some * bytesARow;
            row += some;
            if (waitingRows >= most || waitingBytes >= options.partBytes()) {
                seal();
            }
        }
    }

    private void seal() {
        try {
            for (int i = 0; i < schema.size(); i++) {
                int column = i;
                List<Column> values =
                        waiting.stream().map(table -> table.column(column)).toList();
                Column copy = Concat.copied(schema.field(i).type(), values, options.pool());
                parts.get(i).add(SpillManager.of(options.pool()).column(copy, options.pool()));
            }
            rows += waitingRows;
        } finally {
            drop();
        }
    }

    private void drop() {
        waiting.forEach(Table::close);
        waiting.clear();
        waitingRows = 0;
        waitingBytes = 0;
    }

    /// The columns of all rows, which the caller takes over.
    List<FrameColumn> finish() {
        if (waitingRows > 0) {
            seal();
        }
        List<FrameColumn> columns = new ArrayList<>();
        for (int i = 0; i < schema.size(); i++) {
            columns.add(FrameColumn.of(schema.field(i).type(), List.copyOf(parts.get(i))));
            parts.get(i).clear();
        }
        return columns;
    }

    /// The number of rows in the columns.
    long rows() {
        return rows;
    }

    @Override
    public void close() {
        drop();
        parts.forEach(column -> column.forEach(SpillableColumn::close));
    }
}

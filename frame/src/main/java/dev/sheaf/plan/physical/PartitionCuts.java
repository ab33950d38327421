package dev.sheaf.plan.physical;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.order.RowOrder;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Cuts rows that are sorted by partition and order into pieces: some whole partitions, or a part of one that is larger
/// than a piece may be.
///
/// ```
/// sorted:  a a b b b | c c c c c c | c c c c | d e e
/// pieces:  whole       first part    last      whole
/// ```
/// In memory are about twice `pieceBytes`; if a partition has to be whole, all of it. Not thread-safe.
final class PartitionCuts implements AutoCloseable {

    /// Where a partition may be cut.
    ///
    /// @param parts whether it may be cut at all
    /// @param ahead so many rows behind a part have to be known
    /// @param peers whether rows that are equal in the order have to stay together
    record Rule(boolean parts, int ahead, boolean peers) {}

    /// Rows, and those behind a part that it has to know.
    record Piece(Table rows, Table ahead, boolean isPart, boolean endsPartition) implements AutoCloseable {
        @Override
        public void close() {
            rows.close();
            ahead.close();
        }
    }

    private final BatchSource sorted;
    private final int[] partition;
    private final int[] order;
    private final Rule rule;
    private final long pieceBytes;
    private final QueryContext context;
    private Table pending;
    private boolean isAtEnd;
    private boolean isInside;

    /// Cuts a stream, which it takes over, that is sorted by its columns `partition` and then `order`.
    PartitionCuts(BatchSource sorted, int[] partition, int[] order, Rule rule, long pieceBytes, QueryContext context) {
        this.sorted = sorted;
        this.partition = partition.clone();
        this.order = order.clone();
        this.rule = rule;
        this.pieceBytes = pieceBytes;
        this.context = context;
        this.pending = Concat.tables(sorted.schema(), List.of(), context.pool());
    }

    /// The next rows, which the caller closes; null at the end.
    @Nullable
    Piece next() {
        long wanted = pieceBytes;
        while (true) {
            fill(wanted);
            Piece piece = cut();
            if (piece != null || isAtEnd) {
                return piece;
            }
            wanted = 2 * Math.max(pieceBytes, pending.byteSize());
        }
    }

    /// Reads on until so many bytes are pending.
    private void fill(long wanted) {
        if (isAtEnd || pending.byteSize() >= wanted) {
            return;
        }
        List<Table> tables = new ArrayList<>(List.of(pending));
        try {
            long bytes = pending.byteSize();
            while (bytes < wanted && !isAtEnd) {
                Batch batch = sorted.next(context);
                isAtEnd = batch == null;
                if (batch != null) {
                    tables.add(batch.table());
                    bytes += batch.table().byteSize();
                }
            }
            pending = Concat.tables(sorted.schema(), tables, context.pool());
        } finally {
            tables.stream().filter(table -> table != pending).forEach(Table::close);
        }
    }

    private @Nullable Piece cut() {
        long rows = pending.rowCount();
        if (rows == 0) {
            return null;
        }
        long end = isInside ? endOf(partition, 0) : isAtEnd ? rows : startOf(partition, rows - 1);
        boolean isWhole = isInside ? end < rows || isAtEnd : end > 0;
        if (isWhole) {
            Piece piece = piece(end, 0, isInside, true);
            isInside = false;
            return piece;
        }
        long part = partEnd();
        if (part <= 0) {
            return null;
        }
        isInside = true;
        return piece(part, rule.ahead(), true, false);
    }

    /// Behind the last row that may end a part; at least one row stays, to tell whether the partition goes on.
    private long partEnd() {
        long end = rule.parts() ? pending.rowCount() - Math.max(1, rule.ahead()) : 0;
        return end > 0 && rule.peers() ? startOf(order, end) : end;
    }

    private Piece piece(long end, int ahead, boolean isPart, boolean endsPartition) {
        Table all = pending;
        Table rows = all.slice(0, end);
        pending = all.slice(end, all.rowCount() - end);
        Piece piece = new Piece(rows, pending.slice(0, Math.min(ahead, pending.rowCount())), isPart, endsPartition);
        all.close();
        return piece;
    }

    /// The first row that equals `row` in some columns.
    private long startOf(int[] keys, long row) {
        RowOrder rows = order(keys);
        long low = 0;
        long high = row;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (rows.compare(middle, row) == 0) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /// The first row behind those that equal `row` in some columns.
    private long endOf(int[] keys, long row) {
        RowOrder rows = order(keys);
        long low = row + 1;
        long high = pending.rowCount();
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (rows.compare(middle, row) == 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private RowOrder order(int[] keys) {
        List<Column> columns = new ArrayList<>();
        for (int key : keys) {
            columns.add(pending.column(key));
        }
        return RowOrder.of(columns, Collections.nCopies(keys.length, SortDirection.ASCENDING));
    }

    @Override
    public void close() {
        pending.close();
        sorted.close();
    }
}

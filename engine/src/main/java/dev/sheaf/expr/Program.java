package dev.sheaf.expr;

import dev.sheaf.column.Column;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import java.util.List;

/// A compiled expression with vectors to run in: used by one thread at a time, for one batch after another.
final class Program {
    private final Node root;
    private final List<ColumnNode> columns;
    private final List<TextArena> arenas;
    private final Chunk chunk = new Chunk();
    private final long[] all = new long[Chunk.WORDS];

    Program(Node root, List<ColumnNode> columns, List<TextArena> arenas) {
        this.root = root;
        this.columns = columns;
        this.arenas = arenas;
    }

    /// What is done with the values of each chunk.
    interface Consumer {
        void accept(Chunk chunk, Vector values);
    }

    /// Computes all rows of the batch, chunk by chunk.
    void run(Table batch, MemoryPool pool, Consumer consumer) {
        try {
            columns.forEach(column -> column.open(batch));
            arenas.forEach(arena -> arena.open(pool));
            for (long start = 0; start < batch.rowCount(); start += Chunk.ROWS) {
                chunk.moveTo(start, (int) Math.min(Chunk.ROWS, batch.rowCount() - start));
                Bitmaps.fill(all, chunk.rows());
                root.evaluate(chunk, all);
                consumer.accept(chunk, root.vector());
            }
        } finally {
            columns.forEach(ColumnNode::close);
            arenas.forEach(TextArena::close);
        }
    }

    /// The values of all rows as a new column.
    Column compute(Table batch, MemoryPool pool, BoundExpr expr) {
        try (ColumnWriter writer = ColumnWriter.of(expr.type(), batch.rowCount(), pool)) {
            run(batch, pool, writer);
            return writer.finish();
        }
    }
}

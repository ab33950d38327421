package dev.sheaf.expr.eval;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Layout;
import dev.sheaf.column.Table;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.load.ColumnNode;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.ColumnWriter;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.TextArena;
import dev.sheaf.expr.vector.VectorConsumer;
import dev.sheaf.memory.MemoryPool;
import java.util.List;

/// A compiled expression with vectors to run in: used by one thread at a time, for one batch after another.
final class Program {
    private final Node root;
    private final List<ColumnNode> columns;
    private final List<DictionaryNode> dictionaries;
    private final List<TextArena> arenas;
    private final Chunk chunk;
    private final long[] active = new long[Chunk.WORDS];

    Program(
            Node root,
            List<ColumnNode> columns,
            List<DictionaryNode> dictionaries,
            List<TextArena> arenas,
            Chunk chunk) {
        this.root = root;
        this.columns = columns;
        this.dictionaries = dictionaries;
        this.arenas = arenas;
        this.chunk = chunk;
    }

    /// Turns to a batch; [#close()] has to follow, also if this fails.
    ///
    /// @return false if an expression over a dictionary raised an error, for a value that no row need have
    boolean open(Table batch, MemoryPool pool, KeptResults kept) {
        columns.forEach(column -> column.open(batch));
        arenas.forEach(arena -> arena.open(pool, chunk.mostBytes()));
        try {
            dictionaries.forEach(dictionary -> dictionary.open(batch, pool, kept));
            return true;
        } catch (ArithmeticException | IllegalArgumentException valueFails) {
            return false;
        }
    }

    /// Computes the rows of the batch, chunk by chunk.
    void run(long rows, VectorConsumer consumer) {
        chunk.cover(rows, () -> {
            Bitmaps.fill(active, chunk.rows());
            consumer.accept(chunk, Operands.values(root, chunk, active));
        });
    }

    /// Gives back what the batch needed.
    void close() {
        columns.forEach(ColumnNode::close);
        dictionaries.forEach(DictionaryNode::close);
        arenas.forEach(TextArena::close);
    }

    /// The values of the rows as a new column; of texts over a dictionary, as a dictionary.
    Column collect(long rows, MemoryPool pool, DataType type) {
        if (root instanceof DictionaryNode dictionary && type.layout() == Layout.VARIABLE) {
            return dictionary.encoded(pool);
        }
        try (ColumnWriter writer = ColumnWriter.of(type, rows, pool)) {
            run(rows, writer);
            return writer.finish();
        }
    }

    /// As opening, [#collect] and closing in turn.
    Column compute(Table batch, MemoryPool pool, BoundExpr expr) {
        try {
            open(batch, pool, KeptResults.NONE);
            return collect(batch.rowCount(), pool, expr.type());
        } finally {
            close();
        }
    }
}

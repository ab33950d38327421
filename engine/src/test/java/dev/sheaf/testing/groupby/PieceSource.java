package dev.sheaf.testing.groupby;

import dev.sheaf.column.Schema;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// A stream of [Piece]s; what happens before each batch can be told, to make a source that fails or is stopped.
public final class PieceSource implements BatchSource {
    private final Schema schema;
    private final List<Piece> pieces;
    private final MemoryPool pool;
    private final IntConsumer beforeBatch;
    private final AtomicInteger next = new AtomicInteger();

    /// A source of batches from `pool`.
    public PieceSource(Schema schema, List<Piece> pieces, MemoryPool pool) {
        this(schema, pieces, pool, _ -> {});
    }

    /// A source that calls `beforeBatch` with the number of each batch before it hands it out.
    public PieceSource(Schema schema, List<Piece> pieces, MemoryPool pool, IntConsumer beforeBatch) {
        this.schema = schema;
        this.pieces = pieces;
        this.pool = pool;
        this.beforeBatch = beforeBatch;
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public @Nullable Batch next(QueryContext context) {
        context.checkCancelled();
        int number = next.getAndIncrement();
        if (number >= pieces.size()) {
            return null;
        }
        beforeBatch.accept(number);
        Piece piece = pieces.get(number);
        return new Batch(piece.rows().build(pool), piece.firstRow());
    }

    @Override
    public void close() {}
}

package dev.sheaf.arrow;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.io.arrow.ArrowC;
import dev.sheaf.io.arrow.ImportedTables;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import java.util.List;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.jspecify.annotations.Nullable;

/// The batches of a reader of Arrow's Java library, loaded by one thread at a time.
final class ArrowJavaSource implements BatchSource {
    private final ImportedTables tables;
    private final Schema schema;
    private long nextRow;

    /// All columns.
    ArrowJavaSource(ArrowReader reader, BufferAllocator allocator, MemoryPool pool) {
        this.tables = tables(reader, allocator, pool);
        this.schema = tables.schema();
    }

    /// @throws IllegalArgumentException if a column is not there; the reader is closed
    ArrowJavaSource(ArrowReader reader, List<String> columns, BufferAllocator allocator, MemoryPool pool) {
        this.tables = tables(reader, allocator, pool);
        this.schema = selected(columns);
    }

    private static ImportedTables tables(ArrowReader reader, BufferAllocator allocator, MemoryPool pool) {
        try (ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator)) {
            Data.exportArrayStream(allocator, reader, stream);
            return ArrowC.importStream(stream.memoryAddress(), pool);
        }
    }

    private Schema selected(List<String> columns) {
        try {
            return tables.schema().select(columns);
        } catch (RuntimeException | Error failure) {
            tables.close();
            throw failure;
        }
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public @Nullable Batch next(QueryContext context) {
        context.checkCancelled();
        try (var _ = context.phases().time(Phase.READ)) {
            return next();
        }
    }

    private synchronized @Nullable Batch next() {
        try (Table table = tables.next()) {
            if (table == null) {
                return null;
            }
            long first = nextRow;
            nextRow += table.rowCount();
            return new Batch(table.select(schema.names()), first);
        }
    }

    @Override
    public synchronized long lowestNextRow() {
        return nextRow;
    }

    @Override
    public synchronized void close() {
        tables.close();
    }
}

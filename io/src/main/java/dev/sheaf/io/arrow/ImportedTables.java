package dev.sheaf.io.arrow;

import dev.sheaf.column.Column;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.io.arrow.c.StreamReader;
import dev.sheaf.io.arrow.c.Taken;
import dev.sheaf.memory.MemoryPool;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The tables of another library's Arrow stream; see [ArrowC#importStream]. Not thread-safe.
public final class ImportedTables implements AutoCloseable {
    private final StreamReader stream;
    private final MemoryPool pool;
    private final List<ArrowSchemas.Layout> layouts;
    private final Schema schema;

    ImportedTables(StreamReader stream, MemoryPool pool) {
        this.stream = stream;
        this.pool = pool;
        this.layouts = CTypes.read(stream.schema());
        this.schema = schemaOf(layouts);
    }

    /// @throws IllegalArgumentException if two columns have one name
    static Schema schemaOf(List<ArrowSchemas.Layout> layouts) {
        return new Schema(layouts.stream().map(ArrowSchemas.Layout::field).toList());
    }

    /// The schema of every table.
    public Schema schema() {
        return schema;
    }

    /// The next table, which the caller closes, or null at the end.
    ///
    /// @throws java.io.UncheckedIOException if the other library fails
    /// @throws IllegalArgumentException if its batch contradicts itself
    /// @throws dev.sheaf.memory.MemoryLimitException if the pool has no room for what the batch takes
    public @Nullable Table next() {
        try (Taken batch = stream.next()) {
            return batch == null ? null : table(schema, layouts, batch, pool);
        }
    }

    static Table table(Schema schema, List<ArrowSchemas.Layout> layouts, Taken batch, MemoryPool pool) {
        List<Column> columns = CBatch.columns(layouts, batch, pool);
        return new Table(schema, columns, batch.array().length());
    }

    /// Releases the stream; tables stay open.
    @Override
    public void close() {
        stream.close();
    }
}

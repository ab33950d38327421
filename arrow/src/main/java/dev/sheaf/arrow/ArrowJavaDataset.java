package dev.sheaf.arrow;

import dev.sheaf.column.Schema;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import java.util.function.Supplier;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;

/// What readers of Arrow's Java library read, each from the beginning.
record ArrowJavaDataset(Schema schema, Supplier<? extends ArrowReader> readers, BufferAllocator allocator)
        implements Dataset {

    static ArrowJavaDataset of(Supplier<? extends ArrowReader> readers, BufferAllocator allocator) {
        try (ArrowJavaSource first = new ArrowJavaSource(readers.get(), allocator, MemoryPool.shared())) {
            return new ArrowJavaDataset(first.schema(), readers, allocator);
        }
    }

    @Override
    public String describe() {
        return "batches of Arrow's Java library";
    }

    @Override
    public BatchSource scan(Scan scan, QueryContext context) {
        return new ArrowJavaSource(readers.get(), scan.columns(), allocator, context.pool());
    }
}

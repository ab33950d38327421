package dev.sheaf.plan.exec;

import dev.sheaf.column.Schema;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import java.util.function.Supplier;

/// A dataset of an [InterleavedSource] a scan, or of a source over one.
record Interleaved(Supplier<BatchSource> source) implements Dataset {
    @Override
    public Schema schema() {
        return InterleavedSource.SCHEMA;
    }

    @Override
    public String describe() {
        return "rows read by groups";
    }

    @Override
    public BatchSource scan(Scan scan, QueryContext context) {
        return source.get();
    }
}

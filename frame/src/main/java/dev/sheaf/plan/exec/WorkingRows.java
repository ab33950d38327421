package dev.sheaf.plan.exec;

import dev.sheaf.column.Schema;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.spill.StoredBatches;
import org.jspecify.annotations.Nullable;

/// The rows of one step of a [RecursiveQuery], for the next one. In a plan it has none; each run has its own. Two are
/// equal if they are the same.
final class WorkingRows implements Dataset {
    private final String name;
    private final Schema schema;
    private volatile @Nullable StoredBatches rows;

    WorkingRows(String name, Schema schema) {
        this.name = name;
        this.schema = schema;
    }

    /// The same for one run.
    WorkingRows ofRun() {
        return new WorkingRows(name, schema);
    }

    void set(StoredBatches stored) {
        rows = stored;
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public String describe() {
        return name + ", its rows of the step before";
    }

    @Override
    public BatchSource scan(Scan scan, QueryContext context) {
        StoredBatches stored = rows;
        if (stored == null) {
            throw new IllegalStateException("a recursive query is read outside of it: " + name);
        }
        return new ProjectedSource(stored, scan.columns());
    }
}

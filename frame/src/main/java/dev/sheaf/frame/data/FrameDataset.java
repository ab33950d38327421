package dev.sheaf.frame.data;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.SourceStats;
import dev.sheaf.query.TableDataset;

/// The columns of a frame for lazy queries, which keep the frame reachable.
public record FrameDataset(Frame frame) implements Dataset {
    @Override
    public Schema schema() {
        return frame.schema();
    }

    @Override
    public SourceStats stats() {
        return SourceStats.ofRows(frame.rows());
    }

    @Override
    public String describe() {
        return "frame of " + frame.rows() + " rows";
    }

    @Override
    public BatchSource scan(Scan scan, QueryContext context) {
        if (frame.isLarge()) {
            return frame.parts().scan(scan, context);
        }
        try (Table table = frame.kept()) {
            return new TableDataset(table).scan(scan, context);
        }
    }
}

package dev.sheaf.cli.datagen;

import dev.sheaf.column.Schema;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.SourceStats;
import java.util.List;

/// A table made of columns that are generated while it is scanned.
///
/// @param title what it is, for `explain` and errors
public record GeneratedDataset(String title, long rows, List<GeneratedColumn> columns) implements Dataset {
    /// @throws IllegalArgumentException if `rows` is negative
    public GeneratedDataset {
        if (rows < 0) {
            throw new IllegalArgumentException(title + " needs rows >= 0, not " + rows);
        }
        columns = List.copyOf(columns);
    }

    @Override
    public Schema schema() {
        return GeneratedSource.schemaOf(columns);
    }

    @Override
    public SourceStats stats() {
        return SourceStats.ofRows(rows);
    }

    @Override
    public String describe() {
        return title + ", " + rows + " rows";
    }

    @Override
    public BatchSource scan(Scan scan, QueryContext context) {
        return GeneratedSource.scan(columns, scan.columns(), rows);
    }
}

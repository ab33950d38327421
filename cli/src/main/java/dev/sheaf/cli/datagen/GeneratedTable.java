package dev.sheaf.cli.datagen;

import dev.sheaf.column.Schema;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.SourceStats;
import java.util.List;

/// A dataset whose rows are generated while it is scanned, each from its number.
interface GeneratedTable extends Dataset {

    /// What it is, for `explain` and errors: `generated orders`.
    String title();

    /// How many rows it has.
    long rows();

    /// Its columns.
    List<GeneratedColumn> columns();

    @Override
    default Schema schema() {
        return GeneratedSource.schemaOf(columns());
    }

    @Override
    default SourceStats stats() {
        return SourceStats.ofRows(rows());
    }

    @Override
    default String describe() {
        return title() + ", " + rows() + " rows";
    }

    @Override
    default BatchSource scan(Scan scan, QueryContext context) {
        return GeneratedSource.scan(columns(), scan.columns(), rows());
    }

    /// @throws IllegalArgumentException if there would be fewer rows than none
    static void checkRows(String what, long rows) {
        if (rows < 0) {
            throw new IllegalArgumentException(what + " need rows >= 0, not " + rows);
        }
    }
}

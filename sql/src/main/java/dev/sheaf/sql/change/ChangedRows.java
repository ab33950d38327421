package dev.sheaf.sql.change;

import dev.sheaf.column.Column;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.TableDataset;

/// The rows that a statement changes, for RETURNING: each scan makes the change anew.
record ChangedRows(RowChange change) implements Dataset {
    @Override
    public Schema schema() {
        return change.made().table().schema();
    }

    @Override
    public String describe() {
        return "rows that are changed in " + change.made().name();
    }

    @Override
    public BatchSource scan(Scan scan, QueryContext context) {
        try (Table rows = change.rows(context);
                Table named = new Table(
                        schema(), rows.columns().stream().map(Column::retain).toList(), rows.rowCount())) {
            return new TableDataset(named).scan(scan, context);
        }
    }
}

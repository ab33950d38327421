package dev.sheaf.sql.rows;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.TableBuilder;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.SourceStats;
import dev.sheaf.query.TableDataset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rows of VALUES. Each scan builds their table anew, in the memory of its query: a plan holds no memory.
public record ConstantRows(Schema schema, List<? extends List<? extends @Nullable Object>> rows) implements Dataset {

    @Override
    public SourceStats stats() {
        return SourceStats.ofRows(rows.size());
    }

    @Override
    public String describe() {
        return "values of " + rows.size() + (rows.size() == 1 ? " row" : " rows");
    }

    @Override
    public BatchSource scan(Scan scan, QueryContext context) {
        try (TableBuilder builder = new TableBuilder(schema, context.pool())) {
            rows.forEach(row -> builder.row(row.toArray()));
            try (Table table = builder.build()) {
                return new TableDataset(table).scan(scan, context);
            }
        }
    }
}

package dev.sheaf.plan.exec;

import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.QueryDataset;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import java.util.List;

/// A query that runs once in each run of the plan that reads it; its rows are kept for all places that do ([KeptRows]).
/// Dictionaries are kept as their values. Two are equal if they are the same.
final class KeptQuery implements QueryDataset {
    private final String name;
    private final LogicalPlan query;
    private final Schema schema;

    KeptQuery(String name, LogicalPlan query) {
        this.name = name;
        this.query = query;
        this.schema = new Schema(query.schema().fields().stream()
                .map(field -> new Field(field.name(), field.type().decoded(), field.nullable()))
                .toList());
    }

    @Override
    public List<LogicalPlan> queries() {
        return List.of(query);
    }

    @Override
    public KeptQuery over(List<LogicalPlan> queries) {
        return new KeptQuery(name, queries.getFirst());
    }

    @Override
    public boolean streams() {
        return false;
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public String describe() {
        return name + ", which runs once and is kept";
    }

    @Override
    public BatchSource scan(Scan scan, QueryContext context) {
        return context.shared()
                .get(this, KeptRows.class, () -> new KeptRows(query, context))
                .source(scan.columns());
    }
}

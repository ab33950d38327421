package dev.sheaf.sql;

import dev.sheaf.column.Schema;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.SourceStats;
import dev.sheaf.testing.Tables;

/// A dataset for plans that nobody runs: a name and a schema.
record NamedSchema(String name, Schema schema) implements Dataset {

    /// A dataset of columns written `name:type`.
    static NamedSchema of(String name, String... columns) {
        return new NamedSchema(name, Tables.of(columns).sample().schema());
    }

    @Override
    public SourceStats stats() {
        return SourceStats.ofRows(0);
    }

    @Override
    public String describe() {
        return name;
    }

    @Override
    public BatchSource scan(Scan scan, QueryContext context) {
        throw new AssertionError("the dataset " + name + " has no rows to scan");
    }
}

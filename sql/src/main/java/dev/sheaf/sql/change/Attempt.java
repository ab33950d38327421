package dev.sheaf.sql.change;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.change.catalogue.Catalogue;
import dev.sheaf.sql.change.catalogue.Entry;
import java.util.function.UnaryOperator;

/// A change that aborts the transaction of the session if it fails while it is made.
record Attempt(RowChange change, Catalogue catalogue) implements RowChange {
    @Override
    public Entry.Made made() {
        return change.made();
    }

    @Override
    public Schema given() {
        return change.given();
    }

    @Override
    public long count(QueryContext context) {
        return catalogue.attempt(() -> change.count(context));
    }

    @Override
    public Table rows(UnaryOperator<Table> given, QueryContext context) {
        return catalogue.attempt(() -> change.rows(given, context));
    }
}

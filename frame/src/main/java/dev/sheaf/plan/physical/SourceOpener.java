package dev.sheaf.plan.physical;

import dev.sheaf.column.Table;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;

/// What an operator asks for its input.
interface SourceOpener {
    QueryContext context();

    /// The rows of a plan as a stream, which the caller closes.
    BatchSource open(PhysicalPlan plan);

    /// The rows of a table, which stays the caller's, as a stream.
    BatchSource scan(Table table);
}

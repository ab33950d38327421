package dev.sheaf.plan.physical;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.plan.physical.rows.BatchStep;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import java.util.function.UnaryOperator;

/// What an operator asks for its input.
interface SourceOpener {
    QueryContext context();

    /// The rows of a plan as a stream, which the caller closes.
    BatchSource open(PhysicalPlan plan);

    /// The rows of a table, which stays the caller's, as a stream.
    BatchSource scan(Table table);

    /// Whether the rows of a plan lie in memory as one table when it is done, or did before.
    boolean isHeld(PhysicalPlan plan);

    /// The rows of a plan after a step that gives tables of `schema`, which the caller closes; batch by batch if the
    /// plan is a stream.
    Table table(PhysicalPlan plan, BatchStep step, Schema schema);

    /// The rows of `input` after a step that gives rows of `schema`. The schema is worked out before the input
    /// is opened, since that can fail, and a failure must not leave an open input.
    default BatchSource stepped(
            PhysicalPlan input, BatchStep step, Schema schema, UnaryOperator<SourceStats> statsAfter) {
        BatchSource source = open(input);
        try {
            return new SteppedSource(source, schema, statsAfter.apply(source.stats()), step);
        } catch (RuntimeException | Error failure) {
            source.close();
            throw failure;
        }
    }
}

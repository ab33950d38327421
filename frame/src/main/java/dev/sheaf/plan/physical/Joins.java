package dev.sheaf.plan.physical;

import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.physical.join.AsofShape;
import dev.sheaf.plan.physical.join.AsofStep;
import dev.sheaf.plan.physical.join.BuildTable;
import dev.sheaf.plan.physical.join.JoinShape;
import dev.sheaf.plan.physical.join.JoinSource;
import dev.sheaf.plan.physical.join.JoinSteps;
import dev.sheaf.plan.physical.join.RightRows;
import dev.sheaf.plan.physical.join.SpilledJoin;
import dev.sheaf.plan.physical.rows.BatchStep;
import dev.sheaf.plan.physical.rows.ExtraColumns;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.SourceStats;
import java.util.List;

/// Opens joins: the right side is collected, the left one a stream.
///
/// @param inputs opens the sides
record Joins(SourceOpener inputs, ScanHints hints) {
    /// The right side is collected here; pairs are formed by whoever pulls, unless it does not fit in memory.
    BatchSource open(PhysicalPlan.Join join) {
        JoinShape shape = new JoinShape(
                join.left().schema(), join.right().schema(), join.kind(), join.keys(), join.condition(), join.schema());
        try (LeftAhead left = LeftAhead.of(join, shape, inputs, hints)) {
            return RightRows.canSpill(shape, inputs.context())
                    ? joined(join, shape, left)
                    : joinedInMemory(join, shape, left);
        }
    }

    private BatchSource joined(PhysicalPlan.Join join, JoinShape shape, LeftAhead left) {
        try (RightRows right = new RightRows(shape, inputs.context())) {
            if (inputs.isHeld(join.right())) {
                try (Table held = inputs.table(
                        join.right(), BatchStep.NOTHING, join.right().schema())) {
                    if (right.fits(held)) {
                        return probed(join, shape, hashed(held, shape), left);
                    }
                    try (BatchSource rows = inputs.scan(held)) {
                        right.pull(rows);
                    }
                }
            } else {
                try (BatchSource rows = inputs.open(join.right())) {
                    right.pull(rows);
                }
            }
            return right.isSpilled()
                    ? spilled(join, right, left)
                    : probed(join, right.waitingShape(), right.build(), left);
        }
    }

    private BatchSource joinedInMemory(PhysicalPlan.Join join, JoinShape shape, LeftAhead left) {
        ExtraColumns keys = shape.rightKeys();
        try (Table keyed = inputs.table(join.right(), keys.step(), keys.schema())) {
            return probed(join, shape, BuildTable.of(keyed, keys, join.keys(), inputs.context()), left);
        }
    }

    private BuildTable hashed(Table rows, JoinShape shape) {
        ExtraColumns keys = shape.rightKeys();
        try (Table keyed = keys.step().apply(rows, inputs.context())) {
            return BuildTable.of(keyed, keys, shape.keys(), inputs.context());
        }
    }

    private BatchSource left(PhysicalPlan.Join join, LeftAhead ahead) {
        BatchSource pulled = ahead.take();
        return pulled == null ? inputs.open(join.left()) : pulled;
    }

    /// Takes over the right side.
    private BatchSource probed(PhysicalPlan.Join join, JoinShape shape, BuildTable build, LeftAhead left) {
        try {
            hints.addRight(join, build, shape);
            JoinSteps steps = new JoinSteps(shape);
            BatchSource pairs = new JoinSource(left(join, left), build, steps);
            return new RangeSource(pairs, 0, Long.MAX_VALUE);
        } catch (RuntimeException | Error failure) {
            build.close();
            throw failure;
        }
    }

    /// The rows of a join whose right side is in partitions, brought back into the order of the left side.
    private BatchSource spilled(PhysicalPlan.Join join, RightRows right, LeftAhead ahead) {
        try (SpilledJoin joined = right.join()) {
            List<SortKey> order = joined.order().stream()
                    .map(number -> new SortKey(number, SortDirection.ASCENDING))
                    .toList();
            List<String> columns = joined.columns();
            SortedStream sorted = new SortedStream(joined.schema(), order, join.schema(), inputs);
            return sorted.open(rows -> {
                try (BatchSource left = left(join, ahead)) {
                    joined.join(
                            left,
                            pairs -> rows.pull(new SteppedSource(
                                    pairs,
                                    joined.schema(),
                                    pairs.stats(),
                                    (batch, _) -> batch.table().select(columns))));
                }
            });
        }
    }

    private AsofStep asofStep(PhysicalPlan.AsofJoin join) {
        AsofShape shape =
                new AsofShape(join.left().schema(), join.right().schema(), join.kind(), join.keys(), join.nearest());
        ExtraColumns columns = shape.rightColumns();
        try (Table rows = inputs.table(join.right(), columns.step(), columns.schema())) {
            return AsofStep.of(shape, rows, inputs.context());
        }
    }

    /// The right side is collected and sorted here; whoever pulls finds the partners.
    BatchSource open(PhysicalPlan.AsofJoin join) {
        AsofStep step = asofStep(join);
        try {
            return inputs.stepped(join.left(), step, join.schema(), _ -> SourceStats.UNKNOWN);
        } catch (RuntimeException | Error failure) {
            step.close();
            throw failure;
        }
    }
}

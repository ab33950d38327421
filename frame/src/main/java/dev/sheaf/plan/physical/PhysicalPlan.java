package dev.sheaf.plan.physical;

import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.plan.JoinChecks;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.Nearest;
import dev.sheaf.plan.PlanChecks;
import dev.sheaf.plan.PlanSchemas;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowCall;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.Scan;
import java.util.List;
import java.util.Optional;

/// What runs: one node for each operator, in the form in which it is executed. Made by [Lowering] from an
/// optimized [dev.sheaf.plan.LogicalPlan].
///
/// [Read], [Filter], [Project], [Limit] and [Unnest] pass batches on as they come, [Join] those of its left
/// side; the others take in all rows before the first comes out.
public sealed interface PhysicalPlan {

    /// The columns of the result.
    Schema schema();

    /// No rows.
    record Empty(Schema schema) implements PhysicalPlan {}

    /// The rows of a dataset.
    record Read(Dataset dataset, Scan scan) implements PhysicalPlan {
        @Override
        public Schema schema() {
            return PlanSchemas.of(this, () -> dataset.schema().select(scan.columns()));
        }
    }

    /// Some columns of the rows for which `condition` is true.
    record Filter(PhysicalPlan input, Expr condition, List<String> columns) implements PhysicalPlan {
        @Override
        public Schema schema() {
            return PlanSchemas.of(this, () -> input.schema().select(columns));
        }
    }

    /// The values of expressions for each row.
    record Project(PhysicalPlan input, List<Expr> expressions) implements PhysicalPlan {
        @Override
        public Schema schema() {
            return PlanSchemas.of(this, () -> PlanChecks.rowSchema(expressions, input.schema()));
        }
    }

    /// At most `count` rows after the first `offset`; stops reading when it has them.
    record Limit(PhysicalPlan input, long offset, long count) implements PhysicalPlan {
        @Override
        public Schema schema() {
            return PlanSchemas.of(this, input::schema);
        }
    }

    /// A row for each element of a list column.
    record Unnest(PhysicalPlan input, String column) implements PhysicalPlan {
        @Override
        public Schema schema() {
            return PlanSchemas.of(this, () -> PlanChecks.unnestSchema(column, input.schema()));
        }
    }

    /// A column of random numbers more.
    record Randomized(PhysicalPlan input, String column, long seed) implements PhysicalPlan {
        @Override
        public Schema schema() {
            return PlanSchemas.of(this, () -> PlanChecks.randomSchema(column, input.schema()));
        }
    }

    /// A group-by, run by whichever backend is best at it.
    record GroupBy(PhysicalPlan input, GroupByRequest request) implements PhysicalPlan {
        @Override
        public Schema schema() {
            return PlanSchemas.of(
                    this, () -> PlanChecks.groupSchema(request.keys(), request.aggregates(), input.schema()));
        }
    }

    /// All rows, ordered.
    record Sort(PhysicalPlan input, List<SortKey> keys) implements PhysicalPlan {
        @Override
        public Schema schema() {
            return PlanSchemas.of(this, input::schema);
        }
    }

    /// The rows `offset` to `offset + count` of the ordered rows; holds about twice as many at a time.
    record TopN(PhysicalPlan input, List<SortKey> keys, long offset, long count) implements PhysicalPlan {
        @Override
        public Schema schema() {
            return PlanSchemas.of(this, input::schema);
        }
    }

    /// The input's columns and one for each call.
    record Window(PhysicalPlan input, List<WindowCall> calls) implements PhysicalPlan {
        @Override
        public Schema schema() {
            return PlanSchemas.of(this, () -> PlanChecks.windowSchema(calls, input.schema()));
        }
    }

    /// The first `count` rows of each partition in the order of a ROW_NUMBER call, and their numbers.
    record GroupTopN(PhysicalPlan input, WindowCall call, int count) implements PhysicalPlan {
        @Override
        public Schema schema() {
            return PlanSchemas.of(this, () -> PlanChecks.windowSchema(List.of(call), input.schema()));
        }
    }

    /// Some columns of pairs of rows of two inputs, in the order of the inputs; the right one is held in memory if
    /// it fits. Both expressions of a key have one type. Never RIGHT: [Lowering] exchanges the sides.
    record Join(
            PhysicalPlan left,
            PhysicalPlan right,
            JoinKind kind,
            List<JoinKey> keys,
            Optional<Expr> condition,
            List<String> columns)
            implements PhysicalPlan {
        @Override
        public Schema schema() {
            return PlanSchemas.of(
                    this,
                    () -> JoinChecks.schema(left.schema(), right.schema(), kind).select(columns));
        }
    }

    /// Left rows with the nearest of the right rows of equal keys; the right side is held in memory, sorted. Both
    /// expressions of a key, and of what is nearest, have one type.
    record AsofJoin(PhysicalPlan left, PhysicalPlan right, JoinKind kind, List<JoinKey> keys, Nearest nearest)
            implements PhysicalPlan {
        @Override
        public Schema schema() {
            return PlanSchemas.of(this, () -> JoinChecks.schema(left.schema(), right.schema(), kind));
        }
    }
}

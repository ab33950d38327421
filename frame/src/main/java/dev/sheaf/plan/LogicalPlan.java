package dev.sheaf.plan;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.query.Dataset;
import java.util.List;
import java.util.Optional;

/// What a query asks for, as a tree: each node takes the rows of the node below it. Immutable; equal queries
/// are equal records.
///
/// Every constructor checks its expressions against the input's schema, so that a plan that exists has names
/// and types that fit. An unknown column, a wrong type or two result columns of one name is an
/// [IllegalArgumentException]; the message says what was asked, what there is, and what to do.
public sealed interface LogicalPlan {

    /// The columns of the result.
    Schema schema();

    /// The rows of a dataset, in its order.
    ///
    /// `filter` is a hint by which the dataset may skip rows; the plan filters again above.
    record Scan(Dataset dataset, List<String> columns, Optional<Expr> filter) implements LogicalPlan {
        public Scan {
            columns = List.copyOf(columns);
            dataset.schema().select(columns);
            filter.ifPresent(condition -> PlanChecks.condition(condition, dataset.schema()));
        }

        @Override
        public Schema schema() {
            return PlanSchemas.of(this, () -> dataset.schema().select(columns));
        }
    }

    /// The rows for which `condition` is true, in input order.
    record Filter(LogicalPlan input, Expr condition) implements LogicalPlan {
        public Filter {
            PlanChecks.condition(condition, input.schema());
        }

        @Override
        public Schema schema() {
            return PlanSchemas.of(this, input::schema);
        }
    }

    /// For each row the values of `expressions`, each under its [Expr#outputName()].
    record Project(LogicalPlan input, List<Expr> expressions) implements LogicalPlan {
        public Project {
            expressions = List.copyOf(expressions);
            PlanSchemas.keep(this, PlanChecks.rowSchema(expressions, input.schema()));
        }

        @Override
        public Schema schema() {
            return PlanSchemas.kept(this);
        }
    }

    /// One row for each combination of `keys` that occurs: the keys, then the aggregates, each of which is an
    /// [Expr.Aggregate], aliased or not. Without keys one row, even of no rows.
    record Aggregate(LogicalPlan input, List<Expr> keys, List<Expr> aggregates, GroupByOptions options)
            implements LogicalPlan {
        public Aggregate {
            keys = List.copyOf(keys);
            aggregates = List.copyOf(aggregates);
            PlanSchemas.keep(this, PlanChecks.groupSchema(keys, aggregates, input.schema()));
        }

        @Override
        public Schema schema() {
            return PlanSchemas.kept(this);
        }
    }

    /// The input's columns and one more for each call; rows stay in input order.
    record Window(LogicalPlan input, List<WindowCall> calls) implements LogicalPlan {
        public Window {
            calls = List.copyOf(calls);
            PlanSchemas.keep(this, PlanChecks.windowSchema(calls, input.schema()));
        }

        @Override
        public Schema schema() {
            return PlanSchemas.kept(this);
        }
    }

    /// The rows in the order of `keys`, the first key counting most; ties in input order.
    record Sort(LogicalPlan input, List<SortKey> keys) implements LogicalPlan {
        public Sort {
            keys = List.copyOf(keys);
            PlanChecks.sortKeys(keys, input.schema());
        }

        @Override
        public Schema schema() {
            return PlanSchemas.of(this, input::schema);
        }
    }

    /// At most `count` rows in input order, after leaving out the first `offset`. A count of Long.MAX_VALUE
    /// means all.
    record Limit(LogicalPlan input, long offset, long count) implements LogicalPlan {
        public Limit {
            if (offset < 0 || count < 0) {
                throw new IllegalArgumentException(
                        "limit and offset are 0 or more, not limit " + count + " offset " + offset);
            }
        }

        @Override
        public Schema schema() {
            return PlanSchemas.of(this, input::schema);
        }
    }

    /// Each distinct row once, in any order. Nulls are equal to each other.
    record Distinct(LogicalPlan input) implements LogicalPlan {
        public Distinct {
            if (input.schema().size() == 0) {
                throw new IllegalArgumentException("distinct rows need at least one column");
            }
        }

        @Override
        public Schema schema() {
            return PlanSchemas.of(this, input::schema);
        }
    }

    /// A row for each element of the lists in `column`, the other columns repeated; a null or empty list gives
    /// one row with null.
    record Unnest(LogicalPlan input, String column) implements LogicalPlan {
        public Unnest {
            PlanSchemas.keep(this, PlanChecks.unnestSchema(column, input.schema()));
        }

        @Override
        public Schema schema() {
            return PlanSchemas.kept(this);
        }
    }

    /// The rows with one more column of random numbers from 0 to below 1, float64. They depend on `seed` and the
    /// place of the row alone: over the same rows in the same order they are the same, whatever the threads.
    record Randomized(LogicalPlan input, String column, long seed) implements LogicalPlan {
        public Randomized {
            PlanSchemas.keep(this, PlanChecks.randomSchema(column, input.schema()));
        }

        @Override
        public Schema schema() {
            return PlanSchemas.kept(this);
        }
    }

    /// Pairs of a left and a right row whose `keys` are equal and for which `condition`, over the columns of
    /// both, is true; see [JoinKind] for the rows that have no partner. Without keys every pair is looked at.
    ///
    /// The columns are those of the left side, then those of the right one unless it gives none. Both sides
    /// need names of their own. Row order: that of the left rows, each with its partners in the order of the
    /// right side, for all kinds but RIGHT; unmatched right rows come last. Cost: the right side lies in memory
    /// with 16 bytes a row more, the left one streams by.
    record Join(LogicalPlan left, LogicalPlan right, JoinKind kind, List<JoinKey> keys, Optional<Expr> condition)
            implements LogicalPlan {
        public Join {
            keys = List.copyOf(keys);
            JoinChecks.check(left.schema(), right.schema(), keys, condition);
        }

        @Override
        public Schema schema() {
            return PlanSchemas.of(this, () -> JoinChecks.schema(left.schema(), right.schema(), kind));
        }
    }

    /// Each left row with the one right row whose `keys` are equal and that is `nearest`: with nulls if there
    /// is none (LEFT), or left out (INNER). SEMI gives the left rows that have one, ANTI the others. Of right
    /// rows that are as near the last one counts for `>=` and `>`, the first one for `<=` and `<`.
    ///
    /// Columns and row order are those of [Join]. Cost: the right side lies in memory, sorted by keys and
    /// value; a left row is found by a search that begins where the one before ended.
    record AsofJoin(LogicalPlan left, LogicalPlan right, JoinKind kind, List<JoinKey> keys, Nearest nearest)
            implements LogicalPlan {
        public AsofJoin {
            keys = List.copyOf(keys);
            JoinChecks.checkAsof(left.schema(), right.schema(), kind, keys, nearest);
        }

        @Override
        public Schema schema() {
            return PlanSchemas.of(this, () -> JoinChecks.schema(left.schema(), right.schema(), kind));
        }
    }

    /// The rows of a table, which the caller keeps open while the plan is in use.
    record Values(Table table) implements LogicalPlan {
        @Override
        public Schema schema() {
            return table.schema();
        }
    }

    /// The nodes directly below this one.
    default List<LogicalPlan> inputs() {
        return switch (this) {
            case Scan _, Values _ -> List.of();
            case Filter(LogicalPlan input, Expr _) -> List.of(input);
            case Project(LogicalPlan input, List<Expr> _) -> List.of(input);
            case Aggregate aggregate -> List.of(aggregate.input());
            case Window(LogicalPlan input, List<WindowCall> _) -> List.of(input);
            case Sort(LogicalPlan input, List<SortKey> _) -> List.of(input);
            case Limit(LogicalPlan input, long _, long _) -> List.of(input);
            case Distinct(LogicalPlan input) -> List.of(input);
            case Unnest(LogicalPlan input, String _) -> List.of(input);
            case Randomized(LogicalPlan input, String _, long _) -> List.of(input);
            case Join join -> List.of(join.left(), join.right());
            case AsofJoin join -> List.of(join.left(), join.right());
        };
    }

    /// The same node over other inputs, as many as it has.
    default LogicalPlan over(List<LogicalPlan> inputs) {
        return switch (this) {
            case Join old -> new Join(inputs.getFirst(), inputs.getLast(), old.kind(), old.keys(), old.condition());
            case AsofJoin old ->
                new AsofJoin(inputs.getFirst(), inputs.getLast(), old.kind(), old.keys(), old.nearest());
            default -> inputs.isEmpty() ? this : over(inputs.getFirst());
        };
    }

    /// The same node over another input; a node without input stays as it is.
    ///
    /// @throws IllegalStateException for a join, which has two
    default LogicalPlan over(LogicalPlan input) {
        return switch (this) {
            case Scan _, Values _ -> this;
            case Filter(LogicalPlan _, Expr condition) -> new Filter(input, condition);
            case Project(LogicalPlan _, List<Expr> expressions) -> new Project(input, expressions);
            case Aggregate old -> new Aggregate(input, old.keys(), old.aggregates(), old.options());
            case Window(LogicalPlan _, List<WindowCall> calls) -> new Window(input, calls);
            case Sort(LogicalPlan _, List<SortKey> keys) -> new Sort(input, keys);
            case Limit(LogicalPlan _, long offset, long count) -> new Limit(input, offset, count);
            case Distinct _ -> new Distinct(input);
            case Unnest(LogicalPlan _, String column) -> new Unnest(input, column);
            case Randomized(LogicalPlan _, String column, long seed) -> new Randomized(input, column, seed);
            case Join _, AsofJoin _ -> throw new IllegalStateException("a join has two inputs");
        };
    }
}

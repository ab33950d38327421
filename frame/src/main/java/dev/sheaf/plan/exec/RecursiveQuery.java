package dev.sheaf.plan.exec;

import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.QueryDataset;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import java.util.List;
import java.util.Optional;

/// A query that reads its own rows, as WITH RECURSIVE: those of a first query, then again and again those that a step
/// makes of the rows of the step before, until it makes none.
///
/// The step reads the rows before it as a leaf, [#readingItself]. With `distinct` each row is given once and taken by
/// the next step once; nulls are equal to each other. Rows come step by step, as they are pulled: a limit ends a
/// recursion that has no end. Cost: each step is a run of its query; the rows of one step are stored, on disk where
/// memory is short, and of distinct rows all, in memory. Two are equal if they are the same.
public final class RecursiveQuery implements QueryDataset {
    private final String name;
    private final WorkingRows working;
    private final LogicalPlan first;
    private final LogicalPlan step;
    private final boolean distinct;
    private final Optional<Keyed> keyed;

    /// That there is a row for each key, and the leaf that stands for all of them in a step.
    private record Keyed(List<String> keys, WorkingRows whole) {}

    private RecursiveQuery(
            String name,
            WorkingRows working,
            LogicalPlan first,
            LogicalPlan step,
            boolean distinct,
            Optional<Keyed> keyed) {
        this.name = name;
        this.keyed = keyed;
        this.working = working;
        this.first = first;
        this.step = step;
        this.distinct = distinct;
    }

    /// The leaf that stands in a step for the rows of the step before, of the columns of the first query.
    public static LogicalPlan readingItself(String name, LogicalPlan first) {
        Schema schema = new Schema(first.schema().fields().stream()
                .map(field -> new Field(field.name(), field.type().decoded()))
                .toList());
        return new LogicalPlan.Scan(new WorkingRows(name, schema), schema.names(), Optional.empty());
    }

    /// The rows of a first query and a step that reads `itself`, in the same columns.
    ///
    /// @throws IllegalArgumentException if columns differ in name or type
    public static LogicalPlan of(
            String name, LogicalPlan itself, LogicalPlan first, LogicalPlan step, boolean distinct) {
        return of(name, itself, first, step, distinct, Optional.empty());
    }

    /// The same with one row for each key: that of a later step replaces it. The step may read all rows so far, too, as
    /// a leaf like the one for those of the step before. A step of `distinct` has no row that is there already.
    ///
    /// @throws IllegalArgumentException as the other
    public static LogicalPlan keyed(
            String name,
            LogicalPlan itself,
            LogicalPlan whole,
            List<String> keys,
            LogicalPlan first,
            LogicalPlan step,
            boolean distinct) {
        return of(name, itself, first, step, distinct, Optional.of(new Keyed(List.copyOf(keys), rows(whole))));
    }

    private static WorkingRows rows(LogicalPlan leaf) {
        return (WorkingRows) ((LogicalPlan.Scan) leaf).dataset();
    }

    private static LogicalPlan of(
            String name,
            LogicalPlan itself,
            LogicalPlan first,
            LogicalPlan step,
            boolean distinct,
            Optional<Keyed> keyed) {
        WorkingRows working = rows(itself);
        for (Field field : working.schema().fields()) {
            if (!step.schema().names().equals(working.schema().names())
                    || !step.schema().type(field.name()).decoded().equals(field.type())) {
                throw new IllegalArgumentException("a step of a recursion has the columns of its first query, "
                        + working.schema() + ", not " + step.schema());
            }
        }
        RecursiveQuery query = new RecursiveQuery(name, working, first, step, distinct, keyed);
        return new LogicalPlan.Scan(query, query.schema().names(), Optional.empty());
    }

    @Override
    public List<LogicalPlan> queries() {
        return List.of(first, step);
    }

    @Override
    public Dataset over(List<LogicalPlan> queries) {
        return new RecursiveQuery(name, working, queries.getFirst(), queries.getLast(), distinct, keyed);
    }

    @Override
    public Schema schema() {
        return working.schema();
    }

    @Override
    public String describe() {
        return name + ", which reads itself";
    }

    @Override
    public BatchSource scan(Scan scan, QueryContext context) {
        return keyed.<BatchSource>map(by ->
                        new KeyedSource(working, by.whole(), by.keys(), first, step, distinct, scan.columns(), context))
                .orElseGet(() -> new RecursiveSource(working, first, step, distinct, scan.columns(), context));
    }
}

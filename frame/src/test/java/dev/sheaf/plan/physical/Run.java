package dev.sheaf.plan.physical;

import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.exec.Executor;
import dev.sheaf.plan.physical.rows.BatchCollector;
import dev.sheaf.plan.physical.rows.BatchStep;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.testing.Comparison;
import dev.sheaf.testing.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Runs plans in every way that must not matter: on one thread and on several, in tiny batches and in whole ones,
/// collected, delivered in order and pulled as a stream, optimized and as written.
public final class Run {
    private Run() {}

    /// A few rows with nulls and equal keys.
    public static Table numbers(MemoryPool pool) {
        return Tables.of("k:string", "v:int32", "x:float64")
                .row("a", 3, 0.5)
                .row("b", null, 1.5)
                .row("a", 1, null)
                .row(null, 7, -2.0)
                .row("b", 3, 4.0)
                .row("c", 1, 0.25)
                .row("a", null, 8.0)
                .build(pool);
    }

    /// Contexts of 1 and 4 threads, with batches of 2 rows, which are sorted on disk, and of the usual size.
    public static List<QueryContext> contexts(MemoryPool pool) {
        List<QueryContext> contexts = new ArrayList<>();
        for (int threads : new int[] {1, 4}) {
            for (String rows : new String[] {"2", "65536"}) {
                contexts.add(QueryContext.builder()
                        .pool(pool)
                        .threads(threads)
                        .settings(new Settings(
                                rows.equals("2")
                                        ? Map.of(
                                                "morsel.rows",
                                                rows,
                                                "sort.spill.bytes",
                                                "150",
                                                "join.spill.bytes",
                                                "150",
                                                "join.ahead.rows",
                                                "3")
                                        : Map.of("morsel.rows", rows)))
                        .build());
            }
        }
        return contexts;
    }

    /// Asserts what a plan gives, rows in order.
    public static void gives(LogicalPlan plan, Tables.Rows expected, MemoryPool pool) {
        gives(plan, expected, Comparison.ORDERED, pool);
    }

    /// Asserts what a plan gives, rows in any order.
    public static void givesInAnyOrder(LogicalPlan plan, Tables.Rows expected, MemoryPool pool) {
        gives(plan, expected, Comparison.ANY_ORDER, pool);
    }

    private static void gives(LogicalPlan plan, Tables.Rows expected, Comparison comparison, MemoryPool pool) {
        for (QueryContext context : contexts(pool)) {
            try (Table table = Executor.collect(plan, context)) {
                Tables.assertSame(expected, table, comparison);
            }
            try (Table table = asWritten(plan, context)) {
                Tables.assertSame(expected, table, comparison);
            }
            try (Table table = delivered(plan, context)) {
                Tables.assertSame(expected, table, comparison);
            }
            try (Table table = streamed(plan, context)) {
                Tables.assertSame(expected, table, comparison);
            }
        }
    }

    /// The result of a plan that no rule has touched.
    public static Table asWritten(LogicalPlan plan, QueryContext context) {
        return new Operators(context).table(Lowering.lower(plan));
    }

    private static Table delivered(LogicalPlan plan, QueryContext context) {
        List<Table> tables = new ArrayList<>();
        try {
            Executor.forEach(plan, context, table -> tables.add(table.retain()));
            return dev.sheaf.column.Concat.tables(plan.schema(), tables, context.pool());
        } finally {
            tables.forEach(Table::close);
        }
    }

    private static Table streamed(LogicalPlan plan, QueryContext context) {
        try (BatchSource source = Executor.execute(plan, context);
                BatchCollector batches = BatchCollector.pull(source, BatchStep.NOTHING, context)) {
            return batches.toTable(plan.schema(), context);
        }
    }
}

package dev.sheaf.plan.exec;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.plan.SortKey.ascending;
import static dev.sheaf.plan.SortKey.descending;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.Order;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.LogicalPlan.Aggregate;
import dev.sheaf.plan.LogicalPlan.Distinct;
import dev.sheaf.plan.LogicalPlan.Filter;
import dev.sheaf.plan.LogicalPlan.Limit;
import dev.sheaf.plan.LogicalPlan.Project;
import dev.sheaf.plan.LogicalPlan.Sort;
import dev.sheaf.plan.LogicalPlan.Unnest;
import dev.sheaf.plan.LogicalPlan.Values;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.physical.Run;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.Comparison;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.RandomTables;
import dev.sheaf.testing.Sample;
import dev.sheaf.testing.Tables;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class ExecutorTest {
    @Test
    void valuesGiveTheirRows(MemoryPool pool) {
        try (Table table = Run.numbers(pool)) {
            Run.gives(
                    new Limit(new Values(table), 0, 2),
                    Tables.of("k:string", "v:int32", "x:float64")
                            .row("a", 3, 0.5)
                            .row("b", null, 1.5),
                    pool);
        }
    }

    @Test
    void filterKeepsRowsInOrder(MemoryPool pool) {
        try (Table table = Run.numbers(pool)) {
            Run.gives(
                    new Filter(new Values(table), col("v").le(3)),
                    Tables.of("k:string", "v:int32", "x:float64")
                            .row("a", 3, 0.5)
                            .row("a", 1, null)
                            .row("b", 3, 4.0)
                            .row("c", 1, 0.25),
                    pool);
        }
    }

    @Test
    void projectComputesRowByRow(MemoryPool pool) {
        try (Table table = Run.numbers(pool)) {
            Run.gives(
                    new Limit(
                            new Project(
                                    new Values(table), List.of(col("v").plus(1).as("w"), col("k"), lit(9).as("nine"))),
                            2,
                            3),
                    Tables.of("w:int32", "k:string", "nine:int32")
                            .row(2, "a", 9)
                            .row(8, null, 9)
                            .row(4, "b", 9),
                    pool);
        }
    }

    @Test
    void limitAndOffsetCountFilteredRowsInOrder(MemoryPool pool) {
        try (Table table = Run.numbers(pool)) {
            LogicalPlan valid = new Filter(new Values(table), col("x").isNotNull());
            Tables.Rows all = Tables.of("k:string", "v:int32", "x:float64")
                    .row("b", 3, 4.0)
                    .row("c", 1, 0.25)
                    .row("a", null, 8.0);
            Run.gives(new Limit(valid, 3, Long.MAX_VALUE), all, pool);
            Run.gives(new Limit(valid, 3, 3), all, pool);
            Run.gives(new Limit(valid, 3, 99), all, pool);
            Run.gives(new Limit(valid, 99, 1), Tables.of("k:string", "v:int32", "x:float64"), pool);
            Run.gives(new Limit(valid, 1, 0), Tables.of("k:string", "v:int32", "x:float64"), pool);
        }
    }

    @Test
    void groupByGivesOneRowForEachKeyWithNullsAsOne(MemoryPool pool) {
        try (Table table = Run.numbers(pool)) {
            Run.givesInAnyOrder(
                    new Aggregate(
                            new Values(table),
                            List.of(col("k")),
                            List.of(sum("v").as("s"), count().as("n"), max("x").filter(col("v").gt(1))),
                            GroupByOptions.DEFAULT),
                    Tables.of("k:string", "s:int64", "n:int64", "max(x) filter (where (v > 1)):float64")
                            .row("a", 4, 3, 0.5)
                            .row("b", 3, 2, 4.0)
                            .row("c", 1, 1, null)
                            .row(null, 7, 1, -2.0),
                    pool);
        }
    }

    @Test
    void groupByOfComputedKeysOverFilteredRowsKeepsFirstAppearance(MemoryPool pool) {
        try (Table table = Run.numbers(pool)) {
            LogicalPlan rows = new Project(
                    new Filter(new Values(table), col("v").isNotNull()),
                    List.of(col("v").mod(2).as("odd"), col("v").times(10).as("tens")));
            Run.gives(
                    new Aggregate(
                            rows,
                            List.of(col("odd")),
                            List.of(sum("tens")),
                            GroupByOptions.DEFAULT.with(Order.FIRST_APPEARANCE)),
                    Tables.of("odd:int32", "sum(tens):int64").row(1, 150),
                    pool);
        }
    }

    @Test
    void aggregateWithoutKeysGivesOneRowEvenOfNone(MemoryPool pool) {
        try (Table table = Run.numbers(pool)) {
            Run.gives(
                    new Aggregate(
                            new Filter(new Values(table), col("v").gt(100)),
                            List.of(),
                            List.of(count().as("n"), sum("v").as("s")),
                            GroupByOptions.DEFAULT),
                    Tables.of("n:int64", "s:int64").row(0, null),
                    pool);
        }
    }

    @Test
    void countingReadsNoColumn(MemoryPool pool) {
        try (Table table = Run.numbers(pool)) {
            Run.gives(
                    new Aggregate(new Values(table), List.of(), List.of(count().as("n")), GroupByOptions.DEFAULT),
                    Tables.of("n:int64").row(7),
                    pool);
        }
    }

    @Test
    void distinctGivesEachRowOnce(MemoryPool pool) {
        try (Table table = Run.numbers(pool)) {
            Run.givesInAnyOrder(
                    new Distinct(new Project(new Values(table), List.of(col("v")))),
                    Tables.of("v:int32").row(3).row((Object) null).row(1).row(7),
                    pool);
        }
    }

    @Test
    void sortPutsNullsLastAndKeepsTies(MemoryPool pool) {
        try (Table table = Run.numbers(pool)) {
            Run.gives(
                    new Project(new Sort(new Values(table), List.of(descending("v"))), List.of(col("v"), col("x"))),
                    Tables.of("v:int32", "x:float64")
                            .row(7, -2.0)
                            .row(3, 0.5)
                            .row(3, 4.0)
                            .row(1, null)
                            .row(1, 0.25)
                            .row(null, 1.5)
                            .row(null, 8.0),
                    pool);
        }
    }

    @Test
    void sortByExpressionsAndSeveralKeys(MemoryPool pool) {
        try (Table table = Run.numbers(pool)) {
            Run.gives(
                    new Project(
                            new Sort(
                                    new Values(table),
                                    List.of(ascending("k").nullsFirst(), descending(col("x").negate()))),
                            List.of(col("k"), col("x"))),
                    Tables.of("k:string", "x:float64")
                            .row(null, -2.0)
                            .row("a", 0.5)
                            .row("a", 8.0)
                            .row("a", null)
                            .row("b", 1.5)
                            .row("b", 4.0)
                            .row("c", 0.25),
                    pool);
        }
    }

    @Test
    void topNIsTheBeginningOfTheSort(MemoryPool pool) {
        try (Table table = Run.numbers(pool)) {
            LogicalPlan sorted = new Sort(new Values(table), List.of(ascending("v"), descending(col("x").plus(1))));
            Run.gives(
                    new Limit(sorted, 1, 3),
                    Tables.of("k:string", "v:int32", "x:float64")
                            .row("a", 1, null)
                            .row("b", 3, 4.0)
                            .row("a", 3, 0.5),
                    pool);
            Run.gives(
                    new Limit(sorted, 6, 100),
                    Tables.of("k:string", "v:int32", "x:float64").row("b", null, 1.5),
                    pool);
            Run.gives(new Limit(sorted, 7, 100), Tables.of("k:string", "v:int32", "x:float64"), pool);
        }
    }

    @Test
    void topNComputesWhatItIsNotSortedByAfterwards(MemoryPool pool) {
        try (Table table = Run.numbers(pool)) {
            LogicalPlan rows = new Project(
                    new Filter(new Values(table), col("v").isNotNull()),
                    List.of(
                            call(Function.UPPER, col("k")).as("name"),
                            col("v").plus(1).as("more")));
            LogicalPlan sorted = new Sort(rows, List.of(ascending("more"), descending("name")));
            for (QueryContext context : Run.contexts(pool)) {
                try (Table all = Executor.collect(sorted, context);
                        Table middle = all.slice(1, 3);
                        Table first = Executor.collect(new Limit(sorted, 1, 3), context)) {
                    assertThat(first.schema()).isEqualTo(all.schema());
                    Tables.assertSame(Sample.of(middle), Sample.of(first), Comparison.ORDERED);
                }
            }
        }
    }

    @Test
    void topNOfFilteredRowsIsTheBeginningOfTheirSort(MemoryPool pool) {
        RandomCases.run(60, random -> {
            RandomTables tables = new RandomTables(random);
            Schema schema = Schema.of(
                    new Field("n", DataType.INT32), new Field("a", tables.anyType()), new Field("b", tables.anyType()));
            int rows = random.nextInt(0, 9_000);
            try (Table drawn = tables.sample(schema, rows).build(pool)) {
                LogicalPlan filtered = new Filter(new Values(drawn), condition(random));
                SortKey key = random.nextBoolean() ? ascending("a") : descending(lit(1).dividedBy(col("n")));
                LogicalPlan sorted = new Sort(filtered, List.of(key, descending("b")));
                beginsLike(sorted, random.nextInt(1, 40), random.nextInt(0, 3), pool);
            }
        });
    }

    private static Expr condition(SplittableRandom random) {
        return switch (random.nextInt(3)) {
            case 0 -> col("n").isNotNull().and(col("n").ne(50));
            case 1 -> col("n").lt(20);
            default -> col("n").lt(-1_000_000_000).and(col("n").ne(50));
        };
    }

    private static void beginsLike(LogicalPlan sorted, int count, int offset, MemoryPool pool) {
        for (QueryContext context : Run.contexts(pool)) {
            try (Table all = Executor.collect(sorted, context);
                    Table part =
                            all.slice(Math.min(offset, all.rowCount()), Math.clamp(all.rowCount() - offset, 0, count));
                    Table first = Executor.collect(new Limit(sorted, offset, count), context)) {
                Tables.assertSame(Sample.of(part), Sample.of(first), Comparison.ORDERED);
            }
        }
    }

    @Test
    void unnestGivesEachElementARowAndEmptyListsOneOfNull(MemoryPool pool) {
        try (Table table = Tables.of("k:string", "l:list<int32>", "n:int32")
                .row("a", List.of(1, 2, 3), 1)
                .row("b", List.of(), 2)
                .row("c", null, 3)
                .row("d", List.of(4), 4)
                .build(pool)) {
            Run.gives(
                    new Unnest(new Values(table), "l"),
                    Tables.of("k:string", "l:int32", "n:int32")
                            .row("a", 1, 1)
                            .row("a", 2, 1)
                            .row("a", 3, 1)
                            .row("b", null, 2)
                            .row("c", null, 3)
                            .row("d", 4, 4),
                    pool);
            Run.gives(
                    new Limit(new Filter(new Unnest(new Values(table), "l"), col("l").ne(2)), 1, 2),
                    Tables.of("k:string", "l:int32", "n:int32").row("a", 3, 1).row("d", 4, 4),
                    pool);
        }
    }

    @Test
    void unnestOfListsThatAllHaveElementsGivesTheseOnce(MemoryPool pool) {
        try (Table table = Tables.of("k:string", "l:list<int32>")
                        .row("a", java.util.Arrays.asList(1, null))
                        .row("b", List.of(3))
                        .row("c", List.of(4, 5))
                        .build(pool);
                Table last = table.slice(1, 2)) {
            Run.gives(
                    new Unnest(new Values(table), "l"),
                    Tables.of("k:string", "l:int32")
                            .row("a", 1)
                            .row("a", null)
                            .row("b", 3)
                            .row("c", 4)
                            .row("c", 5),
                    pool);
            Run.gives(
                    new Unnest(new Values(last), "l"),
                    Tables.of("k:string", "l:int32").row("b", 3).row("c", 4).row("c", 5),
                    pool);
        }
    }
}

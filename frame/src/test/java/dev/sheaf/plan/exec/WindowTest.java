package dev.sheaf.plan.exec;

import static dev.sheaf.expr.Expressions.argMin;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.collectList;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.maxBy;
import static dev.sheaf.expr.Expressions.minBy;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.plan.SortKey.ascending;
import static dev.sheaf.plan.SortKey.descending;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.frame.Over;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.Order;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.LogicalPlan.Aggregate;
import dev.sheaf.plan.LogicalPlan.Filter;
import dev.sheaf.plan.LogicalPlan.Project;
import dev.sheaf.plan.LogicalPlan.Sort;
import dev.sheaf.plan.LogicalPlan.Unnest;
import dev.sheaf.plan.LogicalPlan.Values;
import dev.sheaf.plan.LogicalPlan.Window;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowCall;
import dev.sheaf.plan.WindowFrame;
import dev.sheaf.plan.WindowFunction;
import dev.sheaf.plan.physical.Run;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import dev.sheaf.window.Frame;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class WindowTest {
    @Test
    void rankingsCountWithinPartitionsInInputOrder(MemoryPool pool) {
        List<Expr> byKey = List.of(col("k"));
        List<SortKey> order = List.of(descending("v"));
        try (Table table = Run.numbers(pool)) {
            Run.gives(
                    new Project(
                            new Window(
                                    new Values(table),
                                    List.of(
                                            new WindowCall("n", new WindowFunction.RowNumber(), byKey, order),
                                            new WindowCall("r", new WindowFunction.Rank(), List.of(), order),
                                            new WindowCall("d", new WindowFunction.DenseRank(), List.of(), order),
                                            new WindowCall("i", new WindowFunction.RowNumber(), List.of(), List.of()),
                                            new WindowCall("t", new WindowFunction.Rank(), byKey, List.of()))),
                            List.of(col("k"), col("v"), col("n"), col("r"), col("d"), col("i"), col("t"))),
                    Tables.of("k:string", "v:int32", "n:int64", "r:int64", "d:int64", "i:int64", "t:int64")
                            .row("a", 3, 1, 2, 2, 1, 1)
                            .row("b", null, 2, 6, 4, 2, 1)
                            .row("a", 1, 2, 4, 3, 3, 1)
                            .row(null, 7, 1, 1, 1, 4, 1)
                            .row("b", 3, 1, 2, 2, 5, 1)
                            .row("c", 1, 1, 4, 3, 6, 1)
                            .row("a", null, 3, 6, 4, 7, 1),
                    pool);
        }
    }

    @Test
    void aggregatesOverPartitionsStandOnEachRow(MemoryPool pool) {
        try (Table table = Run.numbers(pool)) {
            Run.gives(
                    new Project(
                            new Window(
                                    new Values(table),
                                    List.of(aggregated("s", sum("v"), col("k")), aggregated("n", count()))),
                            List.of(col("k"), col("s"), col("n"))),
                    Tables.of("k:string", "s:int64", "n:int64")
                            .row("a", 4, 7)
                            .row("b", 3, 7)
                            .row("a", 4, 7)
                            .row(null, 7, 7)
                            .row("b", 3, 7)
                            .row("c", 1, 7)
                            .row("a", 4, 7),
                    pool);
        }
    }

    private static WindowCall aggregated(String name, Expr aggregate, Expr... by) {
        return new WindowCall(name, new WindowFunction.Aggregated((Expr.Aggregate) aggregate), List.of(by), List.of());
    }

    @Test
    void framesOfAllUnitsLookAtTheirRows(MemoryPool pool) {
        SortKey byValue = ascending("v");
        Over over = Over.over().orderBy(byValue);
        WindowFrame near = WindowFrame.range(byValue, lit(1), lit(2));
        try (Table table = Run.numbers(pool)) {
            Run.gives(
                    new Project(
                            new Window(
                                    new Values(table),
                                    List.of(
                                            over.of(sum("v").as("running")),
                                            over.frame(near).of(count().as("range")),
                                            over.frame(WindowFrame.groups(-1, 0).excluding(Frame.Exclusion.CURRENT_ROW))
                                                    .of(count().as("groups")),
                                            over.frame(WindowFrame.rows(-1, 1)).of(max("v").as("rows")))),
                            List.of(col("v"), col("running"), col("range"), col("groups"), col("rows"))),
                    Tables.of("v:int32", "running:int64", "range:int64", "groups:int64", "rows:int32")
                            .row(3, 8, 2, 3, 3)
                            .row(null, 15, 2, 2, 7)
                            .row(1, 2, 4, 1, 1)
                            .row(7, 15, 1, 2, 7)
                            .row(3, 8, 2, 3, 7)
                            .row(1, 2, 4, 1, 3)
                            .row(null, 15, 2, 2, null),
                    pool);
        }
    }

    @Test
    void otherRowsOfThePartitionGiveTheirValues(MemoryPool pool) {
        Over over = Over.over("k").orderBy(ascending("x"));
        try (Table table = Run.numbers(pool)) {
            Run.gives(
                    new Project(
                            new Window(
                                    new Values(table),
                                    List.of(
                                            over.shift(col("v").as("lag"), 1, -1),
                                            over.shift(col("k").as("lead"), -1),
                                            over.nth(col("v").as("second"), 2, true),
                                            over.frame(WindowFrame.PARTITION).nth(col("x").as("last"), -1, false),
                                            over.tile(2, "half"),
                                            over.percentRank("percent"),
                                            over.cumulativeShare("share"))),
                            List.of(
                                    col("lag"),
                                    col("lead"),
                                    col("second"),
                                    col("last"),
                                    col("half"),
                                    col("percent"),
                                    col("share"))),
                    Tables.of(
                                    "lag:int32",
                                    "lead:string",
                                    "second:int32",
                                    "last:float64",
                                    "half:int64",
                                    "percent:float64",
                                    "share:float64")
                            .row(-1, "a", null, null, 1, 0.0, 1 / 3.0)
                            .row(-1, "b", null, 4.0, 1, 0.0, 0.5)
                            .row(null, null, 1, null, 2, 1.0, 1.0)
                            .row(-1, null, null, -2.0, 1, 0.0, 1.0)
                            .row(null, null, null, 4.0, 2, 1.0, 1.0)
                            .row(-1, null, null, 0.25, 1, 0.0, 1.0)
                            .row(3, "a", null, null, 1, 0.5, 2 / 3.0),
                    pool);
        }
    }

    @Test
    void theFirstOfEquallyGoodRowsGivesItsValue(MemoryPool pool) {
        Over ordered = Over.over().orderBy("id");
        Over near = ordered.frame(WindowFrame.rows(-1, 1));
        Expr present =
                new Expr.Aggregate(new Aggregation.MaxBy(true), List.of(col("x"), col("y")), Optional.empty(), false);
        try (Table table = Tables.of("id:int32", "x:string", "y:int32")
                .row(1, "a", 2)
                .row(2, null, 5)
                .row(3, "c", 5)
                .row(4, "d", 1)
                .row(5, null, null)
                .row(6, "f", 5)
                .build(pool)) {
            Run.gives(
                    new Project(
                            new Window(
                                    new Values(table),
                                    List.of(
                                            near.of(maxBy("x", "y").as("most")),
                                            near.of(present.as("present")),
                                            ordered.frame(WindowFrame.of(
                                                            Frame.Unit.ROWS,
                                                            new Frame.Current(),
                                                            new Frame.Unbounded()))
                                                    .of(maxBy("x", "y").as("ahead")),
                                            ordered.frame(WindowFrame.running())
                                                    .of(minBy("x", "y").as("least")))),
                            List.of(col("most"), col("present"), col("ahead"), col("least"))),
                    Tables.of("most:string", "present:string", "ahead:string", "least:string")
                            .row(null, "a", null, "a")
                            .row(null, "c", null, "a")
                            .row(null, "c", "c", "a")
                            .row("c", "c", "f", "d")
                            .row("f", "f", "f", "d")
                            .row("f", "f", "f", "d"),
                    pool);
        }
    }

    @Test
    void whatAFrameCannotHaveIsRefused(MemoryPool pool) {
        Over ordered = Over.over("k").orderBy("x");
        try (Table table = Run.numbers(pool)) {
            assertThatThrownBy(() -> new Window(new Values(table), List.of(ordered.of(argMin("v")))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("argmin(v) cannot be computed over part of a partition");
            assertThatThrownBy(() -> new WindowFrame(Frame.RUNNING, Optional.of(col("v")), Optional.empty()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("a bound by value needs an expression");
        }
    }

    @Test
    void firstRowsOfPartitionsComeInInputOrder(MemoryPool pool) {
        WindowCall place =
                new WindowCall("n", new WindowFunction.RowNumber(), List.of(col("k")), List.of(descending("x")));
        try (Table table = Run.numbers(pool)) {
            Run.gives(
                    new Filter(new Window(new Values(table), List.of(place)), col("n").le(2)),
                    Tables.of("k:string", "v:int32", "x:float64", "n:int64")
                            .row("a", 3, 0.5, 2)
                            .row("b", null, 1.5, 2)
                            .row(null, 7, -2.0, 1)
                            .row("b", 3, 4.0, 1)
                            .row("c", 1, 0.25, 1)
                            .row("a", null, 8.0, 1),
                    pool);
            Run.gives(
                    new Filter(new Window(new Values(table), List.of(place)), col("n").lt(1)),
                    Tables.of("k:string", "v:int32", "x:float64", "n:int64"),
                    pool);
        }
    }

    @Test
    void windowsAndSortsOfNoRowsGiveNone(MemoryPool pool) {
        try (Table table = Run.numbers(pool)) {
            LogicalPlan none = new Filter(new Values(table), col("v").gt(100));
            Run.gives(
                    new Project(
                            new Sort(
                                    new Window(none, List.of(aggregated("n", count(), col("k")))),
                                    List.of(ascending("n"))),
                            List.of(col("n"))),
                    Tables.of("n:int64"),
                    pool);
            Run.gives(
                    new Project(
                            new Window(
                                    none,
                                    List.of(new WindowCall(
                                            "n", new WindowFunction.Rank(), List.of(), List.of(ascending("v"))))),
                            List.of(col("n"))),
                    Tables.of("n:int64"),
                    pool);
        }
    }

    @Test
    void groupsOfGroupsOfLists(MemoryPool pool) {
        try (Table table = Run.numbers(pool)) {
            LogicalPlan lists = new Aggregate(
                    new Filter(new Values(table), col("k").isNotNull()),
                    List.of(col("k")),
                    List.of(collectList("v").as("l")),
                    GroupByOptions.DEFAULT.with(Order.SORTED));
            Run.gives(
                    new Aggregate(
                            new Unnest(lists, "l"),
                            List.of(col("l")),
                            List.of(count().as("n")),
                            GroupByOptions.DEFAULT.with(Order.SORTED)),
                    Tables.of("l:int32", "n:int64").row(1, 2).row(3, 2).row(null, 2),
                    pool);
        }
    }
}

package dev.sheaf.groupby.cpu.reduce;

import static dev.sheaf.expr.Expressions.col;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.cpu.finish.Finalizer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Lists of values of fixed width, whose rows stay where they came until they are put together.
@ExtendWith(PoolCheck.class)
class ListReductionTest {
    private static final int ROWS = 300_000;
    private static final int GROUPS = 7;

    @Test
    void fewRowsOfAChunkAreCopied(MemoryPool pool) {
        ReductionRun run = run(pool)
                .add(
                        Tables.of("g:int32", "v:int32", "ordinal:int64")
                                .row(-1, 1, 0)
                                .row(-1, 2, 1)
                                .row(1, 3, 2)
                                .row(0, 4, 3)
                                .row(-1, 5, 4)
                                .row(-1, 6, 5)
                                .row(-1, 7, 6),
                        2);
        assertThat(run.finish(Finalizer::same, 2)).containsExactly(List.of(4), List.of(3));
    }

    @Test
    void nullsAreElements(MemoryPool pool) {
        ReductionRun run = run(pool)
                .add(
                        Tables.of("g:int32", "v:int32", "ordinal:int64")
                                .row(0, null, 0)
                                .row(0, 2, 1)
                                .row(1, null, 2)
                                .row(-1, 4, 3)
                                .row(-1, 4, 4)
                                .row(2, null, 5),
                        4);
        assertThat(run.finish(Finalizer::same, 4))
                .containsExactly(
                        Arrays.asList(null, 2), Arrays.asList((Object) null), Arrays.asList((Object) null), null);
    }

    @Test
    void membersComeInOrderOfTheirRowsWhateverTheOrderTheyCameIn(MemoryPool pool) {
        ReductionRun run = run(pool)
                .add(
                        Tables.of("g:int32", "v:int32", "ordinal:int64")
                                .row(0, 9, 9)
                                .row(0, 5, 5)
                                .row(1, 7, 7),
                        2)
                .add(
                        Tables.of("g:int32", "v:int32", "ordinal:int64")
                                .row(0, 1, 1)
                                .row(1, 8, 8)
                                .row(0, 6, 6),
                        2);
        assertThat(run.finish(Finalizer::same, 2)).containsExactly(List.of(1, 5, 6, 9), List.of(7, 8));
    }

    @Test
    void listsOfMergedHalvesAreInRowOrder(MemoryPool pool) {
        ReductionRun even = halves(pool, 0);
        ReductionRun odd = halves(pool, 1);
        even.merge(odd, new int[] {1, 0}, 2);
        odd.reduction().close();
        List<Object> all = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            all.add(i);
        }
        assertThat(even.finish(Finalizer::same, 2)).containsExactly(all, null);
    }

    /// The odd half has its members in group 1, which is group 0 of the even one.
    private static ReductionRun halves(MemoryPool pool, int from) {
        ReductionRun run = run(pool);
        for (int ordinal = from; ordinal < 40; ordinal += 2) {
            run.add(Tables.of("g:int32", "v:int32", "ordinal:int64").row(from, ordinal, ordinal), 2);
        }
        return run;
    }

    private static ReductionRun run(MemoryPool pool) {
        return new ReductionRun(new ListReduction(DataType.INT32, pool), 0, pool);
    }

    /// So many rows that they are several shares, of threads that number the groups differently.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void listsOfSeveralThreadsAreOneInRowOrder(int threads) {
        int[] keys = new int[ROWS];
        int[] values = new int[ROWS];
        for (int i = 0; i < ROWS; i++) {
            keys[i] = (i / 1000 + i % 3) % GROUPS;
            values[i] = i;
        }
        try (MemoryPool pool = MemoryPool.create()) {
            QueryContext context =
                    QueryContext.builder().pool(pool).threads(threads).build();
            try (Table table = Table.of("k", keys, "v", values);
                    Table lists = GroupBy.on(table, "k")
                            .aggregate(
                                    context,
                                    Expressions.collectList("v").as("list"),
                                    Expressions.median("v").as("middle"),
                                    Expressions.count().as("n"))) {
                check(lists, keys);
            }
            PoolCheck.assertEmpty(pool);
        }
    }

    private static void check(Table lists, int[] keys) {
        int[] found = lists.ints("k");
        assertThat(found).hasSize(GROUPS);
        for (int group = 0; group < found.length; group++) {
            List<Object> expected = new ArrayList<>();
            for (int row = 0; row < keys.length; row++) {
                if (keys[row] == found[group]) {
                    expected.add(row);
                }
            }
            assertThat(lists.values("list").get(group)).isEqualTo(expected);
            assertThat(lists.longs("n")[group]).isEqualTo(expected.size());
            int half = expected.size() / 2;
            double middle = expected.size() % 2 == 1
                    ? (int) expected.get(half)
                    : ((int) expected.get(half - 1) + (int) expected.get(half)) / 2.0;
            assertThat(lists.doubles("middle")[group]).isEqualTo(middle);
        }
    }

    /// Texts of no, few and many bytes, bools, and nulls among them, beside what is filtered to few rows of a chunk.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void textsAndBoolsAreCollectedAsNumbersAre(int threads) {
        Tables.Rows rows = Tables.of("k:int32", "t:string", "b:bool", "n:int32");
        List<List<Object>> texts = new ArrayList<>();
        List<List<Object>> bools = new ArrayList<>();
        List<List<Object>> few = new ArrayList<>();
        for (int group = 0; group < GROUPS; group++) {
            texts.add(new ArrayList<>());
            bools.add(new ArrayList<>());
            few.add(new ArrayList<>());
        }
        for (int i = 0; i < 30_000; i++) {
            int group = (i / 1000 + i % 3) % GROUPS;
            String text = i % 7 == 0 ? null : "é".repeat(i % 5) + "x".repeat(i % 11 == 0 ? 90 : i % 9);
            Boolean bool = i % 13 == 0 ? null : i % 2 == 0;
            rows.row(group, text, bool, i);
            texts.get(group).add(text);
            bools.get(group).add(bool);
            if (i % 8 == 3) {
                few.get(group).add(text);
            }
        }
        try (MemoryPool pool = MemoryPool.create()) {
            QueryContext context =
                    QueryContext.builder().pool(pool).threads(threads).build();
            Expr everyEighth = col("n").mod(8).eq(3);
            try (Table table = rows.build(pool);
                    Table lists = GroupBy.on(table, "k")
                            .aggregate(
                                    context,
                                    Expressions.collectList("t").as("texts"),
                                    Expressions.collectList("b").as("bools"),
                                    Expressions.collectList("t")
                                            .filter(everyEighth)
                                            .as("few"),
                                    Expressions.join("t", ", ").as("joined"))) {
                for (int row = 0; row < lists.rowCount(); row++) {
                    int group = lists.ints("k")[row];
                    assertThat(lists.values("texts").get(row)).isEqualTo(texts.get(group));
                    assertThat(lists.values("bools").get(row)).isEqualTo(bools.get(group));
                    assertThat(lists.values("few").get(row)).isEqualTo(few.get(group));
                    String joined = texts.get(group).stream()
                            .filter(Objects::nonNull)
                            .map(Object::toString)
                            .collect(Collectors.joining(", "));
                    assertThat(lists.values("joined").get(row)).isEqualTo(joined);
                }
            }
            PoolCheck.assertEmpty(pool);
        }
    }
}

package dev.sheaf.plan.physical;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.TableBuilder;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.physical.rows.OperatorRows;
import dev.sheaf.plan.rules.Planner;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Rows that have no partner in a join above do not reach groups and joins below it.
@ExtendWith(PoolCheck.class)
class PartnersTest {
    private static final int KEYS = 20_000;

    /// Each key twice, with its number.
    private static Table facts(MemoryPool pool) {
        Schema schema = Schema.of(new Field("k", DataType.INT64), new Field("v", DataType.INT32));
        try (TableBuilder builder = new TableBuilder(schema, pool)) {
            for (long row = 0; row < 2L * KEYS; row++) {
                builder.row(row % KEYS, (int) row);
            }
            return builder.build();
        }
    }

    /// A null and keys of which the facts lack some.
    private static Table few(MemoryPool pool) {
        return Tables.of("j:int64", "n:int32")
                .row(7, 1)
                .row(null, 2)
                .row(-4, 3)
                .row(19_000, 4)
                .row(11, 5)
                .build(pool);
    }

    private static LazyFrame groups(Table facts) {
        return LazyFrame.of(facts).groupBy("k").agg(sum("v").as("v"));
    }

    /// The rows that the lowest operator of a kind gave while a frame ran and its rows were `expected`.
    private static long given(
            Class<? extends PhysicalPlan> kind, LazyFrame frame, Tables.Rows expected, MemoryPool pool, String ahead) {
        return given(kind, frame, expected, pool, ahead, 2);
    }

    private static long given(
            Class<? extends PhysicalPlan> kind,
            LazyFrame frame,
            Tables.Rows expected,
            MemoryPool pool,
            String ahead,
            int threads) {
        PhysicalPlan plan = Lowering.lower(Planner.optimize(frame.plan()));
        OperatorRows rows = new OperatorRows();
        QueryContext context = QueryContext.builder()
                .pool(pool)
                .threads(threads)
                .settings(new Settings(Map.of("join.ahead.rows", ahead, "morsel.rows", "1000")))
                .build();
        try (Table table = new Operators(context, rows).table(plan)) {
            Tables.assertSame(expected, table);
        }
        return rows.given(all(plan).filter(kind::isInstance).findFirst().orElseThrow())
                .orElseThrow();
    }

    /// The lowest operators first.
    private static Stream<PhysicalPlan> all(PhysicalPlan plan) {
        Stream<PhysicalPlan> below = switch (plan) {
            case PhysicalPlan.Join join -> Stream.concat(all(join.left()), all(join.right()));
            case PhysicalPlan.Project project -> all(project.input());
            case PhysicalPlan.Filter filter -> all(filter.input());
            case PhysicalPlan.Sort sort -> all(sort.input());
            case PhysicalPlan.TopN top -> all(top.input());
            default -> Stream.empty();
        };
        return Stream.concat(below, Stream.of(plan));
    }

    private static Tables.Rows leftJoined() {
        return Tables.of("j:int64", "n:int32", "v:int64")
                .row(7, 1, 20_014)
                .row(null, 2, null)
                .row(-4, 3, null)
                .row(19_000, 4, 58_000)
                .row(11, 5, 20_022);
    }

    @Test
    void groupsThatNoLeftRowAsksForAreNotMade(MemoryPool pool) {
        try (Table facts = facts(pool);
                Table few = few(pool)) {
            LazyFrame joined = LazyFrame.of(few)
                    .join(groups(facts), JoinKind.LEFT, List.of(JoinKey.on("j", "k")))
                    .select("j", "n", "v");
            assertThat(given(PhysicalPlan.GroupBy.class, joined, leftJoined(), pool, "5"))
                    .isBetween(3L, KEYS / 10L);
            assertThat(given(PhysicalPlan.GroupBy.class, joined, leftJoined(), pool, "4"))
                    .as("too many left rows")
                    .isEqualTo(KEYS);
            assertThat(given(PhysicalPlan.GroupBy.class, joined, leftJoined(), pool, "-1"))
                    .isEqualTo(KEYS);
        }
    }

    @Test
    void groupsOfTheLeftSideAreMadeOfTheKeysOfTheRight(MemoryPool pool) {
        Tables.Rows expected = Tables.of("k:int64", "v:int64").row(11, 20_022).row(19_000, 58_000);
        try (Table facts = facts(pool);
                Table few = few(pool)) {
            LazyFrame some = LazyFrame.of(few).filter(col("n").gt(3));
            LazyFrame joined = groups(facts)
                    .join(some, JoinKind.SEMI, List.of(JoinKey.on("k", "j")))
                    .sort("k");
            assertThat(given(PhysicalPlan.GroupBy.class, joined, expected, pool, "-1"))
                    .isBetween(2L, KEYS / 10L);
        }
    }

    @Test
    void joinsBelowGetOnlyWhatHasAPartnerAbove(MemoryPool pool) {
        Tables.Rows expected = Tables.of("v:int32").row(19_000).row(39_000);
        try (Table facts = facts(pool);
                Table few = few(pool)) {
            LazyFrame names = LazyFrame.of(few).select(col("j").as("i"), col("n").as("m"));
            LazyFrame joined = names.join(LazyFrame.of(facts), JoinKind.INNER, List.of(JoinKey.on("i", "k")))
                    .join(LazyFrame.of(few).filter(col("n").eq(4)), JoinKind.INNER, List.of(JoinKey.on("k", "j")))
                    .select("v")
                    .sort("v");
            assertThat(given(PhysicalPlan.Join.class, joined, expected, pool, "-1"))
                    .isEqualTo(2);
        }
    }

    @Test
    void aFilterGathersOnlyWhatHasAPartnerAbove(MemoryPool pool) {
        Tables.Rows expected = Tables.of("v:int32").row(19_000).row(20_011).row(39_000);
        try (Table facts = facts(pool);
                Table few = few(pool)) {
            LazyFrame joined = LazyFrame.of(facts)
                    .filter(col("v").gt(11))
                    .join(LazyFrame.of(few).filter(col("n").gt(3)), JoinKind.INNER, List.of(JoinKey.on("k", "j")))
                    .select("v")
                    .sort("v");
            assertThat(given(PhysicalPlan.Filter.class, joined, expected, pool, "-1"))
                    .isEqualTo(3);
        }
    }

    /// One column beside two of the other side.
    @Test
    void aColumnMayBeSeveralKeys(MemoryPool pool) {
        Tables.Rows expected = Tables.of("v:int32").row(19_000).row(20_011).row(39_000);
        try (Table facts = facts(pool);
                Table few = few(pool)) {
            LazyFrame twice = LazyFrame.of(few).filter(col("n").gt(3)).withColumns(col("j").as("again"));
            LazyFrame joined = LazyFrame.of(facts)
                    .filter(col("v").gt(11))
                    .join(twice, JoinKind.INNER, List.of(JoinKey.on("k", "j"), JoinKey.on("k", "again")))
                    .select("v")
                    .sort("v");
            given(PhysicalPlan.Filter.class, joined, expected, pool, "-1");
        }
    }

    @Test
    void rowsBehindTheFirstOnesAreNotJoined(MemoryPool pool) {
        Tables.Rows expected =
                Tables.of("k:int64", "v:int32").row(0, 0).row(1, 1).row(2, 2);
        try (Table facts = facts(pool);
                Table other = facts(pool)) {
            LazyFrame keys = LazyFrame.of(other).select(col("k").as("j"));
            LazyFrame all = LazyFrame.of(facts).join(keys, JoinKind.SEMI, List.of(JoinKey.on("k", "j")));
            assertThat(given(PhysicalPlan.Join.class, all.top(3, SortKey.ascending("v")), expected, pool, "-1", 1))
                    .as("several threads may join many rows before the first ones are looked at")
                    .isLessThan(KEYS);
        }
    }
}

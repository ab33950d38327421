package dev.sheaf.groupby.cpu;

import static dev.sheaf.expr.Expressions.collectList;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.nunique;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.eval.KeptResults;
import dev.sheaf.groupby.Accumulator;
import dev.sheaf.groupby.Backends;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.Morsel;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.groupby.cpu.plan.PlanBuilder;
import dev.sheaf.groupby.cpu.table.GroupTable;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Decision;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PoolCheck.class)
class CpuDecisionsTest {
    private static QueryContext context(MemoryPool pool, Map<String, String> settings) {
        return QueryContext.builder()
                .pool(pool)
                .threads(1)
                .settings(new Settings(settings))
                .build();
    }

    private static Decision decision(MemoryPool pool, Tables.Rows rows, String... keys) {
        QueryContext context = context(pool, Map.of());
        try (Table table = rows.build(pool);
                Table result = GroupBy.on(table, keys).aggregate(context, count().as("n"))) {
            assertThat(result.rowCount()).isPositive();
        }
        return context.decisions().getLast();
    }

    @Test
    void aDictionaryIsNamedAsTheReason(MemoryPool pool) {
        Tables.Rows rows =
                Tables.of("status:dictionary<string>").row("F").row("O").row("P");
        Decision decision = decision(pool, rows, "status");
        assertThat(decision.operator()).isEqualTo("group by");
        assertThat(decision.choice()).isEqualTo("cpu: dictionary codes as index");
        assertThat(decision.reason()).isEqualTo("status has a dictionary of 3 values");
    }

    @Test
    void smallRangesAreIndexedAndLargeOnesHashed(MemoryPool pool) {
        assertThat(decision(pool, Tables.of("k:int64").row(1).row(2), "k").choice())
                .isEqualTo("cpu: direct index");
        assertThat(decision(pool, Tables.of("k:int64").row(1).row(1L << 50), "k")
                        .choice())
                .isEqualTo("cpu: hash table of 64-bit keys");
        assertThat(decision(pool, Tables.of("k:int64").row(1).row(1L << 50), "k")
                        .rejected())
                .containsExactly("direct index: it takes at most 12 bits");
    }

    @Test
    void anAccumulatorSaysHowItFindsGroupsNow(MemoryPool pool) {
        try (Table small = Tables.of("k:int64").row(1).row(2).build(pool);
                Table large = Tables.of("k:int64").row(3).row(1L << 50).build(pool);
                Accumulator groups = Backends.accumulate(
                        GroupBy.on(small, "k").request(count().as("n")), Long.MAX_VALUE, context(pool, Map.of()))) {
            groups.add(small);
            assertThat(groups.decision().choice()).isEqualTo("cpu: direct index");
            groups.add(large);
            assertThat(groups.decision().choice()).isEqualTo("cpu: hash table of 64-bit keys");
        }
    }

    @Test
    void whatWasLeftBehindIsTold(MemoryPool pool) {
        QueryContext context = context(
                pool,
                Map.of(
                        "cpu.table.checkFromGroups", "4",
                        "cpu.merge.partitionFromGroups", "0",
                        "cpu.partitions", "4",
                        "cpu.block.rows", "0",
                        "morsel.rows", "8",
                        "cpu.grouper", "packed64"));
        Tables.Rows rows = Tables.of("k:int64", "v:int64");
        for (int i = 0; i < 64; i++) {
            rows.row(i, i);
        }
        try (Table table = rows.build(pool);
                Table result = GroupBy.on(table, "k").order(Order.SORTED).aggregate(context, sum("v").as("v"))) {
            assertThat(result.longs("v")).isEqualTo(result.longs("k"));
        }
        assertThat(context.decisions().getLast().choice()).isEqualTo("cpu: partial groups left by partition");
        assertThat(context.phases().all()).containsKeys(Phase.GROUP, Phase.REDUCE, Phase.PARTITION, Phase.MERGE);
    }

    @Test
    void aTableThatIsFullIsLeftBehind(MemoryPool pool) {
        QueryContext context = context(pool, Map.of("cpu.table.mostGroups", "20", "morsel.rows", "8"));
        Tables.Rows rows = Tables.of("k:int64", "v:int64");
        for (int i = 0; i < 64; i++) {
            rows.row(i, i);
        }
        try (Table table = rows.build(pool);
                Table result = GroupBy.on(table, "k").order(Order.SORTED).aggregate(context, sum("v").as("v"))) {
            assertThat(result.longs("v")).isEqualTo(result.longs("k"));
        }
        assertThat(context.decisions().getLast().choice()).isEqualTo("cpu: partial groups left by partition");
        assertThat(context.decisions().getLast().reason()).startsWith("3 tables were full");
    }

    /// Few groups with more different values than one table has room for: those of two threads are not put into one.
    @Test
    void setsThatAreTooLargeForOneTableAreMergedByPartition(MemoryPool pool) {
        Map<String, String> settings = Map.of("cpu.table.mostGroups", "90", "cpu.chunk.rows", "4", "morsel.rows", "32");
        GroupByRequest request = GroupByRequest.of(
                new Schema(List.of(new Field("k", DataType.INT64), new Field("v", DataType.INT64))),
                List.of("k"),
                nunique("v").as("n"));
        CpuSettings cpu = CpuSettings.of(new Settings(settings));
        GroupByPlan plan = PlanBuilder.plan(request);
        try (Table rows = sets(64, pool);
                KeptResults results = new KeptResults();
                GroupTable one = new GroupTable(plan, cpu, context(pool, settings));
                GroupTable other = new GroupTable(plan, cpu, context(pool, settings))) {
            one.update(new Morsel(rows, 0, null, results));
            try (Table few = rows.slice(0, 16)) {
                other.update(new Morsel(few, 0, null, results));
            }
            assertThat(one.hasRoomFor(List.of(other))).isTrue();
            other.update(new Morsel(rows, 0, null, results));
            assertThat(one.hasRoomFor(List.of(other))).isFalse();
        }
    }

    /// Two groups, in each of which all values differ.
    private static Table sets(int count, MemoryPool pool) {
        Tables.Rows rows = Tables.of("k:int64", "v:int64");
        for (int i = 0; i < count; i++) {
            rows.row(i % 2, i);
        }
        return rows.build(pool);
    }

    /// A morsel of more rows than a table has room for is cut: the table is left for the groups that there are.
    @Test
    void aTableTakesPartOfAMorselForWhichItHasNoRoom(MemoryPool pool) {
        Map<String, String> settings = Map.of("cpu.table.mostGroups", "20", "morsel.rows", "64", "cpu.chunk.rows", "4");
        assertThat(roundsOf(4, settings, pool)).doesNotContain("were full");
        assertThat(roundsOf(64, settings, pool)).startsWith("6 tables were full");
    }

    private static String roundsOf(int keys, Map<String, String> settings, MemoryPool pool) {
        QueryContext context = context(pool, settings);
        Tables.Rows rows = Tables.of("k:int64", "v:int64");
        for (int i = 0; i < 128; i++) {
            rows.row(i % keys, 1);
        }
        try (Table table = rows.build(pool);
                Table result = GroupBy.on(table, "k").order(Order.SORTED).aggregate(context, sum("v").as("v"))) {
            assertThat(result.longs("v")).hasSize(keys).containsOnly(128 / keys);
        }
        return context.decisions().getLast().reason();
    }

    @Test
    void rowsPutOutByPartitionAreTold(MemoryPool pool) {
        QueryContext context =
                context(pool, Map.of("cpu.table.checkFromGroups", "4", "cpu.rowPartitions", "2", "morsel.rows", "8"));
        Tables.Rows rows = Tables.of("k:string", "v:int64");
        for (int i = 10; i < 74; i++) {
            rows.row("id" + i, i);
        }
        try (Table table = rows.build(pool);
                Table result = GroupBy.on(table, "k").order(Order.SORTED).aggregate(context, sum("v").as("v"))) {
            assertThat(result.rowCount()).isEqualTo(64);
            assertThat(result.column("k").get(63)).isEqualTo("id73");
            assertThat(result.longs("v")[63]).isEqualTo(73);
        }
        assertThat(context.decisions().getLast().choice())
                .isEqualTo("cpu: rows put out by partition, then grouped in hash tables of 64-bit keys");
        assertThat(context.decisions().getLast().reason()).contains("in 2 partitions");
    }

    @Test
    void rowsPutOutByPartitionMayBeginWithNulls(MemoryPool pool) {
        QueryContext context = context(
                pool,
                Map.of(
                        "cpu.grouper", "packed64",
                        "cpu.table.checkFromGroups", "4",
                        "cpu.rowPartitions", "2",
                        "morsel.rows", "8"));
        Tables.Rows rows = Tables.of("j:int64", "k:string", "v:int64");
        for (int i = 10; i < 74; i++) {
            rows.row(i, i < 50 ? null : "id" + i, i);
        }
        try (Table table = rows.build(pool);
                Table result = GroupBy.on(table, "j", "k")
                        .nullKeys(NullKeys.INCLUDE)
                        .order(Order.SORTED)
                        .aggregate(context, sum("v").as("v"))) {
            assertThat(result.rowCount()).isEqualTo(64);
            assertThat(result.column("k").get(39)).isNull();
            assertThat(result.column("k").get(40)).isEqualTo("id50");
            assertThat(result.longs("v")[63]).isEqualTo(73);
        }
        assertThat(context.decisions().getLast().choice()).startsWith("cpu: rows put out by partition");
    }

    @Test
    void rowsOfLongTextsArePutOutAsHashes(MemoryPool pool) {
        QueryContext context = context(
                pool, Map.of("cpu.textTable.checkFromGroups", "4", "cpu.rowPartitions", "2", "morsel.rows", "8"));
        try (Table table = lateLongTexts(0, pool);
                Table result = GroupBy.on(table, "j", "k")
                        .order(Order.SORTED)
                        .aggregate(context, collectList("v").as("v"))) {
            assertThat(result.rowCount()).isEqualTo(64);
            assertThat(result.column("v").get(63)).isEqualTo(List.of(73L));
        }
        assertThat(context.decisions().getLast().choice())
                .isEqualTo(
                        "cpu: rows put out by partition, then grouped in hash tables of 128-bit keys, texts as hashes");
    }

    /// Groups would leave a full table with their texts: where each row makes one, rows move at once.
    @Test
    void rowsOfFewLongTextsArePutOutIfEachMakesAGroup(MemoryPool pool) {
        QueryContext context = context(
                pool, Map.of("cpu.textTable.checkFromGroups", "4", "cpu.rowPartitions", "2", "morsel.rows", "8"));
        Tables.Rows rows = Tables.of("j:int64", "k:string");
        for (int i = 10; i < 74; i++) {
            rows.row(i * 1_000_000_007L, "a text of more than twelve bytes " + i % 2);
        }
        try (Table table = rows.build(pool);
                Table result = GroupBy.on(table, "j", "k").order(Order.SORTED).aggregate(context, count().as("n"))) {
            assertThat(result.longs("n")).hasSize(64).containsOnly(1);
            assertThat(result.column("k").get(63)).isEqualTo("a text of more than twelve bytes 1");
        }
        assertThat(context.decisions().getLast().choice()).startsWith("cpu: rows put out by partition");
    }

    /// Seven of eight rows make a group although there are two texts: to move states costs more than to move the text.
    @Test
    void rowsOfFewLongTextsArePutOutOnceTheirTableIsFull(MemoryPool pool) {
        QueryContext context = context(
                pool, Map.of("cpu.textTable.checkFromGroups", "16", "cpu.rowPartitions", "2", "morsel.rows", "8"));
        Tables.Rows rows = Tables.of("j:int64", "k:string", "v:int64");
        for (int i = 0; i < 1_024; i++) {
            rows.row((i % 8 == 7 ? i - 2 : i) * (1L << 40), "a text of more than twelve bytes " + i % 2, i);
        }
        try (Table table = rows.build(pool);
                Table result = GroupBy.on(table, "j", "k")
                        .order(Order.SORTED)
                        .aggregate(context, sum("v").as("v"), mean("v").as("m"))) {
            assertThat(result.rowCount()).isEqualTo(896);
            assertThat(result.longs("v")[895]).isEqualTo(1_022);
            assertThat(result.longs("v")[894]).isEqualTo(1_021 + 1_023);
            assertThat(result.column("k").get(894)).isEqualTo("a text of more than twelve bytes 1");
        }
        assertThat(context.decisions().getLast().choice())
                .isEqualTo(
                        "cpu: rows put out by partition, then grouped in hash tables of 128-bit keys, texts as hashes");
    }

    /// The first rows are put out with codes of their texts, until a text comes that is too long for one.
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void rowsBeforeTheFirstLongTextArePutOutLikeThoseBehindIt(int threads, MemoryPool pool) {
        QueryContext context = QueryContext.builder()
                .pool(pool)
                .threads(threads)
                .settings(new Settings(Map.of(
                        "cpu.grouper", "packed64",
                        "cpu.table.checkFromGroups", "4",
                        "cpu.rowPartitions", "2",
                        "morsel.rows", "8")))
                .build();
        try (Table table = lateLongTexts(50, pool);
                Table result = GroupBy.on(table, "j", "k")
                        .order(Order.SORTED)
                        .aggregate(context, sum("v").as("v"), collectList("v").as("l"))) {
            assertThat(result.longs("v"))
                    .containsExactly(LongStream.range(10, 74).toArray());
            assertThat(result.column("k").get(63)).isEqualTo("a text of more than twelve bytes 73");
            assertThat(result.column("l").get(63)).isEqualTo(List.of(73L));
        }
        assertThat(context.decisions().getLast().choice())
                .isEqualTo(
                        "cpu: rows put out by partition, then grouped in hash tables of 128-bit keys, texts as hashes");
    }

    /// Rows 10 to 73, each with keys of its own, of which texts from `firstLong` on are long.
    private static Table lateLongTexts(int firstLong, MemoryPool pool) {
        Tables.Rows rows = Tables.of("j:int64", "k:string", "v:int64");
        for (int i = 10; i < 74; i++) {
            rows.row((long) i, (i < firstLong ? "id" : "a text of more than twelve bytes ") + i, i);
        }
        return rows.build(pool);
    }

    @Test
    void distinctValuesAreCountedAsKeys(MemoryPool pool) {
        QueryContext context = context(pool, Map.of());
        Tables.Rows rows = Tables.of("k:int64", "v:string")
                .row(1, "a")
                .row(2, "b")
                .row(1, "b")
                .row(1, "a")
                .row(2, null);
        Expr[] asked = {nunique("v").as("u"), count().as("n"), max("v").as("m")};
        try (Table table = rows.build(pool);
                Table result = GroupBy.on(table, "k").order(Order.SORTED).aggregate(context, asked)) {
            assertThat(result.longs("u")).containsExactly(2, 1);
            assertThat(result.longs("n")).containsExactly(3, 2);
            assertThat(result.column("m").get(1)).isEqualTo("b");
        }
        assertThat(context.decisions().getFirst().choice())
                .isEqualTo("cpu: distinct values grouped with their keys, then counted by keys");
    }

    /// What was decided for the distinct numbers of text keys.
    private static String distinctOfTexts(int threads, Map<String, String> settings, MemoryPool pool) {
        QueryContext context = QueryContext.builder()
                .pool(pool)
                .threads(threads)
                .settings(new Settings(settings))
                .build();
        Tables.Rows rows = Tables.of("k:string", "v:int64")
                .row("a", 1L)
                .row("b", 2L)
                .row("a", 2L)
                .row("a", 1L);
        try (Table table = rows.build(pool);
                Table result = GroupBy.on(table, "k")
                        .order(Order.SORTED)
                        .aggregate(context, nunique("v").as("u"))) {
            assertThat(result.longs("u")).containsExactly(2, 1);
        }
        return context.decisions().getFirst().choice();
    }

    @Test
    void distinctNumbersOfTextKeysAreSetsForFewThreads(MemoryPool pool) {
        String pairs = "cpu: distinct values grouped with their keys, then counted by keys";
        assertThat(distinctOfTexts(2, Map.of(), pool)).isNotEqualTo(pairs);
        assertThat(distinctOfTexts(8, Map.of(), pool)).isEqualTo(pairs);
        assertThat(distinctOfTexts(2, Map.of("cpu.distinct", "pairs"), pool)).isEqualTo(pairs);
        assertThat(distinctOfTexts(2, Map.of("cpu.spill.bytes", "400"), pool)).isEqualTo(pairs);
    }

    @Test
    void countsPartWhenOneArgumentHasItsFirstNull(MemoryPool pool) {
        QueryContext context = context(pool, Map.of("cpu.chunk.rows", "2", "morsel.rows", "4"));
        Tables.Rows rows = Tables.of("k:int32", "a:int32", "b:int32")
                .row(1, 10, 100)
                .row(1, 20, 200)
                .row(2, 30, 300)
                .row(1, null, 400)
                .row(2, 50, null)
                .row(1, 60, 600);
        Expr[] asked = {
            count("a").as("a"), count("b").as("b"), count().as("n"), mean("a").as("m")
        };
        try (Table table = rows.build(pool);
                Table result = GroupBy.on(table, "k").order(Order.SORTED).aggregate(context, asked)) {
            assertThat(result.longs("a")).containsExactly(3, 2);
            assertThat(result.longs("b")).containsExactly(4, 1);
            assertThat(result.longs("n")).containsExactly(4, 2);
            assertThat(result.doubles("m")).containsExactly(30, 40);
        }
    }

    @ParameterizedTest
    @CsvSource({"cpu.chunk.rows, 0", "morsel.rows, 0", "morsel.rows, 10000000000"})
    void numbersOfRowsAtATimeThatCannotBeAreAnError(String setting, String rows, MemoryPool pool) {
        QueryContext context = context(pool, Map.of(setting, rows));
        try (Table table = Tables.of("k:int64").row(1).build(pool)) {
            GroupBy group = GroupBy.on(table, "k");
            assertThatThrownBy(() -> group.aggregate(context, count()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("setting " + setting + " needs a number from 1 to 2147483647, not " + rows);
        }
    }

    @Test
    void anUnknownKeyClassIsAnErrorThatListsTheKnown(MemoryPool pool) {
        QueryContext context = context(pool, Map.of("cpu.grouper", "quick"));
        try (Table table = Tables.of("k:int64").row(1).build(pool)) {
            GroupBy group = GroupBy.on(table, "k");
            assertThatThrownBy(() -> group.aggregate(context, count()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("\"quick\"")
                    .hasMessageContaining("packed64");
        }
    }
}

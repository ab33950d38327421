package dev.sheaf.groupby.cpu;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.expr.Expressions.topK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Table;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Decision;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.testing.Comparison;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.Tables;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PoolCheck.class)
class DigitGrouperTest {
    private static final int CHUNK = 3;

    private static void assertIdsAreOf(List<@Nullable String> texts, boolean keepNulls, MemoryPool pool) {
        Tables.Rows rows = Tables.of("t:string");
        texts.forEach(rows::row);
        try (Table table = rows.build(pool);
                Grouper grouper =
                        new DigitGrouper(DataType.STRING, keepNulls, TestSettings.tiny("cpu.digit.bits", "-1"), pool)) {
            int[] ids = new int[texts.size()];
            int[] chunk = new int[CHUNK];
            for (int from = 0; from < ids.length; from += CHUNK) {
                int size = Math.min(CHUNK, ids.length - from);
                grouper.assign(table.columns(), from, size, chunk);
                System.arraycopy(chunk, 0, ids, from, size);
            }
            try (Column keys = grouper.keys().getFirst()) {
                assertThat(keys.length())
                        .isEqualTo(texts.stream()
                                .filter(text -> keepNulls || text != null)
                                .distinct()
                                .count());
                for (int i = 0; i < ids.length; i++) {
                    Object key = ids[i] < 0 ? "left out" : keys.get(ids[i]);
                    assertThat(key)
                            .as("row " + i)
                            .isEqualTo(texts.get(i) == null && !keepNulls ? "left out" : texts.get(i));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%d",
                "a%01d",
                "%03d",
                "id%05d",
                "id%06d",
                "number%07d",
                "id%010d",
                "Customer#%09d",
                "a key of many bytes, of which the last are %012d"
            })
    void textsOfOneSizeAreFoundByTheirDigits(String format, MemoryPool pool) {
        List<@Nullable String> texts = new java.util.ArrayList<>();
        for (int number : new int[] {7, 3, 7, 0, 9, 3, 8, 7, 1, 0}) {
            texts.add(format.formatted(number));
        }
        assertIdsAreOf(texts, true, pool);
        texts.add(2, null);
        texts.add(5, null);
        assertIdsAreOf(texts, true, pool);
        assertIdsAreOf(texts, false, pool);
    }

    /// Bytes under a null are nobody's, whatever their number and whether they are digits.
    @Test
    void nullsMayHaveBytes(MemoryPool pool) {
        Tables.Rows rows = Tables.of("t:string");
        List.of("id1", "id2", "??", "id9", "id2", "id1234", "id3", "no digits").forEach(rows::row);
        Buffer bits = pool.allocateZeroed(Validity.byteSize(8), "test");
        bits.segment().set(ValueLayout.JAVA_BYTE, 0, (byte) 0b0101_0011);
        try (Table table = rows.build(pool);
                VarColumn all = ((VarColumn) table.columns().getFirst()).slice(0, 8);
                VarColumn some = new VarColumn(
                        all.type(),
                        new Offsets(all.offsets().buffer().retain(), false, 8),
                        all.bytes().retain(),
                        Validity.of(bits, 8));
                Grouper grouper = new DigitGrouper(
                        DataType.STRING,
                        true,
                        TestSettings.tiny("cpu.digit.bits", "-1", "cpu.chunk.rows", "8"),
                        pool)) {
            int[] ids = new int[8];
            grouper.assign(List.of(some), 0, 8, ids);
            assertThat(grouper.explain(List.of("t")).strategy()).startsWith("texts as the numbers");
            assertThat(ids).containsExactly(0, 1, 2, 2, 1, 2, 3, 2);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "id00:",
                "id000/",
                "id00005",
                "id0000",
                "",
                "ie0004",
                "id1000 and more",
                "id00a0",
                "id0\u0660",
                "99"
            })
    void aTextOfAnotherKindKeepsAllIds(String other, MemoryPool pool) {
        assertIdsAreOf(
                java.util.Arrays.asList(
                        "id0001", "id0002", null, "id0001", "id0003", other, "id0002", null, other, "id0009"),
                true,
                pool);
        assertIdsAreOf(
                java.util.Arrays.asList("id0001", "id0002", "id0001", "id0003", "id0002", other, null, other, "id0009"),
                true,
                pool);
    }

    @Test
    void randomTextsHaveTheirIds() {
        RandomCases.run(40, random -> {
            try (MemoryPool pool = MemoryPool.create()) {
                List<@Nullable String> texts = new java.util.ArrayList<>();
                int size = random.nextInt(1, 24);
                int range = random.nextInt(1, 3000);
                int rare = random.nextInt(1, 400);
                String before = "Some prefix of texts".substring(random.nextInt(20));
                for (int i = random.nextInt(1, 300); i > 0; i--) {
                    texts.add(
                            random.nextInt(9) == 0
                                    ? null
                                    : before + ("%0" + size + "d").formatted(random.nextInt(range)));
                    if (random.nextInt(rare) == 0) {
                        texts.add(before + random.nextInt(5));
                    }
                }
                assertIdsAreOf(texts, random.nextBoolean(), pool);
            }
        });
    }

    private static QueryContext context(SplittableRandom random, MemoryPool pool, String digitBits) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "cpu.digit.bits",
                digitBits,
                "cpu.placed.rows",
                "" + random.nextInt(100),
                "cpu.chunk.rows",
                "16",
                "cpu.passes.rows",
                random.nextBoolean() ? "0" : "1000000000",
                "cpu.placed.few",
                random.nextBoolean() ? "0" : "14",
                "morsel.rows",
                "100"));
        if (random.nextInt(4) == 0) {
            settings.putAll(Map.of("cpu.direct.bits", "0", "cpu.table.groups", "50", "cpu.merge.groups", "2"));
        }
        if (random.nextInt(6) == 0) {
            settings.put("cpu.spill.bytes", random.nextBoolean() ? "1" : "20000");
        }
        return QueryContext.builder()
                .pool(pool)
                .threads(random.nextInt(1, 4))
                .settings(new Settings(settings))
                .build();
    }

    private static void compare(SplittableRandom random, MemoryPool pool) {
        Tables.Rows rows = Tables.of("t:string", "u:int32", "w:float64");
        int range = random.nextInt(1, random.nextBoolean() ? 50_000 : 300);
        int rare = random.nextInt(1, 4000);
        boolean nulls = random.nextBoolean();
        for (int i = random.nextInt(1, 4000); i > 0; i--) {
            String text = "id" + "%07d".formatted(random.nextInt(range));
            rows.row(
                    nulls && random.nextInt(9) == 0 ? null : random.nextInt(rare) == 0 ? text.substring(2) : text,
                    nulls && random.nextInt(9) == 0 ? null : random.nextInt(100),
                    random.nextInt(1000) / 8.0);
        }
        Expr[] all = {
            sum("u").as("a"),
            mean("w").as("b"),
            max("u").as("c"),
            count().as("d"),
            topK("w", 2).as("e")
        };
        Expr[] asked = random.ints(random.nextInt(1, 4), 0, all.length)
                .distinct()
                .mapToObj(i -> all[i])
                .toArray(Expr[]::new);
        NullKeys nullKeys = random.nextBoolean() ? NullKeys.INCLUDE : NullKeys.EXCLUDE;
        boolean filters = random.nextInt(3) == 0;
        try (Table table = rows.build(pool);
                Table found = grouped(table, filters, nullKeys).aggregate(context(random, pool, "0"), asked);
                Table expected = grouped(table, filters, nullKeys).aggregate(context(random, pool, "64"), asked)) {
            Tables.assertSame(expected, found, Comparison.ANY_ORDER.rounded());
        }
    }

    private static GroupBy grouped(Table table, boolean filters, NullKeys nullKeys) {
        GroupBy all = GroupBy.on(table, "t").nullKeys(nullKeys);
        return filters ? all.where(col("w").gt(20)) : all;
    }

    @Test
    void randomRequestsGiveWhatTextsGive() {
        RandomCases.run(30, random -> {
            try (MemoryPool pool = MemoryPool.create()) {
                compare(random, pool);
            }
        });
    }

    /// What texts begin with is compared by itself: of twelve bytes, four digits lie in one word with it.
    @ParameterizedTest
    @ValueSource(strings = {"%08d", "id%07d", "id%010d", "Customer#%09d", "sixteen letters.%08d"})
    void textsThatBeginAlikeHaveTheSameNumbers(String format, MemoryPool pool) {
        try (Grouper one = grouperOf(pool, format.formatted(12_345), format.formatted(7));
                Grouper other = grouperOf(pool, format.formatted(98_765), format.formatted(12_345));
                Grouper different = grouperOf(pool, "y" + format.formatted(98_765), "y" + format.formatted(7));
                Column numbers = one.keysFor(other).getFirst();
                Column texts = one.keysFor(different).getFirst()) {
            assertThat(numbers.type()).isEqualTo(DataType.INT32);
            assertThat(texts.type()).isEqualTo(DataType.STRING);
            int[] ids = new int[CHUNK];
            other.assign(List.of(numbers), 0, 2, ids);
            assertThat(ids).startsWith(1, 2);
            try (Column keys = other.keys().getFirst()) {
                assertThat(keys.get(1)).isEqualTo(format.formatted(12_345));
                assertThat(keys.get(2)).isEqualTo(format.formatted(7));
            }
        }
    }

    private static Grouper grouperOf(MemoryPool pool, String first, String second) {
        Grouper grouper = new DigitGrouper(DataType.STRING, true, TestSettings.tiny("cpu.digit.bits", "-1"), pool);
        try (Table table = Tables.of("t:string").row(first).row(second).build(pool)) {
            grouper.assign(table.columns(), 0, 2, new int[CHUNK]);
        }
        return grouper;
    }

    @Test
    void manyNumbersSayHowTheyAreFound(MemoryPool pool) {
        Tables.Rows rows = Tables.of("t:string", "u:int32");
        for (int i = 0; i < 3000; i++) {
            rows.row("id%010d".formatted(i * 7919 % 90_000), i % 10);
        }
        QueryContext context = QueryContext.builder().pool(pool).threads(1).build();
        try (Table table = rows.build(pool);
                Table found = GroupBy.on(table, "t").aggregate(context, sum("u").as("s"))) {
            assertThat(found.rowCount()).isEqualTo(3000);
        }
        assertThat(context.decisions().stream().map(Decision::choice))
                .anyMatch(choice -> choice.startsWith("cpu: texts as the numbers that they end in, "));
    }
}

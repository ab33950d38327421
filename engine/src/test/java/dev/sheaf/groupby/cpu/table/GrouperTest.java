package dev.sheaf.groupby.cpu.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Interval;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.TestSettings;
import dev.sheaf.groupby.cpu.group.Grouper;
import dev.sheaf.groupby.cpu.group.RangedGrouper;
import dev.sheaf.groupby.cpu.group.TextGrouper;
import dev.sheaf.groupby.cpu.group.TextNumbering;
import dev.sheaf.groupby.cpu.group.WordGrouper;
import dev.sheaf.groupby.cpu.key.KeyRange;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.RandomTables;
import dev.sheaf.testing.Sample;
import dev.sheaf.testing.Tables;
import dev.sheaf.testing.Values;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PoolCheck.class)
class GrouperTest {
    private static final int CHUNK = 3;

    private static Grouper words(List<DataType> types, boolean keepNulls, String keyClass, MemoryPool pool) {
        return new WordGrouper(types, keepNulls, TestSettings.tiny("cpu.grouper", keyClass), pool);
    }

    private static List<Integer> assign(Grouper grouper, Table table) {
        List<Integer> ids = new ArrayList<>();
        int[] chunk = new int[CHUNK];
        for (int from = 0; from < table.rowCount(); from += CHUNK) {
            int rows = (int) Math.min(CHUNK, table.rowCount() - from);
            grouper.assign(table.columns(), from, rows, chunk);
            IntStream.range(0, rows).forEach(i -> ids.add(chunk[i]));
        }
        return ids;
    }

    private static List<@Nullable Object> keys(Grouper grouper, int column) {
        List<Column> keys = grouper.keys();
        List<@Nullable Object> values = new ArrayList<>();
        for (int id = 0; id < grouper.groupCount(); id++) {
            values.add(keys.get(column).get(id));
        }
        keys.forEach(Column::close);
        return values;
    }

    private static Tables.Rows mixed() {
        return Tables.of("k:int64", "t:string")
                .row(5, "x")
                .row(null, "y")
                .row(5, "x")
                .row(Long.MIN_VALUE, "x")
                .row(Long.MAX_VALUE, null)
                .row(null, "y")
                .row(0, "a text of more than twelve bytes")
                .row(0, "a text of more than twelve bytez")
                .row(0, "a text of more than twelve bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "direct", "packed64", "packed128", "rows"})
    void everyKeyClassGivesIdsInOrderOfAppearance(String keyClass, MemoryPool pool) {
        try (Table table = mixed().build(pool);
                Grouper grouper = words(List.of(DataType.INT64, DataType.STRING), true, keyClass, pool)) {
            assertThat(assign(grouper, table)).containsExactly(0, 1, 0, 2, 3, 1, 4, 5, 4);
            assertThat(keys(grouper, 0)).containsExactly(5L, null, Long.MIN_VALUE, Long.MAX_VALUE, 0L, 0L);
            assertThat(keys(grouper, 1))
                    .containsExactly(
                            "x",
                            "y",
                            "x",
                            null,
                            "a text of more than twelve bytes",
                            "a text of more than twelve bytez");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "direct", "packed64", "packed128", "rows"})
    void rowsWithANullKeyHaveNoGroupWhenTheyAreLeftOut(String keyClass, MemoryPool pool) {
        try (Table table = mixed().build(pool);
                Grouper grouper = words(List.of(DataType.INT64, DataType.STRING), false, keyClass, pool)) {
            assertThat(assign(grouper, table)).containsExactly(0, -1, 0, 1, -1, -1, 2, 3, 2);
            assertThat(keys(grouper, 0)).containsExactly(5L, Long.MIN_VALUE, 0L, 0L);
        }
    }

    @Test
    void listsAreForgottenWithTheirGroups(MemoryPool pool) {
        DataType lists = new DataType.ListType(DataType.INT32);
        try (Table first = Tables.of("k:list<int32>")
                        .row(List.of(1, 2))
                        .row(List.of(3))
                        .build(pool);
                Table other = Tables.of("k:list<int32>")
                        .row(List.of(3))
                        .row(List.of(4))
                        .row(List.of(3))
                        .build(pool);
                Grouper grouper = words(List.of(lists), true, "auto", pool)) {
            assertThat(assign(grouper, first)).containsExactly(0, 1);
            grouper.clear();
            assertThat(TextNumbering.of(grouper).all()).isZero();
            assertThat(assign(grouper, other)).containsExactly(0, 1, 0);
            assertThat(keys(grouper, 0)).containsExactly(List.of(3), List.of(4));
        }
    }

    @Test
    void nullHasItsPlaceAmongTexts(MemoryPool pool) {
        Tables.Rows rows = Tables.of("t:string")
                .row("a")
                .row((Object) null)
                .row("b")
                .row("c")
                .row("b")
                .row((Object) null)
                .row("a");
        try (Table table = rows.build(pool);
                Grouper kept = new TextGrouper(DataType.STRING, true, TestSettings.tiny(), pool);
                Grouper dropped = new TextGrouper(DataType.STRING, false, TestSettings.tiny(), pool)) {
            List<Integer> ids = assign(kept, table);
            assertThat(ids).containsExactly(0, 2, 1, 3, 1, 2, 0);
            assertThat(keys(kept, 0)).containsExactly("a", "b", null, "c");
            assertThat(assign(dropped, table)).containsExactly(0, -1, 1, 2, 1, -1, 0);
            assertThat(keys(dropped, 0)).containsExactly("a", "b", "c");
        }
    }

    @Test
    void textsOfEveryLengthAreToldApart(MemoryPool pool) {
        Tables.Rows rows = Tables.of("t:string");
        List<String> texts = new ArrayList<>();
        for (int size = 0; size <= 40; size++) {
            texts.add("q".repeat(size));
            texts.add("q".repeat(size) + "\u0000");
        }
        texts.forEach(rows::row);
        texts.forEach(rows::row);
        try (Table table = rows.build(pool);
                Grouper grouper = new TextGrouper(DataType.STRING, true, TestSettings.tiny(), pool)) {
            List<Integer> ids = assign(grouper, table);
            assertThat(ids.subList(0, texts.size()))
                    .isEqualTo(IntStream.range(0, texts.size()).boxed().toList());
            assertThat(ids.subList(texts.size(), ids.size())).isEqualTo(ids.subList(0, texts.size()));
            assertThat(keys(grouper, 0)).isEqualTo(texts);
        }
    }

    @Test
    void unusedEntriesOfADictionaryMakeNoGroup(MemoryPool pool) {
        try (Table table = Tables.of("t:dictionary<string>")
                        .row("a")
                        .row("b")
                        .row("c")
                        .row("b")
                        .build(pool);
                Table part = table.slice(1, 3);
                Grouper grouper = new TextGrouper(DataType.STRING, true, TestSettings.tiny(), pool)) {
            assertThat(assign(grouper, part)).containsExactly(0, 1, 0);
            assertThat(keys(grouper, 0)).containsExactly("b", "c");
            assertThat(grouper.explain(List.of("t")).reason()).contains("dictionary of 3 values");
        }
    }

    @Test
    void aTableThatIsIndexedTurnsIntoAHashTableWhenAKeyIsFarOff(MemoryPool pool) {
        CpuSettings settings = TestSettings.tiny("cpu.index.maxBits", "12");
        try (Table table = Tables.of("k:int64")
                        .row(1)
                        .row(2)
                        .row(3)
                        .row(1L << 40)
                        .row(2)
                        .row(-7)
                        .build(pool);
                Grouper grouper = new WordGrouper(List.of(DataType.INT64), true, settings, pool)) {
            int[] ids = new int[CHUNK];
            grouper.assign(table.columns(), 0, 3, ids);
            assertThat(grouper.explain(List.of("k")).strategy()).isEqualTo("direct index");
            assertThat(assign(grouper, table)).containsExactly(0, 1, 2, 3, 1, 4);
            assertThat(grouper.explain(List.of("k")).strategy()).isEqualTo("hash table of 64-bit keys");
            assertThat(keys(grouper, 0)).containsExactly(1L, 2L, 3L, 1L << 40, -7L);
        }
    }

    @Test
    void aRangeThatIsSaidBeforehandNeedNotHold(MemoryPool pool) {
        try (Table table = Tables.of("k:int32").row(1).row(100).row(101).row(-1).build(pool);
                Grouper grouper = words(List.of(DataType.INT32), true, "auto", pool)) {
            RangedGrouper.tell(grouper, List.of(Optional.of(new KeyRange(1, 100))));
            assertThat(assign(grouper, table)).containsExactly(0, 1, 2, 3);
            assertThat(keys(grouper, 0)).containsExactly(1, 100, 101, -1);
        }
    }

    @Test
    void textsOfWhichThereAreManyCanBeHashedFromTheFirstRowOn(MemoryPool pool) {
        CpuSettings settings = TestSettings.tiny("cpu.numberedTexts", "2", "cpu.textIndex.maxBits", "0");
        List<DataType> types = List.of(DataType.STRING, DataType.INT32);
        Tables.Rows rows = Tables.of("t:dictionary<string>", "k:int32");
        for (int i = 0; i < 20; i++) {
            rows.row(i == 9 ? null : i % 7 + "th of some long texts", i % 3);
        }
        try (Table table = rows.build(pool);
                WordGrouper numbers = new WordGrouper(types, true, settings, pool);
                WordGrouper hashes = new WordGrouper(types, true, settings, pool)) {
            List<Integer> ids = assign(numbers, table);
            assertThat(numbers.keysOfManyTexts().stream()).containsExactly(0);
            hashes.hash(numbers.keysOfManyTexts());
            hashes.reserve(5);
            assertThat(assign(hashes, table)).isEqualTo(ids);
            assertThat(hashes.explain(List.of("t", "k")).strategy()).isEqualTo("hash table of 128-bit keys");
            assertThat(keys(hashes, 0)).isEqualTo(keys(numbers, 0));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 5, 9})
    void idsStayWhenTextsBecomeTooManyForNumbers(int numbered, MemoryPool pool) {
        CpuSettings settings = TestSettings.tiny("cpu.numberedTexts", Integer.toString(numbered));
        List<DataType> types = List.of(DataType.STRING, DataType.INT32, DataType.STRING);
        Tables.Rows rows = Tables.of("t:string", "k:int32", "u:string");
        for (int i = 0; i < 40; i++) {
            String text = i % 11 == 3 ? null : "the " + i % 8 + (i % 2 == 0 ? "th of some long texts" : "th");
            rows.row(text, i % 5 == 1 ? null : i % 3, "u" + i % 4);
        }
        try (Table table = rows.build(pool);
                Grouper grouper = new WordGrouper(types, true, settings, pool)) {
            assertThat(assign(grouper, table)).isEqualTo(expectedIds(table));
            String strategy = grouper.explain(List.of("t", "k", "u")).strategy();
            assertThat(strategy).isEqualTo(numbered < 8 ? "hash table of 128-bit keys" : "direct index");
            assertThat(keys(grouper, 0))
                    .startsWith("the 0th of some long texts", "the 1th")
                    .contains((Object) null);
            assertThat(keys(grouper, 2)).startsWith("u0", "u1", "u2", "u3");
        }
    }

    @Test
    void keysOfAllTypesGroupAsAMapDoes(MemoryPool pool) {
        RandomCases.run(150, random -> {
            RandomTables tables = new RandomTables(random);
            String keyClass = List.of("auto", "packed64", "packed128", "rows").get(random.nextInt(4));
            List<DataType> types = IntStream.range(0, 1 + random.nextInt(4))
                    .mapToObj(_ -> tables.anyType())
                    .toList();
            Sample sample = tables.sample(schema(types), tables.size(100));
            try (Table table = sample.build(pool);
                    Grouper grouper = new WordGrouper(
                            types,
                            true,
                            TestSettings.tiny(
                                    "cpu.grouper", keyClass, "cpu.numberedTexts", Integer.toString(random.nextInt(9))),
                            pool)) {
                assertThat(assign(grouper, table)).isEqualTo(expectedIds(table));
            }
        });
    }

    private static Schema schema(List<DataType> types) {
        return new Schema(IntStream.range(0, types.size())
                .mapToObj(i -> new Field("k" + i, types.get(i)))
                .toList());
    }

    private static List<Integer> expectedIds(Table table) {
        Map<Object, Integer> ids = new HashMap<>();
        List<Integer> expected = new ArrayList<>();
        table.rows().forEach(row -> {
            List<@Nullable Object> key = new ArrayList<>();
            for (int i = 0; i < table.columnCount(); i++) {
                key.add(canonical(row.get(i)));
            }
            expected.add(ids.computeIfAbsent(Values.comparable(key), _ -> ids.size()));
        });
        return expected;
    }

    private static @Nullable Object canonical(@Nullable Object value) {
        return switch (value) {
            case Double number -> number == 0 ? 0.0 : number;
            case Float number -> number == 0 ? 0.0f : number;
            case Interval interval -> interval.normal();
            case List<?> list -> list.stream().map(GrouperTest::canonical).collect(Collectors.toList());
            case Map<?, ?> fields ->
                fields.values().stream().map(GrouperTest::canonical).collect(Collectors.toList());
            case null -> null;
            default -> value;
        };
    }
}

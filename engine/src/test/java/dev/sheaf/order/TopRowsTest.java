package dev.sheaf.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.Comparison;
import dev.sheaf.testing.DictionaryEncoding;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.RandomTables;
import dev.sheaf.testing.Sample;
import dev.sheaf.testing.Tables;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TopRowsTest {
    private static final Schema SCHEMA =
            Schema.of(new Field("count", DataType.INT64), new Field("name", DataType.STRING));

    private static final List<SortDirection> DIRECTIONS = List.of(SortDirection.DESCENDING, SortDirection.ASCENDING);

    private record Row(long count, String name) {}

    @Test
    void ofLongTablesTheSameRowsComeFirstAsInAFullSort() {
        SplittableRandom random = new SplittableRandom(1);
        List<Row> all = new ArrayList<>();
        try (MemoryPool pool = MemoryPool.create()) {
            try (TopRows top = new TopRows(SCHEMA, new int[] {0, 1}, DIRECTIONS, 7, pool)) {
                for (int size : new int[] {9_000, 3, 70_000, 4_103}) {
                    try (Table table = rows(random, size, all)) {
                        top.add(table);
                    }
                }
                all.sort(Comparator.comparingLong((Row row) -> -row.count()).thenComparing(Row::name));
                try (Table result = top.result()) {
                    checkFirst(result, all);
                }
            }
            assertThat(pool.usedBytes()).isZero();
        }
    }

    @Test
    void ofRowsWhoseKeysAreKnownFewAreMade() {
        SplittableRandom random = new SplittableRandom(2);
        List<Row> all = new ArrayList<>();
        AtomicLong made = new AtomicLong();
        try (MemoryPool pool = MemoryPool.create();
                Table table = rows(random, 400_000, all);
                TopRows top = new TopRows(SCHEMA, new int[] {0, 1}, DIRECTIONS, 7, pool)) {
            top.add(table, (numbers, count) -> {
                made.addAndGet(count);
                return Take.rows(table, numbers, count, pool);
            });
            all.sort(Comparator.comparingLong((Row row) -> -row.count()).thenComparing(Row::name));
            try (Table result = top.result()) {
                checkFirst(result, all);
            }
        }
        assertThat(made.get()).isBetween(7L, 20_000L);
    }

    @Test
    void ofRowsSortedTheOtherWayRoundFewAreMade() {
        AtomicLong made = new AtomicLong();
        try (MemoryPool pool = MemoryPool.create();
                Table table = Table.of("count", LongStream.range(0, 400_000).toArray());
                TopRows top = new TopRows(table.schema(), new int[] {0}, List.of(SortDirection.DESCENDING), 7, pool)) {
            top.add(table, (numbers, count) -> {
                made.addAndGet(count);
                return Take.rows(table, numbers, count, pool);
            });
            try (Table result = top.result()) {
                assertThat(LongStream.range(0, 7).mapToObj(result.column(0)::get))
                        .containsExactly(399_999L, 399_998L, 399_997L, 399_996L, 399_995L, 399_994L, 399_993L);
            }
        }
        assertThat(made.get()).isBetween(7L, 20_000L);
    }

    @Test
    void numbersMayLieInDictionariesOfSomeTables() {
        try (MemoryPool pool = MemoryPool.create();
                Table plain = Table.of("count", LongStream.range(0, 9_000).toArray());
                Table coded = new Table(
                        plain.schema(), List.of(DictionaryEncoding.encode(plain.column(0), pool)), plain.rowCount())) {
            for (List<Table> tables : List.of(List.of(coded, plain), List.of(plain, coded))) {
                try (TopRows top = new TopRows(plain.schema(), new int[] {0}, DIRECTIONS.subList(0, 1), 4, pool)) {
                    tables.forEach(top::add);
                    try (Table result = top.result()) {
                        assertThat(LongStream.range(0, 4).mapToObj(result.column(0)::get))
                                .containsExactly(8_999L, 8_999L, 8_998L, 8_998L);
                    }
                }
            }
        }
    }

    @Test
    void ofFirstKeysThatRiseFewAreNear() {
        try (MemoryPool pool = MemoryPool.create();
                Table table = Table.of("count", LongStream.range(0, 400_000).toArray());
                TopRows top = new TopRows(table.schema(), new int[] {0}, List.of(SortDirection.DESCENDING), 7, pool);
                Buffer numbers = pool.allocate(400_000L * Integer.BYTES, "numbers")) {
            try (Table first = table.slice(0, 10_000)) {
                top.add(first);
            }
            int near = top.near(table.column(0), numbers.segment());
            assertThat(near).isBetween(7, 4_000);
            assertThat(LongStream.range(near - 7, near)
                            .mapToObj(i -> (long) numbers.segment().getAtIndex(ValueLayout.JAVA_INT, i)))
                    .containsExactly(399_993L, 399_994L, 399_995L, 399_996L, 399_997L, 399_998L, 399_999L);
        }
    }

    private static void checkFirst(Table result, List<Row> sorted) {
        assertThat(result.rowCount()).isEqualTo(7);
        for (int row = 0; row < 7; row++) {
            assertThat(result.column(0).get(row)).isEqualTo(sorted.get(row).count());
            assertThat(result.column(1).get(row)).isEqualTo(sorted.get(row).name());
        }
    }

    @Test
    void ofAnyTypesTheSameRowsComeFirstAsInAFullSort() {
        RandomCases.run(100, random -> {
            RandomTables tables = new RandomTables(random);
            Schema schema = Schema.of(new Field("k", tables.anyType()), new Field("row", DataType.INT64));
            List<SortDirection> directions = SortingTest.directions(random, 2);
            int count = random.nextInt(1, 5);
            try (MemoryPool pool = MemoryPool.create()) {
                checkAny(tables, schema, directions, count, random.nextInt(4_200, 5_000), pool);
                assertThat(pool.usedBytes()).isZero();
            }
        });
    }

    private static void checkAny(
            RandomTables tables, Schema schema, List<SortDirection> directions, int count, int rows, MemoryPool pool) {
        try (Table table = tables.sample(schema, rows).build(pool);
                TopRows top = new TopRows(schema, new int[] {0, 1}, directions, count, pool)) {
            for (long row = 0; row < rows; row += 500) {
                try (Table part = table.slice(row, Math.min(500, rows - row))) {
                    top.add(part);
                }
            }
            try (Table sorted = Sorting.sort(table, table.columns(), directions, pool);
                    Table first = sorted.slice(0, count);
                    Table result = top.result()) {
                Tables.assertSame(Sample.of(first), Sample.of(result), Comparison.ORDERED);
            }
        }
    }

    /// Plain in some tables and as dictionaries in others, null, empty, with zeros at their end, longer than
    /// any step reads.
    @Test
    void ofTextsThatBeginAlikeTheSameRowsComeFirstAsInAFullSort() {
        Schema schema = Schema.of(
                new Field("text", DataType.STRING), new Field("few", DataType.INT8), new Field("row", DataType.INT64));
        RandomCases.run(100, random -> {
            List<List<@Nullable Object>> rows = new ArrayList<>();
            int count = random.nextInt(1, 50);
            List<SortDirection> directions = SortingTest.directions(random, 3);
            try (MemoryPool pool = MemoryPool.create();
                    TopRows top = new TopRows(schema, new int[] {0, 1, 2}, directions, count, pool)) {
                for (int size : new int[] {4_300, 1, 600, 2_000}) {
                    List<List<@Nullable Object>> part = part(random, rows.size(), size);
                    rows.addAll(part);
                    try (Table table =
                            sample(schema, part, random.nextBoolean()).build(pool)) {
                        top.add(table);
                    }
                }
                checkFirst(sample(schema, rows, false), directions, count, top, pool);
            }
        });
    }

    private static void checkFirst(
            Sample all, List<SortDirection> directions, int count, TopRows top, MemoryPool pool) {
        try (Table table = all.build(pool);
                Table sorted = Sorting.sort(table, table.columns(), directions, pool);
                Table first = sorted.slice(0, count);
                Table result = top.result()) {
            Tables.assertSame(Sample.of(first), Sample.of(result), Comparison.ORDERED);
        }
    }

    private static List<List<@Nullable Object>> part(SplittableRandom random, long firstRow, int size) {
        String prefix = "https://www.example.com/".repeat(6);
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            int length = random.nextInt(4) == 0 ? random.nextInt(prefix.length()) : random.nextInt(3) * 70;
            String end = List.of("", "\0", "\0\0", "a", "é").get(random.nextInt(5));
            @Nullable Object text = random.nextInt(20) == 0 ? null : prefix.substring(0, length) + end;
            @Nullable Object few = random.nextInt(5) == 0 ? null : (byte) random.nextInt(-1, 2);
            rows.add(Arrays.asList(text, few, firstRow + i));
        }
        return rows;
    }

    private static Sample sample(Schema schema, List<List<@Nullable Object>> rows, boolean encoded) {
        List<List<@Nullable Object>> columns = new ArrayList<>();
        for (int column = 0; column < schema.size(); column++) {
            int index = column;
            columns.add(rows.stream().map(row -> row.get(index)).collect(Collectors.toCollection(ArrayList::new)));
        }
        return new Sample(schema, columns, List.of(encoded, false, false), 0);
    }

    private static Table rows(SplittableRandom random, int size, List<Row> all) {
        long[] counts = new long[size];
        String[] names = new String[size];
        for (int i = 0; i < size; i++) {
            counts[i] = random.nextInt(20);
            names[i] = "name " + random.nextInt(1_000_000);
            all.add(new Row(counts[i], names[i]));
        }
        return Table.of("count", counts, "name", names);
    }
}

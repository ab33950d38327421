package dev.sheaf.column;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Gather and concatenation against the same done to lists of Java objects.
class ColumnKernelsTest {
    private static final int CASES = 4000;
    private static final int LARGE_CASES = 40;
    private static final int[] SIZES = {0, 1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 200};

    private final MemoryPool pool = MemoryPool.withLimit(256 << 20);

    @RegisterExtension
    final PoolCheck nothingIsLeft = PoolCheck.of(pool);

    private SplittableRandom random = new SplittableRandom(0);

    /// A column type with a generator of values from a small domain, so that ties occur.
    private record Kind(DataType type, Function<SplittableRandom, Object> values) {}

    private static final List<Kind> KINDS = List.of(
            new Kind(DataType.BOOL, r -> r.nextBoolean()),
            new Kind(DataType.INT8, r -> (byte) r.nextInt()),
            new Kind(DataType.UINT16, r -> r.nextInt(65536)),
            new Kind(DataType.INT32, r -> r.nextInt(-3, 4)),
            new Kind(DataType.INT64, r -> r.nextLong()),
            new Kind(
                    DataType.FLOAT32, r -> new float[] {-0f, 0f, 1f, Float.NaN, Float.NEGATIVE_INFINITY}[r.nextInt(5)]),
            new Kind(DataType.FLOAT64, r -> new double[] {-0.0, 0.0, -1, Double.NaN, Double.MAX_VALUE}[r.nextInt(5)]),
            new Kind(
                    DataType.decimal(38, 2),
                    r -> new BigDecimal(new java.math.BigInteger(100, new java.util.Random(r.nextLong())), 2)
                            .multiply(BigDecimal.valueOf(r.nextBoolean() ? 1 : -1))),
            new Kind(
                    DataType.STRING,
                    r -> List.of("", "a", "a\0", "ab", "Grüße", "longer than eight bytes", "longer than eight bytez")
                            .get(r.nextInt(7))),
            new Kind(
                    new DataType.ListType(DataType.STRING),
                    r -> IntStream.range(0, r.nextInt(3))
                            .mapToObj(_ -> List.of("x", "yy", "").get(r.nextInt(3)))
                            .toList()));

    @Test
    void takeConcatAndSliceAgreeWithLists() {
        RandomCases.run(CASES, drawn -> {
            random = drawn;
            Kind kind = KINDS.get(random.nextInt(KINDS.size()));
            List<@Nullable Object> values = values(kind);
            try (Column column = column(kind, values)) {
                int[] rows = rows(SIZES[random.nextInt(SIZES.length)], values.size());
                List<@Nullable Object> taken = new ArrayList<>();
                Arrays.stream(rows).forEach(row -> taken.add(row < 0 ? null : values.get(row)));
                try (Column result = Take.rows(column, rows, rows.length, pool);
                        Column both = Concat.columns(kind.type(), List.of(column, result, column), pool)) {
                    assertThat(objects(result)).as(context(kind)).isEqualTo(taken);
                    List<@Nullable Object> all = new ArrayList<>(values);
                    all.addAll(taken);
                    all.addAll(values);
                    assertThat(objects(both)).as(context(kind)).isEqualTo(all);
                }
            }
        });
    }

    @Test
    void onlyWantedColumnsOfATableAreTaken() {
        RandomCases.run(CASES, drawn -> {
            random = drawn;
            Kind wanted = KINDS.get(random.nextInt(KINDS.size()));
            List<@Nullable Object> values = values(wanted);
            int lost = random.nextInt(1, 40);
            int[] rows = IntStream.range(0, values.size())
                    .filter(_ -> random.nextInt(40) >= lost)
                    .toArray();
            List<@Nullable Object> taken = new ArrayList<>();
            Arrays.stream(rows).forEach(row -> taken.add(values.get(row)));
            Schema schema = new Schema(List.of(new Field("w", wanted.type()), new Field("o", wanted.type())));
            BitSet wantedColumns = new BitSet();
            wantedColumns.set(0);
            try (Table table =
                            new Table(schema, List.of(column(wanted, values), column(wanted, values)), values.size());
                    Table kept = Take.rows(table, wantedColumns, rows, rows.length, pool)) {
                assertThat(kept.rowCount()).isEqualTo(rows.length);
                assertThat(objects(kept.column(0))).as(context(wanted)).isEqualTo(taken);
                assertThat(kept.column(1).length()).isEqualTo(rows.length);
            }
        });
    }

    /// Tasks write side by side: bytes of texts that one copies past its end, and bits of a word, belong to another.
    @Test
    void manyRowsAgreeOnSeveralThreads() {
        Tasks threads = (count, task) -> IntStream.range(0, count).parallel().forEach(task);
        RandomCases.run(LARGE_CASES, drawn -> {
            random = drawn;
            Kind kind = KINDS.get(random.nextInt(KINDS.size()));
            List<@Nullable Object> values = values(kind);
            int count = (int) RowTasks.ROWS + random.nextInt((int) RowTasks.ROWS);
            int[] rows = rows(count, values.size());
            try (Column column = column(kind, values);
                    Buffer numbers = pool.allocate(count * 4L, "rows");
                    Column taken = taken(column, rows, numbers, threads);
                    Column both = Concat.columns(kind.type(), List.of(taken, column, taken), pool, threads)) {
                assertAgrees(both, kind, values, rows);
            }
        });
    }

    /// Numbers of rows, -1 among them, in any order or in runs of some rows.
    private int[] rows(int count, int most) {
        int[] rows = new int[count];
        int mean = random.nextBoolean() ? 1 : random.nextInt(2, 200);
        for (int i = 0; i < count; i++) {
            boolean follows = i > 0 && rows[i - 1] >= 0 && rows[i - 1] + 1 < most && random.nextInt(mean) > 0;
            rows[i] = follows ? rows[i - 1] + 1 : draw(mean, most);
        }
        return rows;
    }

    private int draw(int mean, int most) {
        return most == 0 || (mean == 1 && random.nextInt(most + 1) == 0) ? -1 : random.nextInt(most);
    }

    private Column taken(Column column, int[] rows, Buffer numbers, Tasks tasks) {
        MemorySegment.copy(rows, 0, numbers.segment(), ValueLayout.JAVA_INT, 0, rows.length);
        return Take.rows(column, numbers.segment(), rows.length, pool, tasks);
    }

    private static void assertAgrees(Column both, Kind kind, List<@Nullable Object> values, int[] rows) {
        int size = values.size();
        assertThat(both.length()).isEqualTo(2L * rows.length + size);
        for (int i = 0; i < both.length(); i++) {
            int inTaken = i < rows.length ? i : i - rows.length - size;
            int row = i >= rows.length && inTaken < 0 ? i - rows.length : rows[inTaken];
            if (!Objects.equals(both.get(i), row < 0 ? null : values.get(row))) {
                assertThat(both.get(i)).as(context(kind) + " at " + i).isEqualTo(row < 0 ? null : values.get(row));
            }
        }
    }

    private static String context(Kind kind) {
        return kind.type().toString();
    }

    private List<@Nullable Object> values(Kind kind) {
        int size = SIZES[random.nextInt(SIZES.length)];
        int nulls = random.nextInt(3);
        List<@Nullable Object> values = new ArrayList<>();
        for (int row = 0; row < size; row++) {
            boolean isNull = nulls == 2 || (nulls == 1 && random.nextInt(4) == 0);
            values.add(isNull ? null : kind.values().apply(random));
        }
        return values;
    }

    /// The values as a plain or dictionary-encoded column, sometimes a slice with rows before and after it.
    private Column column(Kind kind, List<@Nullable Object> values) {
        int before = random.nextInt(3) == 0 ? random.nextInt(70) : 0;
        try (ColumnBuilder builder = new ColumnBuilder(kind.type(), pool)) {
            for (int i = 0; i < before; i++) {
                builder.append(random.nextBoolean() ? null : kind.values().apply(random));
            }
            values.forEach(builder::append);
            builder.appendNull();
            try (Column whole = builder.build();
                    Column slice = whole.slice(before, values.size())) {
                return random.nextInt(3) == 0 ? encode(slice, values) : slice.retain();
            }
        }
    }

    private Column encode(Column column, List<@Nullable Object> values) {
        List<Object> distinct =
                values.stream().filter(Objects::nonNull).distinct().toList();
        Buffer codes = pool.allocate(values.size() * 4L, "codes");
        for (int i = 0; i < values.size(); i++) {
            codes.segment()
                    .setAtIndex(ValueLayout.JAVA_INT, i, values.get(i) == null ? 99 : distinct.indexOf(values.get(i)));
        }
        try (ColumnBuilder builder = new ColumnBuilder(column.type(), pool)) {
            distinct.forEach(builder::append);
            return new DictionaryColumn(
                    values.size(), codes, builder.build(), column.validity().slice(0, values.size()));
        }
    }

    private static List<@Nullable Object> objects(Column column) {
        List<@Nullable Object> objects = new ArrayList<>();
        for (long row = 0; row < column.length(); row++) {
            objects.add(column.get(row));
        }
        return objects;
    }
}

package dev.sheaf.column;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.write.ColumnWrites;
import dev.sheaf.memory.Exposure;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class ColumnWritesTest {
    private static final List<DataType> TYPES = List.of(
            DataType.INT8,
            DataType.INT64,
            DataType.FLOAT64,
            DataType.decimal(38, 0),
            DataType.BOOL,
            DataType.STRING,
            new DataType.ListType(DataType.INT32));

    /// Writes into a column, of which a slice is kept and checked at the end, against a list.
    @Test
    void writesWhatAListHolds(MemoryPool pool) {
        RandomCases.run(2_000, random -> {
            DataType type = TYPES.get(random.nextInt(TYPES.size()));
            List<@Nullable Object> model = new ArrayList<>();
            int rows = random.nextInt(1, 200);
            for (int row = 0; row < rows; row++) {
                model.add(value(type, random));
            }
            int start = random.nextInt(rows);
            try (Column whole = column(type, model, pool)) {
                List<@Nullable Object> before = new ArrayList<>(model);
                write(whole.slice(start, rows - start), model.subList(start, rows), random, pool);
                assertThat(ColumnArrays.objects(whole)).isEqualTo(before);
            }
        });
    }

    private static void write(Column first, List<@Nullable Object> model, SplittableRandom random, MemoryPool pool) {
        Column column = first;
        for (int step = 0; step < 12; step++) {
            int from = random.nextInt(model.size() + 1);
            int to = random.nextInt(from, model.size() + 1);
            Object value = value(first.type(), random);
            for (int row = from; row < to; row++) {
                model.set(row, value);
            }
            try (Column outOfDate = column) {
                column = ColumnWrites.fill(outOfDate, from, to, value, pool);
            }
            assertThat(ColumnArrays.objects(column)).isEqualTo(model);
            assertThat(column.nullCount())
                    .isEqualTo(model.stream().filter(java.util.Objects::isNull).count());
        }
        column.close();
    }

    private static @Nullable Object value(DataType type, SplittableRandom random) {
        if (random.nextInt(3) == 0) {
            return null;
        }
        int number = random.nextInt(100);
        return switch (type) {
            case DataType.IntType(int bits, boolean _) -> bits == 8 ? (Object) (byte) number : (Object) (long) number;
            case DataType.FloatType _ -> (double) number;
            case DataType.DecimalType _ -> java.math.BigDecimal.valueOf(number);
            case DataType.BoolType() -> number % 2 == 0;
            case DataType.StringType() -> "x".repeat(number % 7);
            default -> List.of(number, number + 1);
        };
    }

    private static Column column(DataType type, List<@Nullable Object> values, MemoryPool pool) {
        try (ColumnBuilder builder = new ColumnBuilder(type, pool)) {
            values.forEach(builder::append);
            return builder.build();
        }
    }

    @Test
    void aLoneColumnIsWrittenWhereItLies(MemoryPool pool) {
        try (FixedColumn column = (FixedColumn) column(DataType.INT64, List.of(1L, 2L, 3L), pool);
                FixedColumn written = (FixedColumn) ColumnWrites.fill(column, 1, 2, 20L, pool)) {
            assertThat(written.values().address()).isEqualTo(column.values().address());
        }
    }

    @Test
    void aValueThatDoesNotFitWritesNothing(MemoryPool pool) {
        try (Column column = column(DataType.INT8, List.of((byte) 1, (byte) 2), pool)) {
            assertThatThrownBy(() -> ColumnWrites.fill(column, 0, 2, 1000, pool))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> ColumnWrites.fill(column, 0, 3, 1, pool))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThat(ColumnArrays.objects(column)).containsExactly((byte) 1, (byte) 2);
        }
    }

    @Test
    void aCopyThatFindsNoRoomLosesNothing() {
        try (MemoryPool pool = MemoryPool.withLimit(64 << 10)) {
            try (MemoryPool large = MemoryPool.create();
                    Column column = column(DataType.INT64, java.util.Collections.nCopies(20_000, 1L), large);
                    Column shared = column.retain()) {
                assertThatThrownBy(() -> ColumnWrites.fill(shared, 0, 1, 2L, pool))
                        .isInstanceOf(MemoryLimitException.class);
                assertThatThrownBy(() -> ColumnWrites.copy(shared, pool)).isInstanceOf(MemoryLimitException.class);
                assertThat(shared.get(0)).isEqualTo(1L);
            }
            PoolCheck.assertEmpty(pool);
        }
    }

    @Test
    void exposedColumnsAreCopiedToBeShared(MemoryPool pool) {
        try (FixedColumn column = (FixedColumn) column(DataType.INT32, List.of(1, 2), pool)) {
            Exposure exposure = Exposure.of(column.values());
            try (FixedColumn own = (FixedColumn) ColumnWrites.unexposed(column.retain(), pool)) {
                assertThat(own.values().address()).isNotEqualTo(column.values().address());
            }
            exposure.close();
            exposure.close();
            try (FixedColumn same = (FixedColumn) ColumnWrites.unexposed(column.retain(), pool)) {
                assertThat(same.values().address()).isEqualTo(column.values().address());
            }
        }
    }

    @Test
    void bitsAreSetInRanges(MemoryPool pool) {
        RandomCases.run(400, random -> {
            int size = random.nextInt(1, 300);
            boolean[] model = new boolean[size];
            try (var bits = pool.allocateZeroed(Validity.byteSize(size), "test")) {
                for (int i = 0; i < 10; i++) {
                    int from = random.nextInt(size + 1);
                    int to = random.nextInt(from, size + 1);
                    boolean value = random.nextBoolean();
                    java.util.Arrays.fill(model, from, to, value);
                    Validity.setBits(bits.segment(), from, to, value);
                }
                for (int bit = 0; bit < size; bit++) {
                    int set = bits.segment().get(java.lang.foreign.ValueLayout.JAVA_BYTE, bit >>> 3) >>> (bit & 7) & 1;
                    assertThat(set != 0).isEqualTo(model[bit]);
                }
            }
        });
    }
}

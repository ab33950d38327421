package dev.sheaf.io.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expressions;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.Order;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Decimals of Arrow's own library whose scale is below 0 or beyond their precision.
@ExtendWith(PoolCheck.class)
class DecimalScalesTest {
    private static final int MAX = DataType.DecimalType.MAX_PRECISION;

    @Test
    void everyScaleIsHeldWithTheSameNumbers(MemoryPool pool) {
        RandomCases.run(400, random -> {
            int precision = 1 + random.nextInt(MAX);
            int scale = random.nextInt(-MAX, MAX + 1);
            List<@Nullable BigDecimal> values = values(random, precision, scale);
            byte[] bytes = stream(values, precision, scale, random.nextBoolean());
            if (precision - Math.min(scale, 0) > MAX) {
                assertThatThrownBy(() -> read(bytes, pool)).hasMessageContaining("no decimal of 1 to 38 digits");
                assertThatThrownBy(() -> checkTaken(bytes, pool, _ -> {}))
                        .hasMessageContaining("no decimal of 1 to 38 digits");
                return;
            }
            DataType type = DataType.DecimalType.holding(precision, scale);
            try (Table read = read(bytes, pool)) {
                assertSame(values, read, type);
            }
            checkTaken(bytes, pool, taken -> assertSame(values, taken, type));
        });
    }

    /// The values and sums of libcudf's sums of fixed-point numbers, whose positive scale 2 is -2 here.
    @Test
    void sumsOfHundredsAreThoseOfLibcudf(MemoryPool pool) throws IOException {
        int[] keys = {1, 2, 3, 1, 2, 2, 1, 3, 3, 2};
        List<@Nullable BigDecimal> values = new ArrayList<>();
        for (int i = 0; i < keys.length; i++) {
            values.add(BigDecimal.valueOf(i, -2));
        }
        QueryContext context = QueryContext.builder().pool(pool).build();
        try (Table hundreds = read(stream(values, 9, -2, false), pool);
                Table ks = Table.of("k", keys);
                Table both = new Table(
                        Schema.of(
                                new Field("k", DataType.INT32),
                                hundreds.schema().field(0)),
                        List.of(ks.column("k").retain(), hundreds.column("v").retain()),
                        keys.length);
                Table sums = GroupBy.on(both, "k")
                        .order(Order.SORTED)
                        .aggregate(
                                context,
                                Expressions.sum("v").as("s"),
                                Expressions.max("v").as("m"))) {
            assertThat(sums.values("s"))
                    .containsExactly(new BigDecimal("900"), new BigDecimal("1900"), new BigDecimal("1700"));
            assertThat(sums.values("m"))
                    .containsExactly(new BigDecimal("600"), new BigDecimal("900"), new BigDecimal("800"));
        }
    }

    /// Other writers do not check digits; 32 bits cannot hold what lies in 128.
    @Test
    void aValueOfMoreDigitsThanItsTypeIsRefused(MemoryPool pool) throws IOException {
        byte[] bytes = stream(List.of(BigDecimal.valueOf(1L << 40)), 20, 0, false);
        int at = indexOf(bytes, 1L << 40);
        byte[] narrow = stream(List.of(BigDecimal.valueOf(7)), 9, 0, false);
        System.arraycopy(bytes, at, narrow, indexOf(narrow, 7), Long.BYTES);

        assertThatThrownBy(() -> read(narrow, pool)).hasMessageContaining("a value has more digits than decimal(9, 0)");
    }

    private static int indexOf(byte[] bytes, long value) {
        MemorySegment segment = MemorySegment.ofArray(bytes);
        for (int at = bytes.length - Long.BYTES; at >= 0; at--) {
            if (segment.get(java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED, at) == value) {
                return at;
            }
        }
        throw new IllegalArgumentException(value + " is not there");
    }

    private static void assertSame(List<@Nullable BigDecimal> values, Table table, DataType type) {
        assertThat(table.schema().type("v")).isEqualTo(type);
        assertThat(table.values("v")).hasSameSizeAs(values);
        for (int i = 0; i < values.size(); i++) {
            BigDecimal value = values.get(i);
            Object read = table.values("v").get(i);
            assertThat(value == null ? read == null : read != null && value.compareTo((BigDecimal) read) == 0)
                    .as(value + " as " + read)
                    .isTrue();
        }
    }

    private static List<@Nullable BigDecimal> values(SplittableRandom random, int precision, int scale) {
        List<@Nullable BigDecimal> values = new ArrayList<>();
        for (int i = random.nextInt(20); i >= 0; i--) {
            StringBuilder digits = new StringBuilder(random.nextBoolean() ? "-" : "");
            random.ints(1 + random.nextInt(precision), 0, 10).forEach(digits::append);
            values.add(random.nextInt(4) == 0 ? null : new BigDecimal(new BigInteger(digits.toString()), scale));
        }
        return values;
    }

    private static byte[] stream(List<? extends @Nullable BigDecimal> values, int precision, int scale, boolean wide)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (RootAllocator allocator = new RootAllocator();
                BaseFixedWidthVector vector = wide
                        ? new Decimal256Vector("v", allocator, precision, scale)
                        : new DecimalVector("v", allocator, precision, scale);
                VectorSchemaRoot root = VectorSchemaRoot.of(vector);
                ArrowStreamWriter writer = new ArrowStreamWriter(root, null, Channels.newChannel(bytes))) {
            vector.allocateNew(values.size());
            for (int i = 0; i < values.size(); i++) {
                set(vector, i, values.get(i));
            }
            root.setRowCount(values.size());
            writer.start();
            writer.writeBatch();
            writer.end();
        }
        return bytes.toByteArray();
    }

    private static void set(BaseFixedWidthVector vector, int row, @Nullable BigDecimal value) {
        if (value == null) {
            vector.setNull(row);
        } else if (vector instanceof Decimal256Vector wide) {
            wide.set(row, value);
        } else {
            ((DecimalVector) vector).set(row, value);
        }
    }

    private static Table read(byte[] bytes, MemoryPool pool) {
        try (ArrowReader reader = ArrowReader.of(MemorySegment.ofArray(bytes), Path.of("test.arrows"), pool)) {
            return java.util.Objects.requireNonNull(reader.next());
        }
    }

    private static void checkTaken(byte[] bytes, MemoryPool pool, Consumer<Table> check) throws IOException {
        try (RootAllocator allocator = new RootAllocator();
                ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator)) {
            ArrowStreamReader reader = new ArrowStreamReader(new ByteArrayInputStream(bytes), allocator);
            Data.exportArrayStream(allocator, reader, stream);
            try (Table taken = ArrowC.importTable(stream.memoryAddress(), pool)) {
                check.accept(taken);
            }
        }
    }
}

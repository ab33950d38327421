package dev.sheaf.io.parquet;

import static dev.sheaf.expr.Expressions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.Interval;
import dev.sheaf.column.Table;
import dev.sheaf.column.VarColumn;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.eval.RowFilter;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.Comparison;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Sample;
import dev.sheaf.testing.Tables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Files of parquet-java's own writer: the encodings, shapes and types that DuckDB does not write.
@ExtendWith(PoolCheck.class)
class ParquetJavaTest {
    private static final int ROWS = 3000;
    private static final int JULIAN_EPOCH_DAY = 2_440_588;

    @TempDir
    Path folder;

    private Path write(String schema, UnaryOperator<ExampleParquetWriter.Builder> options, List<Consumer<Group>> rows) {
        MessageType type = MessageTypeParser.parseMessageType("message m { " + schema + " }");
        Path file = folder.resolve("java.parquet");
        ExampleParquetWriter.Builder builder = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withConf(new PlainParquetConfiguration())
                .withWriteMode(org.apache.parquet.hadoop.ParquetFileWriter.Mode.OVERWRITE)
                .withType(type);
        try (ParquetWriter<Group> writer = options.apply(builder).build()) {
            for (Consumer<Group> row : rows) {
                Group group = new SimpleGroup(type);
                row.accept(group);
                writer.write(group);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return file;
    }

    private static List<Consumer<Group>> repeat(int rows, java.util.function.BiConsumer<Integer, Group> row) {
        List<Consumer<Group>> all = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            int index = i;
            all.add(group -> row.accept(index, group));
        }
        return all;
    }

    private static ExampleParquetWriter.Builder plain(ExampleParquetWriter.Builder builder) {
        return builder.withDictionaryEncoding(false).withCompressionCodec(CompressionCodecName.UNCOMPRESSED);
    }

    @ParameterizedTest
    @CsvSource({
        "PARQUET_1_0, SNAPPY, true", "PARQUET_1_0, UNCOMPRESSED, false", "PARQUET_2_0, SNAPPY, true",
        "PARQUET_2_0, ZSTD, false", "PARQUET_2_0, LZ4_RAW, false", "PARQUET_2_0, UNCOMPRESSED, false"
    })
    void pagesOfBothVersionsAreRead(
            WriterVersion version, CompressionCodecName codec, boolean dictionary, MemoryPool pool) {
        Path file = write(
                """
                required int32 i32; optional int64 i64; optional float f; required double d; optional boolean b;
                optional binary s (STRING); required binary prefix (STRING); optional fixed_len_byte_array(3) fix;
                """,
                builder -> builder.withWriterVersion(version)
                        .withCompressionCodec(codec)
                        .withDictionaryEncoding(dictionary)
                        .withPageWriteChecksumEnabled(true)
                        .withBloomFilterEnabled(true) // and page indexes, which are always written
                        .withPageSize(1000)
                        .withPageRowCountLimit(333)
                        .withRowGroupRowCountLimit(1100),
                repeat(ROWS, ParquetJavaTest::fill));
        for (String batchRows : List.of("131072", "100", "7")) {
            QueryContext context = ParquetFiles.context(pool, 2, Map.of("parquet.batch.rows", batchRows));
            try (Table table = ParquetFiles.read(file, context)) {
                checkFilled(table);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"PARQUET_1_0, true", "PARQUET_1_0, false", "PARQUET_2_0, true", "PARQUET_2_0, false"})
    void pagesAreLeftOutByTheirIndexes(WriterVersion version, boolean dictionary, MemoryPool pool) {
        Path file = write(
                "required int32 i; optional int64 n; optional binary s (STRING); optional double d; "
                        + "optional group l (LIST) { repeated group list { optional int32 element; } }",
                builder -> builder.withWriterVersion(version)
                        .withDictionaryEncoding(dictionary)
                        .withPageWriteChecksumEnabled(true)
                        .withPageSize(500)
                        .withPageRowCountLimit(90)
                        .withRowGroupRowCountLimit(2000),
                repeat(ROWS, ParquetJavaTest::fillRising));
        Dataset dataset = new ParquetFormat().open(List.of(file));
        for (String batchRows : List.of("131072", "250")) {
            QueryContext context = ParquetFiles.context(pool, 2, Map.of("parquet.batch.rows", batchRows));
            for (Expr condition : List.of(
                    col("i").ge(700).and(col("i").lt(745)),
                    col("i").lt(50).or(col("s").eq("word 29")),
                    col("n").isNull().and(col("i").gt(2100)),
                    col("d").gt(740.0),
                    col("s").ge("word 15").and(col("n").le(1600L)))) {
                RowFilter filter = RowFilter.compile(condition, dataset.schema());
                List<String> columns = dataset.schema().names();
                try (Table all = ParquetFiles.read(dataset, columns, context);
                        Table expected = filter.apply(all, pool);
                        Table some = ParquetFiles.read(dataset, columns, condition, context);
                        Table actual = filter.apply(some, pool)) {
                    Tables.assertSame(Sample.of(expected), Sample.of(actual), Comparison.ORDERED);
                    assertThat(some.rowCount()).isBetween(expected.rowCount(), expected.rowCount() + 300);
                }
            }
        }
    }

    private static void fillRising(int i, Group group) {
        group.append("i", i);
        group.append("s", "word " + i / 100);
        if (i % 400 > 150) {
            group.append("n", i + 5L);
        }
        if (i % 3 > 0) {
            group.append("d", i / 4.0);
        }
        group.addGroup("l").addGroup("list").append("element", i);
    }

    private static void fill(int i, Group group) {
        group.append("i32", i * 31 % 1000 - 500);
        group.append("d", i / 8.0);
        group.append("prefix", "a long prefix " + "x".repeat(i % 5) + i);
        if (i % 3 > 0) {
            group.append("i64", i * 1_000_000_007L * (i % 2 == 0 ? 1 : -1));
            group.append("f", i / 4f);
        }
        if (i % 5 > 0) {
            group.append("b", i % 7 < 3);
            group.append("s", i % 50 == 1 ? "" : "text " + i % 40);
            group.append("fix", Binary.fromConstantByteArray(new byte[] {(byte) i, 1, (byte) (i >> 8)}));
        }
    }

    private static void checkFilled(Table table) {
        assertThat(table.rowCount()).isEqualTo(ROWS);
        for (int i = 0; i < ROWS; i++) {
            assertThat(table.column("i32").get(i)).isEqualTo(i * 31 % 1000 - 500);
            assertThat(table.column("d").get(i)).isEqualTo(i / 8.0);
            assertThat(table.column("prefix").get(i)).isEqualTo("a long prefix " + "x".repeat(i % 5) + i);
            boolean first = i % 3 > 0;
            assertThat(table.column("i64").get(i))
                    .isEqualTo(first ? (Long) (i * 1_000_000_007L * (i % 2 == 0 ? 1 : -1)) : null);
            assertThat(table.column("f").get(i)).isEqualTo(first ? (Float) (i / 4f) : null);
            boolean second = i % 5 > 0;
            assertThat(table.column("b").get(i)).isEqualTo(second ? (Boolean) (i % 7 < 3) : null);
            assertThat(table.column("s").get(i)).isEqualTo(second ? i % 50 == 1 ? "" : "text " + i % 40 : null);
            assertThat(table.column("fix").get(i)).isEqualTo(second ? new byte[] {(byte) i, 1, (byte) (i >> 8)} : null);
        }
    }

    @Test
    void splitStreamsAreRead(MemoryPool pool) {
        Path file = write(
                """
                required int32 a; optional int64 b; required float c; optional double d;
                optional fixed_len_byte_array(5) e; required fixed_len_byte_array(4) f (DECIMAL(9, 2));
                """,
                builder -> {
                    plain(builder).withWriterVersion(WriterVersion.PARQUET_2_0).withPageRowCountLimit(500);
                    List.of("a", "b", "c", "d", "e", "f")
                            .forEach(column -> builder.withByteStreamSplitEncoding(column, true));
                    return builder;
                },
                repeat(ROWS, (i, group) -> {
                    group.append("a", i * 1_234_567).append("c", i / 3f);
                    group.append(
                            "f",
                            Binary.fromConstantByteArray(
                                    ByteBuffer.allocate(4).putInt(-i).array()));
                    if (i % 4 > 0) {
                        group.append("b", i * 1_234_567_891_011L).append("d", i / 3.0);
                        group.append("e", Binary.fromConstantByteArray(splitBytes(i)));
                    }
                }));
        QueryContext context = ParquetFiles.context(pool, 1, Map.of("parquet.batch.rows", "70"));
        try (Table table = ParquetFiles.read(file, context)) {
            for (int i = 0; i < ROWS; i++) {
                assertThat(table.column("a").get(i)).isEqualTo(i * 1_234_567);
                assertThat(table.column("c").get(i)).isEqualTo(i / 3f);
                assertThat(table.column("f").get(i)).isEqualTo(BigDecimal.valueOf(-i, 2));
                boolean valid = i % 4 > 0;
                assertThat(table.column("b").get(i)).isEqualTo(valid ? (Long) (i * 1_234_567_891_011L) : null);
                assertThat(table.column("d").get(i)).isEqualTo(valid ? (Double) (i / 3.0) : null);
                assertThat(table.column("e").get(i)).isEqualTo(valid ? splitBytes(i) : null);
            }
        }
    }

    private static byte[] splitBytes(int i) {
        return new byte[] {1, 2, (byte) i, 3, (byte) (i >> 8)};
    }

    @Test
    void aChunkThatFallsBackToPlainIsReadAsPlain(MemoryPool pool) {
        Path file = write(
                "optional binary s (STRING); required int64 l;",
                builder -> builder.withDictionaryPageSize(2000)
                        .withPageSize(1000)
                        .withCompressionCodec(CompressionCodecName.UNCOMPRESSED),
                repeat(ROWS, (i, group) -> {
                    group.append("l", (long) (i < 1500 ? i % 10 : i));
                    if (i % 9 > 0) {
                        group.append("s", i < 1500 ? "few " + i % 10 : "many values " + i);
                    }
                }));
        for (String batchRows : List.of("131072", "100")) {
            QueryContext context = ParquetFiles.context(pool, 1, Map.of("parquet.batch.rows", batchRows));
            try (Table table = ParquetFiles.read(file, context)) {
                for (int i = 0; i < ROWS; i++) {
                    String text = i < 1500 ? "few " + i % 10 : "many values " + i;
                    assertThat(table.column("s").get(i)).isEqualTo(i % 9 > 0 ? text : null);
                    assertThat(table.column("l").get(i)).isEqualTo((long) (i < 1500 ? i % 10 : i));
                }
                assertThat(table.column("s")).isInstanceOf(VarColumn.class);
            }
        }
    }

    @Test
    void codesStayCodesUntilTheFallBack(MemoryPool pool) {
        Path file = write(
                "required binary s (STRING);",
                builder -> builder.withDictionaryEncoding(true),
                repeat(ROWS, (i, group) -> group.append("s", "few " + i % 10)));
        try (Table table = ParquetFiles.read(file, ParquetFiles.context(pool))) {
            assertThat(table.column("s")).isInstanceOf(DictionaryColumn.class);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void decimalsAreReadFromEveryPhysicalType(boolean dictionary, MemoryPool pool) {
        Path file = write(
                """
                required int32 a (DECIMAL(9, 2)); required int64 b (DECIMAL(18, 3)); required int64 narrow (DECIMAL(5, 1));
                required fixed_len_byte_array(7) c (DECIMAL(15, 4)); required fixed_len_byte_array(16) d (DECIMAL(38, 10));
                required binary e (DECIMAL(30, 5)); required binary f (DECIMAL(8, 0)); required int32 wide (DECIMAL(9, 0));
                """,
                builder -> builder.withDictionaryEncoding(dictionary).withPageRowCountLimit(100),
                repeat(500, (i, group) -> {
                    BigInteger number = BigInteger.valueOf(i % 2 == 0 ? i : -i).multiply(BigInteger.valueOf(129));
                    group.append("a", number.intValue()).append("b", number.longValue());
                    group.append("narrow", (long) i % 1000).append("wide", i);
                    group.append("c", Binary.fromConstantByteArray(bigEndian(number, 7)));
                    group.append("d", Binary.fromConstantByteArray(bigEndian(number.shiftLeft(64), 16)));
                    group.append(
                            "e",
                            Binary.fromConstantByteArray(number.shiftLeft(32).toByteArray()));
                    group.append("f", Binary.fromConstantByteArray(number.toByteArray()));
                }));
        try (Table table = ParquetFiles.read(file, ParquetFiles.context(pool))) {
            assertThat(table.schema().type("narrow")).isEqualTo(DataType.decimal(5, 1));
            for (int i = 0; i < 500; i++) {
                BigInteger number = BigInteger.valueOf(i % 2 == 0 ? i : -i).multiply(BigInteger.valueOf(129));
                assertThat(table.column("a").get(i)).isEqualTo(new BigDecimal(number, 2));
                assertThat(table.column("b").get(i)).isEqualTo(new BigDecimal(number, 3));
                assertThat(table.column("narrow").get(i)).isEqualTo(BigDecimal.valueOf(i, 1));
                assertThat(table.column("c").get(i)).isEqualTo(new BigDecimal(number, 4));
                assertThat(table.column("d").get(i)).isEqualTo(new BigDecimal(number.shiftLeft(64), 10));
                assertThat(table.column("e").get(i)).isEqualTo(new BigDecimal(number.shiftLeft(32), 5));
                assertThat(table.column("f").get(i)).isEqualTo(new BigDecimal(number, 0));
                assertThat(table.column("wide").get(i)).isEqualTo(new BigDecimal(i));
            }
        }
    }

    private static byte[] bigEndian(BigInteger number, int width) {
        byte[] bytes = new byte[width];
        byte[] digits = number.toByteArray();
        Arrays.fill(bytes, (byte) (number.signum() < 0 ? -1 : 0));
        System.arraycopy(digits, 0, bytes, width - digits.length, digits.length);
        return bytes;
    }

    @Test
    void olderTypesAreRead(MemoryPool pool) {
        byte[] int96 = ByteBuffer.allocate(12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(3_600_000_000_123L)
                .putInt(JULIAN_EPOCH_DAY - 1)
                .array();
        byte[] interval = ByteBuffer.allocate(12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(14)
                .putInt(3)
                .putInt(5)
                .array();
        Path file = write("""
                required int96 t; required int64 millis (TIMESTAMP_MILLIS); required int64 micros (TIMESTAMP_MICROS);
                required int32 u8 (UINT_8); required int64 u64 (UINT_64); required binary e (ENUM); required binary j (JSON);
                required fixed_len_byte_array(12) v (INTERVAL); required fixed_len_byte_array(2) h (FLOAT16); required binary raw;
                """, builder -> builder, List.of(group -> {
            group.append("t", Binary.fromConstantByteArray(int96));
            group.append("millis", 1_500L)
                    .append("micros", -1L)
                    .append("u8", 255)
                    .append("u64", -1L);
            group.append("e", "A").append("j", "{}").append("v", Binary.fromConstantByteArray(interval));
            group.append("h", Binary.fromConstantByteArray(new byte[] {0, 0x3E}));
            group.append("raw", Binary.fromConstantByteArray(new byte[] {-1}));
        }));
        try (Table table = ParquetFiles.read(file, ParquetFiles.context(pool))) {
            assertThat(table.values("t")).containsExactly(LocalDateTime.parse("1969-12-31T01:00:00"));
            assertThat(table.values("millis")).containsExactly(Instant.parse("1970-01-01T00:00:01.5Z"));
            assertThat(table.values("micros")).containsExactly(Instant.parse("1969-12-31T23:59:59.999999Z"));
            assertThat(table.values("u8")).containsExactly((short) 255);
            assertThat(table.values("u64")).containsExactly(new BigInteger("18446744073709551615"));
            assertThat(table.values("e")).containsExactly("A");
            assertThat(table.values("j")).containsExactly("{}");
            assertThat(table.values("v")).containsExactly(new Interval(14, 3, 5_000_000));
            assertThat(table.values("h")).containsExactly(1.5f);
            assertThat(table.values("raw")).containsExactly(new byte[] {-1});
        }
    }

    @Test
    void listsOfEveryShapeAreRead(MemoryPool pool) {
        Path file = write(
                """
                repeated int32 bare;
                optional group two (LIST) { repeated int32 element; }
                optional group array (LIST) { repeated group array { required int32 x; } }
                optional group tuple (LIST) { repeated group tuple_tuple { required int32 x; } }
                optional group pair (LIST) { repeated group element { required int32 x; required int32 y; } }
                optional group three (LIST) { repeated group list { optional int32 element; } }
                optional group bag (LIST) { repeated group bag { optional int32 array_element; } }
                """,
                builder -> builder,
                List.of(
                        group -> {
                            group.append("bare", 1).append("bare", 2);
                            group.addGroup("two").append("element", 3).append("element", 4);
                            group.addGroup("array").addGroup("array").append("x", 5);
                            group.addGroup("tuple").addGroup("tuple_tuple").append("x", 6);
                            group.addGroup("pair")
                                    .addGroup("element")
                                    .append("x", 7)
                                    .append("y", 8);
                            Group three = group.addGroup("three");
                            three.addGroup("list").append("element", 9);
                            three.addGroup("list");
                            group.addGroup("bag").addGroup("bag").append("array_element", 10);
                        },
                        group -> {}));
        try (Table table = ParquetFiles.read(file, ParquetFiles.context(pool))) {
            assertThat(table.values("bare")).isEqualTo(List.of(List.of(1, 2), List.of()));
            assertThat(table.values("two")).isEqualTo(firstThenNull(List.of(3, 4)));
            assertThat(table.values("array")).isEqualTo(firstThenNull(List.of(Map.of("x", 5))));
            assertThat(table.values("tuple")).isEqualTo(firstThenNull(List.of(Map.of("x", 6))));
            assertThat(table.values("pair")).isEqualTo(firstThenNull(List.of(Map.of("x", 7, "y", 8))));
            assertThat(table.values("three")).isEqualTo(firstThenNull(Arrays.asList(9, null)));
            assertThat(table.values("bag")).isEqualTo(firstThenNull(List.of(10)));
        }
    }

    private static List<@Nullable Object> firstThenNull(Object first) {
        return Arrays.asList(first, null);
    }

    @Test
    void whatIsNotSupportedIsRefusedOnlyWhenItIsAskedFor(MemoryPool pool) {
        Path file = write(
                "required fixed_len_byte_array(20) big (DECIMAL(40, 0)); required int32 i;",
                builder -> builder,
                List.of(group -> group.append("big", Binary.fromConstantByteArray(new byte[20]))
                        .append("i", 1)));
        Dataset dataset = ParquetFiles.open(file);
        assertThatThrownBy(() -> ParquetFiles.read(dataset, List.of("i", "big"), ParquetFiles.context(pool)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("column \"big\": decimal(40, 0) is not supported");
        try (Table table = ParquetFiles.read(dataset, List.of("i"), ParquetFiles.context(pool))) {
            assertThat(table.ints("i")).containsExactly(1);
        }
    }
}

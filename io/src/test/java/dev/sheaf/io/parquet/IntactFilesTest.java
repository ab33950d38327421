package dev.sheaf.io.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetFileWriter;
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

/// Thousands of intact files of parquet-java's writer, read by a reader that trusts them: an index out of bounds comes
/// out as it is. A mistake of the reader could otherwise pass for a damaged file.
///
/// Schemas, contents, nulls, codecs, page versions, encodings and the sizes of pages, row groups and batches are
/// random; [RoundTripTest] does the same with files of our own writer.
@ExtendWith(PoolCheck.class)
class IntactFilesTest {
    private static final int FILES = 4000;
    private static final List<CompressionCodecName> CODECS = List.of(
            CompressionCodecName.UNCOMPRESSED,
            CompressionCodecName.SNAPPY,
            CompressionCodecName.ZSTD,
            CompressionCodecName.LZ4_RAW);
    private static final int[] ROWS = {0, 1, 7, 8, 9, 63, 64, 65, 129, 500, 1500};
    private static final int FIXED_BYTES = 5;

    @TempDir
    Path folder;

    private enum Kind {
        INT32("int32 %s"),
        INT64("int64 %s"),
        FLOAT("float %s"),
        DOUBLE("double %s"),
        BOOLEAN("boolean %s"),
        TEXT("binary %s (STRING)"),
        BYTES("binary %s"),
        FIXED("fixed_len_byte_array(" + FIXED_BYTES + ") %s");

        private final String declaration;

        Kind(String declaration) {
            this.declaration = declaration;
        }
    }

    /// A column: what differs how much and how often it is null.
    private record Column(String name, Kind kind, boolean optional, boolean list, int domain, boolean sorted) {
        String declaration() {
            String value = kind.declaration;
            if (list) {
                return "optional group " + name + " (LIST) { repeated group list { "
                        + (optional ? "optional " : "required ") + value.formatted("element") + "; } }";
            }
            return (optional ? "optional " : "required ") + value.formatted(name) + ";";
        }

        /// A value, as [dev.sheaf.column.Row#get(int)] returns it.
        Object value(SplittableRandom random, int row) {
            int number = sorted ? row : random.nextInt(domain) - domain / 2;
            return switch (kind) {
                case INT32 -> number * 31;
                case INT64 -> number * 4_000_000_007L;
                case FLOAT -> number / 4f;
                case DOUBLE -> number / 8.0;
                case BOOLEAN -> (number & 1) == 0;
                case TEXT -> "text-" + number + "\u00e4".repeat(number & 3);
                case BYTES -> ("bytes" + number).getBytes(StandardCharsets.UTF_8);
                case FIXED -> new byte[] {1, (byte) number, (byte) (number >> 8), (byte) (number >> 16), 2};
            };
        }
    }

    @Test
    void everyIntactFileIsReadAsItWasWritten(MemoryPool pool) {
        RandomCases.run(FILES, random -> {
            List<Column> columns = columns(random);
            int rows = ROWS[random.nextInt(ROWS.length)];
            List<List<@Nullable Object>> contents = contents(columns, rows, random);
            Path file = write(columns, contents, rows, random);
            QueryContext context = ParquetFiles.context(
                    pool,
                    random.nextInt(1, 3),
                    Map.of("parquet.trust", "yes", "parquet.batch.rows", "" + random.nextInt(1, 300)));
            try (Table table = ParquetFiles.read(file, context)) {
                assertThat(table.rowCount()).isEqualTo(rows);
                for (int column = 0; column < columns.size(); column++) {
                    for (int row = 0; row < rows; row++) {
                        assertThat(comparable(table.column(column).get(row)))
                                .as("%s, row %s", columns.get(column), row)
                                .isEqualTo(comparable(contents.get(column).get(row)));
                    }
                }
            }
        });
    }

    /// A value that equals another of the same contents, which arrays of bytes do not.
    private static @Nullable Object comparable(@Nullable Object value) {
        return switch (value) {
            case byte[] bytes -> HexFormat.of().formatHex(bytes);
            case List<?> elements ->
                elements.stream().map(IntactFilesTest::comparable).toList();
            case null, default -> value;
        };
    }

    private static List<Column> columns(SplittableRandom random) {
        List<Column> columns = new ArrayList<>();
        for (int i = random.nextInt(1, 5); i > 0; i--) {
            columns.add(new Column(
                    "c" + i,
                    Kind.values()[random.nextInt(Kind.values().length)],
                    random.nextBoolean(),
                    random.nextInt(4) == 0,
                    1 << random.nextInt(1, 16),
                    random.nextInt(4) == 0));
        }
        return columns;
    }

    private static List<List<@Nullable Object>> contents(List<Column> columns, int rows, SplittableRandom random) {
        List<List<@Nullable Object>> contents = new ArrayList<>();
        for (Column column : columns) {
            int nulls = random.nextInt(0, 101);
            List<@Nullable Object> values = new ArrayList<>();
            for (int row = 0; row < rows; row++) {
                values.add(column.list ? list(column, row, nulls, random) : value(column, row, nulls, random));
            }
            contents.add(values);
        }
        return contents;
    }

    private static @Nullable Object value(Column column, int row, int nulls, SplittableRandom random) {
        return column.optional && random.nextInt(100) < nulls ? null : column.value(random, row);
    }

    private static @Nullable Object list(Column column, int row, int nulls, SplittableRandom random) {
        if (random.nextInt(10) == 0) {
            return null;
        }
        List<@Nullable Object> elements = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            elements.add(value(column, row, nulls, random));
        }
        return elements;
    }

    private Path write(List<Column> columns, List<List<@Nullable Object>> contents, int rows, SplittableRandom random)
            throws IOException {
        String declared = String.join(
                " ", columns.stream().map(column -> column.declaration()).toList());
        MessageType type = MessageTypeParser.parseMessageType("message m { " + declared + " }");
        Path file = folder.resolve("intact.parquet");
        ExampleParquetWriter.Builder builder = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withConf(new PlainParquetConfiguration())
                .withWriteMode(ParquetFileWriter.Mode.OVERWRITE)
                .withType(type)
                .withWriterVersion(WriterVersion.values()[random.nextInt(2)])
                .withCompressionCodec(CODECS.get(random.nextInt(CODECS.size())))
                .withDictionaryEncoding(random.nextBoolean())
                .withByteStreamSplitEncoding(random.nextInt(3) == 0)
                .withPageWriteChecksumEnabled(random.nextBoolean())
                .withDictionaryPageSize(1 << random.nextInt(6, 16))
                .withPageSize(1 << random.nextInt(6, 14))
                .withPageRowCountLimit(random.nextInt(1, 400))
                .withRowGroupRowCountLimit(random.nextInt(20, 2000));
        try (ParquetWriter<Group> writer = builder.build()) {
            for (int row = 0; row < rows; row++) {
                Group group = new SimpleGroup(type);
                for (int column = 0; column < columns.size(); column++) {
                    append(group, columns.get(column), contents.get(column).get(row));
                }
                writer.write(group);
            }
        }
        return file;
    }

    private static void append(Group group, Column column, @Nullable Object value) {
        if (value instanceof List<?> elements) {
            Group list = group.addGroup(column.name);
            for (Object element : elements) {
                add(list.addGroup("list"), "element", element);
            }
        } else {
            add(group, column.name, value);
        }
    }

    private static void add(Group group, String name, @Nullable Object value) {
        switch (value) {
            case null -> {}
            case Integer number -> group.add(name, number);
            case Long number -> group.add(name, number);
            case Float number -> group.add(name, number);
            case Double number -> group.add(name, number);
            case Boolean bool -> group.add(name, bool);
            case String text -> group.add(name, text);
            case byte[] bytes -> group.add(name, Binary.fromConstantByteArray(bytes));
            default -> throw new AssertionError(value);
        }
    }
}

package dev.sheaf.io.csv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.TableBuilder;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSink;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.CorruptFileException;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.FileFormats;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.Settings;
import dev.sheaf.testing.RandomCases;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Random tables written and read again, and files with bytes that were changed.
class RandomCsvTest {
    private static final List<DataType> TYPES = List.of(
            DataType.INT64,
            DataType.INT32,
            DataType.FLOAT64,
            DataType.BOOL,
            DataType.DATE,
            DataType.TIMESTAMP,
            DataType.STRING,
            DataType.decimal(12, 3));
    private static final String ODD = "a,;\t|\"\"\n\r 'Ωß\u20ac";

    @TempDir
    private Path folder;

    @Test
    void whatIsWrittenIsReadAgain() {
        RandomCases.run(2000, this::roundTrip);
    }

    private void roundTrip(SplittableRandom random) {
        Schema schema = new Schema(IntStream.range(0, 1 + random.nextInt(5))
                .mapToObj(i -> new Field("c" + i, TYPES.get(random.nextInt(TYPES.size()))))
                .toList());
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int row = random.nextInt(200); row > 0; row--) {
            List<@Nullable Object> values = new ArrayList<>();
            schema.fields().forEach(field -> values.add(random.nextInt(8) == 0 ? null : value(field.type(), random)));
            rows.add(values);
        }
        Path file = folder.resolve(List.of("t.csv", "t.tsv", "t.csv.gz").get(random.nextInt(3)));
        try (MemoryPool pool = MemoryPool.withLimit(64 << 20)) {
            write(file, schema, rows, pool);
            CsvOptions options =
                    CsvOptions.INFER.header(true).delimiter(file.toString().contains("tsv") ? '\t' : ',');
            for (Field field : schema.fields()) {
                options = options.type(field.name(), field.type());
            }
            assertThat(read(Csv.open(options, file.toString()), pool, 1 + random.nextInt(300), 3))
                    .isEqualTo(rows);
            assertThat(pool.usedBytes()).isZero();
        }
    }

    private static void write(Path file, Schema schema, List<List<@Nullable Object>> rows, MemoryPool pool) {
        QueryContext context = QueryContext.builder().pool(pool).build();
        try (BatchSink sink = FileFormats.of(file).create(file, schema, context);
                TableBuilder builder = new TableBuilder(schema, pool)) {
            rows.forEach(row -> builder.row(row.toArray()));
            try (Table table = builder.build()) {
                sink.write(table);
            }
            sink.commit();
        }
    }

    private static Object value(DataType type, SplittableRandom random) {
        return switch (type) {
            case DataType.IntType ints when ints.equals(DataType.INT32) -> (int) random.nextLong();
            case DataType.IntType _ -> random.nextLong() >> random.nextInt(64);
            case DataType.FloatType _ ->
                random.nextInt(4) == 0 ? Double.longBitsToDouble(random.nextLong()) : random.nextInt(2000) / 100.0;
            case DataType.BoolType _ -> random.nextBoolean();
            case DataType.DateType _ -> LocalDate.ofEpochDay(random.nextInt(-700_000, 2_000_000));
            case DataType.TimestampType _ ->
                LocalDateTime.ofEpochSecond(
                        random.nextLong(-60_000_000_000L, 200_000_000_000L),
                        random.nextInt(1_000_000) * 1000,
                        ZoneOffset.UTC);
            case DataType.DecimalType _ -> BigDecimal.valueOf(random.nextInt(), 3);
            default -> text(random);
        };
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            text.append(ODD.charAt(random.nextInt(ODD.length())));
        }
        return text.toString();
    }

    private static List<List<@Nullable Object>> read(Dataset dataset, MemoryPool pool, int chunkBytes, int threads) {
        QueryContext context = QueryContext.builder()
                .pool(pool)
                .settings(new Settings(Map.of("csv.chunk.bytes", Integer.toString(chunkBytes))))
                .build();
        Map<Long, List<@Nullable Object>> rows = new ConcurrentSkipListMap<>();
        try (BatchSource source = dataset.scan(Scan.of(dataset.schema().names()), context)) {
            IntStream.range(0, threads).parallel().forEach(_ -> readOn(source, context, rows));
        }
        return List.copyOf(rows.values());
    }

    private static void readOn(BatchSource source, QueryContext context, Map<Long, List<@Nullable Object>> rows) {
        for (Batch batch = source.next(context); batch != null; batch = source.next(context)) {
            try (Batch open = batch) {
                for (long row = 0; row < open.rowCount(); row++) {
                    List<@Nullable Object> values = new ArrayList<>();
                    for (Column column : open.table().columns()) {
                        values.add(column.get(row));
                    }
                    assertThat(rows.put(open.firstRow() + row, values)).isNull();
                }
            }
        }
    }

    @Test
    void changedBytesGiveRowsOrSayWhatIsWrong() throws IOException {
        Path file = folder.resolve("m.csv");
        RandomCases.run(5000, random -> {
            Files.write(file, mutant(random));
            try (MemoryPool pool = MemoryPool.withLimit(64 << 20)) {
                try {
                    read(FileFormats.open(file.toString()), pool, 1 + random.nextInt(100), 1);
                } catch (CorruptFileException refused) {
                    assertThat(refused).hasMessageStartingWith(file.toString());
                }
                assertThat(pool.usedBytes()).isZero();
            }
        });
    }

    private static byte[] mutant(SplittableRandom random) {
        StringBuilder text = new StringBuilder("id,name,price,day\n");
        for (int row = 0; row < 40; row++) {
            text.append(row)
                    .append(",\"n\"\"")
                    .append(row)
                    .append("\",")
                    .append(row / 4.0)
                    .append(",2024-01-0")
                    .append(1 + row % 9)
                    .append('\n');
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        byte[] odd = {'"', ',', '\n', '\r', 0, -1, (byte) 0xC3, ' ', '-', '9'};
        for (int i = 1 + random.nextInt(5); i > 0; i--) {
            bytes[random.nextInt(bytes.length)] = odd[random.nextInt(odd.length)];
        }
        return Arrays.copyOf(bytes, random.nextInt(4) == 0 ? random.nextInt(bytes.length) : bytes.length);
    }
}

package dev.sheaf.io.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Interval;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.TimeUnit;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.Workers;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.RandomTables;
import dev.sheaf.testing.Sample;
import dev.sheaf.testing.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// What we write is what we read, whatever the type, the contents, the codec and the sizes of row groups, pages and
/// batches.
@ExtendWith(PoolCheck.class)
class RoundTripTest {
    private static final List<String> CODECS = List.of("snappy", "zstd", "gzip", "uncompressed");
    private static final String[] SIZES = {"1", "7", "8", "9", "63", "64", "65", "1000", "131072"};

    @TempDir
    Path folder;

    @Test
    void randomTablesComeBackAsTheyWere(MemoryPool pool) {
        RandomCases.run(300, random -> {
            RandomTables tables = new RandomTables(random);
            Sample sample = tables.sample(schema(random, tables), tables.size(200));
            QueryContext context = ParquetFiles.context(pool, random.nextInt(1, 4), settings(random));
            Path file = folder.resolve("random.parquet");
            try (Table table = sample.build(pool)) {
                long middle = random.nextLong(table.rowCount() + 1);
                try (Table first = table.slice(0, middle);
                        Table rest = table.slice(middle, table.rowCount() - middle)) {
                    ParquetFiles.write(file, table.schema(), context, first, rest);
                }
            }
            try (Table back = ParquetFiles.read(file, context)) {
                Tables.assertSame(sample, Sample.of(back), dev.sheaf.testing.Comparison.ORDERED);
            }
        });
    }

    @Test
    void runsOfOneValueComeBackWithTheNullsAmongThem(MemoryPool pool) {
        List<DataType> types = List.of(
                DataType.INT8,
                DataType.INT16,
                DataType.INT32,
                DataType.INT64,
                DataType.STRING,
                new DataType.DecimalType(30, 2));
        RandomCases.run(400, random -> {
            DataType type = types.get(random.nextInt(types.size()));
            Schema schema = new Schema(List.of(new Field("c", type, true)));
            Sample sample = Sample.plain(schema, List.of(runs(random, type)));
            String batchRows = SIZES[random.nextInt(3, SIZES.length)];
            QueryContext context = ParquetFiles.context(pool, 1, Map.of("parquet.batch.rows", batchRows));
            Path file = folder.resolve("runs.parquet");
            try (Table table = sample.build(pool)) {
                ParquetFiles.write(file, schema, context, table);
            }
            try (Table back = ParquetFiles.read(file, context)) {
                Tables.assertSame(sample, Sample.of(back), dev.sheaf.testing.Comparison.ORDERED);
            }
        });
    }

    private static List<Object> runs(SplittableRandom random, DataType type) {
        List<Object> values = new ArrayList<>();
        double nulls = random.nextInt(4) / 3.0;
        for (int run = random.nextInt(1, 20); run > 0; run--) {
            Object value = value(random.nextInt(20), type);
            for (int i = random.nextInt(1, random.nextBoolean() ? 20 : 400); i > 0; i--) {
                values.add(random.nextDouble() < nulls ? null : value);
            }
        }
        return values;
    }

    private static Object value(int number, DataType type) {
        return switch (type) {
            case DataType.IntType(int bits, boolean _) ->
                switch (bits) {
                    case 8 -> (byte) number;
                    case 16 -> (short) number;
                    case 32 -> number;
                    default -> (long) number;
                };
            case DataType.DecimalType _ -> java.math.BigDecimal.valueOf(number, 2);
            default -> "text " + number;
        };
    }

    private static Schema schema(SplittableRandom random, RandomTables tables) {
        List<Field> fields = new ArrayList<>();
        for (int i = random.nextInt(1, 6); i > 0; i--) {
            DataType type = tables.anyType();
            boolean stored = !(type instanceof DataType.IntervalType) && !inSeconds(type);
            boolean nullable = type instanceof DataType.NullType || random.nextInt(4) > 0;
            fields.add(new Field("c" + i, stored ? type : DataType.INT64, nullable));
        }
        return new Schema(fields);
    }

    /// Seconds come back as milliseconds, intervals of any sign not at all; both have tests of their own.
    private static boolean inSeconds(DataType type) {
        return switch (type) {
            case DataType.TimestampType(TimeUnit unit, Optional<String> _) -> unit == TimeUnit.SECOND;
            case DataType.ListType(DataType element) -> inSeconds(element) || isDuration(element);
            case DataType.StructType(List<Field> fields) ->
                fields.stream().anyMatch(field -> inSeconds(field.type()) || isDuration(field.type()));
            default -> false;
        };
    }

    /// Inside of lists and structs durations come back as integers.
    private static boolean isDuration(DataType type) {
        return type instanceof DataType.DurationType;
    }

    private static Map<String, String> settings(SplittableRandom random) {
        return Map.of(
                "parquet.codec", CODECS.get(random.nextInt(CODECS.size())),
                "parquet.rowGroup.rows", SIZES[random.nextInt(3, SIZES.length)],
                "parquet.page.bytes", SIZES[random.nextInt(SIZES.length)],
                "parquet.batch.rows", SIZES[random.nextInt(SIZES.length)]);
    }

    @Test
    void nothingComesBeforeTheLowestNextRow(MemoryPool pool) {
        QueryContext context =
                ParquetFiles.context(pool, 4, Map.of("parquet.rowGroup.rows", "64", "parquet.batch.rows", "16"));
        Path file = folder.resolve("groups.parquet");
        int[] numbers = IntStream.range(0, 2000).toArray();
        try (Table table = Table.of("n", numbers)) {
            ParquetFiles.write(file, table.schema(), context, table);
        }
        try (BatchSource source = ParquetFiles.open(file).scan(Scan.of(List.of("n")), context)) {
            assertThat(source.lowestNextRow()).isZero();
            Workers.runOnAll(context, _ -> {
                long floor = source.lowestNextRow();
                Batch batch;
                while ((batch = source.next(context)) != null) {
                    try (Batch read = batch) {
                        assertThat(read.firstRow()).isGreaterThanOrEqualTo(floor);
                    }
                    floor = source.lowestNextRow();
                }
            });
            assertThat(source.lowestNextRow()).isEqualTo(Long.MAX_VALUE);
        }
    }

    @Test
    void secondsBecomeMilliseconds(MemoryPool pool) {
        Schema schema = Schema.of(
                new Field("t", new DataType.TimestampType(TimeUnit.SECOND, Optional.empty())),
                new Field("d", new DataType.TimeType(TimeUnit.SECOND)));
        List<Object> moments = List.of(java.time.LocalDateTime.of(1969, 12, 31, 23, 59, 58));
        List<Object> times = List.of(java.time.LocalTime.of(23, 59, 59));
        Path file = folder.resolve("seconds.parquet");
        try (Table table = Sample.plain(schema, List.of(moments, times)).build(pool)) {
            ParquetFiles.write(file, schema, ParquetFiles.context(pool), table);
        }
        try (Table back = ParquetFiles.read(file, ParquetFiles.context(pool))) {
            assertThat(back.schema().type("t")).isEqualTo(new DataType.TimestampType(TimeUnit.MILLI, Optional.empty()));
            assertThat(back.schema().type("d")).isEqualTo(new DataType.TimeType(TimeUnit.MILLI));
            assertThat(back.values("t")).isEqualTo(moments);
            assertThat(back.values("d")).isEqualTo(times);
        }
    }

    @Test
    void intervalsOfWholeMillisecondsAreStored(MemoryPool pool) {
        Tables.Rows rows =
                Tables.of("i:interval").row(new Interval(1, 2, 3_000_000)).row((Object) null);
        Path file = folder.resolve("intervals.parquet");
        try (Table table = rows.build(pool)) {
            ParquetFiles.write(file, table.schema(), ParquetFiles.context(pool), table);
        }
        try (Table back = ParquetFiles.read(file, ParquetFiles.context(pool))) {
            Tables.assertSame(rows, back);
        }
    }

    @Test
    void otherIntervalsAreRefused(MemoryPool pool) {
        for (Interval interval : List.of(new Interval(-1, 0, 0), new Interval(0, -1, 0), new Interval(0, 0, 1))) {
            try (Table table = Tables.of("i:interval").row(interval).build(pool)) {
                Path file = folder.resolve("interval.parquet");
                assertThatThrownBy(() -> ParquetFiles.write(file, table.schema(), ParquetFiles.context(pool), table))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("Parquet cannot hold an interval");
                assertThat(folder).isEmptyDirectory();
            }
        }
    }
}

package dev.sheaf.groupby.cuda.fast;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.TableBuilder;
import dev.sheaf.column.VarColumn;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.EmulatedDevice;
import dev.sheaf.groupby.cuda.OnEmulator;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.transfer.ColumnDownload;
import dev.sheaf.groupby.cuda.transfer.Staging;
import dev.sheaf.groupby.cuda.transfer.Upload;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Texts of rows anywhere, brought together by kernels that run on the CPU: `-Dsheaf.emulator=true`.
@OnEmulator
@ExtendWith(PoolCheck.class)
class EmulatedGatheredRowsTest {
    private final EmulatedDevice device = EmulatedDevice.create(1L << 28);

    /// Texts of up to so many bytes: of most words of a result several have a part, or one has many words.
    @ParameterizedTest
    @ValueSource(ints = {1, 5, 9, 40, 300, 40_000})
    void textsAreThoseOfTheRows(int longest, MemoryPool pool) {
        RandomCases.run(4, random -> compare(texts(random, longest), random, pool));
    }

    /// More columns than a launch takes, of every width, some with nulls, by numbers of rows; some results have none.
    @Test
    void columnsTogetherAreThoseOfTheRows(MemoryPool pool) {
        RandomCases.run(6, random -> compareAll(random, pool));
    }

    private void compareAll(SplittableRandom random, MemoryPool pool) {
        int length = 1 + random.nextInt(300);
        int[] rows = random.ints(1 + random.nextInt(100), 0, length).toArray();
        int[] numbers = random.ints(random.nextInt(2_500), 0, rows.length).toArray();
        int[] taken = random.ints(numbers.length / Integer.SIZE + 1).toArray();
        boolean takesAll = random.nextBoolean();
        device.open().device().run(() -> {
            try (Table table = columns(random, length);
                    Stream stream = Stream.open(device.open().device());
                    Staging staging = new Staging(pool, stream);
                    DeviceTable columns = Upload.table(table, staging);
                    Buffer ofNumbers = onDevice(numbers, pool, stream);
                    Buffer ofRows = onDevice(rows, pool, stream);
                    Buffer bits = onDevice(taken, pool, stream);
                    DeviceTable gathered = new DeviceTable(
                            table.schema(),
                            new GatheredRows(
                                            numbers.length,
                                            ofNumbers,
                                            ofRows,
                                            takesAll ? null : bits,
                                            device.open().store(),
                                            pool,
                                            stream)
                                    .all(columns.columns())
                                    .orElseThrow(),
                            numbers.length);
                    Table found = new ColumnDownload(pool, stream).download(gathered)) {
                for (Field field : table.schema().fields()) {
                    List<Object> values = table.values(field.name());
                    List<Object> expected = new ArrayList<>();
                    for (int i = 0; i < numbers.length; i++) {
                        boolean isTaken = takesAll || (taken[i / Integer.SIZE] >>> i & 1) != 0;
                        expected.add(isTaken ? values.get(rows[numbers[i]]) : null);
                    }
                    assertThat(found.values(field.name())).as(field.toString()).isEqualTo(expected);
                }
            }
        });
    }

    private static Table columns(SplittableRandom random, int length) {
        List<DataType> types = List.of(
                DataType.BOOL,
                DataType.INT8,
                DataType.INT16,
                DataType.INT32,
                DataType.INT64,
                DataType.FLOAT32,
                DataType.FLOAT64,
                DataType.decimal(30, 2),
                DataType.STRING);
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            fields.add(new Field("c" + i, types.get(random.nextInt(types.size()))));
        }
        try (TableBuilder builder = new TableBuilder(new Schema(fields), MemoryPool.shared())) {
            for (int row = 0; row < length; row++) {
                builder.row(fields.stream()
                        .map(field -> field.name().endsWith("3") && random.nextInt(4) == 0
                                ? null
                                : value(field.type(), random.nextInt(-100, 100)))
                        .toArray());
            }
            return builder.build();
        }
    }

    private static Object value(DataType type, int value) {
        return switch (type) {
            case DataType.BoolType _ -> value % 2 == 0;
            case DataType.IntType whole when whole.equals(DataType.INT8) -> (byte) value;
            case DataType.IntType whole when whole.equals(DataType.INT16) -> (short) value;
            case DataType.IntType whole when whole.equals(DataType.INT32) -> value;
            case DataType.IntType _ -> value * 1_000_000_007L;
            case DataType.DecimalType _ ->
                new BigDecimal("1234567890123456789.25")
                        .multiply(BigDecimal.valueOf(value))
                        .setScale(2);
            case DataType.StringType _ -> "x".repeat(Math.abs(value) % 20);
            default -> type.equals(DataType.FLOAT32) ? (Object) (value / 4f) : (Object) (value / 8.0);
        };
    }

    private static String[] texts(SplittableRandom random, int longest) {
        String[] texts = new String[1 + random.nextInt(longest > 1_000 ? 9 : 400)];
        for (int row = 0; row < texts.length; row++) {
            char letter = (char) ('a' + row % 26);
            texts[row] = random.nextInt(9) == 0 ? null : String.valueOf(letter).repeat(random.nextInt(longest + 1));
        }
        return texts;
    }

    private void compare(String[] texts, SplittableRandom random, MemoryPool pool) {
        int[] rows = random.ints(random.nextInt(700), 0, texts.length).toArray();
        device.open().device().run(() -> {
            try (Table table = Table.of("t", texts);
                    Stream stream = Stream.open(device.open().device());
                    Staging staging = new Staging(pool, stream);
                    DeviceTable columns = Upload.table(table, staging);
                    Buffer wanted = onDevice(rows, pool, stream);
                    DeviceColumn gathered = new GatheredRows(
                                    rows.length,
                                    null,
                                    wanted,
                                    null,
                                    device.open().store(),
                                    pool,
                                    stream)
                            .of(columns.columns().getFirst())
                            .orElseThrow();
                    var found = (VarColumn) new ColumnDownload(pool, stream).download(gathered)) {
                for (int i = 0; i < rows.length; i++) {
                    String text = found.isNull(i) ? null : found.string(i);
                    assertThat(text).as("result %d, row %d", i, rows[i]).isEqualTo(texts[rows[i]]);
                }
            }
        });
    }

    private static Buffer onDevice(int[] rows, MemoryPool pool, Stream stream) {
        Buffer buffer = stream.device().memory().allocate(pool, Math.max(rows.length, 1) * 4L, "rows", stream);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment host = arena.allocate(rows.length * 4L, 4);
            MemorySegment.copy(rows, 0, host, JAVA_INT, 0, rows.length);
            stream.upload(host, buffer, 0);
            stream.synchronize();
        }
        return buffer;
    }
}

package dev.sheaf.groupby.cuda;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongToIntFunction;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.LongStream;

/// The wide table that the shapes of [ShapesBenchmark] share: keys of every type and distribution, and values. A row's
/// values follow from its number and the seed.
final class ShapesData {
    private static final long PIECE = 1 << 18;
    private static final int IDS = 20_000_000;
    private static final HexFormat HEX = HexFormat.of();

    /// The most rows whose texts of 32 bytes a column holds: more have no such column.
    private static final long MOST_HEX = Integer.MAX_VALUE / 32;

    private final long rows;
    private final long seed;
    private final MemoryPool pool;
    private final List<Field> fields = new ArrayList<>();
    private final List<Column> columns = new ArrayList<>();

    private final Predicate<String> wanted;

    private ShapesData(long rows, long seed, MemoryPool pool, Predicate<String> wanted) {
        this.wanted = wanted;
        this.rows = rows;
        this.seed = seed;
        this.pool = pool;
    }

    static Table table(long rows, long seed, MemoryPool pool) {
        return table(rows, seed, pool, _ -> true);
    }

    /// Some of its columns.
    static Table table(long rows, long seed, MemoryPool pool, Predicate<String> wanted) {
        ShapesData data = new ShapesData(rows, seed, pool, wanted);
        data.keys();
        data.values();
        return new Table(new Schema(data.fields), data.columns, rows);
    }

    private void keys() {
        ints("few", row -> (int) below(row, 1, 140));
        ints("mid", row -> (int) below(row, 2, 10_000));
        ints("dense", row -> (int) below(row, 3, 1_000_000));
        ints("many", row -> (int) (below(row, 4, 1_000_000) * 0x9e3779b1L));
        longs("wide", DataType.INT64, row -> below(row, 5, 5_000_000) * 0x9e3779b97f4a7c15L);
        longs("near", DataType.INT64, row -> mix(row, 6));
        ints("zipf", row -> (int) ((long) Math.exp(unit(row, 7) * Math.log(IDS)) * 0x9e3779b1L));
        ints("even", row -> (int) (below(row, 40, IDS) * 0x9e3779b1L));
        ints("zipf08", row -> (int) ((long) (Math.pow(unit(row, 41), 5) * IDS) * 0x9e3779b1L));
        bits("flag", row -> (mix(row, 8) & 1) != 0);
        decimals("huge", DataType.decimal(38, 4), row -> below(row, 9, 100_000) * 0x9e3779b97f4a7c15L);
        add("day", DataType.DATE, 4, (to, row) -> to.setAtIndex(JAVA_INT, row, (int) below(row, 10, 2_500)), null);
        doubles("rate", row -> below(row, 11, 1_000) / 8.0, 0);
        add("gaps", DataType.INT32, 4, (to, row) -> to.setAtIndex(JAVA_INT, row, (int) below(row, 12, 140)), valid(13));
        if (rows <= MOST_HEX) {
            texts("hex", row -> hex(below(row, 14, 1_000_000)));
        }
        texts("name", row -> name(below(row, 15, 40_000)));
        texts("code", row -> "c" + (100 + below(row, 16, 100)));
        longs("sorted", DataType.INT64, row -> row / 50);
    }

    private void values() {
        ints("i", row -> (int) mix(row, 20) >> 12);
        longs("l", DataType.INT64, row -> mix(row, 21) >> 28);
        doubles("d", row -> unit(row, 22) * 1000, 0);
        doubles("g", row -> unit(row, 23) * 1000, 24);
        longs("money", DataType.decimal(12, 2), row -> below(row, 25, 10_000_000));
        decimals("big", DataType.decimal(30, 6), row -> mix(row, 26) >> 8);
        for (int i = 0; i < 10; i++) {
            int salt = 30 + i;
            doubles("v" + i, row -> unit(row, salt) * 100, 0);
        }
    }

    private static long finish(long x) {
        long y = (x ^ x >>> 30) * 0xbf58476d1ce4e5b9L;
        y = (y ^ y >>> 27) * 0x94d049bb133111ebL;
        return y ^ y >>> 31;
    }

    private long mix(long row, int salt) {
        return finish(row * 0x9e3779b97f4a7c15L + finish(seed * 1_000 + salt));
    }

    private long below(long row, int salt, long bound) {
        return Math.multiplyHigh(mix(row, salt) >>> 1, bound << 1);
    }

    private double unit(long row, int salt) {
        return (mix(row, salt) >>> 11) * 0x1p-53;
    }

    private static String hex(long id) {
        return HEX.toHexDigits(finish(id)) + HEX.toHexDigits(finish(id + 77));
    }

    private static String name(long id) {
        String[] first = {"Åsa", "Bob", "Chloë", "Dmitri", "Eve", "Øyvind", "Günter", "Hana"};
        return first[(int) (id & 7)] + " van " + Long.toString(finish(id) >>> 40, 36);
    }

    private interface Write {
        void at(MemorySegment to, long row);
    }

    private interface Bit {
        boolean of(long row);
    }

    private void each(MemorySegment to, Write write) {
        LongStream.range(0, (rows + PIECE - 1) / PIECE).parallel().forEach(piece -> {
            long end = Math.min(rows, (piece + 1) * PIECE);
            for (long row = piece * PIECE; row < end; row++) {
                write.at(to, row);
            }
        });
    }

    /// Of twenty rows, one has no value.
    private Bit valid(int salt) {
        return row -> below(row, salt, 20) != 0;
    }

    private Buffer bitmap(Bit bit) {
        Buffer bits = pool.allocateZeroed((rows + 63) / 64 * Long.BYTES, "shapes");
        LongStream.range(0, (rows + 63) / 64).parallel().forEach(word -> {
            long value = 0;
            for (long row = word * 64; row < Math.min(rows, word * 64 + 64); row++) {
                value |= (bit.of(row) ? 1L : 0L) << (row & 63);
            }
            bits.segment().setAtIndex(JAVA_LONG, word, value);
        });
        return bits;
    }

    private void add(String name, DataType type, int width, Write write, Bit valid) {
        if (!wanted.test(name)) {
            return;
        }
        Buffer values = pool.allocate(rows * width, "shapes");
        each(values.segment(), write);
        Validity validity = valid == null ? Validity.allValid(rows) : Validity.of(bitmap(valid), rows);
        fields.add(new Field(name, type));
        columns.add(new FixedColumn(type, rows, values, validity));
    }

    private void ints(String name, LongToIntFunction value) {
        add(name, DataType.INT32, 4, (to, row) -> to.setAtIndex(JAVA_INT, row, value.applyAsInt(row)), null);
    }

    private void longs(String name, DataType type, LongUnaryOperator value) {
        add(name, type, 8, (to, row) -> to.setAtIndex(JAVA_LONG, row, value.applyAsLong(row)), null);
    }

    private void doubles(String name, LongToDoubleFunction value, int nulls) {
        Write write = (to, row) -> to.setAtIndex(JAVA_DOUBLE, row, value.applyAsDouble(row));
        add(name, DataType.FLOAT64, 8, write, nulls == 0 ? null : valid(nulls));
    }

    private void decimals(String name, DataType type, LongUnaryOperator value) {
        add(
                name,
                type,
                16,
                (to, row) -> {
                    long low = value.applyAsLong(row);
                    to.setAtIndex(JAVA_LONG, 2 * row, low);
                    to.setAtIndex(JAVA_LONG, 2 * row + 1, low >> 63);
                },
                null);
    }

    private void bits(String name, Bit bit) {
        if (!wanted.test(name)) {
            return;
        }
        fields.add(new Field(name, DataType.BOOL));
        columns.add(new BoolColumn(rows, bitmap(bit), Validity.allValid(rows)));
    }

    private void texts(String name, LongFunction<String> text) {
        if (!wanted.test(name)) {
            return;
        }
        Buffer offsets = pool.allocate((rows + 1) * Integer.BYTES, "shapes");
        each(
                offsets.segment(),
                (to, row) -> to.setAtIndex(JAVA_INT, row, text.apply(row).getBytes(StandardCharsets.UTF_8).length));
        int end = 0;
        for (long row = 0; row < rows; row++) {
            int size = offsets.segment().getAtIndex(JAVA_INT, row);
            offsets.segment().setAtIndex(JAVA_INT, row, end);
            end = Math.addExact(end, size);
        }
        offsets.segment().setAtIndex(JAVA_INT, rows, end);
        Buffer bytes = pool.allocate(end, "shapes");
        each(bytes.segment(), (to, row) -> {
            byte[] each = text.apply(row).getBytes(StandardCharsets.UTF_8);
            MemorySegment.copy(each, 0, to, JAVA_BYTE, offsets.segment().getAtIndex(JAVA_INT, row), each.length);
        });
        fields.add(new Field(name, DataType.STRING));
        columns.add(new VarColumn(DataType.STRING, new Offsets(offsets, false, rows), bytes, Validity.allValid(rows)));
    }
}

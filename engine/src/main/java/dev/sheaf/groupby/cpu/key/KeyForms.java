package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.Column;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Interval;
import dev.sheaf.column.Layout;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.StructColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.List;

/// The values in lists and structs as keys have them, one NaN, one zero and one interval of a length: which of equal
/// keys came first then does not show.
final class KeyForms {
    private static final String PURPOSE = "group keys";
    private static final int CHUNK = 1 << 16;

    private KeyForms() {}

    /// The column with -0.0 as 0.0, every NaN as NaN and intervals as [Interval#normal()], at any depth, to be closed
    /// on its own. Columns without such values share their bytes.
    static Column of(Column column, MemoryPool pool) {
        return switch (column) {
            case FixedColumn fixed -> ofFixed(fixed, pool);
            case ListColumn lists -> ofLists(lists, pool);
            case StructColumn structs -> ofStructs(structs, pool);
            case DictionaryColumn codes -> {
                try (Column values = Dictionaries.decode(codes, pool)) {
                    yield of(values, pool);
                }
            }
            default -> column.retain();
        };
    }

    private static Column ofFixed(FixedColumn column, MemoryPool pool) {
        return switch (column.type().layout()) {
            case FLOAT32 -> {
                Buffer values = pool.allocate(column.length() * Float.BYTES, PURPOSE);
                forEachChunk(
                        column.length(),
                        (from, rows) ->
                                copy(column.floats(from, rows), rows, Views.ints(values.segment(), from, rows)));
                yield with(column, values);
            }
            case FLOAT64 -> {
                Buffer values = pool.allocate(column.length() * Double.BYTES, PURPOSE);
                forEachChunk(
                        column.length(),
                        (from, rows) ->
                                copy(column.doubles(from, rows), rows, Views.longs(values.segment(), from, rows)));
                yield with(column, values);
            }
            case INTERVAL -> {
                Buffer values = pool.allocate(column.length() * Layout.INTERVAL.byteWidth(), PURPOSE);
                for (long row = 0; row < column.length(); row++) {
                    Interval.of(column.segment(), row).normal().write(values.segment(), row);
                }
                yield with(column, values);
            }
            default -> column.retain();
        };
    }

    private static Column with(FixedColumn column, Buffer values) {
        return new FixedColumn(
                column.type(), column.length(), values, column.validity().slice(0, column.length()));
    }

    /// Works on `rows` values from `from` on.
    private interface Loop {
        void run(long from, int rows);
    }

    private static void forEachChunk(long count, Loop loop) {
        for (long from = 0; from < count; from += CHUNK) {
            loop.run(from, (int) Math.min(CHUNK, count - from));
        }
    }

    private static void copy(FloatBuffer from, int rows, IntBuffer to) {
        for (int row = 0; row < rows; row++) {
            to.put(row, Float.floatToIntBits(from.get(row) + 0.0f));
        }
    }

    private static void copy(DoubleBuffer from, int rows, LongBuffer to) {
        for (int row = 0; row < rows; row++) {
            to.put(row, Double.doubleToLongBits(from.get(row) + 0.0));
        }
    }

    private static Column ofLists(ListColumn lists, MemoryPool pool) {
        Column elements = of(lists.elements(), pool);
        Offsets offsets = lists.offsets();
        return new ListColumn(
                new Offsets(offsets.buffer().retain(), offsets.wide(), offsets.length()),
                elements,
                lists.validity().slice(0, lists.length()));
    }

    private static Column ofStructs(StructColumn structs, MemoryPool pool) {
        try (Closer closer = new Closer()) {
            List<Column> children = structs.children().stream()
                    .map(child -> closer.add(of(child, pool)))
                    .toList();
            Column result = new StructColumn(
                    structs.type(), children, structs.validity().slice(0, structs.length()));
            closer.release();
            return result;
        }
    }
}

package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Layout;
import dev.sheaf.column.Take;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.chunk.Widen;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The keys of rows that lie one after the other, so that a row's number stands for its key: texts as they are,
/// everything else as words beside each other, and a word of null bits if there are nulls.
public final class KeyRows implements AutoCloseable {
    private static final String PURPOSE = "rows by partition";

    private final List<Column> columns;
    private final List<TextRows> texts = new ArrayList<>();
    private final MemoryPool pool;
    private final Buffer words;
    private final int stride;

    /// Whether keys of these types can lie so, and one of them is a text: numbers alone are looked up faster in a table
    /// that has them.
    public static boolean suits(List<DataType> types) {
        List<Layout> layouts =
                types.stream().map(type -> type.decoded().layout()).toList();
        return layouts.size() <= Long.SIZE
                && layouts.contains(Layout.VARIABLE)
                && !layouts.contains(Layout.LIST)
                && !layouts.contains(Layout.STRUCT);
    }

    /// Takes key columns without dictionaries over, of `rows` rows; pairs are compared at most a chunk at a time.
    public KeyRows(List<Column> columns, int rows, int chunkRows, MemoryPool pool) {
        this.columns = columns;
        this.pool = pool;
        boolean nulls = columns.stream().anyMatch(column -> !column.validity().allValid());
        this.stride = columns.stream().mapToInt(KeyRows::lanes).sum() + (nulls ? 1 : 0);
        this.words = pool.allocateZeroed((long) rows * stride * Long.BYTES, PURPOSE);
        long[] values = new long[chunkRows];
        byte[] valid = new byte[chunkRows];
        for (int from = 0; from < rows; from += chunkRows) {
            load(from, Math.min(chunkRows, rows - from), values, valid);
        }
        for (Column column : columns) {
            if (column instanceof VarColumn text) {
                texts.add(new TextRows(text, chunkRows));
            }
        }
    }

    private static int lanes(Column column) {
        return column instanceof VarColumn ? 0 : isWide(column) ? 2 : 1;
    }

    private static boolean isWide(Column column) {
        return column.type().layout() == Layout.INT128 || column.type().layout() == Layout.INTERVAL;
    }

    private void load(int from, int rows, long[] values, byte[] valid) {
        int lane = 0;
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            boolean nulls = !column.validity().allValid();
            if (nulls) {
                Widen.validity(column.validity(), from, rows, valid);
                addNulls(valid, rows, i, at(from, stride - 1));
            }
            for (int k = 0; k < lanes(column); k++) {
                read(column, k, from, rows, values);
                if (nulls) {
                    hide(values, valid, rows);
                }
                put(values, rows, at(from, lane++));
            }
        }
    }

    private long at(int row, int lane) {
        return ((long) row * stride + lane) << 3;
    }

    private static void read(Column column, int lane, int from, int rows, long[] values) {
        if (isWide(column)) {
            Widen.words((FixedColumn) column, lane == 1, from, rows, values);
        } else {
            Widen.keys(column, from, rows, values);
        }
    }

    private static void hide(long[] values, byte[] valid, int rows) {
        for (int i = 0; i < rows; i++) {
            values[i] &= -(long) valid[i];
        }
    }

    private void put(long[] values, int rows, long start) {
        MemorySegment target = words.segment();
        long step = (long) stride << 3;
        for (int i = 0; i < rows; i++) {
            target.set(ValueLayout.JAVA_LONG_UNALIGNED, start + i * step, values[i]);
        }
    }

    private void addNulls(byte[] valid, int rows, int bit, long start) {
        MemorySegment target = words.segment();
        long step = (long) stride << 3;
        for (int i = 0; i < rows; i++) {
            long bits = target.get(ValueLayout.JAVA_LONG_UNALIGNED, start + i * step);
            target.set(ValueLayout.JAVA_LONG_UNALIGNED, start + i * step, bits | (1L - valid[i]) << bit);
        }
    }

    /// The hash of each row's key, as [KeyHashes] has it, to be closed by the caller.
    public Buffer hashes(int rows) {
        return KeyHashes.of(columns, rows, pool);
    }

    /// Writes for each of `count` pairs of rows whether their keys differ: 0 for the same.
    public void compare(int[] rows, int[] others, int count, byte[] differs) {
        Arrays.fill(differs, 0, count, (byte) 0);
        for (int lane = 0; lane < stride; lane++) {
            compareWords(words.segment(), at(0, lane), stride, rows, others, count, differs);
        }
        for (TextRows text : texts) {
            text.compare(rows, others, count, differs);
        }
    }

    private static void compareWords(
            MemorySegment words, long start, int stride, int[] rows, int[] others, int count, byte[] differs) {
        long step = (long) stride << 3;
        for (int k = 0; k < count; k++) {
            long own = words.get(ValueLayout.JAVA_LONG_UNALIGNED, start + rows[k] * step);
            long other = words.get(ValueLayout.JAVA_LONG_UNALIGNED, start + others[k] * step);
            differs[k] |= (byte) (own == other ? 0 : 1);
        }
    }

    /// The key columns of some rows, int32, to be closed by the caller.
    public List<Column> take(MemorySegment rows, int count) {
        List<Column> taken = new ArrayList<>();
        try {
            for (Column column : columns) {
                try (Column raw = Take.rows(column, rows, count, pool)) {
                    taken.add(KeyFloats.of(raw, pool));
                }
            }
            return taken;
        } catch (RuntimeException | Error failure) {
            taken.forEach(Column::close);
            throw failure;
        }
    }

    @Override
    public void close() {
        words.close();
        columns.forEach(Column::close);
    }
}

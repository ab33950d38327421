package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Layout;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.MemoryPool;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads one key column as lanes of longs: text as its number in a table of texts, 16-byte values as two words,
/// everything else as it is.
final class KeySource implements AutoCloseable {
    private final DataType type;
    private final MemoryPool pool;
    private final @Nullable TextTable texts;
    private final KeyLane first;
    private final @Nullable KeyLane second;
    private final long[] values;
    private final long[] highValues;
    private final int[] numbers;
    private final byte[] valid;
    private boolean hasNulls;

    KeySource(DataType type, CpuSettings settings, MemoryPool pool) {
        int rows = settings.chunkRows();
        this.type = type.decoded();
        this.pool = pool;
        this.texts = isText() ? new TextTable(pool, settings.tableSlots(), rows) : null;
        this.first = firstLane(this.type);
        this.second = isWide() ? new KeyLane(Long.MIN_VALUE, Long.MAX_VALUE, false) : null;
        this.values = new long[rows];
        this.highValues = new long[isWide() ? rows : 0];
        this.numbers = new int[isText() ? rows : 0];
        this.valid = new byte[rows];
    }

    private static KeyLane firstLane(DataType type) {
        return switch (type.layout()) {
            case NONE, BIT -> new KeyLane(0, 1, true);
            case VARIABLE -> new KeyLane(0, Integer.MAX_VALUE, true);
            case INT8, INT16 -> ofBits(type.layout().byteWidth() * Byte.SIZE, type);
            case INT32, FLOAT32 -> ofBits(Integer.SIZE, type);
            case INT64, INT128, FLOAT64, INTERVAL -> new KeyLane(Long.MIN_VALUE, Long.MAX_VALUE, false);
            case LIST, STRUCT, DICTIONARY ->
                throw new IllegalArgumentException("cannot group by " + type + "; keys are of any type but lists and "
                        + "structs. Group by their elements or fields instead");
        };
    }

    private static KeyLane ofBits(int bits, DataType type) {
        return type instanceof DataType.IntType integer && !integer.signed()
                ? new KeyLane(0, (1L << bits) - 1, false)
                : new KeyLane(-1L << (bits - 1), (1L << (bits - 1)) - 1, false);
    }

    private boolean isText() {
        return type.layout() == Layout.VARIABLE;
    }

    private boolean isWide() {
        return type.layout() == Layout.INT128 || type.layout() == Layout.INTERVAL;
    }

    DataType type() {
        return type;
    }

    /// The texts behind the numbers, for a column of text.
    @Nullable
    TextTable texts() {
        return texts;
    }

    List<KeyLane> lanes() {
        return second == null ? List.of(first) : List.of(first, second);
    }

    void read(Column column, long from, int rows) {
        hasNulls = !column.validity().allValid();
        if (hasNulls) {
            Widen.validity(column.validity(), from, rows, valid);
        }
        if (texts != null) {
            readText(texts, column, from, rows);
        } else if (column instanceof DictionaryColumn) {
            readDecoded(column, from, rows);
        } else if (column instanceof FixedColumn fixed && second != null) {
            Widen.words(fixed, false, from, rows, values);
            Widen.words(fixed, true, from, rows, highValues);
        } else {
            Widen.keys(column, from, rows, values);
        }
    }

    private void readDecoded(Column column, long from, int rows) {
        try (Column chunk = column.slice(from, rows);
                Column plain = Dictionaries.decode(chunk, pool)) {
            boolean nulls = hasNulls;
            read(plain, 0, rows);
            hasNulls = nulls;
        }
    }

    private void readText(TextTable table, Column column, long from, int rows) {
        byte[] present = hasNulls ? valid : null;
        if (column instanceof DictionaryColumn codes) {
            table.assign(codes, from, rows, present, numbers);
        } else {
            table.assign((VarColumn) column, from, rows, present, numbers);
        }
        for (int i = 0; i < rows; i++) {
            values[i] = numbers[i];
        }
    }

    boolean hasNulls() {
        return hasNulls;
    }

    /// Which rows of the chunk are valid, if [#hasNulls()].
    byte[] valid() {
        return valid;
    }

    /// The chunk's values in one of the lanes.
    @SuppressWarnings("ReferenceEquality")
    long[] values(KeyLane lane) {
        return lane == second ? highValues : values;
    }

    @Override
    public void close() {
        if (texts != null) {
            texts.close();
        }
    }
}

package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Interval;
import dev.sheaf.column.Layout;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.nio.LongBuffer;

/// What orders values that sort alike and yet differ, where some of them are chosen: else the choice would hang on the
/// order of rows. A sort takes it as a key behind the values.
public final class ValueParts {
    /// Intervals that one view has.
    private static final int CHUNK = 1 << 20;

    private ValueParts() {}

    /// Whether values of a type may sort alike and yet differ.
    public static boolean areIn(DataType type) {
        DataType values = type instanceof DataType.DictionaryType dictionary ? dictionary.values() : type;
        return values.isFloating() || values.layout() == Layout.INTERVAL;
    }

    /// The bits of floats, which put -0.0 before 0.0, and months and days of intervals; of a dictionary those of its
    /// values. Any other column as it is. The caller closes the result.
    public static Column of(Column values, MemoryPool pool) {
        if (values instanceof DictionaryColumn codes && areIn(codes.type())) {
            return new DictionaryColumn(
                    codes.length(),
                    codes.codes().retain(),
                    of(codes.values(), pool),
                    codes.validity().slice(0, codes.length()));
        }
        if (!(values instanceof FixedColumn fixed && areIn(values.type()))) {
            return values.retain();
        }
        DataType word = values.type().layout() == Layout.FLOAT32 ? DataType.INT32 : DataType.INT64;
        Buffer parts = values.type().isFloating() ? fixed.values().retain() : months(fixed, pool);
        return new FixedColumn(word, values.length(), parts, values.validity().slice(0, values.length()));
    }

    private static Buffer months(FixedColumn intervals, MemoryPool pool) {
        Buffer words = pool.allocate(intervals.length() * Long.BYTES, "parts of intervals");
        for (long from = 0; from < intervals.length(); from += CHUNK) {
            int rows = (int) Math.min(CHUNK, intervals.length() - from);
            months(intervals.longs(2 * from, 2L * rows), rows, Views.longs(words.segment(), from, rows));
        }
        return words;
    }

    private static void months(LongBuffer intervals, int rows, LongBuffer words) {
        for (int i = 0; i < rows; i++) {
            words.put(i, Interval.partsWord(intervals.get(2 * i)));
        }
    }
}

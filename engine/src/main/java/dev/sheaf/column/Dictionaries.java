package dev.sheaf.column;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.ValueLayout;

/// Turns dictionary-encoded columns into plain ones.
public final class Dictionaries {
    private Dictionaries() {}

    /// The column with its values in place of codes; any other column again, sharing its bytes. To be closed on
    /// its own.
    public static Column decode(Column column, MemoryPool pool) {
        if (!(column instanceof DictionaryColumn codes)) {
            return column.retain();
        }
        if (codes.nullCount() == 0) {
            return Take.rows(codes.values(), codes.segment(), codes.length(), pool);
        }
        try (var numbers = codesOrMinusOne(codes, pool)) {
            return Take.rows(codes.values(), numbers.segment(), codes.length(), pool);
        }
    }

    /// Codes under nulls are undefined, so they are replaced by the number that stands for null.
    private static Buffer codesOrMinusOne(DictionaryColumn codes, MemoryPool pool) {
        var numbers = pool.allocate(codes.length() * Integer.BYTES, "dictionary codes");
        var target = numbers.segment();
        for (long row = 0; row < codes.length(); row++) {
            target.setAtIndex(ValueLayout.JAVA_INT, row, codes.isNull(row) ? -1 : codes.code(row));
        }
        return numbers;
    }
}

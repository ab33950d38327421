package dev.sheaf.testing;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.Map;

/// Encodes plain columns, the simplest way.
public final class DictionaryEncoding {
    private DictionaryEncoding() {}

    /// The same values as codes into their distinct values in order of first appearance; to be closed on its own.
    ///
    /// Codes under nulls are set to -1, which no reader may touch.
    public static DictionaryColumn encode(Column plain, MemoryPool pool) {
        Map<Object, Integer> codes = new HashMap<>();
        try (Buffer buffer = pool.allocate(plain.length() * Integer.BYTES, "dictionary codes");
                ColumnBuilder distinct = new ColumnBuilder(plain.type(), pool)) {
            for (long row = 0; row < plain.length(); row++) {
                Object value = plain.get(row);
                int code = -1;
                if (value != null) {
                    code = codes.computeIfAbsent(Values.comparable(value), _ -> {
                        distinct.append(value);
                        return (int) distinct.length() - 1;
                    });
                }
                buffer.segment().setAtIndex(ValueLayout.JAVA_INT, row, code);
            }
            Column values = distinct.build();
            Validity validity = plain.validity().slice(0, plain.length());
            return new DictionaryColumn(plain.length(), buffer.retain(), values, validity);
        }
    }
}

package dev.sheaf.expr.load;

import dev.sheaf.column.Column;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.Take;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.expr.vector.Allocation;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/// Makes dictionaries out of others.
public final class DictionaryColumns {
    private DictionaryColumns() {}

    /// The column whose rows are `results[code]` for each code of `column`. Codes whose results are equal
    /// become one, those whose result is null become null rows.
    public static Column mapped(DictionaryColumn column, Column results, MemoryPool pool) {
        int[] renumbered = new int[(int) results.length()];
        int[] kept = new int[renumbered.length];
        int count = number((VarColumn) results, renumbered, kept);
        try (Column values = Take.rows(results, kept, count, pool)) {
            return recoded(column, renumbered, values, pool);
        }
    }

    /// Gives each result the number of the first that equals it, in `kept` its row, and nulls -1; returns how many
    /// differ.
    private static int number(VarColumn results, int[] renumbered, int[] kept) {
        Map<ByteBuffer, Integer> seen = new HashMap<>();
        for (int code = 0; code < renumbered.length; code++) {
            if (results.isNull(code)) {
                renumbered[code] = -1;
                continue;
            }
            int next = seen.size();
            int number = seen.computeIfAbsent(ByteBuffer.wrap(results.bytes(code)), _ -> next);
            if (number == next) {
                kept[next] = code;
            }
            renumbered[code] = number;
        }
        return seen.size();
    }

    private static Column recoded(DictionaryColumn column, int[] renumbered, Column values, MemoryPool pool) {
        long rows = column.length();
        Buffer[] buffers = Allocation.all(pool, rows * Integer.BYTES, Validity.byteSize(rows));
        MemorySegment target = buffers[0].segment();
        MemorySegment bits = buffers[1].segment();
        bits.fill((byte) 0);
        for (long row = 0; row < rows; row++) {
            int code = column.isNull(row) ? -1 : renumbered[column.code(row)];
            target.setAtIndex(ValueLayout.JAVA_INT, row, code);
            if (code >= 0) {
                byte before = bits.get(ValueLayout.JAVA_BYTE, row >>> 3);
                bits.set(ValueLayout.JAVA_BYTE, row >>> 3, (byte) (before | 1 << (row & 7)));
            }
        }
        return new DictionaryColumn(rows, buffers[0], values.retain(), Validity.of(buffers[1], rows));
    }
}

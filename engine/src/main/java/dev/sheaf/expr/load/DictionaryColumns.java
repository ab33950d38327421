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
        for (long start = 0; start < rows; start += Long.SIZE) {
            int count = (int) Math.min(Long.SIZE, rows - start);
            long valid = column.validity().word(start);
            for (int i = 0; i < count; i++) {
                int code = ((valid >>> i) & 1) == 0 ? -1 : renumbered[column.code(start + i)];
                target.setAtIndex(ValueLayout.JAVA_INT, start + i, code);
                valid &= ~((long) (code >>> (Integer.SIZE - 1)) << i);
            }
            for (int at = 0; at < Math.ceilDiv(count, Byte.SIZE); at++) {
                bits.set(ValueLayout.JAVA_BYTE, (start >>> 3) + at, (byte) (valid >>> (Byte.SIZE * at)));
            }
        }
        return new DictionaryColumn(rows, buffers[0], values.retain(), Validity.of(buffers[1], rows));
    }
}

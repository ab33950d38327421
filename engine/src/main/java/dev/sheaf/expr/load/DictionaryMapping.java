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

/// Codes of one dictionary as codes of another, of the distinct results of its entries: those whose results are equal
/// become one, those whose result is null become null rows.
public final class DictionaryMapping implements AutoCloseable {
    private final int[] renumbered;
    private final Column values;
    private final boolean isSame;

    private DictionaryMapping(int[] renumbered, Column values) {
        this.renumbered = renumbered;
        this.values = values;
        this.isSame = values.length() == renumbered.length;
    }

    /// For results of which there is one for each code. Cost: a look at each.
    public static DictionaryMapping of(VarColumn results, MemoryPool pool) {
        int[] renumbered = new int[(int) results.length()];
        int[] kept = new int[renumbered.length];
        int count = number(results, renumbered, kept);
        return new DictionaryMapping(renumbered, Take.rows(results, kept, count, pool));
    }

    /// The column whose rows are the results of the codes of `column`, to be closed by the caller. Cost: four bytes a
    /// row, nothing if all results differ and none is null.
    public Column apply(DictionaryColumn column, MemoryPool pool) {
        return isSame
                ? new DictionaryColumn(
                        column.length(),
                        column.codes().retain(),
                        values.retain(),
                        column.validity().slice(0, column.length()))
                : recoded(column, pool);
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

    private Column recoded(DictionaryColumn column, MemoryPool pool) {
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

    @Override
    public void close() {
        values.close();
    }
}

package dev.sheaf.expr.load;

import dev.sheaf.column.Column;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.Take;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.expr.vector.Allocation;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
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
        LongBuffer bits = Views.longs(buffers[1].segment());
        for (long start = 0; start < rows; start += Chunk.ROWS) {
            int count = (int) Math.min(Chunk.ROWS, rows - start);
            IntBuffer codes = Views.ints(column.segment(), start, count);
            IntBuffer target = Views.ints(buffers[0].segment(), start, count);
            for (int first = 0; first < count; first += Long.SIZE) {
                long valid = column.validity().word(start + first);
                long found = renumber(codes, target, first, Math.min(Long.SIZE, count - first), valid);
                bits.put((int) ((start + first) >>> 6), found);
            }
        }
        return new DictionaryColumn(rows, buffers[0], values.retain(), Validity.of(buffers[1], rows));
    }

    /// Renumbers the codes of valid rows, and returns which of them have a result.
    private long renumber(IntBuffer codes, IntBuffer target, int first, int count, long valid) {
        long found = valid;
        for (int i = 0; i < count; i++) {
            int code = ((valid >>> i) & 1) == 0 ? -1 : renumbered[codes.get(first + i)];
            target.put(first + i, code);
            found &= ~((long) (code >>> (Integer.SIZE - 1)) << i);
        }
        return found;
    }

    @Override
    public void close() {
        values.close();
    }
}

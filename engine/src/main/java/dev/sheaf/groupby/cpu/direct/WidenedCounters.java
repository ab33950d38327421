package dev.sheaf.groupby.cpu.direct;

import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/// What the fields of slots had when they were full: a row of 64-bit numbers for each slot that ever was.
///
/// Takes no memory until a slot is full, and then four bytes a slot besides the rows.
final class WidenedCounters implements AutoCloseable {
    private final MemoryPool pool;
    private final int fields;
    private final StateColumn rows;

    /// By slot the number of its row and one, or 0.
    private @Nullable Buffer numbers;

    private MemorySegment known = MemorySegment.NULL;
    private int count;

    WidenedCounters(int fields, MemoryPool pool) {
        this.pool = pool;
        this.fields = fields;
        this.rows = new StateColumn(pool, "group states", fields * Long.BYTES, 0);
    }

    /// The row of one of `slots` slots.
    int row(int slot, int slots) {
        if (numbers == null) {
            numbers = pool.allocateZeroed((long) slots * Integer.BYTES, "group states");
            known = numbers.segment();
        }
        int number = known.getAtIndex(ValueLayout.JAVA_INT, slot);
        if (number == 0) {
            rows.ensure(count + 1);
            number = ++count;
            known.setAtIndex(ValueLayout.JAVA_INT, slot, number);
        }
        return number - 1;
    }

    /// Adds to what a field has had, by row.
    void add(int row, int field, long value) {
        long at = at(row, field);
        rows.segment().set(ValueLayout.JAVA_LONG_UNALIGNED, at, value(at) + value);
    }

    private long at(int row, int field) {
        return StateColumn.FRONT + ((long) row * fields + field) * Long.BYTES;
    }

    private long value(long at) {
        return rows.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, at);
    }

    /// Adds what another has of slots `from` to `to`.
    void add(WidenedCounters other, int from, int to, int slots) {
        for (int slot = from; slot < to && other.count > 0; slot++) {
            int number = other.known.getAtIndex(ValueLayout.JAVA_INT, slot);
            for (int field = 0; number > 0 && field < fields; field++) {
                add(row(slot, slots), field, other.value(at(number - 1, field)));
            }
        }
    }

    /// Adds what a field has had at some slots to `values`.
    void addTo(int field, int[] chosen, int size, long[] values) {
        for (int i = 0; i < size && count > 0; i++) {
            int number = known.getAtIndex(ValueLayout.JAVA_INT, chosen[i]);
            values[i] += number == 0 ? 0 : value(at(number - 1, field));
        }
    }

    /// Makes room for more slots than there were.
    void grow(int slots, int more) {
        if (numbers != null) {
            Buffer larger = pool.allocateZeroed((long) more * Integer.BYTES, "group states");
            MemorySegment.copy(known, 0, larger.segment(), 0, (long) slots * Integer.BYTES);
            numbers.close();
            numbers = larger;
            known = larger.segment();
        }
    }

    /// Forgets everything.
    void clear() {
        if (count > 0) {
            known.fill((byte) 0);
            rows.clear();
        }
        count = 0;
    }

    @Override
    public void close() {
        rows.close();
        if (numbers != null) {
            numbers.close();
            numbers = null;
        }
    }
}

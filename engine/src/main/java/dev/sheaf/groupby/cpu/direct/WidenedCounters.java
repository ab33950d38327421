package dev.sheaf.groupby.cpu.direct;

import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/// What the fields of places had when they were full: a row of 64-bit numbers for each place that ever was.
///
/// Takes no memory until a place is full, and then four bytes a place besides the rows.
final class WidenedCounters implements AutoCloseable {
    private final MemoryPool pool;
    private final int fields;
    private final StateColumn rows;

    /// By place the number of its row and one, or 0.
    private @Nullable Buffer numbers;

    private MemorySegment known = MemorySegment.NULL;
    private int count;

    WidenedCounters(int fields, MemoryPool pool) {
        this.pool = pool;
        this.fields = fields;
        this.rows = new StateColumn(pool, "group states", fields * Long.BYTES, 0);
    }

    /// The row of one of `places` places.
    int row(int place, int places) {
        if (numbers == null) {
            numbers = pool.allocateZeroed((long) places * Integer.BYTES, "group states");
            known = numbers.segment();
        }
        int number = known.getAtIndex(ValueLayout.JAVA_INT, place);
        if (number == 0) {
            rows.ensure(count + 1);
            number = ++count;
            known.setAtIndex(ValueLayout.JAVA_INT, place, number);
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

    /// Adds what another has of places `from` to `to`.
    void add(WidenedCounters other, int from, int to, int places) {
        for (int place = from; place < to && other.count > 0; place++) {
            int number = other.known.getAtIndex(ValueLayout.JAVA_INT, place);
            for (int field = 0; number > 0 && field < fields; field++) {
                add(row(place, places), field, other.value(at(number - 1, field)));
            }
        }
    }

    /// Adds what a field has had at some places to `values`.
    void addTo(int field, int[] chosen, int size, long[] values) {
        for (int i = 0; i < size && count > 0; i++) {
            int number = known.getAtIndex(ValueLayout.JAVA_INT, chosen[i]);
            values[i] += number == 0 ? 0 : value(at(number - 1, field));
        }
    }

    /// Makes room for more places than there were.
    void grow(int places, int more) {
        if (numbers != null) {
            Buffer larger = pool.allocateZeroed((long) more * Integer.BYTES, "group states");
            MemorySegment.copy(known, 0, larger.segment(), 0, (long) places * Integer.BYTES);
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

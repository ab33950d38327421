package dev.sheaf.groupby.cpu.direct;

import dev.sheaf.groupby.cpu.direct.DirectLoop.Op;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Location;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The states at the slots of keys: words of whole numbers and doubles, each as many a slot as a power of two.
///
/// They are arrays on the heap, which a loop indexes without a test of bounds: in memory segments, sums by a text took
/// 18 % longer. Their size is bounded ([CpuSettings#directMaxBytes()]), and they are on the account of the pool, which
/// refuses them as it would its own memory. Of many slots, doubles are words too, as their bits.
final class StateWords implements AutoCloseable {
    /// As many as fit the first-level cache in both of two.
    private static final int ADDED_SLOTS = 512;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final String PURPOSE = "group states";

    private final StateLayout layout;
    private final MemoryPool pool;
    private final WidenedCounters widened;
    private int slots;
    private long[] words;
    private double[] doubles;
    private Buffer account;
    private @Nullable Buffer spilled;
    private MemorySegment sums = MemorySegment.NULL;
    private long rows;

    /// @throws dev.sheaf.memory.MemoryLimitException if the pool has no room for the states of so many slots
    StateWords(StateLayout layout, int slots, MemoryPool pool) {
        this.layout = layout;
        this.pool = pool;
        this.slots = slots;
        this.widened = new WidenedCounters(layout.fields().size(), pool);
        this.words = new long[slots << layout.wordShift()];
        this.doubles = new double[layout.isMany() ? 1 : slots << layout.doubleShift()];
        this.account = account(slots);
        renew(0, slots);
    }

    /// Has the pool count the states of so many slots.
    private Buffer account(int size) {
        return pool.adopt(Location.HOST, 0, layout.slotBytes() * size, PURPOSE, () -> {});
    }

    /// Makes room for more slots, all of them many.
    void grow(int more) {
        Buffer larger = account(more);
        try {
            widened.grow(slots, more);
            words = Arrays.copyOf(words, more << layout.wordShift());
        } catch (RuntimeException | Error failure) {
            larger.close();
            throw failure;
        }
        account.close();
        account = larger;
        renew(slots, more);
        slots = more;
    }

    StateLayout layout() {
        return layout;
    }

    int slots() {
        return slots;
    }

    long[] words() {
        return words;
    }

    double[] doubles() {
        return doubles;
    }

    /// How many more rows the fields have room for, after those that [#added] was told of; at least one.
    long room() {
        if (layout.isMany()) {
            return Long.MAX_VALUE;
        }
        if (rows >= layout.mostRows()) {
            spill();
        }
        return layout.mostRows() - rows;
    }

    void added(long more) {
        rows += more;
    }

    /// Takes sums out of fields that might overflow.
    private void spill() {
        int count = layout.fields().size();
        if (spilled == null) {
            spilled = pool.allocateZeroed((long) slots * count * Long.BYTES, PURPOSE);
            sums = spilled.segment();
        }
        for (int field = 0; field < count; field++) {
            for (int slot = 0; slot < slots && layout.isPacked(field); slot++) {
                long at = (long) slot * count + field;
                long taken = layout.value(field, words[at(field, slot)]);
                sums.setAtIndex(LONG, at, sums.getAtIndex(LONG, at) + taken);
            }
        }
        for (int field = 0; field < count; field++) {
            for (int slot = 0; slot < slots && layout.isPacked(field); slot++) {
                words[at(field, slot)] = 0;
            }
        }
        rows = 0;
    }

    /// Takes what grows with rows out of the fields of one of many slots.
    void widenCounters(int slot) {
        int row = widened.row(slot, slots);
        for (int field = 0; field < layout.fields().size(); field++) {
            if (layout.grows(field)) {
                widened.add(row, field, layout.value(field, words[at(field, slot)]));
            }
        }
        for (int word = 0; word < 1 << layout.wordShift(); word++) {
            int at = (slot << layout.wordShift()) + word;
            words[at] = layout.widened(word, words[at]);
        }
    }

    /// Adds what lies in slots `from` to `to` of another with the same layout, of many slots.
    void add(StateWords other, int from, int to) {
        for (int start = from; start < to; start += ADDED_SLOTS) {
            int end = Math.min(to, start + ADDED_SLOTS);
            if (layout.mostRows(words, other.words, start, end) >= layout.mostRows()) {
                widenFull(other, start, end);
            }
            layout.add(other.words, start, end, words);
        }
        widened.add(other.widened, from, to, slots);
    }

    private void widenFull(StateWords other, int from, int to) {
        for (int slot = from; slot < to; slot++) {
            if (layout.mostRows(words, other.words, slot, slot + 1) >= layout.mostRows()) {
                widenCounters(slot);
            }
        }
    }

    private int at(int field, int slot) {
        boolean inDoubles = layout.fields().get(field).op() == Op.ADD_DOUBLE && !layout.isMany();
        int shift = inDoubles ? layout.doubleShift() : layout.wordShift();
        return (slot << shift) + layout.fields().get(field).word();
    }

    /// What a field has had at a slot, a double as its bits.
    private long value(int field, int slot) {
        Op op = layout.fields().get(field).op();
        long value = op == Op.ADD_DOUBLE
                ? Double.doubleToRawLongBits(doubles[at(field, slot)])
                : layout.value(field, words[at(field, slot)]);
        return spilled == null || !layout.isPacked(field)
                ? value
                : value + sums.getAtIndex(LONG, (long) slot * layout.fields().size() + field);
    }

    /// What a field has had at some slots.
    long[] values(int field, int[] chosen, int count) {
        long[] values = new long[count];
        if (isPlain(field)) {
            layout.values(field, words, chosen, count, values);
            widened.addTo(field, chosen, count, values);
        } else {
            for (int i = 0; i < count; i++) {
                values[i] = value(field, chosen[i]);
            }
        }
        return values;
    }

    /// Whether all that a field has had is in the words, but for slots that were full.
    private boolean isPlain(int field) {
        return layout.isMany() || (spilled == null && layout.fields().get(field).op() != Op.ADD_DOUBLE);
    }

    /// Writes the slots `from` to `to` that have had a row, and returns how many they are.
    int occupied(int from, int to, int[] chosen) {
        for (int i = 0; i < to - from; i++) {
            chosen[i] = from + i;
        }
        return withRows(values(0, chosen, to - from), chosen);
    }

    private static int withRows(long[] counts, int[] chosen) {
        int occupied = 0;
        for (int i = 0; i < counts.length; i++) {
            chosen[occupied] = chosen[i];
            occupied += counts[i] > 0 ? 1 : 0;
        }
        return occupied;
    }

    /// Makes all states new.
    void clear() {
        Arrays.fill(words, 0);
        Arrays.fill(doubles, 0);
        renew(0, slots);
        if (spilled != null) {
            sums.fill((byte) 0);
        }
        widened.clear();
        rows = 0;
    }

    /// Makes the states of slots new whose words are 0.
    private void renew(int from, int to) {
        for (int field = 0; field < layout.fields().size(); field++) {
            Op op = layout.fields().get(field).op();
            for (int slot = from; slot < to && (op == Op.MIN || op == Op.MAX); slot++) {
                words[at(field, slot)] = op == Op.MIN ? Long.MAX_VALUE : Long.MIN_VALUE;
            }
        }
    }

    @Override
    public void close() {
        account.close();
        widened.close();
        if (spilled != null) {
            spilled.close();
            spilled = null;
        }
    }
}

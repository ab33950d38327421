package dev.sheaf.groupby.cpu.direct;

import dev.sheaf.groupby.cpu.direct.DirectLoop.Op;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Location;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The states at the places of keys: words of whole numbers and doubles, each as many a place as a power of two.
///
/// They are arrays on the heap, which a loop indexes without a test of bounds: in memory segments, sums by a text took
/// 18 % longer. Their size is bounded ([CpuSettings#directMaxBytes()]), and they are on the account of the pool, which
/// refuses them as it would its own memory. Of many places, doubles are words too, as their bits.
final class StateWords implements AutoCloseable {
    /// As many as fit the first-level cache in both of two.
    private static final int ADDED_PLACES = 512;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final String PURPOSE = "group states";

    private final StateLayout layout;
    private final MemoryPool pool;
    private final WidenedCounters widened;
    private int places;
    private long[] words;
    private double[] doubles;
    private Buffer account;
    private @Nullable Buffer spilled;
    private MemorySegment sums = MemorySegment.NULL;
    private long rows;

    /// @throws dev.sheaf.memory.MemoryLimitException if the pool has no room for the states of so many places
    StateWords(StateLayout layout, int places, MemoryPool pool) {
        this.layout = layout;
        this.pool = pool;
        this.places = places;
        this.widened = new WidenedCounters(layout.fields().size(), pool);
        this.words = new long[places << layout.wordShift()];
        this.doubles = new double[layout.isMany() ? 1 : places << layout.doubleShift()];
        this.account = account(places);
        renew(0, places);
    }

    /// Has the pool count the states of so many places.
    private Buffer account(int size) {
        return pool.adopt(Location.HOST, 0, layout.placeBytes() * size, PURPOSE, () -> {});
    }

    /// Makes room for more places, all of them many.
    void grow(int more) {
        Buffer larger = account(more);
        try {
            widened.grow(places, more);
            words = Arrays.copyOf(words, more << layout.wordShift());
        } catch (RuntimeException | Error failure) {
            larger.close();
            throw failure;
        }
        account.close();
        account = larger;
        renew(places, more);
        places = more;
    }

    StateLayout layout() {
        return layout;
    }

    int places() {
        return places;
    }

    long[] words() {
        return words;
    }

    double[] doubles() {
        return doubles;
    }

    /// How many more rows the fields have room for, after those of which [#added] was told; at least one.
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
            spilled = pool.allocateZeroed((long) places * count * Long.BYTES, PURPOSE);
            sums = spilled.segment();
        }
        for (int field = 0; field < count; field++) {
            for (int place = 0; place < places && layout.isPacked(field); place++) {
                long at = (long) place * count + field;
                long taken = layout.value(field, words[at(field, place)]);
                sums.setAtIndex(LONG, at, sums.getAtIndex(LONG, at) + taken);
            }
        }
        for (int field = 0; field < count; field++) {
            for (int place = 0; place < places && layout.isPacked(field); place++) {
                words[at(field, place)] = 0;
            }
        }
        rows = 0;
    }

    /// Takes what grows with rows out of the fields of one of many places.
    void widenCounters(int place) {
        int row = widened.row(place, places);
        for (int field = 0; field < layout.fields().size(); field++) {
            if (layout.grows(field)) {
                widened.add(row, field, layout.value(field, words[at(field, place)]));
            }
        }
        for (int word = 0; word < 1 << layout.wordShift(); word++) {
            int at = (place << layout.wordShift()) + word;
            words[at] = layout.widened(word, words[at]);
        }
    }

    /// Adds what lies in places `from` to `to` of another with the same layout, of many places.
    void add(StateWords other, int from, int to) {
        for (int start = from; start < to; start += ADDED_PLACES) {
            int end = Math.min(to, start + ADDED_PLACES);
            if (layout.mostRows(words, other.words, start, end) >= layout.mostRows()) {
                widenFull(other, start, end);
            }
            layout.add(other.words, start, end, words);
        }
        widened.add(other.widened, from, to, places);
    }

    private void widenFull(StateWords other, int from, int to) {
        for (int place = from; place < to; place++) {
            if (layout.mostRows(words, other.words, place, place + 1) >= layout.mostRows()) {
                widenCounters(place);
            }
        }
    }

    private int at(int field, int place) {
        boolean inDoubles = layout.fields().get(field).op() == Op.ADD_DOUBLE && !layout.isMany();
        int shift = inDoubles ? layout.doubleShift() : layout.wordShift();
        return (place << shift) + layout.fields().get(field).word();
    }

    /// What a field has had at a place, a double as its bits.
    private long value(int field, int place) {
        Op op = layout.fields().get(field).op();
        long value = op == Op.ADD_DOUBLE
                ? Double.doubleToRawLongBits(doubles[at(field, place)])
                : layout.value(field, words[at(field, place)]);
        return spilled == null || !layout.isPacked(field)
                ? value
                : value + sums.getAtIndex(LONG, (long) place * layout.fields().size() + field);
    }

    /// What a field has had at some places.
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

    /// Whether all that a field has had is in the words, but for places that were full.
    private boolean isPlain(int field) {
        return layout.isMany() || (spilled == null && layout.fields().get(field).op() != Op.ADD_DOUBLE);
    }

    /// Writes the places `from` to `to` that have had a row, and returns how many they are.
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
        renew(0, places);
        if (spilled != null) {
            sums.fill((byte) 0);
        }
        widened.clear();
        rows = 0;
    }

    /// Makes the states of places new whose words are 0.
    private void renew(int from, int to) {
        for (int field = 0; field < layout.fields().size(); field++) {
            Op op = layout.fields().get(field).op();
            for (int place = from; place < to && (op == Op.MIN || op == Op.MAX); place++) {
                words[at(field, place)] = op == Op.MIN ? Long.MAX_VALUE : Long.MIN_VALUE;
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

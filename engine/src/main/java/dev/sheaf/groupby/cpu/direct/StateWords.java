package dev.sheaf.groupby.cpu.direct;

import dev.sheaf.groupby.cpu.direct.DirectLoop.Op;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The states at the places of keys: words of whole numbers and doubles, each as many a place as a power of two.
///
/// They are arrays on the heap, which a loop indexes without a test of bounds, and of bounded size: see
/// [CpuSettings#hashedBytes()]. Of many places, doubles are words too, as their bits.
final class StateWords {
    /// As many as fit the first-level cache in both of two.
    private static final int ADDED_PLACES = 512;

    private final StateLayout layout;
    private final int places;
    private final long[] words;
    private final double[] doubles;
    private long[] spilled = new long[0];

    /// By place what its fields had when it was full, or null; no places at all if none was.
    private long[] @Nullable [] widened = new long[0][];
    private long rows;

    StateWords(StateLayout layout, int places) {
        this.layout = layout;
        this.places = places;
        this.words = new long[places << layout.wordShift()];
        this.doubles = new double[layout.isMany() ? 1 : places << layout.doubleShift()];
        clear();
    }

    /// The same with more places, all of them many.
    StateWords grown(int more) {
        StateWords larger = new StateWords(layout, more);
        System.arraycopy(words, 0, larger.words, 0, words.length);
        larger.widened = widened.length == 0 ? widened : Arrays.copyOf(widened, more);
        return larger;
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
        if (spilled.length == 0) {
            spilled = new long[places * count];
        }
        for (int field = 0; field < count; field++) {
            for (int place = 0; place < places && layout.isPacked(field); place++) {
                spilled[place * count + field] += layout.value(field, words[at(field, place)]);
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
        int count = layout.fields().size();
        long[] taken = widened(place);
        for (int field = 0; field < count; field++) {
            taken[field] += layout.grows(field) ? layout.value(field, words[at(field, place)]) : 0;
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
        for (int place = from; place < to && other.widened.length > 0; place++) {
            long[] taken = other.widened[place];
            for (int field = 0; taken != null && field < taken.length; field++) {
                widened(place)[field] += taken[field];
            }
        }
    }

    private void widenFull(StateWords other, int from, int to) {
        for (int place = from; place < to; place++) {
            if (layout.mostRows(words, other.words, place, place + 1) >= layout.mostRows()) {
                widenCounters(place);
            }
        }
    }

    /// What was taken out of the fields of a place so far.
    private long[] widened(int place) {
        if (widened.length == 0) {
            widened = new long[places][];
        }
        long[] known = widened[place];
        long[] taken = known == null ? new long[layout.fields().size()] : known;
        widened[place] = taken;
        return taken;
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
        return spilled.length == 0 || !layout.isPacked(field)
                ? value
                : value + spilled[place * layout.fields().size() + field];
    }

    /// What a field has had at some places.
    long[] values(int field, int[] chosen, int count) {
        long[] values = new long[count];
        if (isPlain(field)) {
            layout.values(field, words, chosen, count, values);
            addWidened(field, chosen, count, values);
        } else {
            for (int i = 0; i < count; i++) {
                values[i] = value(field, chosen[i]);
            }
        }
        return values;
    }

    private void addWidened(int field, int[] chosen, int count, long[] values) {
        for (int i = 0; i < count && widened.length > 0; i++) {
            long[] taken = widened[chosen[i]];
            values[i] += taken == null ? 0 : taken[field];
        }
    }

    /// Whether all that a field has had is in the words, but for places that were full.
    private boolean isPlain(int field) {
        return layout.isMany()
                || (spilled.length == 0 && layout.fields().get(field).op() != Op.ADD_DOUBLE);
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
        Arrays.fill(spilled, 0);
        widened = new long[0][];
        rows = 0;
        for (int field = 0; field < layout.fields().size(); field++) {
            Op op = layout.fields().get(field).op();
            for (int place = 0; place < places && (op == Op.MIN || op == Op.MAX); place++) {
                words[at(field, place)] = op == Op.MIN ? Long.MAX_VALUE : Long.MIN_VALUE;
            }
        }
    }
}

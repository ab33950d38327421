package dev.sheaf.groupby.cpu;

import dev.sheaf.groupby.cpu.PlacedLoop.Op;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// The states at the places of keys: words of whole numbers and doubles, each as many a place as a power of two.
///
/// They are arrays on the heap, which a loop indexes without a test of bounds, and of bounded size: see
/// [CpuSettings#hashedBytes()]. Of many places, doubles are words too, as their bits.
final class PlacedWords {
    private final PlacedLayout layout;
    private final int places;
    private final long[] words;
    private final double[] doubles;
    private long[] spilled = new long[0];
    private final Map<Integer, long[]> relieved = new HashMap<>();
    private long rows;

    PlacedWords(PlacedLayout layout, int places) {
        this.layout = layout;
        this.places = places;
        this.words = new long[places << layout.wordShift()];
        this.doubles = new double[layout.isMany() ? 1 : places << layout.doubleShift()];
        clear();
    }

    PlacedLayout layout() {
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
    void relieve(int place) {
        int count = layout.fields().size();
        long[] taken = relieved.computeIfAbsent(place, _ -> new long[count]);
        for (int field = 0; field < count; field++) {
            taken[field] += layout.grows(field) ? layout.value(field, words[at(field, place)]) : 0;
        }
        for (int word = 0; word < 1 << layout.wordShift(); word++) {
            int at = (place << layout.wordShift()) + word;
            words[at] = layout.relieved(word, words[at]);
        }
    }

    private int at(int field, int place) {
        return (place << layout.wordShift()) + layout.fields().get(field).word();
    }

    /// What a field has had at a place, a double as its bits.
    long value(int field, int place) {
        if (layout.fields().get(field).op() == Op.ADD_DOUBLE && !layout.isMany()) {
            int at =
                    (place << layout.doubleShift()) + layout.fields().get(field).word();
            return Double.doubleToRawLongBits(doubles[at]);
        }
        long value = layout.value(field, words[at(field, place)]);
        if (layout.isMany()) {
            long[] taken = relieved.isEmpty() ? null : relieved.get(place);
            return taken == null ? value : value + taken[field];
        }
        return spilled.length == 0 || !layout.isPacked(field)
                ? value
                : value + spilled[place * layout.fields().size() + field];
    }

    long[] values(int field, int[] chosen, int count) {
        long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            values[i] = value(field, chosen[i]);
        }
        return values;
    }

    /// Makes all states new.
    void clear() {
        Arrays.fill(words, 0);
        Arrays.fill(doubles, 0);
        Arrays.fill(spilled, 0);
        relieved.clear();
        rows = 0;
        for (int field = 0; field < layout.fields().size(); field++) {
            Op op = layout.fields().get(field).op();
            for (int place = 0; place < places && (op == Op.MIN || op == Op.MAX); place++) {
                words[at(field, place)] = op == Op.MIN ? Long.MAX_VALUE : Long.MIN_VALUE;
            }
        }
    }
}

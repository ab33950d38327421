package dev.sheaf.groupby.cpu;

import dev.sheaf.groupby.cpu.PlacedLoop.Field;
import dev.sheaf.groupby.cpu.PlacedLoop.Op;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// How the states of a place share words: counts and sums of small numbers lie side by side in one, each in as many
/// bits as `mostRows` rows may need; anything else has a word of its own, or a double. `wordShift` and
/// `doubleShift` are the logarithms of how many of these a place has.
record PlacedLayout(List<Field> fields, List<Integer> widths, int wordShift, int doubleShift, long mostRows) {
    /// Sums must last for so many rows a place, so that taking them out of their fields in time costs little.
    private static final int ROWS_A_PLACE_LOG = 4;

    /// And for so many in any case.
    private static final int LEAST_ROWS_LOG = 12;

    private static final int MOST_ROWS_LOG = 30;

    PlacedLayout {
        fields = List.copyOf(fields);
        widths = List.copyOf(widths);
    }

    /// A field to be placed: `bits` is the most that a row adds, or 0 for a field that takes a word.
    record Wanted(Op op, int first, int second, int bits) {}

    /// The layout of some fields for so many places (as a logarithm), or null if they take more than a cache line.
    static @Nullable PlacedLayout of(List<Wanted> wanted, int placeBits) {
        int rowsLog = Math.max(LEAST_ROWS_LOG, placeBits + ROWS_A_PLACE_LOG);
        PlacedLayout best = pack(wanted, rowsLog);
        PlacedLayout longer = best;
        while (longer != null && best != null && longer.wordShift == best.wordShift && rowsLog < MOST_ROWS_LOG) {
            best = longer;
            longer = pack(wanted, ++rowsLog);
        }
        return best;
    }

    private static @Nullable PlacedLayout pack(List<Wanted> wanted, int rowsLog) {
        Field[] fields = new Field[wanted.size()];
        Integer[] widths = new Integer[fields.length];
        List<Integer> used = new ArrayList<>();
        int doubles = 0;
        for (int field : widestFirst(wanted, rowsLog)) {
            Wanted own = wanted.get(field);
            int width = width(own, rowsLog);
            widths[field] = width;
            if (own.op() == Op.ADD_DOUBLE) {
                fields[field] = new Field(own.op(), own.first(), own.second(), doubles++, 0);
                continue;
            }
            int word = firstWithRoom(used, width);
            fields[field] = new Field(own.op(), own.first(), own.second(), word, used.get(word));
            used.set(word, used.get(word) + width);
        }
        return used.size() + doubles > StateRows.MAX_PLACES
                ? null
                : new PlacedLayout(List.of(fields), List.of(widths), log(used.size()), log(doubles), 1L << rowsLog);
    }

    private static List<Integer> widestFirst(List<Wanted> wanted, int rowsLog) {
        return IntStream.range(0, wanted.size())
                .boxed()
                .sorted(Comparator.comparing((Integer field) -> -width(wanted.get(field), rowsLog)))
                .toList();
    }

    private static int firstWithRoom(List<Integer> used, int width) {
        int word = 0;
        while (word < used.size() && used.get(word) + width > Long.SIZE) {
            word++;
        }
        if (word == used.size()) {
            used.add(0);
        }
        return word;
    }

    private static int log(int count) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, count) - 1);
    }

    private static int width(Wanted field, int rowsLog) {
        return field.bits() == 0 ? Long.SIZE : Math.min(Long.SIZE, field.bits() + rowsLog);
    }

    /// What a field has in the words of a place.
    long value(int field, long word) {
        int width = widths.get(field);
        return width == Long.SIZE ? word : word >>> fields.get(field).shift() & (1L << width) - 1;
    }

    /// Whether a field shares its word, so that it may overflow.
    boolean isPacked(int field) {
        return widths.get(field) < Long.SIZE;
    }
}

package dev.sheaf.groupby.cpu.direct;

import dev.sheaf.groupby.cpu.direct.DirectLoop.Field;
import dev.sheaf.groupby.cpu.direct.DirectLoop.Op;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// How the states of a slot share words: counts and sums of small numbers lie side by side in one, each in as many
/// bits as `mostRows` rows may need; anything else has a word of its own, or a double. `wordShift` and
/// `doubleShift` are the logarithms of how many of these a slot has.
///
/// Of many slots, whose states do not fit the first-level cache, each is as small as can be and in one piece:
/// doubles lie among the words, extremes of small numbers share a word too, and fields last for few rows. The
/// count of a slot's rows lies at the top of its first word, so that the word is negative once the slot is
/// *full*: it has had as many rows as its fields last for. Then it alone is taken out of its fields.
record StateLayout(
        List<Field> fields, List<Integer> widths, int wordShift, int doubleShift, long mostRows, boolean isMany) {
    /// The least rows, as a logarithm, for which fields of one of many slots last: with 2^9, three sums of columns
    /// that have nulls would take four words a slot, and two without.
    private static final int LEAST_MANY_LOG = 8;

    /// The words of a slot are at most a cache line.
    private static final int MAX_WORDS = 8;

    /// Sums must last for so many rows a slot, so that taking them out of their fields in time costs little.
    private static final int ROWS_A_SLOT_LOG = 4;

    /// And for so many in any case.
    private static final int LEAST_ROWS_LOG = 12;

    private static final int MOST_ROWS_LOG = 30;

    StateLayout {
        fields = List.copyOf(fields);
        widths = List.copyOf(widths);
    }

    /// A field to be placed: `bits` is the most that a row adds, or 0 for a field that takes a word.
    record Wanted(Op op, int first, int second, int bits) {}

    /// The layout of some fields for so many slots (as a logarithm), or null if they take more than a cache line.
    static @Nullable StateLayout of(List<Wanted> wanted, int slotBits, boolean many) {
        int rowsLog = many ? LEAST_MANY_LOG : Math.max(LEAST_ROWS_LOG, slotBits + ROWS_A_SLOT_LOG);
        StateLayout best = pack(wanted, rowsLog, many);
        StateLayout longer = best;
        while (longer != null && best != null && longer.wordShift == best.wordShift && rowsLog < MOST_ROWS_LOG) {
            best = longer;
            longer = pack(wanted, ++rowsLog, many);
        }
        return best;
    }

    private static @Nullable StateLayout pack(List<Wanted> wanted, int rowsLog, boolean many) {
        return many ? packMany(wanted, rowsLog) : pack(wanted, rowsLog);
    }

    /// The first field, which counts rows, has one bit more than it needs.
    private static @Nullable StateLayout packMany(List<Wanted> wanted, int rowsLog) {
        Field[] fields = new Field[wanted.size()];
        Integer[] widths = new Integer[fields.length];
        List<Integer> used = new ArrayList<>(List.of(rowsLog + 1));
        fields[0] = new Field(Op.COUNT, wanted.getFirst().first(), -1, 0, Long.SIZE - rowsLog - 1);
        widths[0] = rowsLog + 1;
        for (int field : widestFirst(wanted, rowsLog)) {
            if (field > 0) {
                Wanted own = wanted.get(field);
                widths[field] = width(own, rowsLog);
                int word = firstWithRoom(used, widths[field]);
                int shift = word == 0 ? used.get(0) - rowsLog - 1 : used.get(word);
                fields[field] = new Field(own.op(), own.first(), own.second(), word, shift);
                used.set(word, used.get(word) + widths[field]);
            }
        }
        return used.size() > MAX_WORDS
                ? null
                : new StateLayout(List.of(fields), List.of(widths), log(used.size()), 0, 1L << rowsLog, true);
    }

    private static @Nullable StateLayout pack(List<Wanted> wanted, int rowsLog) {
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
        return used.size() + doubles > MAX_WORDS
                ? null
                : new StateLayout(
                        List.of(fields), List.of(widths), log(used.size()), log(doubles), 1L << rowsLog, false);
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
        int bits = field.op().isPackedExtreme() ? field.bits() : field.bits() + rowsLog;
        return field.bits() == 0 ? Long.SIZE : Math.min(Long.SIZE, bits);
    }

    /// What a field has in the words of a slot.
    long value(int field, long word) {
        int width = widths.get(field);
        if (width == Long.SIZE) {
            return word;
        }
        long most = (1L << width) - 1;
        long value = word >>> fields.get(field).shift() & most;
        return fields.get(field).op() == Op.LOW ? value ^ most : value;
    }

    /// The same of the words `field` is in at some slots, all in one loop.
    void values(int field, long[] words, int[] slots, int count, long[] values) {
        int width = widths.get(field);
        long most = width == Long.SIZE ? -1 : (1L << width) - 1;
        long turned = width < Long.SIZE && fields.get(field).op() == Op.LOW ? most : 0;
        int word = fields.get(field).word();
        values(words, wordShift, word, fields.get(field).shift(), most, turned, slots, count, values);
    }

    private static void values(
            long[] words,
            int wordShift,
            int word,
            int shift,
            long most,
            long turned,
            int[] slots,
            int count,
            long[] values) {
        for (int i = 0; i < count; i++) {
            values[i] = (words[(slots[i] << wordShift) + word] >>> shift & most) ^ turned;
        }
    }

    /// Adds what `others` have at slots `from` to `to` to what `words` have there, field by field; there is room for
    /// what grows.
    void add(long[] others, int from, int to, long[] words) {
        int step = 1 << wordShift;
        int end = to << wordShift;
        for (int field = 0; field < fields.size(); field++) {
            Field own = fields.get(field);
            int first = (from << wordShift) + own.word();
            switch (own.op()) {
                case COUNT, ADD, ADD_SQUARE, ADD_PRODUCT -> addWords(others, first, end, step, mask(field), words);
                case ADD_DOUBLE -> addDoubles(others, first, end, step, words);
                case MIN -> takeLeast(others, first, end, step, words);
                case MAX -> takeGreatest(others, first, end, step, words);
                case LOW, HIGH -> takeGreatest(others, first, end, step, own.shift(), mask(field), words);
            }
        }
    }

    private long mask(int field) {
        int width = widths.get(field);
        return width == Long.SIZE
                ? -1
                : ((1L << width) - 1) << fields.get(field).shift();
    }

    private static void addWords(long[] others, int first, int end, int step, long mask, long[] words) {
        for (int at = first; at < end; at += step) {
            words[at] += others[at] & mask;
        }
    }

    private static void addDoubles(long[] others, int first, int end, int step, long[] words) {
        for (int at = first; at < end; at += step) {
            double sum = Double.longBitsToDouble(words[at]) + Double.longBitsToDouble(others[at]);
            words[at] = Double.doubleToRawLongBits(sum);
        }
    }

    private static void takeLeast(long[] others, int first, int end, int step, long[] words) {
        for (int at = first; at < end; at += step) {
            words[at] = Math.min(words[at], others[at]);
        }
    }

    private static void takeGreatest(long[] others, int first, int end, int step, long[] words) {
        for (int at = first; at < end; at += step) {
            words[at] = Math.max(words[at], others[at]);
        }
    }

    /// Of fields that share a word; the least of numbers lies there turned, so that the greatest is wanted.
    private static void takeGreatest(long[] others, int first, int end, int step, int shift, long mask, long[] words) {
        for (int at = first; at < end; at += step) {
            long greatest = Math.max((words[at] & mask) >>> shift, (others[at] & mask) >>> shift);
            words[at] = (words[at] & ~mask) | (greatest << shift);
        }
    }

    /// The most rows that one of the slots `from` to `to` has had in both, if slots are many.
    long mostRows(long[] some, long[] others, int from, int to) {
        return mostRows(
                some,
                others,
                from << wordShift,
                to << wordShift,
                1 << wordShift,
                fields.getFirst().shift());
    }

    private static long mostRows(long[] some, long[] others, int first, int end, int step, int countShift) {
        long most = 0;
        for (int at = first; at < end; at += step) {
            most = Math.max(most, (some[at] >>> countShift) + (others[at] >>> countShift));
        }
        return most;
    }

    /// What a word has once the fields that grow with rows are taken out.
    long widened(int number, long word) {
        long left = word;
        for (int field = 0; field < widths.size(); field++) {
            if (fields.get(field).word() == number && grows(field)) {
                left &= ~(((1L << widths.get(field)) - 1) << fields.get(field).shift());
            }
        }
        return left;
    }

    /// The bytes that the states of a slot take.
    long slotBytes() {
        return ((long) Long.BYTES << wordShift) + (isMany ? 0 : (long) Double.BYTES << doubleShift);
    }

    /// Whether a field shares its word and has more the more rows there are, so that it may overflow.
    boolean grows(int field) {
        return isPacked(field) && !fields.get(field).op().isPackedExtreme();
    }

    /// Whether a field shares its word.
    boolean isPacked(int field) {
        return widths.get(field) < Long.SIZE;
    }
}

package dev.sheaf.cli.datagen;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// The six keys of a sorted group-by table.
///
/// Only keys are sorted: values are independent of them, so drawing the values by the row's place after the
/// sort gives the same distribution. Keys are packed, null before 0, id1 to id4 into one word that is sorted
/// as a number, id5 and id6 into another that is sorted within equal first words, which are few.
final class SortedKeys {
    /// More would take `id1000`, which as a text comes before `id999`.
    static final int MAX_GROUPS = 999;

    /// Most keys that an array holds.
    static final long MAX_ROWS = Integer.MAX_VALUE - 8;

    private static final int FIRST_KEYS = 4;

    private SortedKeys() {}

    static List<KeyNumbers> sort(long rows, List<KeyNumbers> keys) {
        List<KeyNumbers> firstKeys = keys.subList(0, FIRST_KEYS);
        List<KeyNumbers> lastKeys = keys.subList(FIRST_KEYS, keys.size());
        long[] first = pack(firstKeys, (int) rows);
        long[] last = pack(lastKeys, (int) rows);
        Arrays.parallelSort(first);
        sortWithinEqual(first, last);
        return Stream.concat(unpack(firstKeys, first).stream(), unpack(lastKeys, last).stream())
                .toList();
    }

    private static long[] pack(List<KeyNumbers> keys, int rows) {
        long[] packed = new long[rows];
        for (KeyNumbers key : keys) {
            int bits = bits(key);
            Arrays.parallelSetAll(packed, row -> packed[row] << bits | code(key, row));
        }
        return packed;
    }

    private static long code(KeyNumbers key, long row) {
        return key.nulls().test(row) ? 0 : key.numbers().at(row) + 1;
    }

    private static void sortWithinEqual(long[] first, long[] last) {
        for (int start = 0, end = 1; end <= first.length; end++) {
            if (end == first.length || first[end] != first[start]) {
                Arrays.sort(last, start, end);
                start = end;
            }
        }
    }

    private static List<KeyNumbers> unpack(List<KeyNumbers> keys, long[] packed) {
        KeyNumbers[] unpacked = new KeyNumbers[keys.size()];
        int shift = 0;
        for (int i = keys.size() - 1; i >= 0; i--) {
            KeyNumbers key = keys.get(i);
            int right = shift;
            long mask = (1L << bits(key)) - 1;
            Numbers codes = row -> packed[(int) row] >>> right & mask;
            unpacked[i] = withCodes(key, codes);
            shift += bits(key);
        }
        return List.of(unpacked);
    }

    @SuppressWarnings("ReferenceEquality") // the one predicate that is known never to hold
    private static KeyNumbers withCodes(KeyNumbers key, Numbers codes) {
        return new KeyNumbers(
                key.count(),
                row -> Math.max(0, codes.at(row) - 1),
                key.nulls() == GeneratedColumn.NO_NULLS ? GeneratedColumn.NO_NULLS : row -> codes.at(row) == 0);
    }

    /// Bits for the codes 0 to count. Three keys of at most 999 and one of at most 2^31 make 61 in all.
    private static int bits(KeyNumbers key) {
        return Long.SIZE - Long.numberOfLeadingZeros(key.count());
    }
}

package dev.sheaf.groupby.cpu;

/// The loops of [FewKeys] over a block of rows, each for the rows that have one key: all are done to eight rows at
/// once, as a row that has another adds what changes nothing.
final class FewKeyPasses {
    private FewKeyPasses() {}

    /// -1 for a row that differs from the key, or 0.
    private static long differs(long word, long key) {
        long differing = word ^ key;
        return (differing | -differing) >> 63;
    }

    /// How many rows have the key.
    static long count(long[] words, int rows, long key) {
        long others = 0;
        for (int i = 0; i < rows; i++) {
            others += differs(words[i], key);
        }
        return rows + others;
    }

    /// The sum of the key's rows.
    static long sum(long[] words, long[] values, int rows, long key) {
        long sum = 0;
        for (int i = 0; i < rows; i++) {
            sum += values[i] & ~differs(words[i], key);
        }
        return sum;
    }

    /// The least value of the key's rows, if it is less than `known`.
    static long least(long[] words, long[] values, int rows, long key, long known) {
        long least = known;
        for (int i = 0; i < rows; i++) {
            long differs = differs(words[i], key);
            least = Math.min(least, (values[i] & ~differs) | (differs & Long.MAX_VALUE));
        }
        return least;
    }

    /// The same with the greatest.
    static long most(long[] words, long[] values, int rows, long key, long known) {
        long most = known;
        for (int i = 0; i < rows; i++) {
            long differs = differs(words[i], key);
            most = Math.max(most, (values[i] & ~differs) | (differs & Long.MIN_VALUE));
        }
        return most;
    }

    /// Moves the places of the key's rows.
    static void move(long[] words, int rows, long key, int by, int[] places) {
        for (int i = 0; i < rows; i++) {
            places[i] += by & ~(int) differs(words[i], key);
        }
    }
}

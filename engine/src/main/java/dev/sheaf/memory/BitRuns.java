package dev.sheaf.memory;

/// The set bits of a mask, run by run: brings the bits that a mask chooses from a word side by side, and back.
///
/// Shifts and masks, which run on many rows at once, rather than the processor's instruction for it, which takes
/// one row at a time and is slow on some processors.
public final class BitRuns {
    /// Runs that one pass over a chunk takes.
    private static final int RUNS_A_PASS = 4;

    private final long mask;
    private final int[] from;
    private final long[] run;
    private final int[] to;

    /// The runs of set bits of a mask.
    public BitRuns(long mask) {
        this.mask = mask;
        int count = Long.bitCount(mask & ~(mask << 1));
        int places = (count + RUNS_A_PASS - 1) / RUNS_A_PASS * RUNS_A_PASS;
        from = new int[places];
        run = new long[places];
        to = new int[places];
        long left = mask;
        int place = 0;
        for (int i = 0; left != 0; i++) {
            int start = Long.numberOfTrailingZeros(left);
            int size = Long.numberOfTrailingZeros(~(left >>> start));
            from[i] = start;
            run[i] = size == Long.SIZE ? -1 : (1L << size) - 1;
            to[i] = place;
            place += size;
            left &= ~(run[i] << start);
        }
    }

    /// The mask.
    public long mask() {
        return mask;
    }

    /// How many bits are chosen.
    public int bits() {
        return Long.bitCount(mask);
    }

    /// The chosen bits of a word, side by side.
    public long compress(long word) {
        long code = 0;
        for (int i = 0; i < from.length; i++) {
            code |= (word >>> from[i] & run[i]) << to[i];
        }
        return code;
    }

    /// Ors the chosen bits of each word, side by side from bit `place` on, into `codes`.
    public void compress(long[] words, int rows, int place, long[] codes) {
        for (int first = 0; first < from.length; first += RUNS_A_PASS) {
            move(words, from, 0, codes, to, place, rows, first);
        }
    }

    /// Ors the bits that lie in `codes` from bit `place` on into `words`, each where it was.
    public void expand(long[] codes, int rows, int place, long[] words) {
        for (int first = 0; first < from.length; first += RUNS_A_PASS) {
            move(codes, to, place, words, from, 0, rows, first);
        }
    }

    /// Ors the runs of one pass into `target`: each from where it is, counted from bit `start` on, to where it goes,
    /// counted from bit `targetStart` on.
    private void move(
            long[] source, int[] at, int start, long[] target, int[] goal, int targetStart, int rows, int first) {
        int from0 = at[first] + start;
        int from1 = at[first + 1] + start;
        int from2 = at[first + 2] + start;
        int from3 = at[first + 3] + start;
        long run0 = run[first];
        long run1 = run[first + 1];
        long run2 = run[first + 2];
        long run3 = run[first + 3];
        int to0 = goal[first] + targetStart;
        int to1 = goal[first + 1] + targetStart;
        int to2 = goal[first + 2] + targetStart;
        int to3 = goal[first + 3] + targetStart;
        for (int i = 0; i < rows; i++) {
            long word = source[i];
            target[i] |= ((word >>> from0) & run0) << to0
                    | ((word >>> from1) & run1) << to1
                    | ((word >>> from2) & run2) << to2
                    | ((word >>> from3) & run3) << to3;
        }
    }
}

package dev.sheaf.groupby.cpu.hash;

/// How many of the last rows had a key that had come shortly before: what a small table of groups would find.
///
/// It looks at the hashes of every fourth stretch of rows only.
public final class Recency {
    private static final int BITS = 15;
    private static final int STRETCH = 1 << 16;
    private static final int STRETCHES_A_LOOK = 4;

    /// From this share on, looking rows up pays.
    private static final double REPETITIVE = 0.5;

    private final int[] last = new int[1 << BITS];
    private int seen;
    private int found;
    private int looked;
    private double share;

    /// Whether most of the rows looked at last had a key that had come shortly before.
    public boolean isRepetitive() {
        return share > REPETITIVE;
    }

    /// Takes the hashes of the next rows, which begin at `from`.
    public void look(int[] hashes, int from, int rows) {
        int stretch = seen / STRETCH;
        seen += rows;
        if (stretch == 0) {
            found += found(hashes, from, rows, last);
            looked += rows;
        } else if (looked > 0) {
            share = found / (double) looked;
            found = 0;
            looked = 0;
        } else if (stretch >= STRETCHES_A_LOOK) {
            seen = 0;
        }
    }

    private static int found(int[] hashes, int from, int rows, int[] last) {
        int count = 0;
        for (int i = from; i < from + rows; i++) {
            int place = hashes[i] >>> (Integer.SIZE - BITS);
            count += last[place] == hashes[i] ? 1 : 0;
            last[place] = hashes[i];
        }
        return count;
    }
}

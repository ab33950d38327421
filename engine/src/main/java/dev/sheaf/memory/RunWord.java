package dev.sheaf.memory;

/// Seven bytes of a run and, in the lowest byte, how many there are: unsigned numbers that never contradict the order
/// of the runs, if these agree in the bytes before.
///
/// The lowest byte is 1 for no bytes, 8 for seven that end the run, and [#CUT] for a run that goes on. Of runs that
/// agree in the bytes before, equal words that are not cut mean equal runs.
public final class RunWord {
    /// How many bytes of a run a word has.
    public static final int BYTES = 7;

    /// The lowest byte of the word of a run that goes on.
    public static final long CUT = BYTES + 2;

    private RunWord() {}

    /// The word of `left` bytes, none if that is negative, that begin with the bytes of `word`, the first one highest.
    public static long of(long word, long left) {
        return (word & -256) | (Math.clamp(left, 0, BYTES + 1) + 1);
    }

    /// Whether a run ends in a word.
    public static boolean isWhole(long word) {
        return (word & 0xFF) != CUT;
    }
}

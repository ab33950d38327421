package dev.sheaf.groupby.cpu;

/// The loops of [SmallExtremes] over rows `from` to `to - 1` of a block. Word `word` of place `p` is
/// `states[(p << shift) + word]`.
///
/// A loop that reads or writes places does nothing else: with the eight steps that compare and choose, one takes
/// 2.2 instead of 0.8 ns a row.
final class ExtremePasses {
    private ExtremePasses() {}

    /// Copies the words of the rows' places.
    static void read(int[] places, int from, int to, long[] states, int shift, int word, long[] held) {
        int last = states.length - 1;
        for (int i = from; i < to && last >= 0; i++) {
            held[i] = states[((places[i] << shift) + word) & last];
        }
    }

    /// Makes each row 1 whose value is greater than what a field holds, and 0 if not; `keep` is -1 to leave at 1 what
    /// is 1.
    static void findGreater(
            long[] held, long[] values, int from, int to, int up, long most, long keep, long[] changing) {
        for (int i = from; i < to; i++) {
            long difference = (held[i] >>> up & most) - values[i];
            changing[i] = (changing[i] & keep) | (difference >>> (Long.SIZE - 1));
        }
    }

    /// Has a field of the places of some rows take the greater of what it holds and the row's value.
    static void raise(
            int[] places, long[] values, int[] rows, int count, long[] states, int shift, int word, int up, long most) {
        int last = states.length - 1;
        for (int i = 0; i < count && last >= 0; i++) {
            int at = ((places[rows[i]] << shift) + word) & last;
            long grown = values[rows[i]] - (states[at] >>> up & most);
            states[at] += Math.max(0, grown) << up;
        }
    }
}

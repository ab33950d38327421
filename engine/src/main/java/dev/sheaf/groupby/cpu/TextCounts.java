package dev.sheaf.groupby.cpu;

/// How many different texts keys have had.
///
/// @param all of any size
/// @param longer of more than twelve bytes, which lie apart from their slots
record TextCounts(int all, int longer) {
    static final TextCounts NONE = new TextCounts(0, 0);

    TextCounts plus(TextCounts other) {
        return new TextCounts(all + other.all, longer + other.longer);
    }

    /// How many are at most twelve bytes long.
    int shorter() {
        return all - longer;
    }
}

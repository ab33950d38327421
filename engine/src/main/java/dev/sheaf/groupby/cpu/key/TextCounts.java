package dev.sheaf.groupby.cpu.key;

/// How many different texts a key has had.
///
/// @param all of any size
/// @param longer of more than twelve bytes, which lie apart from their slots
public record TextCounts(int all, int longer) {
    public static final TextCounts NONE = new TextCounts(0, 0);

    /// The greater counts of two keys: groups share the texts of a key that has fewer than there are groups, however
    /// many the other keys have.
    public TextCounts most(TextCounts other) {
        return new TextCounts(Math.max(all, other.all), Math.max(longer, other.longer));
    }
}

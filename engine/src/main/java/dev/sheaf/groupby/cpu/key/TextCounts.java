package dev.sheaf.groupby.cpu.key;

/// How many different texts keys have had.
///
/// @param all of any size
/// @param longer of more than twelve bytes, which lie apart from their slots
public record TextCounts(int all, int longer) {
    public static final TextCounts NONE = new TextCounts(0, 0);

    public TextCounts plus(TextCounts other) {
        return new TextCounts(all + other.all, longer + other.longer);
    }
}

package dev.sheaf.groupby.cpu.group;

import dev.sheaf.groupby.cpu.key.TextCounts;

/// A grouper that numbers the texts of its keys.
public interface TextNumbering {
    /// How many different texts keys have had.
    TextCounts texts();

    /// The same of any grouper; none if it numbers no texts.
    static TextCounts of(Grouper grouper) {
        return grouper instanceof TextNumbering numbering ? numbering.texts() : TextCounts.NONE;
    }
}

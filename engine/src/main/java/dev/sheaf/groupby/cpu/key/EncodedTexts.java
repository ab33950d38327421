package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.Column;
import dev.sheaf.column.VarColumn;

/// Short texts as the numbers that an encoding gives them, without a table.
final class EncodedTexts implements KeyReader {
    private final TextEncoding encoding;
    private final TextWords words;
    private boolean covered = true;

    EncodedTexts(TextEncoding encoding, int rows) {
        this.encoding = encoding;
        this.words = new TextWords(rows);
    }

    TextEncoding encoding() {
        return encoding;
    }

    /// The texts of the chunk.
    TextWords words() {
        return words;
    }

    /// Whether every text of the chunk has a number.
    boolean isCovered() {
        return covered;
    }

    @Override
    public void read(Column column, long from, int rows, KeyChunk chunk) {
        if (!chunk.hasNulls()) {
            words.load((VarColumn) column, from, rows);
        } else if (!words.load((VarColumn) column, from, rows, chunk.valid()) || words.anyLong()) {
            encoding.hide(words, chunk.valid(), rows);
        }
        covered = encoding.covers(words, chunk.present(), rows);
        if (covered) {
            encoding.encode(words, rows, chunk.values, chunk.highValues);
        }
    }

    /// Hashes of the texts read last.
    int[] hashes(int rows) {
        words.hash(rows);
        return words.hashes;
    }

    @Override
    public boolean takesCodes() {
        return false;
    }

    @Override
    public boolean hasRoom(long more) {
        return true;
    }

    @Override
    public TextCounts texts() {
        return TextCounts.NONE;
    }

    @Override
    public void clear() {}

    @Override
    public void close() {}
}

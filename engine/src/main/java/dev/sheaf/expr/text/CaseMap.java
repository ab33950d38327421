package dev.sheaf.expr.text;

import dev.sheaf.expr.value.LetterCase;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.TextArena;
import dev.sheaf.expr.vector.Utf8;
import dev.sheaf.expr.vector.Vector;
import dev.sheaf.memory.ByteRuns;
import java.nio.ByteBuffer;

/// LOWER and UPPER, as [LetterCase] has them.
public final class CaseMap implements Node {
    private static final long EACH_BYTE = 0x0101_0101_0101_0101L;
    private static final int LETTERS = 26;

    /// So many bytes may come of one: `\u00df` without its first byte, which is no UTF-8, becomes U+1E9E.
    private static final int MOST_GROWTH = 3;

    /// Stands behind the last byte of a view in place of a word.
    private static final long PAST = 0x80_00;

    private final boolean upper;
    private final Node input;
    private final TextArena arena;
    private final Vector.Texts out = new Vector.Texts();

    public CaseMap(boolean upper, Node input, TextArena arena) {
        this.upper = upper;
        this.input = input;
        this.arena = arena;
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Vector.Texts texts = (Vector.Texts) Operands.values(input, chunk, active);
        arena.clear();
        Bitmaps.copy(texts.valid(), out.valid(), chunk.words());
        if (texts.isAscii()) {
            mapAll(texts, chunk.rows());
        } else {
            mapEach(texts, chunk, active);
        }
    }

    /// All bytes of the chunk at once, those between the texts included.
    private void mapAll(Vector.Texts texts, int rows) {
        int start = texts.regionStart();
        mapAscii(texts.bytes(), start, texts.regionEnd() - start);
        System.arraycopy(texts.sizes(), 0, out.sizes(), 0, rows);
        for (int row = 0; row < rows; row++) {
            out.starts()[row] = texts.starts()[row] - start;
        }
        arena.publish(out);
    }

    private void mapEach(Vector.Texts texts, Chunk chunk, long[] active) {
        for (int word = 0; word < chunk.words(); word++) {
            for (long left = out.valid()[word] & active[word]; left != 0; left &= left - 1) {
                map(texts, (word << 6) + Long.numberOfTrailingZeros(left));
            }
        }
        arena.publish(out);
    }

    private void map(Vector.Texts texts, int row) {
        int start = texts.starts()[row];
        int size = texts.sizes()[row];
        int from = arena.size();
        if (Utf8.isAscii(texts.bytes(), start, size)) {
            mapAscii(texts.bytes(), start, size);
        } else {
            mapCodePoints(texts.bytes(), start, start + size);
        }
        out.starts()[row] = from;
        out.sizes()[row] = arena.size() - from;
    }

    private void mapAscii(ByteBuffer source, int start, int size) {
        int to = arena.reserve(size);
        ByteBuffer target = arena.bytes();
        int first = upper ? 'a' : 'A';
        int at = 0;
        for (; at + Long.BYTES <= size; at += Long.BYTES) {
            target.putLong(to + at, mapWord(source.getLong(start + at), first));
        }
        for (; at < size; at++) {
            target.put(to + at, (byte) mapWord(source.get(start + at), first));
        }
    }

    /// Turns the case bit of the eight bytes, all ASCII, that lie in the 26 from `first` on: their high bits show
    /// which reach `first` and which go beyond the last.
    private static long mapWord(long word, int first) {
        long reached = word + (0x80 - first) * EACH_BYTE;
        long beyond = word + (0x80 - first - LETTERS) * EACH_BYTE;
        return word ^ ((reached & ~beyond & Utf8.HIGH_BITS) >>> 2);
    }

    /// Runs of ASCII as words and other letters one by one, into memory that holds three bytes for each one, of which
    /// what is left is given back.
    private void mapCodePoints(ByteBuffer source, int start, int end) {
        int to = arena.reserve((long) MOST_GROWTH * (end - start) + Long.BYTES);
        ByteBuffer target = arena.bytes();
        int firstLetter = upper ? 'a' : 'A';
        int lastWord = source.limit() - Long.BYTES;
        int at = start;
        while (at < end) {
            long word = at <= lastWord ? ByteRuns.lowWord(source, at) : source.get(at) | PAST;
            int run = Math.min(end - at, Long.numberOfTrailingZeros(word & Utf8.HIGH_BITS) >>> 3);
            ByteRuns.putLowWord(target, to, mapWord(word, firstLetter));
            at += run;
            to += run;
            if (at < end && run < Long.BYTES && source.get(at) < 0) {
                int next = Utf8.next(source, at, end);
                to = mapLetter(source, at, next, target, to);
                at = next;
            }
        }
        arena.cut(to);
    }

    /// Letters without case stay as they lie.
    private int mapLetter(ByteBuffer source, int at, int next, ByteBuffer target, int to) {
        int before = Utf8.codePoint(source, at, next);
        int after = upper ? LetterCase.upper(before) : LetterCase.lower(before);
        if (after != before) {
            return to + Utf8.write(after, target, to);
        }
        for (int i = 0; i < next - at; i++) {
            target.put(to + i, source.get(at + i));
        }
        return to + (next - at);
    }
}

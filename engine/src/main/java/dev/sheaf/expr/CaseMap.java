package dev.sheaf.expr;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.Collectors;

/// LOWER and UPPER, code point by code point, as DuckDB maps them: no letter becomes two, and no language is
/// special.
final class CaseMap implements Node {
    private static final int SHARP_S = 0xdf;
    private static final int CAPITAL_SHARP_S = 0x1e9e;
    private static final int CASE_BIT = 0x20;
    private static final int MAX_BYTES = 4;

    private final boolean upper;
    private final Node input;
    private final TextArena arena;
    private final Vector.Texts out = new Vector.Texts();
    private final byte[] encoded = new byte[MAX_BYTES];

    CaseMap(boolean upper, Node input, TextArena arena) {
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
        input.evaluate(chunk, active);
        arena.clear();
        Vector.Texts texts = (Vector.Texts) input.vector();
        Bitmaps.copy(texts.valid(), out.valid(), chunk.words());
        for (int word = 0; word < chunk.words(); word++) {
            for (long left = out.valid()[word] & active[word]; left != 0; left &= left - 1) {
                map(texts, (word << 6) + Long.numberOfTrailingZeros(left));
            }
        }
        out.bytes(arena.segment());
    }

    private void map(Vector.Texts texts, int row) {
        long start = texts.starts()[row];
        int size = texts.sizes()[row];
        long from = arena.size();
        if (Utf8.isAscii(texts.bytes(), start, size)) {
            mapAscii(texts.bytes(), start, size);
        } else {
            mapCodePoints(texts.bytes(), start, start + size);
        }
        out.starts()[row] = from;
        out.sizes()[row] = (int) (arena.size() - from);
    }

    private void mapAscii(MemorySegment source, long start, int size) {
        long to = arena.reserve(size);
        MemorySegment target = arena.segment();
        int first = upper ? 'a' : 'A';
        for (int at = 0; at < size; at++) {
            int letter = source.get(ValueLayout.JAVA_BYTE, start + at);
            int flip = letter - first >= 0 && letter - first < 26 ? CASE_BIT : 0;
            target.set(ValueLayout.JAVA_BYTE, to + at, (byte) (letter ^ flip));
        }
    }

    private void mapCodePoints(MemorySegment source, long start, long end) {
        long next;
        for (long at = start; at < end; at = next) {
            next = Utf8.next(source, at, end);
            int before = Utf8.codePoint(source, at, next);
            int after = map(before, upper);
            if (after == before) {
                arena.append(source, at, next - at);
            } else {
                arena.append(encoded, Utf8.write(after, encoded));
            }
        }
    }

    private static int map(int codePoint, boolean upper) {
        if (!upper) {
            return Character.toLowerCase(codePoint);
        }
        return codePoint == SHARP_S ? CAPITAL_SHARP_S : Character.toUpperCase(codePoint);
    }

    /// A text in lower case by the same rules.
    static String lower(String text) {
        return text.codePoints()
                .map(codePoint -> map(codePoint, false))
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }
}

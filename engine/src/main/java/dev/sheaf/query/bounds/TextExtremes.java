package dev.sheaf.query.bounds;

import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.TextOrder;
import dev.sheaf.expr.vector.Utf8;
import dev.sheaf.expr.vector.Vector;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The least and the greatest text, cut to a few bytes: bounds are kept as long as their column, texts may be
/// long.
final class TextExtremes extends Extremes {
    private static final int MOST_BYTES = 32;

    private final Vector.Texts vector;
    private byte @Nullable [] least;
    private byte @Nullable [] greatest;
    private int leastBytes = Integer.MAX_VALUE;
    private int mostBytes;
    private int leastPoints = Integer.MAX_VALUE;
    private int mostPoints;

    TextExtremes(Vector.Texts vector) {
        this.vector = vector;
    }

    /// Texts of a chunk are compared where they lie, and its extremes with those before.
    @Override
    void add(Chunk chunk) {
        int min = -1;
        int max = -1;
        for (int row = 0; row < chunk.rows(); row++) {
            if (Bitmaps.isSet(vector.valid(), row)) {
                min = min < 0 || TextOrder.compare(vector, row, vector, min) < 0 ? row : min;
                max = max < 0 || TextOrder.compare(vector, row, vector, max) > 0 ? row : max;
                addLength(row);
            }
        }
        addLeast(cut(min));
        addGreatest(cut(max));
    }

    private void addLength(int row) {
        int bytes = vector.sizes()[row];
        leastBytes = Math.min(leastBytes, bytes);
        mostBytes = Math.max(mostBytes, bytes);
        int points = vector.isAscii() ? bytes : Utf8.length(vector.bytes(), vector.starts()[row], bytes);
        leastPoints = Math.min(leastPoints, points);
        mostPoints = Math.max(mostPoints, points);
    }

    @Override
    TextLengths lengths() {
        return least == null ? TextLengths.UNKNOWN : new TextLengths(leastPoints, mostPoints, leastBytes, mostBytes);
    }

    /// The first bytes, one more than are kept if there are more.
    private byte[] cut(int row) {
        byte[] first = new byte[Math.min(vector.sizes()[row], MOST_BYTES + 1)];
        vector.bytes().get(vector.starts()[row], first);
        return first;
    }

    private void addLeast(byte[] text) {
        least = least == null || Arrays.compareUnsigned(text, least) < 0 ? text : least;
    }

    private void addGreatest(byte[] text) {
        greatest = greatest == null || Arrays.compareUnsigned(text, greatest) > 0 ? text : greatest;
    }

    @Override
    Optional<Object> min() {
        return least == null ? Optional.empty() : BoundValue.text(Arrays.copyOf(least, characterEnd(least)));
    }

    /// A text that is cut gets its last ASCII character raised by one; without any, there is no bound.
    @Override
    Optional<Object> max() {
        if (greatest == null || greatest.length <= MOST_BYTES) {
            return greatest == null ? Optional.empty() : BoundValue.text(greatest);
        }
        int last = MOST_BYTES - 1;
        while (last >= 0 && (greatest[last] < 0 || greatest[last] == 0x7F)) {
            last--;
        }
        if (last < 0) {
            return Optional.empty();
        }
        byte[] raised = Arrays.copyOf(greatest, last + 1);
        raised[last]++;
        return BoundValue.text(raised);
    }

    /// Where the last character ends that is kept as a whole.
    private static int characterEnd(byte[] text) {
        int end = Math.min(text.length, MOST_BYTES);
        while (end > 0 && end < text.length && (text[end] & 0xC0) == 0x80) {
            end--;
        }
        return end;
    }
}

package dev.sheaf.expr.text;

import dev.sheaf.expr.Function;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Utf8;
import dev.sheaf.expr.vector.Vector;
import java.nio.ByteBuffer;
import java.util.List;

/// SUBSTRING, LEFT and RIGHT: places inside the texts they are taken from, no bytes copied.
///
/// Each is a range of code points, [#startOf] to [#endOf]. In ASCII they are bytes.
public final class Substring implements Node {
    /// Beyond every text.
    private static final long FAR = 1L << 40;

    private final Function function;
    private final List<Node> inputs;
    private final long[] counts;
    private final long[] lengths;
    private final Vector.Texts out = new Vector.Texts();

    public Substring(Function function, List<Node> inputs) {
        this.function = function;
        this.inputs = inputs;
        this.counts = ((Vector.Longs) inputs.get(1).vector()).values();
        this.lengths = inputs.size() == 3 ? ((Vector.Longs) inputs.get(2).vector()).values() : new long[0];
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Operands.evaluate(inputs, chunk, active, out.valid());
        Vector.Texts texts = (Vector.Texts) inputs.getFirst().vector();
        out.within(texts);
        if (texts.isAscii()) {
            cutBytes(texts, chunk.rows());
        } else {
            cutCodePoints(texts, chunk, active);
        }
    }

    private void cutBytes(Vector.Texts texts, int rows) {
        int[] starts = texts.starts();
        int[] sizes = texts.sizes();
        for (int row = 0; row < rows; row++) {
            long count = Math.clamp(counts[row], -FAR, FAR);
            long length = lengths.length == 0 ? FAR : Math.clamp(lengths[row], -FAR, FAR);
            long start = startOf(sizes[row], count, length);
            out.starts()[row] = starts[row] + (int) start;
            out.sizes()[row] = (int) (endOf(sizes[row], count, length) - start);
        }
    }

    private void cutCodePoints(Vector.Texts texts, Chunk chunk, long[] active) {
        for (int word = 0; word < chunk.words(); word++) {
            for (long left = out.valid()[word] & active[word]; left != 0; left &= left - 1) {
                int row = (word << 6) + Long.numberOfTrailingZeros(left);
                long length = lengths.length == 0 ? FAR : Math.clamp(lengths[row], -FAR, FAR);
                cutCodePoints(texts, row, Math.clamp(counts[row], -FAR, FAR), length);
            }
        }
    }

    /// Code points are counted only for parts that are told from the end.
    private void cutCodePoints(Vector.Texts texts, int row, long count, long length) {
        ByteBuffer bytes = texts.bytes();
        int from = texts.starts()[row];
        int size = texts.sizes()[row];
        long points = isFromStart(count) ? FAR : Utf8.length(bytes, from, size);
        long start = startOf(points, count, length);
        long end = endOf(points, count, length);
        boolean ascii = points == size;
        int at = ascii ? from + (int) start : Utf8.forward(bytes, from, from + size, start);
        int to = ascii ? from + (int) end : Utf8.forward(bytes, at, from + size, end - start);
        out.starts()[row] = at;
        out.sizes()[row] = to - at;
    }

    private boolean isFromStart(long count) {
        return function != Function.RIGHT && count >= 0;
    }

    /// The first code point of the part of a text of `size` code points.
    private long startOf(long size, long count, long length) {
        return switch (function) {
            case LEFT -> 0;
            case RIGHT -> count >= 0 ? Math.max(0, size - count) : Math.min(size, -count);
            default -> Math.clamp(first(size, count) + Math.min(0, length), 0, size);
        };
    }

    /// The code point after the part.
    private long endOf(long size, long count, long length) {
        return switch (function) {
            case LEFT -> count >= 0 ? Math.min(size, count) : Math.max(0, size + count);
            case RIGHT -> size;
            default -> Math.clamp(first(size, count) + Math.max(0, length), 0, size);
        };
    }

    /// Position 1 is the first code point, 0 the one before it, -1 the last; it may lie outside the text.
    private static long first(long size, long position) {
        return position >= 0 ? position - 1 : size + position;
    }
}

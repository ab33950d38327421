package dev.sheaf.expr;

import java.lang.foreign.MemorySegment;
import java.util.List;

/// SUBSTRING, LEFT and RIGHT: places inside the texts they are taken from, no bytes copied.
final class Substring implements Node {
    private final Function function;
    private final List<Node> inputs;
    private final Vector.Texts out = new Vector.Texts();

    Substring(Function function, List<Node> inputs) {
        this.function = function;
        this.inputs = inputs;
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        inputs.forEach(input -> input.evaluate(chunk, active));
        Bitmaps.andValid(inputs, out.valid(), chunk.words());
        Vector.Texts texts = (Vector.Texts) inputs.getFirst().vector();
        out.bytes(texts.bytes());
        for (int word = 0; word < chunk.words(); word++) {
            for (long left = out.valid()[word] & active[word]; left != 0; left &= left - 1) {
                cut(texts, (word << 6) + Long.numberOfTrailingZeros(left));
            }
        }
    }

    private void cut(Vector.Texts texts, int row) {
        long count = count(1, row);
        switch (function) {
            case LEFT -> left(texts, row, count);
            case RIGHT -> right(texts, row, count);
            default -> {
                if (inputs.size() == 2) {
                    range(texts, row, count, Long.MAX_VALUE);
                } else {
                    range(texts, row, count, count(2, row));
                }
            }
        }
    }

    private long count(int index, int row) {
        return ((Vector.Longs) inputs.get(index).vector()).values()[row];
    }

    private void left(Vector.Texts texts, int row, long count) {
        if (count >= 0) {
            range(texts, row, 1, count);
            return;
        }
        long start = texts.starts()[row];
        long end = start + texts.sizes()[row];
        put(row, start, Utf8.backward(texts.bytes(), start, end, -Math.max(count, -Integer.MAX_VALUE)));
    }

    private void right(Vector.Texts texts, int row, long count) {
        long start = texts.starts()[row];
        long end = start + texts.sizes()[row];
        long from = count >= 0
                ? Utf8.backward(texts.bytes(), start, end, count)
                : Utf8.forward(texts.bytes(), start, end, -Math.max(count, -Integer.MAX_VALUE));
        put(row, from, end);
    }

    /// From position `from` (1 is the first, 0 the one before it, -1 the last) `count` code points forward, or, if
    /// negative, backward.
    private void range(Vector.Texts texts, int row, long from, long count) {
        MemorySegment bytes = texts.bytes();
        long start = texts.starts()[row];
        long end = start + texts.sizes()[row];
        long wanted = from == 0 ? Math.max(0, count - 1) : count;
        long at = from > 0
                ? Utf8.forward(bytes, start, end, from - 1)
                : from < 0 ? Utf8.backward(bytes, start, end, from == Long.MIN_VALUE ? Long.MAX_VALUE : -from) : start;
        if (wanted >= 0) {
            put(row, at, Utf8.forward(bytes, at, end, wanted));
        } else {
            put(row, Utf8.backward(bytes, start, at, wanted == Long.MIN_VALUE ? Long.MAX_VALUE : -wanted), at);
        }
    }

    private void put(int row, long start, long end) {
        out.starts()[row] = start;
        out.sizes()[row] = (int) (end - start);
    }
}

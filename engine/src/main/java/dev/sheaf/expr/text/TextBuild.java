package dev.sheaf.expr.text;

import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.vector.ByteSearch;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.TextArena;
import dev.sheaf.expr.vector.Utf8;
import dev.sheaf.expr.vector.Vector;
import java.nio.ByteBuffer;
import java.util.List;

/// `||`, REPLACE, REPEAT, LPAD and RPAD: texts written row by row, null if one argument is.
public final class TextBuild implements Node {
    private final BoundExpr.Call call;
    private final List<Node> inputs;
    private final TextArena arena;
    private final Vector.Texts out = new Vector.Texts();

    public TextBuild(BoundExpr.Call call, List<Node> inputs, TextArena arena) {
        this.call = call;
        this.inputs = inputs;
        this.arena = arena;
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Operands.evaluate(inputs, chunk, active, out.valid());
        arena.clear();
        for (int word = 0; word < chunk.words(); word++) {
            for (long left = out.valid()[word] & active[word]; left != 0; left &= left - 1) {
                build((word << 6) + Long.numberOfTrailingZeros(left));
            }
        }
        arena.publish(out);
    }

    private void build(int row) {
        int from = arena.size();
        if (call.function() == Function.CONCAT) {
            join(row);
        } else {
            change(row);
        }
        out.starts()[row] = from;
        out.sizes()[row] = arena.size() - from;
    }

    private void join(int row) {
        for (Node input : inputs) {
            Vector.Texts texts = (Vector.Texts) input.vector();
            arena.append(texts.bytes(), texts.starts()[row], texts.sizes()[row]);
        }
    }

    private void change(int row) {
        Vector.Texts texts = (Vector.Texts) inputs.getFirst().vector();
        int start = texts.starts()[row];
        int end = start + texts.sizes()[row];
        switch (call.function()) {
            case REPLACE -> replace(texts.bytes(), start, end, row);
            case REPEAT -> repeat(texts.bytes(), start, end, count(row));
            default -> pad(texts.bytes(), start, end, row);
        }
    }

    private long count(int row) {
        return ((Vector.Longs) inputs.get(1).vector()).values()[row];
    }

    private void replace(ByteBuffer bytes, int start, int end, int row) {
        Vector.Texts from = (Vector.Texts) inputs.get(1).vector();
        Vector.Texts to = (Vector.Texts) inputs.get(2).vector();
        int size = from.sizes()[row];
        int at = start;
        while (size > 0) {
            int found = ByteSearch.find(bytes, at, end, from.bytes(), from.starts()[row], size);
            if (found < 0) {
                break;
            }
            arena.append(bytes, at, found - at);
            arena.append(to.bytes(), to.starts()[row], to.sizes()[row]);
            at = found + size;
        }
        arena.append(bytes, at, end - at);
    }

    private void repeat(ByteBuffer bytes, int start, int end, long count) {
        int size = end - start;
        if (count <= 0 || size == 0) {
            return;
        }
        checkSize(Math.multiplyHigh(size, count) == 0 ? size * count : Long.MAX_VALUE);
        for (long i = 0; i < count; i++) {
            arena.append(bytes, start, size);
        }
    }

    /// To `count` code points: cut off, or filled up with the padding again and again.
    private void pad(ByteBuffer bytes, int start, int end, int row) {
        long count = Math.max(0, count(row));
        long length = Utf8.length(bytes, start, end - start);
        if (length >= count) {
            arena.append(bytes, start, Utf8.forward(bytes, start, end, count) - start);
            return;
        }
        Vector.Texts padding = (Vector.Texts) inputs.get(2).vector();
        if (call.function() == Function.RPAD) {
            arena.append(bytes, start, end - start);
        }
        fill(padding, row, count - length);
        if (call.function() == Function.LPAD) {
            arena.append(bytes, start, end - start);
        }
    }

    private void fill(Vector.Texts padding, int row, long count) {
        int start = padding.starts()[row];
        int size = padding.sizes()[row];
        if (size == 0) {
            throw new IllegalArgumentException(call.text() + ": there is nothing to pad with");
        }
        int length = Utf8.length(padding.bytes(), start, size);
        checkSize(Math.multiplyHigh(count, size) == 0 ? count / length * size : Long.MAX_VALUE);
        for (long i = 0; i < count / length; i++) {
            arena.append(padding.bytes(), start, size);
        }
        int rest = Utf8.forward(padding.bytes(), start, start + size, count % length);
        arena.append(padding.bytes(), start, rest - start);
    }

    private void checkSize(long size) {
        if (size > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(call.text() + ": the text would be longer than 2 GiB");
        }
    }
}

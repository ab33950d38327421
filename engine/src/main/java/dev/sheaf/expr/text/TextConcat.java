package dev.sheaf.expr.text;

import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.TextArena;
import dev.sheaf.expr.vector.Vector;
import java.util.List;

/// `||`: null if one argument is.
public final class TextConcat implements Node {
    private final List<Node> inputs;
    private final TextArena arena;
    private final Vector.Texts out = new Vector.Texts();

    public TextConcat(List<Node> inputs, TextArena arena) {
        this.inputs = inputs;
        this.arena = arena;
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        inputs.forEach(input -> input.evaluate(chunk, active));
        arena.clear();
        Bitmaps.andValid(inputs, out.valid(), chunk.words());
        for (int word = 0; word < chunk.words(); word++) {
            for (long left = out.valid()[word] & active[word]; left != 0; left &= left - 1) {
                join((word << 6) + Long.numberOfTrailingZeros(left));
            }
        }
        arena.publish(out);
    }

    private void join(int row) {
        long from = arena.size();
        for (Node input : inputs) {
            Vector.Texts texts = (Vector.Texts) input.vector();
            arena.append(texts.bytes(), texts.starts()[row], texts.sizes()[row]);
        }
        out.starts()[row] = from;
        out.sizes()[row] = Math.toIntExact(arena.size() - from);
    }
}

package dev.sheaf.expr.condition;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.TextArena;
import dev.sheaf.expr.vector.Vector;
import dev.sheaf.expr.vector.VectorCopy;
import java.util.List;

/// COALESCE: each argument is computed only for the rows in which all before it are null.
public final class Coalesce implements Node {
    private final List<Node> arguments;
    private final TextArena arena;
    private final Vector out;
    private final long[] open = new long[Chunk.WORDS];

    public Coalesce(DataType type, List<Node> arguments, TextArena arena) {
        this.arguments = arguments;
        this.arena = arena;
        this.out = Vector.of(type);
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        int words = chunk.words();
        arena.clear();
        VectorCopy.clear(out, words);
        Bitmaps.copy(active, open, words);
        for (Node argument : arguments) {
            if (Bitmaps.isEmpty(open, words)) {
                return;
            }
            argument.evaluate(chunk, open);
            VectorCopy.rows(argument.vector(), out, open, arena, words);
            for (int word = 0; word < words; word++) {
                open[word] &= ~argument.vector().valid()[word];
            }
        }
    }
}

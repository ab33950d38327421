package dev.sheaf.expr.condition;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.TextArena;
import dev.sheaf.expr.vector.Vector;
import java.util.List;

/// COALESCE: each argument is computed only for the rows in which all before it are null.
public final class Coalesce implements Node {
    private final List<Node> arguments;
    private final MergedRows out;
    private final long[] open = new long[Chunk.WORDS];

    public Coalesce(DataType type, List<Node> arguments, TextArena arena) {
        this.arguments = arguments;
        this.out = MergedRows.of(type, arena);
    }

    @Override
    public Vector vector() {
        return out.vector();
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        int words = chunk.words();
        out.clear(words);
        Bitmaps.copy(active, open, words);
        for (Node argument : arguments) {
            if (Bitmaps.isEmpty(open, words)) {
                return;
            }
            Vector values = Operands.values(argument, chunk, open);
            out.take(values, open, words);
            for (int word = 0; word < words; word++) {
                open[word] &= ~values.valid()[word];
            }
        }
    }
}

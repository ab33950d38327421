package dev.sheaf.expr.condition;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.TextArena;
import dev.sheaf.expr.vector.Vector;
import dev.sheaf.expr.vector.VectorCompare;
import java.util.List;

/// GREATEST and LEAST of the arguments that are not null; among equals the first.
public final class Extreme implements Node {
    private final boolean greatest;
    private final List<Node> arguments;
    private final MergedRows out;
    private final long flip;
    private final long[] better = new long[Chunk.WORDS];
    private final long[] both = new long[Chunk.WORDS];

    public Extreme(BoundExpr.Call call, List<Node> arguments, TextArena arena) {
        this.greatest = call.function() == Function.GREATEST;
        this.arguments = arguments;
        this.out = MergedRows.of(call.type(), arena);
        this.flip = call.type().equals(DataType.UINT64) ? Long.MIN_VALUE : 0;
    }

    @Override
    public Vector vector() {
        return out.vector();
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        int words = chunk.words();
        out.clear(words);
        for (Node argument : arguments) {
            Vector next = Operands.values(argument, chunk, active);
            findBetter(next, active, words);
            out.take(next, better, words);
        }
    }

    private void findBetter(Vector next, long[] active, int words) {
        for (int word = 0; word < words; word++) {
            both[word] = next.valid()[word] & out.vector().valid()[word] & active[word];
        }
        if (greatest) {
            VectorCompare.less(out.vector(), next, flip, both, better, words);
        } else {
            VectorCompare.less(next, out.vector(), flip, both, better, words);
        }
        for (int word = 0; word < words; word++) {
            long first = next.valid()[word] & ~out.vector().valid()[word];
            better[word] = ((better[word] & both[word]) | first) & active[word];
        }
    }
}

package dev.sheaf.expr.condition;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.TextArena;
import dev.sheaf.expr.vector.Vector;
import java.util.List;

/// CASE: each result is computed only for the rows that its condition is the first to be true for.
public final class Choice implements Node {
    private final List<Node> conditions;
    private final List<Node> results;
    private final Node otherwise;
    private final MergedRows out;
    private final long[] open = new long[Chunk.WORDS];
    private final long[] taken = new long[Chunk.WORDS];

    public Choice(DataType type, List<Node> conditions, List<Node> results, Node otherwise, TextArena arena) {
        this.conditions = conditions;
        this.results = results;
        this.otherwise = otherwise;
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
        for (int branch = 0; branch < conditions.size() && !Bitmaps.isEmpty(open, words); branch++) {
            take((Vector.Bits) Operands.values(conditions.get(branch), chunk, open), words);
            evaluate(results.get(branch), taken, chunk);
        }
        evaluate(otherwise, open, chunk);
    }

    private void take(Vector.Bits condition, int words) {
        for (int word = 0; word < words; word++) {
            taken[word] = condition.values()[word] & open[word];
            open[word] &= ~taken[word];
        }
    }

    private void evaluate(Node result, long[] rows, Chunk chunk) {
        if (!Bitmaps.isEmpty(rows, chunk.words())) {
            out.take(Operands.values(result, chunk, rows), rows, chunk.words());
        }
    }
}

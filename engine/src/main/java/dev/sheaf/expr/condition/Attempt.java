package dev.sheaf.expr.condition;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.TextArena;
import dev.sheaf.expr.vector.Vector;

/// TRY: the input for the rows for which it raises no error. Where rows raise one together, each half of them is tried
/// alone, so that a chunk costs one computation if no row fails, and about twenty for each row that does.
public final class Attempt implements Node {
    private final Node input;
    private final MergedRows out;

    public Attempt(DataType type, Node input, TextArena arena) {
        this.input = input;
        this.out = MergedRows.of(type, arena);
    }

    @Override
    public Vector vector() {
        return out.vector();
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        out.clear(chunk.words());
        if (!Bitmaps.isEmpty(active, chunk.words())) {
            attempt(chunk, active);
        }
    }

    private void attempt(Chunk chunk, long[] rows) {
        Vector values;
        try {
            values = Operands.values(input, chunk, rows);
        } catch (ArithmeticException | IllegalArgumentException raised) {
            halves(chunk, rows);
            return;
        }
        out.take(values, rows, chunk.words());
    }

    private void halves(Chunk chunk, long[] rows) {
        int count = 0;
        for (int word = 0; word < chunk.words(); word++) {
            count += Long.bitCount(rows[word]);
        }
        if (count > 1) {
            long[] first = first(rows, count / 2, chunk.words());
            long[] second = new long[Chunk.WORDS];
            for (int word = 0; word < chunk.words(); word++) {
                second[word] = rows[word] & ~first[word];
            }
            attempt(chunk, first);
            attempt(chunk, second);
        }
    }

    private static long[] first(long[] rows, int count, int words) {
        long[] first = new long[Chunk.WORDS];
        int left = count;
        for (int word = 0; word < words && left > 0; word++) {
            for (long open = rows[word]; open != 0 && left > 0; open &= open - 1, left--) {
                first[word] |= Long.lowestOneBit(open);
            }
        }
        return first;
    }
}

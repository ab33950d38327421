package dev.sheaf.expr.condition;

import dev.sheaf.expr.load.ColumnNode;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Vector;

/// Whether rows of a column are null, or are not, without loading their values.
public final class NullTest implements Node {
    private final ColumnNode column;
    private final boolean isNull;
    private final Vector.Bits out = new Vector.Bits();

    public NullTest(ColumnNode column, boolean isNull) {
        this.column = column;
        this.isNull = isNull;
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Bitmaps.fill(out.valid(), chunk.rows());
        column.loadValidity(chunk, active, out.values());
        long flip = isNull ? -1 : 0;
        for (int word = 0; word < chunk.words(); word++) {
            out.values()[word] = (out.values()[word] ^ flip) & out.valid()[word];
        }
    }
}

package dev.sheaf.expr.text;

import dev.sheaf.expr.vector.ByteSearch;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Utf8;
import dev.sheaf.expr.vector.Vector;

/// POSITION of a text in another, in code points from 1; 0 if it does not occur.
public final class TextPosition implements Node {
    private final Node part;
    private final Node text;
    private final Vector.Longs out = new Vector.Longs();

    public TextPosition(Node part, Node text) {
        this.part = part;
        this.text = text;
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Operands.evaluate(part, text, chunk, active, out.valid());
        for (int word = 0; word < chunk.words(); word++) {
            for (long left = out.valid()[word] & active[word]; left != 0; left &= left - 1) {
                int row = (word << 6) + Long.numberOfTrailingZeros(left);
                out.values()[row] = position((Vector.Texts) part.vector(), (Vector.Texts) text.vector(), row);
            }
        }
    }

    private static long position(Vector.Texts parts, Vector.Texts texts, int row) {
        int start = texts.starts()[row];
        int end = start + texts.sizes()[row];
        int found = ByteSearch.find(texts.bytes(), start, end, parts.bytes(), parts.starts()[row], parts.sizes()[row]);
        return found < 0 ? 0 : 1 + Utf8.length(texts.bytes(), start, found - start);
    }
}

package dev.sheaf.expr.text;

import dev.sheaf.expr.Function;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.ByteSearch;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;
import java.nio.ByteBuffer;

/// CONTAINS, STARTS_WITH and ENDS_WITH.
public final class TextSearch implements Node {
    private final Function function;
    private final Node text;
    private final Node part;
    private final Vector.Bits out = new Vector.Bits();

    public TextSearch(Function function, Node text, Node part) {
        this.function = function;
        this.text = text;
        this.part = part;
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Vector.Texts texts = (Vector.Texts) Operands.values(text, chunk, active);
        Vector.Texts parts = (Vector.Texts) Operands.values(part, chunk, active);
        Bitmaps.and(texts.valid(), parts.valid(), out.valid(), chunk.words());
        for (int word = 0; word < chunk.words(); word++) {
            long bits = 0;
            for (long left = out.valid()[word] & active[word]; left != 0; left &= left - 1) {
                int row = (word << 6) + Long.numberOfTrailingZeros(left);
                bits |= (test(texts, parts, row) ? 1L : 0L) << row;
            }
            out.values()[word] = bits;
        }
    }

    private boolean test(Vector.Texts texts, Vector.Texts parts, int row) {
        ByteBuffer bytes = texts.bytes();
        int start = texts.starts()[row];
        int end = start + texts.sizes()[row];
        int size = parts.sizes()[row];
        if (size > texts.sizes()[row]) {
            return false;
        }
        return switch (function) {
            case STARTS_WITH -> ByteSearch.matches(bytes, start, parts.bytes(), parts.starts()[row], size);
            case ENDS_WITH -> ByteSearch.matches(bytes, end - size, parts.bytes(), parts.starts()[row], size);
            default -> ByteSearch.find(bytes, start, end, parts.bytes(), parts.starts()[row], size) >= 0;
        };
    }
}

package dev.sheaf.expr.text;

import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Utf8;
import dev.sheaf.expr.vector.Vector;
import java.nio.ByteBuffer;

/// LENGTH in code points and OCTET_LENGTH in bytes.
public final class TextLength implements Node {
    private final boolean bytes;
    private final Node input;
    private final Vector.Longs out = new Vector.Longs();

    public TextLength(BoundExpr.Call call, Node input) {
        this.bytes = call.function() == Function.OCTET_LENGTH;
        this.input = input;
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Vector.Texts texts = (Vector.Texts) Operands.values(input, chunk, active, out.valid());
        if (bytes || texts.isAscii()) {
            for (int row = 0; row < chunk.rows(); row++) {
                out.values()[row] = texts.sizes()[row];
            }
            return;
        }
        count(texts, active, chunk.words());
    }

    private void count(Vector.Texts texts, long[] active, int words) {
        ByteBuffer source = texts.bytes();
        for (int word = 0; word < words; word++) {
            for (long left = out.valid()[word] & active[word]; left != 0; left &= left - 1) {
                int row = (word << 6) + Long.numberOfTrailingZeros(left);
                out.values()[row] = Utf8.length(source, texts.starts()[row], texts.sizes()[row]);
            }
        }
    }
}

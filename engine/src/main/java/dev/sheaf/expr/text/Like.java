package dev.sheaf.expr.text;

import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Utf8;
import dev.sheaf.expr.vector.Vector;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// LIKE. A constant pattern is compiled once; others when they differ from that of the row before.
public final class Like implements Node {
    private final List<Node> inputs;
    private final @Nullable LikePattern constant;
    private final Vector.Bits out = new Vector.Bits();
    private @Nullable LikePattern last;
    private String lastPattern = "";
    private String lastEscape = "";

    /// @param inputs text, pattern and, if there is one, escape
    /// @param constant the pattern, if pattern and escape are constants
    public Like(List<Node> inputs, @Nullable LikePattern constant) {
        this.inputs = inputs;
        this.constant = constant;
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Operands.evaluate(inputs, chunk, active, out.valid());
        Vector.Texts texts = (Vector.Texts) inputs.getFirst().vector();
        ByteBuffer bytes = texts.bytes();
        for (int word = 0; word < chunk.words(); word++) {
            long bits = 0;
            for (long left = out.valid()[word] & active[word]; left != 0; left &= left - 1) {
                int row = (word << 6) + Long.numberOfTrailingZeros(left);
                int start = texts.starts()[row];
                LikePattern pattern = constant != null ? constant : pattern(row);
                bits |= (pattern.matches(bytes, start, start + texts.sizes()[row]) ? 1L : 0L) << row;
            }
            out.values()[word] = bits;
        }
    }

    private LikePattern pattern(int row) {
        String pattern = text(1, row);
        String escape = inputs.size() == 3 ? text(2, row) : "";
        LikePattern known = last;
        if (known == null || !pattern.equals(lastPattern) || !escape.equals(lastEscape)) {
            known = LikePattern.compile(pattern, escape);
            last = known;
            lastPattern = pattern;
            lastEscape = escape;
        }
        return known;
    }

    private String text(int index, int row) {
        Vector.Texts texts = (Vector.Texts) inputs.get(index).vector();
        return Utf8.string(texts.bytes(), texts.starts()[row], texts.sizes()[row]);
    }
}

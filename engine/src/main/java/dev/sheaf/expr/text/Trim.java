package dev.sheaf.expr.text;

import dev.sheaf.expr.Function;
import dev.sheaf.expr.vector.ByteSearch;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Utf8;
import dev.sheaf.expr.vector.Vector;
import java.nio.ByteBuffer;
import java.util.List;

/// TRIM, LTRIM and RTRIM of spaces, or of the code points of a second text; no bytes copied.
public final class Trim implements Node {
    private final boolean atStart;
    private final boolean atEnd;
    private final List<Node> inputs;
    private final Vector.Texts out = new Vector.Texts();

    public Trim(Function function, List<Node> inputs) {
        this.atStart = function != Function.RTRIM;
        this.atEnd = function != Function.LTRIM;
        this.inputs = inputs;
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Operands.evaluate(inputs, chunk, active, out.valid());
        Vector.Texts texts = (Vector.Texts) inputs.getFirst().vector();
        out.within(texts);
        for (int word = 0; word < chunk.words(); word++) {
            for (long left = out.valid()[word] & active[word]; left != 0; left &= left - 1) {
                trim(texts, (word << 6) + Long.numberOfTrailingZeros(left));
            }
        }
    }

    private void trim(Vector.Texts texts, int row) {
        int start = texts.starts()[row];
        int end = start + texts.sizes()[row];
        if (inputs.size() == 1) {
            trimSpaces(texts.bytes(), row, start, end);
        } else {
            trimSet(texts.bytes(), row, start, end, (Vector.Texts)
                    inputs.getLast().vector());
        }
    }

    private void trimSpaces(ByteBuffer bytes, int row, int from, int to) {
        int start = from;
        int end = to;
        while (atStart && start < end && bytes.get(start) == ' ') {
            start++;
        }
        while (atEnd && start < end && bytes.get(end - 1) == ' ') {
            end--;
        }
        put(row, start, end);
    }

    private void trimSet(ByteBuffer bytes, int row, int from, int to, Vector.Texts set) {
        int start = from;
        int end = to;
        while (atStart && start < end) {
            int next = Utf8.next(bytes, start, end);
            if (!contains(set, row, bytes, start, next)) {
                break;
            }
            start = next;
        }
        while (atEnd && start < end) {
            int last = Utf8.backward(bytes, start, end, 1);
            if (!contains(set, row, bytes, last, end)) {
                break;
            }
            end = last;
        }
        put(row, start, end);
    }

    /// Whether one of the code points of the set has just these bytes.
    private static boolean contains(Vector.Texts set, int row, ByteBuffer bytes, int from, int to) {
        int end = set.starts()[row] + set.sizes()[row];
        int next;
        for (int at = set.starts()[row]; at < end; at = next) {
            next = Utf8.next(set.bytes(), at, end);
            if (next - at == to - from && ByteSearch.matches(set.bytes(), at, bytes, from, to - from)) {
                return true;
            }
        }
        return false;
    }

    private void put(int row, int start, int end) {
        out.starts()[row] = start;
        out.sizes()[row] = end - start;
    }
}

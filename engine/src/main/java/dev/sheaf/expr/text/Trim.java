package dev.sheaf.expr.text;

import dev.sheaf.expr.Function;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Utf8;
import dev.sheaf.expr.vector.Vector;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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
        long start = texts.starts()[row];
        long end = start + texts.sizes()[row];
        if (inputs.size() == 1) {
            trimSpaces(texts.bytes(), row, start, end);
        } else {
            trimSet(texts.bytes(), row, start, end, (Vector.Texts)
                    inputs.getLast().vector());
        }
    }

    private void trimSpaces(MemorySegment bytes, int row, long from, long to) {
        long start = from;
        long end = to;
        while (atStart && start < end && bytes.get(ValueLayout.JAVA_BYTE, start) == ' ') {
            start++;
        }
        while (atEnd && start < end && bytes.get(ValueLayout.JAVA_BYTE, end - 1) == ' ') {
            end--;
        }
        put(row, start, end);
    }

    private void trimSet(MemorySegment bytes, int row, long from, long to, Vector.Texts set) {
        long start = from;
        long end = to;
        while (atStart && start < end) {
            long next = Utf8.next(bytes, start, end);
            if (!contains(set, row, bytes, start, next)) {
                break;
            }
            start = next;
        }
        while (atEnd && start < end) {
            long last = Utf8.backward(bytes, start, end, 1);
            if (!contains(set, row, bytes, last, end)) {
                break;
            }
            end = last;
        }
        put(row, start, end);
    }

    /// Whether one of the code points of the set has just these bytes.
    private static boolean contains(Vector.Texts set, int row, MemorySegment bytes, long from, long to) {
        long end = set.starts()[row] + set.sizes()[row];
        long next;
        for (long at = set.starts()[row]; at < end; at = next) {
            next = Utf8.next(set.bytes(), at, end);
            if (MemorySegment.mismatch(set.bytes(), at, next, bytes, from, to) < 0) {
                return true;
            }
        }
        return false;
    }

    private void put(int row, long start, long end) {
        out.starts()[row] = start;
        out.sizes()[row] = (int) (end - start);
    }
}

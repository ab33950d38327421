package dev.sheaf.expr.nested;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.StructColumn;
import dev.sheaf.expr.load.Gather;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;
import java.util.List;

/// Reads parts of lists and structs where they lie: a field, an element by its number, or the length of a
/// list.
public final class NestedRead implements Node {
    private final List<Node> inputs;
    private final Part part;
    private final int field;
    private final Vector out;
    private final int[] rows = new int[Chunk.ROWS];

    /// What is read.
    public enum Part {
        FIELD,
        ELEMENT,
        LENGTH
    }

    /// `field` is the number of a field; the second input the numbers of elements.
    public NestedRead(Part part, int field, List<Node> inputs, DataType result) {
        this.part = part;
        this.field = field;
        this.inputs = inputs;
        this.out = Vector.of(result);
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Operands.evaluate(inputs, chunk, active, out.valid());
        Bitmaps.and(out.valid(), active, out.valid(), chunk.words());
        Vector.Nested source = (Vector.Nested) inputs.getFirst().vector();
        Column column = source.column();
        if (column == null) {
            Bitmaps.clear(out.valid(), chunk.words());
            return;
        }
        switch (part) {
            case FIELD -> {
                choose(chunk, source);
                Gather.rows(((StructColumn) column).children().get(field), rows, chunk, out);
            }
            case ELEMENT -> {
                elements((ListColumn) column, source, chunk);
                Gather.rows(((ListColumn) column).elements(), rows, chunk, out);
            }
            case LENGTH -> lengths((ListColumn) column, source, chunk);
        }
    }

    private void choose(Chunk chunk, Vector.Nested source) {
        for (int row = 0; row < chunk.rows(); row++) {
            rows[row] = Bitmaps.isSet(out.valid(), row) ? source.rows()[row] : 0;
        }
    }

    private void elements(ListColumn lists, Vector.Nested source, Chunk chunk) {
        long[] numbers = ((Vector.Longs) inputs.get(1).vector()).values();
        Offsets offsets = lists.offsets();
        for (int row = 0; row < chunk.rows(); row++) {
            rows[row] = 0;
            if (Bitmaps.isSet(out.valid(), row)) {
                long start = offsets.start(source.rows()[row]);
                long size = offsets.size(source.rows()[row]);
                long at = numbers[row] > 0 ? numbers[row] - 1 : size + numbers[row];
                if (numbers[row] == 0 || at < 0 || at >= size) {
                    out.valid()[row >>> 6] &= ~(1L << row);
                } else {
                    rows[row] = Math.toIntExact(start + at);
                }
            }
        }
    }

    private void lengths(ListColumn lists, Vector.Nested source, Chunk chunk) {
        long[] lengths = ((Vector.Longs) out).values();
        for (int row = 0; row < chunk.rows(); row++) {
            lengths[row] = Bitmaps.isSet(out.valid(), row) ? lists.offsets().size(source.rows()[row]) : 0;
        }
    }
}

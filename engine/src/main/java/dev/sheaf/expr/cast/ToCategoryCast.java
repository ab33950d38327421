package dev.sheaf.expr.cast;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Utf8;
import dev.sheaf.expr.vector.Vector;
import java.util.HashMap;
import java.util.Map;

/// Casts of values to categories of their type. A value that is no category is an error of the data, or null if
/// the cast is lenient.
public final class ToCategoryCast implements Node {
    private final BoundExpr.Cast cast;
    private final Node input;
    private final Vector.Longs out = new Vector.Longs();

    /// Codes by values as vectors have them.
    private final Map<Object, Integer> codes = new HashMap<>();

    public ToCategoryCast(BoundExpr.Cast cast, DataType.CategoryType to, Node input) {
        this.cast = cast;
        this.input = input;
        CategoryValues.load(to.values(), to.categories().values(), (values, start) -> {
            int count = Math.min(Chunk.ROWS, to.categories().size() - start);
            for (int i = 0; i < count; i++) {
                codes.put(key(values, i), start + i);
            }
        });
    }

    private static Object key(Vector values, int row) {
        return switch (values) {
            case Vector.Longs longs -> longs.values()[row];
            case Vector.Doubles doubles -> doubles.values()[row] == 0 ? 0.0 : doubles.values()[row];
            case Vector.Texts texts -> Utf8.string(texts.bytes(), texts.starts()[row], texts.sizes()[row]);
            case Vector.Bits _, Vector.Wides _, Vector.Intervals _, Vector.Nested _ -> throw new AssertionError(values);
        };
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Operands.values(input, chunk, active, out.valid());
        for (int word = 0; word < chunk.words(); word++) {
            for (long left = out.valid()[word] & active[word]; left != 0; left &= left - 1) {
                look((word << 6) + Long.numberOfTrailingZeros(left));
            }
        }
    }

    private void look(int row) {
        Object key = key(input.vector(), row);
        Integer code = codes.get(key);
        if (code == null) {
            CastErrors.failReading(cast, out, row, key.toString());
            return;
        }
        out.values()[row] = code;
    }
}

package dev.sheaf.expr.cast;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.value.AsciiTexts;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.TextArena;
import dev.sheaf.expr.vector.Utf8;
import dev.sheaf.expr.vector.Vector;
import dev.sheaf.expr.vector.VectorValues;
import java.math.BigDecimal;
import java.util.function.IntConsumer;

/// Casts to text. Binary values become text if they are UTF-8.
public final class ToTextCast implements Node {
    private final BoundExpr.Cast cast;
    private final Node input;
    private final TextArena arena;
    private final Vector.Texts out = new Vector.Texts();
    private final AsciiTexts written = new AsciiTexts();
    private final IntConsumer ofRow;

    public ToTextCast(BoundExpr.Cast cast, Node input, TextArena arena) {
        this.cast = cast;
        this.input = input;
        this.arena = arena;
        this.ofRow = ofRow(input.vector(), cast.input().type());
    }

    /// What makes the text of a row.
    private IntConsumer ofRow(Vector values, DataType from) {
        return switch (values) {
            case Vector.Texts binary -> row -> check(binary, row);
            case Vector.Bits bits -> write(row -> written.append(Bitmaps.isSet(bits.values(), row) ? "true" : "false"));
            case Vector.Longs longs -> {
                TextFormat.LongForm form = TextFormat.longs(from);
                yield write(row -> form.append(written, longs.values()[row]));
            }
            case Vector.Doubles doubles ->
                write(row -> TextFormat.floating(written, doubles.values()[row], from.equals(DataType.FLOAT32)));
            case Vector.Wides wides -> {
                int scale = ((DataType.DecimalType) from).scale();
                yield write(
                        row -> written.append(new BigDecimal(VectorValues.whole(wides, row), scale).toPlainString()));
            }
            case Vector.Intervals spans ->
                write(row -> TextFormat.interval(written, spans.months()[row], spans.days()[row], spans.nanos()[row]));
            case Vector.Nested _ -> throw new AssertionError(from);
        };
    }

    private IntConsumer write(IntConsumer value) {
        return row -> {
            int start = written.begin();
            value.accept(row);
            out.starts()[row] = start;
            out.sizes()[row] = written.size() - start;
        };
    }

    private void check(Vector.Texts binary, int row) {
        out.starts()[row] = binary.starts()[row];
        out.sizes()[row] = binary.sizes()[row];
        if (!Utf8.isValid(binary.bytes(), binary.starts()[row], binary.sizes()[row])) {
            CastErrors.fail(cast, out, row, "a value that is not UTF-8");
        }
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Operands.values(input, chunk, active, out.valid());
        arena.clear();
        written.clear();
        for (int word = 0; word < chunk.words(); word++) {
            for (long left = out.valid()[word] & active[word]; left != 0; left &= left - 1) {
                ofRow.accept((word << 6) + Long.numberOfTrailingZeros(left));
            }
        }
        if (input.vector() instanceof Vector.Texts binary) {
            out.within(binary);
        } else {
            arena.append(written.bytes(), written.size());
            arena.publish(out);
        }
    }
}

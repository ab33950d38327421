package dev.sheaf.expr.cast;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.value.ZoneText;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.CastErrors;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.TextArena;
import dev.sheaf.expr.vector.Utf8;
import dev.sheaf.expr.vector.Vector;
import dev.sheaf.expr.vector.VectorValues;
import java.math.BigDecimal;

/// Casts to text. Binary values become text if they are UTF-8.
public final class ToTextCast implements Node {
    private final BoundExpr.Cast cast;
    private final DataType from;
    private final Node input;
    private final TextArena arena;
    private final ZoneText zone;
    private final Vector.Texts out = new Vector.Texts();
    private final StringBuilder text = new StringBuilder();
    private byte[] encoded = new byte[64];

    public ToTextCast(BoundExpr.Cast cast, Node input, TextArena arena) {
        this.cast = cast;
        this.from = cast.input().type();
        this.input = input;
        this.arena = arena;
        this.zone = ZoneText.of(from);
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        input.evaluate(chunk, active);
        arena.clear();
        Bitmaps.copy(input.vector().valid(), out.valid(), chunk.words());
        for (int word = 0; word < chunk.words(); word++) {
            for (long left = out.valid()[word] & active[word]; left != 0; left &= left - 1) {
                int row = (word << 6) + Long.numberOfTrailingZeros(left);
                if (input.vector() instanceof Vector.Texts binary) {
                    copy(binary, row);
                } else {
                    write(row);
                }
            }
        }
        arena.publish(out);
    }

    private void copy(Vector.Texts binary, int row) {
        if (!Utf8.isValid(binary.bytes(), binary.starts()[row], binary.sizes()[row])) {
            CastErrors.fail(cast, out, row, "a value that is not UTF-8");
            return;
        }
        out.starts()[row] = arena.append(binary.bytes(), binary.starts()[row], binary.sizes()[row]);
        out.sizes()[row] = binary.sizes()[row];
    }

    private void write(int row) {
        text.setLength(0);
        switch (input.vector()) {
            case Vector.Bits bits -> text.append(Bitmaps.isSet(bits.values(), row));
            case Vector.Longs longs -> TextFormat.append(text, longs.values()[row], from, zone);
            case Vector.Doubles doubles ->
                TextFormat.floating(text, doubles.values()[row], from.equals(DataType.FLOAT32));
            case Vector.Wides wides ->
                text.append(new BigDecimal(VectorValues.whole(wides, row), ((DataType.DecimalType) from).scale())
                        .toPlainString());
            case Vector.Intervals intervals ->
                TextFormat.interval(
                        text,
                        intervals.months()[row],
                        intervals.days()[row],
                        intervals.nanos()[row]);
            case Vector.Texts _, Vector.Nested _ -> throw new AssertionError(from);
        }
        store(row);
    }

    /// All that is written is ASCII.
    private void store(int row) {
        if (encoded.length < text.length()) {
            encoded = new byte[2 * text.length()];
        }
        for (int i = 0; i < text.length(); i++) {
            encoded[i] = (byte) text.charAt(i);
        }
        out.starts()[row] = arena.append(encoded, text.length());
        out.sizes()[row] = text.length();
    }
}

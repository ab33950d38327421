package dev.sheaf.expr.cast;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Utf8;
import dev.sheaf.expr.vector.Vector;

/// Casts of text to everything else. A text that is no value of the type is an error of the data, or null if
/// the cast is lenient.
public final class FromTextCast implements Node {
    private final BoundExpr.Cast cast;
    private final Node input;
    private final TextReading reading;
    private final Vector out;
    private byte[] text = new byte[64];

    public FromTextCast(BoundExpr.Cast cast, Node input) {
        this.cast = cast;
        this.input = input;
        this.out = Vector.of(cast.type());
        this.reading = reading(cast.type(), out);
    }

    private static TextReading reading(DataType type, Vector out) {
        return switch (type) {
            case DataType.BoolType() -> new BoolReading((Vector.Bits) out);
            case DataType.IntType _, DataType.DecimalType _ -> new ExactReading(type, out);
            case DataType.FloatType(int bits) -> new FloatReading(bits == Float.SIZE, (Vector.Doubles) out);
            case DataType.DateType() -> TemporalReading.date((Vector.Longs) out);
            case DataType.TimeType time -> TemporalReading.time(time, (Vector.Longs) out);
            case DataType.TimestampType timestamp -> TemporalReading.timestamp(timestamp, (Vector.Longs) out);
            case DataType.IntervalType(), DataType.DurationType _ -> new IntervalReading(type, out);
            case DataType.NullType(), DataType.StringType(), DataType.BinaryType() -> throw new AssertionError(type);
            case DataType.ListType _, DataType.StructType _, DataType.DictionaryType _, DataType.CategoryType _ ->
                throw new AssertionError(type);
        };
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Vector.Texts texts = (Vector.Texts) Operands.values(input, chunk, active, out.valid());
        if (out instanceof Vector.Bits bits) {
            Bitmaps.clear(bits.values(), chunk.words());
        }
        for (int word = 0; word < chunk.words(); word++) {
            for (long left = out.valid()[word] & active[word]; left != 0; left &= left - 1) {
                read(texts, (word << 6) + Long.numberOfTrailingZeros(left));
            }
        }
    }

    private void read(Vector.Texts texts, int row) {
        int size = texts.sizes()[row];
        if (text.length < size) {
            text = new byte[2 * size];
        }
        texts.bytes().get(texts.starts()[row], text, 0, size);
        if (!reading.read(text, size, row)) {
            CastErrors.failReading(cast, out, row, Utf8.string(texts.bytes(), texts.starts()[row], size));
        }
    }
}

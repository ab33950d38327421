package dev.sheaf.expr.load;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Vector;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/// A constant, as a vector that is filled once: loops read it from the first-level cache, so that they need no
/// second form for constants.
public final class ConstantNode implements Node {
    private final Vector vector;
    private final boolean valid;
    private boolean isTrue;

    public ConstantNode(BoundExpr.Constant constant) {
        this.valid = constant.value() != null;
        this.vector = Vector.of(constant.type());
        if (constant.value() != null) {
            fill(constant.value(), constant.type());
        }
    }

    private void fill(Object value, DataType type) {
        switch (vector) {
            case Vector.Longs longs
            when value instanceof Number number && type.isInteger() -> Arrays.fill(longs.values(), number.longValue());
            case Vector.Doubles doubles -> Arrays.fill(doubles.values(), ((Number) value).doubleValue());
            case Vector.Bits _ -> isTrue = (Boolean) value;
            case Vector.Texts texts -> fillText(texts, bytes(value));
            case Vector.Longs _, Vector.Wides _, Vector.Intervals _ -> load(value, type);
            case Vector.Nested _ -> {}
        }
    }

    /// The number that stands for a constant that is not null in a column of up to 64 bits.
    public static long rawLong(BoundExpr.Constant constant) {
        return ((Vector.Longs) new ConstantNode(constant).vector()).values()[0];
    }

    /// The bytes of a text or binary value.
    public static byte[] bytes(Object value) {
        return value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : (byte[]) value;
    }

    /// The collector frees the copy: a constant lives as long as the compiled expression, which nobody closes.
    private static void fillText(Vector.Texts texts, byte[] bytes) {
        texts.bytes(Views.copyOf(bytes), 0, bytes.length);
        Arrays.fill(texts.sizes(), bytes.length);
    }

    /// Stores the value in a column of one row, loads that, and repeats it.
    private void load(Object value, DataType type) {
        try (ColumnBuilder builder = new ColumnBuilder(type, MemoryPool.shared())) {
            builder.append(value);
            try (Column column = builder.build();
                    Table one = new Table(Schema.of(new Field("constant", type)), List.of(column.retain()), 1)) {
                ColumnNode loader = new ColumnNode(0, type);
                Chunk chunk = new Chunk();
                chunk.moveTo(0, 1);
                loader.open(one);
                loader.evaluate(chunk, new long[Chunk.WORDS]);
                repeat(loader.vector());
            }
        }
    }

    private void repeat(Vector first) {
        switch (first) {
            case Vector.Longs from -> Arrays.fill(((Vector.Longs) vector).values(), from.values()[0]);
            case Vector.Wides from -> {
                Arrays.fill(((Vector.Wides) vector).high(), from.high()[0]);
                Arrays.fill(((Vector.Wides) vector).low(), from.low()[0]);
            }
            case Vector.Intervals from -> {
                Arrays.fill(((Vector.Intervals) vector).months(), from.months()[0]);
                Arrays.fill(((Vector.Intervals) vector).days(), from.days()[0]);
                Arrays.fill(((Vector.Intervals) vector).nanos(), from.nanos()[0]);
            }
            case Vector.Doubles _, Vector.Bits _, Vector.Texts _, Vector.Nested _ -> throw new AssertionError(first);
        }
    }

    @Override
    public Vector vector() {
        return vector;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        if (valid) {
            Bitmaps.fill(vector.valid(), chunk.rows());
        }
        if (isTrue) {
            Bitmaps.fill(((Vector.Bits) vector).values(), chunk.rows());
        }
    }
}

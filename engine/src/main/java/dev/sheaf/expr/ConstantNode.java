package dev.sheaf.expr;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A constant, as a vector that is filled once: loops read it from the first-level cache, so that they need no
/// second form for constants.
final class ConstantNode implements Node {
    private final Vector vector;
    private final boolean valid;

    ConstantNode(BoundExpr.Constant constant) {
        this.valid = constant.value() != null;
        this.vector = Vector.of(constant.type());
        if (valid) {
            load(constant);
        }
    }

    /// Stores the value in a column of one row, loads that, and repeats it.
    private void load(BoundExpr.Constant constant) {
        try (Table one = table(constant.value(), constant.type())) {
            ColumnNode loader = new ColumnNode(0, constant.type());
            Chunk chunk = new Chunk();
            chunk.moveTo(0, 1);
            loader.open(one);
            loader.evaluate(chunk, new long[Chunk.WORDS]);
            repeat(loader.vector());
        }
    }

    /// A table of one row and one column.
    static Table table(@Nullable Object value, DataType type) {
        try (ColumnBuilder builder = new ColumnBuilder(type, MemoryPool.shared())) {
            builder.append(value);
            Column column = builder.build();
            return new Table(Schema.of(new Field("constant", type)), List.of(column), 1);
        }
    }

    private void repeat(Vector first) {
        switch (first) {
            case Vector.Longs from -> Arrays.fill(((Vector.Longs) vector).values(), from.values()[0]);
            case Vector.Doubles from -> Arrays.fill(((Vector.Doubles) vector).values(), from.values()[0]);
            case Vector.Wides from -> {
                Arrays.fill(((Vector.Wides) vector).high(), from.high()[0]);
                Arrays.fill(((Vector.Wides) vector).low(), from.low()[0]);
            }
            case Vector.Bits from -> Arrays.fill(((Vector.Bits) vector).values(), -(from.values()[0] & 1));
            case Vector.Intervals from -> {
                Arrays.fill(((Vector.Intervals) vector).months(), from.months()[0]);
                Arrays.fill(((Vector.Intervals) vector).days(), from.days()[0]);
                Arrays.fill(((Vector.Intervals) vector).nanos(), from.nanos()[0]);
            }
            case Vector.Texts from -> repeatText(from, (Vector.Texts) vector);
            case Vector.Nested _ -> {}
        }
    }

    /// A copy that the collector owns: a constant lives as long as the compiled expression, which nobody closes.
    private static void repeatText(Vector.Texts from, Vector.Texts to) {
        int size = from.sizes()[0];
        MemorySegment copy = Arena.ofAuto().allocate(Math.max(1, size));
        MemorySegment.copy(from.bytes(), from.starts()[0], copy, 0, size);
        to.bytes(copy);
        Arrays.fill(to.sizes(), size);
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
    }
}

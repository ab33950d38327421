package dev.sheaf.expr.condition;

import dev.sheaf.expr.Function;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;
import java.util.function.LongBinaryOperator;

/// The functions of one condition or of whether a value is null: word by word from the bits of value and validity.
/// All but NOT are never null.
public final class Truth implements Node {
    private final Node input;
    private final boolean nullable;
    private final LongBinaryOperator bits;
    private final Vector.Bits out = new Vector.Bits();

    public Truth(Function function, Node input) {
        this.input = input;
        this.nullable = function == Function.NOT;
        this.bits = switch (function) {
            case NOT -> (value, valid) -> valid & ~value;
            case IS_NULL -> (_, valid) -> ~valid;
            case IS_NOT_NULL -> (_, valid) -> valid;
            case IS_TRUE -> (value, valid) -> value & valid;
            case IS_NOT_TRUE -> (value, valid) -> ~(value & valid);
            case IS_FALSE -> (value, valid) -> valid & ~value;
            case IS_NOT_FALSE -> (value, valid) -> ~(valid & ~value);
            default -> throw new AssertionError(function);
        };
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Vector tested = Operands.values(input, chunk, active);
        long[] valid = tested.valid();
        long[] values = tested instanceof Vector.Bits truth ? truth.values() : valid;
        Bitmaps.fill(out.valid(), chunk.rows());
        for (int word = 0; word < chunk.words(); word++) {
            out.values()[word] = bits.applyAsLong(values[word], valid[word]) & out.valid()[word];
        }
        if (nullable) {
            Bitmaps.copy(valid, out.valid(), chunk.words());
        }
    }
}

package dev.sheaf.expr.condition;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;
import dev.sheaf.expr.vector.VectorCompare;

/// The comparisons of two vectors of one type, null where an operand is null; with IS (NOT) DISTINCT FROM, never.
public final class Comparison implements Node {
    private final Function function;
    private final Node left;
    private final Node right;
    private final Vector leftValues;
    private final Vector rightValues;
    private final long flip;
    private final Vector.Bits out = new Vector.Bits();
    private final long[] wanted = new long[Chunk.WORDS];

    public Comparison(Function function, DataType operands, Node left, Node right) {
        boolean swapped = function == Function.GREATER || function == Function.LESS_OR_EQUAL;
        this.function = function;
        this.left = swapped ? right : left;
        this.right = swapped ? left : right;
        this.leftValues = this.left.vector();
        this.rightValues = this.right.vector();
        this.flip = operands.equals(DataType.UINT64) ? Long.MIN_VALUE : 0;
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Operands.evaluate(left, right, chunk, active, out.valid());
        int words = chunk.words();
        Bitmaps.and(out.valid(), active, wanted, words);
        switch (function) {
            case EQUAL -> equal(words, 0);
            case NOT_EQUAL -> equal(words, -1);
            case LESS, GREATER -> less(words, 0);
            case LESS_OR_EQUAL, GREATER_OR_EQUAL -> less(words, -1);
            case IS_DISTINCT_FROM -> distinct(chunk, -1);
            case IS_NOT_DISTINCT_FROM -> distinct(chunk, 0);
            default -> throw new AssertionError(function);
        }
    }

    private void equal(int words, long invert) {
        VectorCompare.equal(leftValues, rightValues, wanted, out.values(), words);
        finish(words, invert);
    }

    private void less(int words, long invert) {
        VectorCompare.less(leftValues, rightValues, flip, wanted, out.values(), words);
        finish(words, invert);
    }

    private void finish(int words, long invert) {
        for (int word = 0; word < words; word++) {
            out.values()[word] = (out.values()[word] ^ invert) & out.valid()[word];
        }
    }

    /// Same if both are valid and equal, or both are null.
    private void distinct(Chunk chunk, long invert) {
        equal(chunk.words(), 0);
        Bitmaps.fill(out.valid(), chunk.rows());
        for (int word = 0; word < chunk.words(); word++) {
            long neither = ~(leftValues.valid()[word] | rightValues.valid()[word]);
            out.values()[word] = ((out.values()[word] | neither) ^ invert) & out.valid()[word];
        }
    }
}

package dev.sheaf.expr.vector;

/// Chooses the comparison loop for the kind of two vectors. Rows outside `wanted` get any bit.
public final class VectorCompare {
    private VectorCompare() {}

    public static void less(Vector left, Vector right, long flip, long[] wanted, long[] out, int words) {
        switch (left) {
            case Vector.Longs a -> CompareLoops.less(a.values(), ((Vector.Longs) right).values(), flip, out, words);
            case Vector.Doubles a -> CompareLoops.less(a.values(), ((Vector.Doubles) right).values(), out, words);
            case Vector.Wides a -> CompareLoops.less(a, (Vector.Wides) right, out, words);
            case Vector.Bits a -> CompareLoops.less(a, (Vector.Bits) right, out, words);
            case Vector.Intervals a -> CompareLoops.less(a, (Vector.Intervals) right, out, words);
            case Vector.Texts a -> TextOrder.less(a, (Vector.Texts) right, wanted, out, words);
            case Vector.Nested _ -> throw new AssertionError("lists have no order");
        }
    }

    public static void equal(Vector left, Vector right, long[] wanted, long[] out, int words) {
        switch (left) {
            case Vector.Longs a -> CompareLoops.equal(a.values(), ((Vector.Longs) right).values(), out, words);
            case Vector.Doubles a -> CompareLoops.equal(a.values(), ((Vector.Doubles) right).values(), out, words);
            case Vector.Wides a -> CompareLoops.equal(a, (Vector.Wides) right, out, words);
            case Vector.Bits a -> CompareLoops.equal(a, (Vector.Bits) right, out, words);
            case Vector.Intervals a -> CompareLoops.equal(a, (Vector.Intervals) right, out, words);
            case Vector.Texts a -> TextOrder.equal(a, (Vector.Texts) right, wanted, out, words);
            case Vector.Nested _ -> throw new AssertionError("lists are not compared");
        }
    }
}

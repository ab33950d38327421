package dev.sheaf.expr.arithmetic;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;

/// `+ - * / // %` and POWER on floats, by IEEE 754; `//` by 0 is null. float32 is computed as float64 and
/// rounded, which for these operators (POWER apart, which is never float32) gives the same bits as computing in
/// float32.
public final class DoubleArithmetic implements Node {
    private final Function function;
    private final Node left;
    private final Node right;
    private final double[] a;
    private final double[] b;
    private final Vector.Doubles out = new Vector.Doubles();
    private final boolean single;

    public DoubleArithmetic(BoundExpr.Call call, Node left, Node right) {
        this.function = call.function();
        this.left = left;
        this.right = right;
        this.a = ((Vector.Doubles) left.vector()).values();
        this.b = ((Vector.Doubles) right.vector()).values();
        this.single = call.type().equals(DataType.FLOAT32);
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Operands.evaluate(left, right, chunk, active, out.valid());
        compute(chunk.rows());
        if (function == Function.INT_DIVIDE) {
            DoubleLoops.dropZeros(b, out.valid(), chunk.words());
        }
        if (single) {
            DoubleLoops.toSingle(out.values(), chunk.rows());
        }
    }

    private void compute(int rows) {
        switch (function) {
            case ADD -> DoubleLoops.add(a, b, out.values(), rows);
            case SUBTRACT -> DoubleLoops.subtract(a, b, out.values(), rows);
            case MULTIPLY -> DoubleLoops.multiply(a, b, out.values(), rows);
            case DIVIDE, INT_DIVIDE -> DoubleLoops.divide(a, b, out.values(), rows);
            case MODULO -> DoubleLoops.remainder(a, b, out.values(), rows);
            case POWER -> DoubleLoops.power(a, b, out.values(), rows);
            default -> throw new AssertionError(function);
        }
    }
}

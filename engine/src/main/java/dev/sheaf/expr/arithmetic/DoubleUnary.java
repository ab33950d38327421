package dev.sheaf.expr.arithmetic;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.value.Powers;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;
import java.util.function.DoubleUnaryOperator;

/// Functions of one float: sign, rounding, roots, logarithms, angles. Outside their domain they give NaN.
public final class DoubleUnary implements Node {
    private final Function function;
    private final Node input;
    private final double[] values;
    private final Vector.Doubles out = new Vector.Doubles();
    private final boolean single;

    public DoubleUnary(BoundExpr.Call call, Node input) {
        this.function = call.function();
        this.input = input;
        this.values = ((Vector.Doubles) input.vector()).values();
        this.single = call.type().equals(DataType.FLOAT32);
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Operands.values(input, chunk, active, out.valid());
        compute(chunk.rows());
        if (single) {
            DoubleLoops.toSingle(out.values(), chunk.rows());
        }
    }

    private void compute(int rows) {
        switch (function) {
            case NEGATE -> DoubleLoops.negate(values, out.values(), rows);
            case ABS -> DoubleLoops.abs(values, out.values(), rows);
            case SQRT -> DoubleLoops.sqrt(values, out.values(), rows);
            case FLOOR -> DoubleLoops.floor(values, out.values(), rows);
            case CEIL -> DoubleLoops.ceil(values, out.values(), rows);
            case TRUNC -> DoubleLoops.trunc(values, out.values(), rows);
            case ROUND -> DoubleLoops.round(values, out.values(), rows);
            case EXP -> each(Math::exp, rows);
            case LN -> each(Math::log, rows);
            case LOG2 -> each(Powers::log2, rows);
            case LOG10 -> each(Math::log10, rows);
            case SIN -> each(Math::sin, rows);
            case COS -> each(Math::cos, rows);
            case TAN -> each(Math::tan, rows);
            default -> throw new AssertionError(function);
        }
    }

    /// Functions that cost more than the call of them.
    private void each(DoubleUnaryOperator operator, int rows) {
        for (int row = 0; row < rows; row++) {
            out.values()[row] = operator.applyAsDouble(values[row]);
        }
    }
}

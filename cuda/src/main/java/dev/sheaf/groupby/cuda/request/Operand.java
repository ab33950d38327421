package dev.sheaf.groupby.cuda.request;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Layout;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.expr.bind.BoundExpr;

/// A value that a query needs of every row: a key, an argument, a condition.
public record Operand(BoundExpr expr) {

    /// Its type; never a dictionary.
    public DataType type() {
        return expr.type();
    }

    /// Whether its values are text or binary, and so numbers of [dev.sheaf.groupby.cuda.text.TextIds] on the device.
    public boolean isText() {
        return type().layout() == Layout.VARIABLE;
    }

    /// The type in which kernels see a value.
    public CudaType cudaType() {
        return cudaType(type());
    }

    /// The type in which kernels of the general strategy see values of a type.
    public static CudaType cudaType(DataType type) {
        return switch (type.layout()) {
            case VARIABLE -> CudaType.U32;
            case BIT -> CudaType.U8;
            case INT8, INT16, INT32, INT64, INT128, FLOAT32, FLOAT64 -> CudaType.of(type);
            case INTERVAL -> CudaType.U128;
            case NONE, LIST, STRUCT, DICTIONARY ->
                throw new IllegalArgumentException("a GPU computes no values of type " + type);
        };
    }
}

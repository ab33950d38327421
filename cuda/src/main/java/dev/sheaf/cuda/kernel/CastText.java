package dev.sheaf.cuda.kernel;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.DecimalType;
import dev.sheaf.column.DataType.IntType;
import dev.sheaf.column.Layout;
import dev.sheaf.expr.bind.BoundExpr;
import java.math.BigInteger;

/// The text of conversions among numbers; bools are no numbers here.
final class CastText {
    /// Powers of ten up to here are exact as doubles.
    private static final int EXACT_SCALE = 22;

    private CastText() {}

    static boolean isSupported(BoundExpr.Cast cast) {
        DataType from = cast.input().type();
        DataType to = cast.type();
        if (isWhole(from) && isWhole(to)) {
            int more = scale(to) - scale(from);
            return more >= 0 && digits(from) + more <= DecimalType.MAX_PRECISION;
        }
        if (isWhole(from) && to.isFloating()) {
            return from instanceof IntType || (scale(from) <= EXACT_SCALE && from.layout() != Layout.INT128);
        }
        return from.isFloating() && (to instanceof IntType || to.isFloating());
    }

    private static boolean isWhole(DataType type) {
        return type instanceof IntType || type instanceof DecimalType;
    }

    /// The most digits that a value has.
    private static int digits(DataType type) {
        return switch (type) {
            case DecimalType(int precision, int _) -> precision;
            default -> 3 + 2 * type.layout().byteWidth();
        };
    }

    private static int scale(DataType type) {
        return type instanceof DecimalType(int _, int scale) ? scale : 0;
    }

    /// The conversion of `input`.
    ///
    /// @param type that of the result, as kernels name it
    /// @param ends its least and its greatest value, as two more arguments
    static String of(BoundExpr.Cast cast, String input, String type, String ends) {
        DataType from = cast.input().type();
        if (isWhole(from) && isWhole(cast.type())) {
            String factor = ConstantText.whole(BigInteger.TEN.pow(scale(cast.type()) - scale(from)));
            return "to_whole<" + type + ">(" + input + ", " + factor + ends + lenient(cast);
        }
        if (from instanceof DecimalType) {
            String unit = ConstantText.floating(Math.pow(10, scale(from)));
            return "to_floating<" + type + ">(decimal_to_floating<f64>(" + input + ", " + unit + ", fault))";
        }
        if (cast.type() instanceof IntType(int bits, boolean signed)) {
            String least = ConstantText.floating(signed ? -Math.scalb(1.0, bits - 1) : 0);
            String end = ConstantText.floating(Math.scalb(1.0, signed ? bits - 1 : bits));
            return "round_to_whole<" + type + ">(" + input + ", " + least + ", " + end + lenient(cast);
        }
        return "to_floating<" + type + ">(" + input + ")";
    }

    private static String lenient(BoundExpr.Cast cast) {
        return ", " + cast.lenient() + ", fault)";
    }
}

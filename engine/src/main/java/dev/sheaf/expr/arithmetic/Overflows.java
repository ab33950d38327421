package dev.sheaf.expr.arithmetic;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.DecimalType;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.value.Ranges;
import java.math.BigDecimal;
import java.math.BigInteger;

/// The exact check behind the loops' quick ones, and the error.
public final class Overflows {
    private Overflows() {}

    /// Recomputes one row of a binary operation on whole (for decimals unscaled) numbers.
    ///
    /// @throws ArithmeticException naming the expression and the operands if the result does not fit its type
    static void check(BoundExpr.Call call, BigInteger x, BigInteger y) {
        BigInteger exact = switch (call.function()) {
            case ADD -> x.add(y);
            case SUBTRACT -> x.subtract(y);
            case MULTIPLY -> x.multiply(y);
            case INT_DIVIDE -> x.divide(y);
            default -> BigInteger.ZERO;
        };
        if (!Ranges.holds(call.type(), exact)) {
            String operation = shown(x, call.argument(0).type()) + " "
                    + call.function().symbol() + " " + shown(y, call.argument(1).type());
            throw of(call.text(), operation, call.type());
        }
    }

    public static ArithmeticException of(String text, String value, DataType type) {
        return new ArithmeticException(
                "overflow in " + text + ": " + value + " does not fit " + type + "; cast to a larger type first");
    }

    public static String shown(BigInteger value, DataType type) {
        return type instanceof DecimalType(int _, int scale)
                ? new BigDecimal(value, scale).toPlainString()
                : value.toString();
    }
}

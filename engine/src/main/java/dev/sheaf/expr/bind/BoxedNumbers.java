package dev.sheaf.expr.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.DecimalType;
import dev.sheaf.column.DataType.FloatType;
import dev.sheaf.column.DataType.IntType;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.value.Bits;
import dev.sheaf.expr.value.Powers;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/// Arithmetic on boxed numbers: floats as Java computes them, all others exactly and then checked.
final class BoxedNumbers {
    private static final int FLOAT_BITS = 32;

    private BoxedNumbers() {}

    static @Nullable Object compute(BoundExpr.Call call, Object[] values) {
        if (call.function() == Function.SIGN) {
            return sign((Number) values[0]);
        }
        boolean byZero = call.function() == Function.INT_DIVIDE && ((Number) values[1]).doubleValue() == 0;
        if (byZero) {
            return null;
        }
        return call.type() instanceof FloatType(int bits)
                ? box(bits, inFloats(call.function(), values))
                : inDecimals(call, values);
    }

    private static Byte sign(Number value) {
        boolean floating = value instanceof Float || value instanceof Double;
        return (byte)
                (floating
                        ? (int) signum(value.doubleValue())
                        : BoxedOrder.exact(value).signum());
    }

    private static double signum(double value) {
        return Double.isNaN(value) ? 0 : Math.signum(value);
    }

    private static Object box(int bits, double value) {
        return bits == FLOAT_BITS ? (Object) (float) value : (Object) value;
    }

    private static double inFloats(Function function, Object[] values) {
        double a = ((Number) values[0]).doubleValue();
        double b = values.length > 1 ? ((Number) values[1]).doubleValue() : 0;
        return switch (function) {
            case ADD -> a + b;
            case SUBTRACT -> a - b;
            case MULTIPLY -> a * b;
            case DIVIDE, INT_DIVIDE -> a / b;
            case MODULO -> a % b;
            case NEGATE -> -a;
            case ABS -> Math.abs(a);
            case FLOOR -> Math.floor(a);
            case CEIL -> Math.ceil(a);
            case TRUNC -> a < 0 ? Math.ceil(a) : Math.floor(a);
            case ROUND -> values.length == 1 ? nearest(a) : nearest(a, (int) b);
            default -> throw new AssertionError(function);
        };
    }

    private static double nearest(double value) {
        if (!Double.isFinite(value) || value == 0) {
            return value;
        }
        double rounded = new BigDecimal(value).setScale(0, RoundingMode.HALF_UP).doubleValue();
        return Math.copySign(rounded, value);
    }

    private static double nearest(double value, int decimals) {
        double power = Math.pow(10, Math.abs((double) decimals));
        double rounded = decimals < 0 ? nearest(value / power) * power : nearest(value * power) / power;
        if (!Double.isFinite(value) || (!Double.isFinite(rounded) && decimals >= 0)) {
            return value;
        }
        return Double.isFinite(rounded) ? rounded : 0;
    }

    private static @Nullable Object inDecimals(BoundExpr.Call call, Object[] values) {
        BigDecimal a = BoxedOrder.exact((Number) values[0]);
        BigDecimal b = values.length > 1 ? BoxedOrder.exact((Number) values[1]) : BigDecimal.ZERO;
        boolean divides = call.function() == Function.INT_DIVIDE || call.function() == Function.MODULO;
        if (divides && b.signum() == 0) {
            return null;
        }
        BigDecimal result = switch (call.function()) {
            case ADD -> a.add(b);
            case SUBTRACT -> a.subtract(b);
            case MULTIPLY -> a.multiply(b);
            case INT_DIVIDE -> new BigDecimal(a.toBigIntegerExact().divide(b.toBigIntegerExact()));
            case MODULO -> a.remainder(b);
            case NEGATE -> a.negate();
            case ABS -> a.abs();
            case FLOOR -> a.setScale(0, RoundingMode.FLOOR);
            case CEIL -> a.setScale(0, RoundingMode.CEILING);
            case TRUNC -> a.setScale(0, RoundingMode.DOWN);
            case ROUND -> round(a, b.intValueExact());
            default -> throw new AssertionError(call.function());
        };
        return box(result, call.type());
    }

    private static BigDecimal round(BigDecimal value, int decimals) {
        int places = Math.max(decimals, -50);
        return places >= value.scale() ? value : value.setScale(places, RoundingMode.HALF_UP);
    }

    /// The object for an exact number.
    ///
    /// @throws ArithmeticException if the type does not hold it
    static Object box(BigDecimal value, DataType type) {
        return switch (type) {
            case DecimalType(int precision, int scale) -> {
                BigDecimal scaled = value.setScale(scale, RoundingMode.UNNECESSARY);
                if (scaled.precision() > precision) {
                    throw new ArithmeticException(value + " does not fit " + type);
                }
                yield scaled;
            }
            case IntType(int bits, boolean signed) ->
                signed ? signed(value.toBigIntegerExact(), bits) : unsigned(value.toBigIntegerExact(), bits);
            default -> throw new AssertionError(type);
        };
    }

    private static Object signed(BigInteger value, int bits) {
        return switch (bits) {
            case 8 -> (Object) value.byteValueExact();
            case 16 -> (Object) value.shortValueExact();
            case 32 -> (Object) value.intValueExact();
            default -> (Object) value.longValueExact();
        };
    }

    private static Object unsigned(BigInteger value, int bits) {
        if (value.signum() < 0 || value.bitLength() > bits) {
            throw new ArithmeticException(value + " does not fit uint" + bits);
        }
        return switch (bits) {
            case 8 -> (Object) value.shortValueExact();
            case 16 -> (Object) value.intValueExact();
            case 32 -> (Object) value.longValueExact();
            default -> value;
        };
    }

    static Object bits(BoundExpr.Call call, Object[] values) {
        long a = ((Number) values[0]).longValue();
        long b = ((Number) values[1]).longValue();
        long result = Bits.compute(call.function(), (IntType) call.type(), a, b);
        String digits = call.type().equals(DataType.UINT64) ? Long.toUnsignedString(result) : Long.toString(result);
        return box(new BigDecimal(digits), call.type());
    }

    static Object floating(BoundExpr.Call call, Object[] values) {
        double a = ((Number) values[0]).doubleValue();
        return switch (call.function()) {
            case SQRT -> Math.sqrt(a);
            case POWER -> Math.pow(a, ((Number) values[1]).doubleValue());
            case EXP -> Math.exp(a);
            case LN -> Math.log(a);
            case LOG2 -> Powers.log2(a);
            case LOG10 -> Math.log10(a);
            case SIN -> Math.sin(a);
            case COS -> Math.cos(a);
            case TAN -> Math.tan(a);
            case IS_NAN -> Double.isNaN(a);
            default -> throw new AssertionError(call.function());
        };
    }
}

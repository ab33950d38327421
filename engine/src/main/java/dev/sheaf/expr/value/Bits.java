package dev.sheaf.expr.value;

import dev.sheaf.column.DataType.IntType;
import dev.sheaf.expr.Function;

/// Operators on the bits of whole numbers, one pair at a time. Numbers of uint64 come as the bits of a long.
public final class Bits {
    private Bits() {}

    /// The result for two numbers of a type.
    ///
    /// @throws ArithmeticException if a shift to the left loses bits, or one of its operands is negative
    public static long compute(Function function, IntType type, long a, long b) {
        return switch (function) {
            case BIT_AND -> a & b;
            case BIT_OR -> a | b;
            case BIT_XOR -> a ^ b;
            case SHIFT_LEFT -> shiftLeft(type, a, b);
            case SHIFT_RIGHT -> shiftRight(type, a, b);
            default -> throw new AssertionError(function);
        };
    }

    private static long shiftLeft(IntType type, long a, long b) {
        if (type.signed() && (a < 0 || b < 0)) {
            throw new ArithmeticException("a negative number is not shifted, and none says how far: " + a + " << " + b);
        }
        int taken = Long.SIZE - Long.numberOfLeadingZeros(a);
        int room = type.bits() - (type.signed() ? 1 : 0) - taken;
        if (a != 0 && Long.compareUnsigned(b, room) > 0) {
            throw new ArithmeticException("bits are lost in " + Long.toUnsignedString(a) + " << "
                    + Long.toUnsignedString(b) + "; cast to a larger type first");
        }
        return a == 0 ? 0 : a << b;
    }

    /// All bits are gone behind the last one; a negative distance is one beyond it.
    private static long shiftRight(IntType type, long a, long b) {
        if (b < 0 || b >= type.bits()) {
            return 0;
        }
        return type.signed() ? a >> b : a >>> b;
    }
}

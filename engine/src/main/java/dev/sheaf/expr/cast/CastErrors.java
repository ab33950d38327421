package dev.sheaf.expr.cast;

import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.vector.Vector;
import dev.sheaf.expr.vector.VectorValues;

/// What happens to a value that a cast cannot convert: null if the cast is lenient, else an error.
public final class CastErrors {
    private static final int SHOWN = 80;

    private CastErrors() {}

    public static void fail(BoundExpr.Cast cast, Vector out, int row, String value) {
        if (!cast.lenient()) {
            throw new ArithmeticException(cast.text() + ": " + value + " does not fit " + cast.type());
        }
        VectorValues.setNull(out, row);
    }

    /// As [#fail], for a text that is no value of the type.
    public static void failReading(BoundExpr.Cast cast, Vector out, int row, String text) {
        if (!cast.lenient()) {
            String shown = text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
            throw new IllegalArgumentException(
                    cast.text() + ": cannot read '" + shown + "' as " + cast.type() + "; try_cast gives null instead");
        }
        VectorValues.setNull(out, row);
    }
}

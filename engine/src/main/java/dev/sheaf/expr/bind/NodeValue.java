package dev.sheaf.expr.bind;

import dev.sheaf.column.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Computes one function or cast of an expression on given values, for whoever asks what it makes of bounds. As
/// slow as the [Interpreter].
public final class NodeValue {
    private NodeValue() {}

    /// What a call gives for values of its arguments, which are Java objects as [dev.sheaf.column.Row#get(int)]
    /// gives them; empty if that is null, or an error.
    public static Optional<Object> of(BoundExpr.Call call, List<Object> values) {
        List<BoundExpr> constants = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            constants.add(new BoundExpr.Constant(values.get(i), call.argument(i).type()));
        }
        return of(new BoundExpr.Call(call.function(), constants, call.type(), call.text()));
    }

    /// What a cast makes of a value; empty if it fails.
    public static Optional<Object> of(BoundExpr.Cast cast, Object value) {
        BoundExpr constant = new BoundExpr.Constant(value, cast.input().type());
        return of(new BoundExpr.Cast(constant, cast.type(), cast.lenient(), cast.text()));
    }

    /// A whole number as a value of a type of numbers; empty if that does not hold it.
    public static Optional<Object> number(long value, DataType type) {
        return of(new BoundExpr.Cast(new BoundExpr.Constant(value, DataType.INT64), type, false, ""));
    }

    private static Optional<Object> of(BoundExpr constants) {
        return Constants.fold(constants) instanceof BoundExpr.Constant(Object value, var _)
                ? Optional.ofNullable(value)
                : Optional.empty();
    }
}

package dev.sheaf.testing.groupby;

import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The few expressions that the contract's requests use: columns, constants, comparisons of values of one
/// class, AND, IS NULL. What expressions mean is tested elsewhere.
final class ReferenceExpr {
    private ReferenceExpr() {}

    static @Nullable Object evaluate(Expr expr, Schema schema, List<@Nullable Object> row) {
        return switch (expr) {
            case Expr.ColumnRef(String name) -> row.get(schema.indexOf(name));
            case Expr.Literal(Object value, var _) -> value;
            case Expr.Alias(Expr input, String _) -> evaluate(input, schema, row);
            case Expr.Call(Function function, List<Expr> arguments) ->
                call(
                        function,
                        arguments.stream()
                                .map(argument -> evaluate(argument, schema, row))
                                .toArray());
            default -> throw new IllegalArgumentException("the reference does not evaluate " + expr.outputName());
        };
    }

    private static @Nullable Object call(Function function, @Nullable Object[] values) {
        if (function == Function.IS_NULL) {
            return values[0] == null;
        }
        if (function == Function.AND) {
            boolean isFalse = Boolean.FALSE.equals(values[0]) || Boolean.FALSE.equals(values[1]);
            boolean isNull = values[0] == null || values[1] == null;
            return isFalse ? Boolean.FALSE : isNull ? null : Boolean.TRUE;
        }
        if (values[0] == null || values[1] == null) {
            return null;
        }
        int order = ReferenceOrder.compare(values[0], values[1]);
        return switch (function) {
            case EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case LESS -> order < 0;
            case GREATER -> order > 0;
            default -> throw new IllegalArgumentException("the reference does not know " + function);
        };
    }

    static boolean isTrue(Expr expr, Schema schema, List<@Nullable Object> row) {
        return Boolean.TRUE.equals(evaluate(expr, schema, row));
    }
}

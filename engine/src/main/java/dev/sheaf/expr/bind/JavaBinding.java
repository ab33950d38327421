package dev.sheaf.expr.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprText;
import dev.sheaf.expr.ScalarFunction;
import java.util.ArrayList;
import java.util.List;

/// The types of the arguments of functions that are written in Java.
final class JavaBinding {
    private JavaBinding() {}

    /// @throws IllegalArgumentException if an argument has a type that the function does not take
    static BoundExpr bind(Expr.Applied applied, List<BoundExpr> arguments) {
        ScalarFunction function = applied.function();
        List<BoundExpr> typed = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            typed.add(typed(applied, i, arguments.get(i)));
        }
        return !function.takesNulls() && arguments.stream().anyMatch(BoundExpr::isNull)
                ? new BoundExpr.Constant(null, function.result())
                : new BoundExpr.Applied(function, typed, ExprText.brief(applied));
    }

    private static BoundExpr typed(Expr.Applied applied, int index, BoundExpr argument) {
        DataType parameter = applied.function().parameters().get(index).decoded();
        if (parameter.equals(DataType.NULL)) {
            return argument;
        }
        Expr given = applied.arguments().get(index);
        if (!meets(parameter, argument, given)) {
            throw new IllegalArgumentException(applied.function().name() + " takes " + parameter + ", not "
                    + Signature.operand(argument, given) + "; cast it");
        }
        return given.unaliased() instanceof Expr.Literal
                ? Coercion.literalTo(argument, parameter)
                : Coercion.to(argument, parameter);
    }

    /// Whether the values of an argument are values of a type without being converted by the user.
    private static boolean meets(DataType parameter, BoundExpr argument, Expr given) {
        try {
            List<BoundExpr> pair = List.of(new BoundExpr.Column(0, "a parameter", parameter), argument);
            List<Expr> exprs = List.of(new Expr.ColumnRef("a parameter"), given);
            return Coercion.commonType(pair, exprs, given).equals(parameter);
        } catch (IllegalArgumentException none) {
            return false;
        }
    }
}

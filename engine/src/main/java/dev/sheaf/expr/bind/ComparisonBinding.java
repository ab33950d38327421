package dev.sheaf.expr.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprText;
import dev.sheaf.expr.Function;
import java.util.List;

/// The types of comparisons and of the functions that choose among values of one type.
final class ComparisonBinding {
    private ComparisonBinding() {}

    static BoundExpr compare(Expr.Call call, List<BoundExpr> arguments) {
        List<BoundExpr> same = Coercion.toCommon(arguments, call.arguments(), call);
        switch (call.function()) {
            case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> checkOrder(call, arguments, same);
            default -> {}
        }
        return Signature.call(call, same, DataType.BOOL);
    }

    /// COALESCE, GREATEST and LEAST.
    static BoundExpr choose(Expr.Call call, List<BoundExpr> arguments) {
        List<BoundExpr> same = Coercion.toCommon(arguments, call.arguments(), call);
        if (call.function() != Function.COALESCE) {
            refuseNested(call, same.getFirst().type());
            checkOrder(call, arguments, same);
        }
        return Signature.call(call, same, same.getFirst().type());
    }

    /// NULLIF as a CASE. It compares at the common type and keeps the type of the first argument.
    static BoundExpr nullIf(Expr.Call call, List<BoundExpr> arguments) {
        List<BoundExpr> same = Coercion.toCommon(arguments, call.arguments(), call);
        BoundExpr first = arguments.getFirst();
        BoundExpr equal = new BoundExpr.Call(Function.EQUAL, same, DataType.BOOL, ExprText.brief(call));
        BoundExpr.When whenEqual = new BoundExpr.When(equal, new BoundExpr.Constant(null, first.type()));
        return Constants.fold(new BoundExpr.Case(List.of(whenEqual), first, first.type()));
    }

    /// Categories have an order of their own, if any, which their values need not have.
    private static void checkOrder(Expr.Call call, List<BoundExpr> arguments, List<BoundExpr> same) {
        for (BoundExpr argument : arguments) {
            if (argument.type() instanceof DataType.CategoryType category
                    && !(category.ordered() && same.getFirst().type().equals(category))) {
                throw new IllegalArgumentException(ExprText.brief(call) + " needs an order; " + category
                        + (category.ordered() ? " has one among its own categories alone" : " has none")
                        + ": cast it, or make it ordered");
            }
        }
    }

    private static void refuseNested(Expr.Call call, DataType type) {
        if (type instanceof DataType.ListType || type instanceof DataType.StructType) {
            throw new IllegalArgumentException(
                    call.function().symbol() + " does not take values of " + type + ": " + ExprText.brief(call));
        }
    }
}

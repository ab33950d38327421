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
        List<BoundExpr> same = Coercion.toCommon(arguments, call.arguments(), ExprText.brief(call));
        return Signature.call(call, same, DataType.BOOL);
    }

    /// COALESCE, GREATEST and LEAST.
    static BoundExpr choose(Expr.Call call, List<BoundExpr> arguments) {
        List<BoundExpr> same = Coercion.toCommon(arguments, call.arguments(), ExprText.brief(call));
        if (call.function() != Function.COALESCE) {
            refuseNested(call, same.getFirst().type());
        }
        return Signature.call(call, same, same.getFirst().type());
    }

    /// NULLIF as a CASE. It compares at the common type and keeps the type of the first argument.
    static BoundExpr nullIf(Expr.Call call, List<BoundExpr> arguments) {
        List<BoundExpr> same = Coercion.toCommon(arguments, call.arguments(), ExprText.brief(call));
        BoundExpr first = arguments.getFirst();
        BoundExpr equal = new BoundExpr.Call(Function.EQUAL, same, DataType.BOOL, ExprText.brief(call));
        BoundExpr.When whenEqual = new BoundExpr.When(equal, new BoundExpr.Constant(null, first.type()));
        return Constants.fold(new BoundExpr.Case(List.of(whenEqual), first, first.type()));
    }

    private static void refuseNested(Expr.Call call, DataType type) {
        if (type instanceof DataType.ListType || type instanceof DataType.StructType) {
            throw new IllegalArgumentException(
                    call.function().symbol() + " does not take values of " + type + ": " + ExprText.brief(call));
        }
    }
}

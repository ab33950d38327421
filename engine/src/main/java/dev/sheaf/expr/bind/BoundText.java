package dev.sheaf.expr.bind;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprText;
import java.util.List;
import java.util.stream.Collectors;

/// Writes bound expressions for messages, without the conversions that were implied.
final class BoundText {
    private BoundText() {}

    static String of(BoundExpr expr) {
        return switch (expr) {
            case BoundExpr.Column column -> column.name();
            case BoundExpr.Constant(Object value, var type) -> ExprText.of(new Expr.Literal(value, type));
            case BoundExpr.Call call -> call.text();
            case BoundExpr.Applied applied -> applied.text();
            case BoundExpr.Cast cast -> cast.text();
            case BoundExpr.Case branches ->
                branches.branches().stream()
                        .map(when -> "when " + of(when.condition()) + " then " + of(when.result()))
                        .collect(Collectors.joining(" ", "case ", " else " + of(branches.otherwise()) + " end"));
            case BoundExpr.Lambda lambda -> "lambda: " + of(lambda.body());
            case BoundExpr.In(BoundExpr input, List<BoundExpr> options) ->
                of(input) + options.stream().map(BoundText::of).collect(Collectors.joining(", ", " in (", ")"));
        };
    }
}

package dev.sheaf.query.bounds;

import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.bind.LikeConstants;
import dev.sheaf.expr.value.LikeSyntax;
import java.util.stream.Stream;

/// Which columns of an expression [RangeAnalysis] can make use of: those whose bounds every function above them carries
/// on.
final class Carried {
    private Carried() {}

    static Stream<String> columns(BoundExpr expr) {
        return switch (expr) {
            case BoundExpr.Column column -> Stream.of(column.name());
            case BoundExpr.Cast cast -> Monotony.of(cast) ? columns(cast.input()) : Stream.of();
            case BoundExpr.Call call -> isCarrying(call) ? below(call) : Stream.of();
            case BoundExpr.Case _, BoundExpr.In _ -> below(expr);
            case BoundExpr.Constant _, BoundExpr.Applied _, BoundExpr.Lambda _ -> Stream.of();
        };
    }

    private static Stream<String> below(BoundExpr expr) {
        return expr.children().stream().flatMap(Carried::columns);
    }

    private static boolean isCarrying(BoundExpr.Call call) {
        return switch (call.function()) {
            case AND, OR, NOT, IS_NULL, IS_NOT_NULL, IS_TRUE, IS_NOT_TRUE, IS_FALSE, IS_NOT_FALSE -> true;
            case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> true;
            case IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM, COALESCE, GREATEST, LEAST -> true;
            case ABS, LENGTH, OCTET_LENGTH -> true;
            case MODULO -> call.type().isInteger();
            case STARTS_WITH -> call.argument(1).isConstant();
            case LIKE -> hasPrefix(call);
            default -> Monotony.of(call);
        };
    }

    private static boolean hasPrefix(BoundExpr.Call like) {
        return LikeConstants.of(like.arguments().subList(1, like.arguments().size()), false)
                .map(pattern -> pattern.parts().getFirst())
                .filter(first -> !first.isEmpty() && first.codePointAt(0) != LikeSyntax.ANY)
                .isPresent();
    }
}

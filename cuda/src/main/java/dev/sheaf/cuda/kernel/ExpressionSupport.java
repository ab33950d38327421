package dev.sheaf.cuda.kernel;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.DecimalType;
import dev.sheaf.column.DataType.IntType;
import dev.sheaf.column.Layout;
import dev.sheaf.expr.bind.BoundExpr;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Which expressions kernels compute: those that have an [ExpressionText].
public final class ExpressionSupport {
    /// Beyond so many parts, compiling takes longer than it saves.
    private static final int MAX_PARTS = 250;

    private ExpressionSupport() {}

    /// Why an expression has no text, if it has none.
    public static Optional<String> refusal(BoundExpr expr) {
        return parts(expr) > MAX_PARTS
                ? Optional.of("an expression of this size is computed on the CPU")
                : unknown(expr);
    }

    private static int parts(BoundExpr expr) {
        return 1 + expr.children().stream().mapToInt(ExpressionSupport::parts).sum();
    }

    private static Optional<String> unknown(BoundExpr expr) {
        if (!isKnown(expr.type())) {
            return Optional.of("values of type " + expr.type() + " are computed on the CPU");
        }
        Optional<String> below = expr.children().stream()
                .map(ExpressionSupport::unknown)
                .flatMap(Optional::stream)
                .findFirst();
        return below.isPresent() ? below : own(expr);
    }

    private static boolean isKnown(DataType type) {
        return type.equals(DataType.BOOL) || (CudaType.supports(type) && !(type instanceof DataType.CategoryType));
    }

    private static Optional<String> own(BoundExpr expr) {
        boolean supported = switch (expr) {
            case BoundExpr.Column _, BoundExpr.Constant _, BoundExpr.Case _, BoundExpr.In _ -> true;
            case BoundExpr.Lambda _, BoundExpr.Applied _ -> false;
            case BoundExpr.Call call -> isSupported(call);
            case BoundExpr.Cast cast -> CastText.isSupported(cast);
        };
        return supported ? Optional.empty() : Optional.of(name(expr) + " is computed on the CPU");
    }

    private static String name(BoundExpr expr) {
        return switch (expr) {
            case BoundExpr.Call call -> call.function().symbol() + " of " + types(call.arguments());
            case BoundExpr.Cast cast -> "a cast from " + cast.input().type() + " to " + cast.type();
            case BoundExpr.Lambda _ -> "a lambda";
            case BoundExpr.Applied applied ->
                "the Java function " + applied.function().name();
            case BoundExpr.Column _, BoundExpr.Constant _, BoundExpr.Case _, BoundExpr.In _ -> "this";
        };
    }

    private static String types(List<BoundExpr> arguments) {
        return arguments.stream().map(argument -> argument.type().toString()).collect(Collectors.joining(" and "));
    }

    private static boolean isSupported(BoundExpr.Call call) {
        boolean numbers = isNumber(call.type())
                && call.arguments().stream().map(BoundExpr::type).allMatch(ExpressionSupport::isNumber);
        return switch (call.function()) {
            case ADD, SUBTRACT -> numbers && sameTypes(call);
            case MULTIPLY ->
                numbers
                        && (call.type().isFloating()
                                ? sameTypes(call)
                                : call.arguments().stream().noneMatch(ExpressionSupport::isWide));
            case DIVIDE -> call.type().isFloating() && sameTypes(call);
            case INT_DIVIDE ->
                numbers
                        && sameTypes(call)
                        && (call.type().isInteger() || call.type().isFloating());
            case MODULO -> numbers && sameTypes(call) && call.type().isInteger();
            case NEGATE, ABS -> numbers && sameTypes(call) && !isWide(call);
            case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> true;
            case IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM -> true;
            case AND, OR, NOT, IS_NULL, IS_NOT_NULL, IS_TRUE, IS_NOT_TRUE, IS_FALSE, IS_NOT_FALSE, IS_NAN -> true;
            case COALESCE, GREATEST, LEAST -> true;
            default -> false;
        };
    }

    private static boolean isNumber(DataType type) {
        return type instanceof IntType || type.isFloating() || type instanceof DecimalType;
    }

    private static boolean isWide(BoundExpr expr) {
        return expr.type().layout() == Layout.INT128;
    }

    private static boolean sameTypes(BoundExpr.Call call) {
        String own = CudaType.textOf(call.type());
        return call.arguments().stream()
                .allMatch(argument -> CudaType.textOf(argument.type()).equals(own));
    }
}

package dev.sheaf.expr.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.value.Casts;
import java.util.ArrayList;
import java.util.List;

/// The types of the text functions.
final class TextBinding {
    private TextBinding() {}

    static BoundExpr bind(Expr.Call call, List<BoundExpr> arguments) {
        return switch (call.function()) {
            case CONCAT ->
                Signature.call(call, arguments.stream().map(TextBinding::asText).toList(), DataType.STRING);
            case OCTET_LENGTH -> octetLength(call, arguments);
            case LENGTH, POSITION -> Signature.call(call, texts(call, arguments, arguments.size()), DataType.INT64);
            case LIKE, ILIKE -> {
                List<BoundExpr> texts = texts(call, arguments, arguments.size());
                LikeConstants.of(texts.subList(1, texts.size()), call.function() == Function.ILIKE)
                        .ifPresent(LikeConstants::parts);
                yield Signature.call(call, texts, DataType.BOOL);
            }
            case CONTAINS, STARTS_WITH, ENDS_WITH ->
                Signature.call(call, texts(call, arguments, arguments.size()), DataType.BOOL);
            case SUBSTRING, LEFT, RIGHT, REPEAT, LPAD, RPAD -> counted(call, arguments);
            default -> Signature.call(call, texts(call, arguments, arguments.size()), DataType.STRING);
        };
    }

    /// `||` writes anything that has a text form as text.
    private static BoundExpr asText(BoundExpr bound) {
        if (bound.type().equals(DataType.STRING) || Casts.exist(bound.type(), DataType.STRING)) {
            return Coercion.to(bound, DataType.STRING);
        }
        throw new IllegalArgumentException("|| does not take " + bound.type() + ": " + BoundText.of(bound));
    }

    private static BoundExpr octetLength(Expr.Call call, List<BoundExpr> arguments) {
        return arguments.getFirst().type().equals(DataType.BINARY)
                ? Signature.call(call, arguments, DataType.INT64)
                : Signature.call(call, texts(call, arguments, 1), DataType.INT64);
    }

    /// A text, one or two counts, and for padding a text to pad with.
    private static BoundExpr counted(Expr.Call call, List<BoundExpr> arguments) {
        List<BoundExpr> typed = new ArrayList<>(texts(call, arguments, 1));
        for (int i = 1; i < arguments.size(); i++) {
            boolean padding = i == 2 && call.function() != Function.SUBSTRING;
            typed.add(padding ? text(call, arguments, i) : count(call, arguments, i));
        }
        return Signature.call(call, typed, DataType.STRING);
    }

    private static List<BoundExpr> texts(Expr.Call call, List<BoundExpr> arguments, int count) {
        List<BoundExpr> typed = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            typed.add(text(call, arguments, i));
        }
        return typed;
    }

    static BoundExpr text(Expr.Call call, List<BoundExpr> arguments, int index) {
        BoundExpr argument = arguments.get(index);
        boolean isText = argument.type() instanceof DataType.CategoryType category
                ? category.values().equals(DataType.STRING)
                : argument.type().equals(DataType.STRING);
        if (!isText && !argument.isUntypedNull()) {
            throw Signature.refused(call, argument, call.arguments().get(index), "a string");
        }
        return Coercion.to(argument, DataType.STRING);
    }

    static BoundExpr count(Expr.Call call, List<BoundExpr> arguments, int index) {
        BoundExpr argument = arguments.get(index);
        if (!argument.type().isInteger() && !argument.isUntypedNull()) {
            throw Signature.refused(call, argument, call.arguments().get(index), "a whole number");
        }
        return Coercion.to(argument, DataType.INT64);
    }
}

package dev.sheaf.query.bounds;

import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.bind.LikeConstants;
import dev.sheaf.expr.value.LikeSyntax;
import java.util.List;
import java.util.Optional;

/// What functions of texts may give.
final class TextRanges {
    private TextRanges() {}

    /// Empty if no more is known than where the result is null, which is not looked at here.
    static Optional<ValueRange> of(BoundExpr.Call call, List<ValueRange> arguments) {
        TextLengths lengths = arguments.getFirst().lengths();
        return switch (call.function()) {
            case LENGTH -> Optional.of(ValueRange.between(lengths.leastPoints(), lengths.mostPoints()));
            case OCTET_LENGTH -> Optional.of(ValueRange.between(lengths.leastBytes(), lengths.mostBytes()));
            case STARTS_WITH -> constant(call.argument(1)).map(prefix -> beginning(arguments.getFirst(), prefix, true));
            case LIKE ->
                LikeConstants.of(call.arguments().subList(1, call.arguments().size()), false)
                        .map(pattern -> like(arguments.getFirst(), pattern.parts()));
            default -> Optional.empty();
        };
    }

    /// Of the beginnings of texts that a call takes, given what it makes of bounds of them.
    static ValueRange beginnings(BoundExpr.Call call, List<ValueRange> arguments, ValueRange bounds) {
        int position = call.function() == Function.LEFT ? 1 : 2;
        boolean isCounted = position < arguments.size();
        return bounds.with(
                arguments.getFirst().lengths().cut(isCounted ? count(call.argument(position)) : Long.MAX_VALUE));
    }

    private static long count(BoundExpr expr) {
        return expr instanceof BoundExpr.Constant(Object value, var _) && value instanceof Number count
                ? count.longValue()
                : Long.MAX_VALUE;
    }

    private static Optional<String> constant(BoundExpr expr) {
        return expr instanceof BoundExpr.Constant(Object value, var _) && value instanceof String text
                ? Optional.of(text)
                : Optional.empty();
    }

    private static ValueRange like(ValueRange texts, List<String> parts) {
        String first = parts.getFirst();
        int end = first.indexOf(LikeSyntax.ANY);
        boolean isPrefix = parts.size() == 2 && parts.getLast().isEmpty() && end < 0;
        return beginning(texts, end < 0 ? first : first.substring(0, end), isPrefix);
    }

    /// Whether texts begin with a prefix, and, unless that `isAll`, whether something else holds for them, too.
    private static ValueRange beginning(ValueRange texts, String prefix, boolean isAll) {
        boolean begins = starts(texts.least(), prefix) && starts(texts.most(), prefix);
        boolean mayBegin = !isBelow(texts.most(), prefix) && !isAbove(texts.least(), prefix);
        return ValueRange.truth(mayBegin, !(isAll && begins), false);
    }

    private static boolean starts(Optional<Object> end, String prefix) {
        return end.isPresent() && end.get() instanceof String text && text.startsWith(prefix);
    }

    private static boolean isBelow(Optional<Object> most, String prefix) {
        return most.isPresent() && BoundValue.compare(most.get(), prefix) == BoundValue.Order.LESS;
    }

    private static boolean isAbove(Optional<Object> least, String prefix) {
        return least.isPresent()
                && !starts(least, prefix)
                && BoundValue.compare(least.get(), prefix) == BoundValue.Order.GREATER;
    }
}

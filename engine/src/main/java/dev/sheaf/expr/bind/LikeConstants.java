package dev.sheaf.expr.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.value.LetterCase;
import dev.sheaf.expr.value.LikeSyntax;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The pattern of a LIKE and its escape character, or none, where both are constants.
public record LikeConstants(String pattern, String escape) {
    /// Empty if one is no constant. In lower case where LIKE takes `anyCase`.
    ///
    /// @param arguments the pattern, and the escape if there is one
    public static Optional<LikeConstants> of(List<BoundExpr> arguments, boolean anyCase) {
        List<String> texts = new ArrayList<>();
        for (BoundExpr argument : arguments) {
            if (!(argument instanceof BoundExpr.Constant(Object value, DataType _) && value instanceof String text)) {
                return Optional.empty();
            }
            texts.add(anyCase ? LetterCase.lower(text) : text);
        }
        return Optional.of(new LikeConstants(texts.getFirst(), texts.size() == 2 ? texts.getLast() : ""));
    }

    /// @throws IllegalArgumentException as [LikeSyntax#parts]
    public List<String> parts() {
        return LikeSyntax.parts(pattern, escape);
    }
}

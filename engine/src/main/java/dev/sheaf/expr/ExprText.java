package dev.sheaf.expr;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A text that parts of expressions write themselves to, up to a limit: for result names, `explain` and errors.
public final class ExprText {
    /// What messages show of an expression at most.
    private static final int BRIEF_CHARS = 400;

    /// Deeper parts are three dots in messages.
    private static final int BRIEF_LEVELS = 40;

    private final StringBuilder out = new StringBuilder();
    private final int limit;
    private final int levels;
    private int depth;

    private ExprText(int limit, int levels) {
        this.limit = limit;
        this.levels = levels;
    }

    /// What writes itself.
    public sealed interface Part permits TextMethods {
        /// Adds this to a text, its own parts by [ExprText#add(Part)].
        void writeTo(ExprText out);
    }

    /// The whole text.
    public static String of(Part part) {
        return new ExprText(Integer.MAX_VALUE, Integer.MAX_VALUE).add(part).out.toString();
    }

    /// Whether [#of] is this text. Writes no more of a long one.
    static boolean is(Part part, String text) {
        return new ExprText(text.length(), Integer.MAX_VALUE)
                .add(part)
                .out
                .toString()
                .equals(text);
    }

    /// The text for messages: of a long one the beginning. Costs no more for larger expressions, so that every
    /// part of one may have its own.
    public static String brief(Part part) {
        ExprText text = new ExprText(BRIEF_CHARS, BRIEF_LEVELS).add(part);
        return text.out.length() <= BRIEF_CHARS ? text.out.toString() : text.out.substring(0, BRIEF_CHARS) + "...";
    }

    /// Adds text as it is.
    ExprText add(String text) {
        out.append(text);
        return this;
    }

    /// Adds a part, or three dots where it lies too deep; nothing once the limit is passed.
    ExprText add(Part part) {
        if (depth == levels) {
            return add("...");
        }
        if (out.length() > limit) {
            return this;
        }
        depth++;
        part.writeTo(this);
        depth--;
        return this;
    }

    /// Adds parts with a text between any two.
    ExprText addAll(List<? extends Part> parts, String between) {
        for (int i = 0; i < parts.size() && out.length() <= limit; i++) {
            add(i == 0 ? "" : between).add(parts.get(i));
        }
        return this;
    }

    /// Adds a value; structs and lists as Java writes them, no further than the limit.
    ExprText addValue(@Nullable Object value) {
        return switch (value) {
            case Map<?, ?> struct -> addValues("{", struct.entrySet(), "}");
            case Map.Entry<?, ?> field -> add(field.getKey() + "=").addValue(field.getValue());
            case List<?> list -> addValues("[", list, "]");
            case null, default -> add(String.valueOf(value));
        };
    }

    private ExprText addValues(String open, Collection<?> values, String close) {
        String before = open;
        for (Object value : values) {
            if (out.length() > limit) {
                return this;
            }
            add(before).addValue(value);
            before = ", ";
        }
        return add(values.isEmpty() ? open + close : close);
    }
}

package dev.sheaf.groupby;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.ScalarFunction;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Names a request, so that states of different ones are not mixed up.
final class RequestFingerprint {
    /// Raised whenever state columns change their number, type or meaning.
    private static final int STATE_VERSION = 1;

    private static final int BYTES = 16;

    private RequestFingerprint() {}

    /// 32 hexadecimal digits that requests share if they read the same columns, group by the same keys, compute the
    /// same aggregates under the same names, and have the same filter and options.
    static String of(GroupByRequest request) {
        String text = String.join(
                "\n",
                "sheaf state " + STATE_VERSION,
                columns(request.input()).toString(),
                texts(request.filter().stream().toList()),
                texts(request.keys()),
                texts(request.aggregates()),
                request.options().toString());
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, BYTES);
        } catch (NoSuchAlgorithmException missing) {
            throw new AssertionError("every JDK has SHA-256", missing);
        }
    }

    private static String texts(List<Expr> exprs) {
        return exprs.stream().map(RequestFingerprint::text).collect(Collectors.joining(" ", "(", ")"));
    }

    /// An expression with all that it says, and no two with the same text.
    private static String text(Expr expr) {
        String head = switch (expr) {
            case Expr.ColumnRef(String name) -> "column " + quoted(name);
            case Expr.Literal(Object value, DataType type) -> "literal " + type + " " + quoted(constant(value));
            case Expr.Call(Function function, List<Expr> _) -> function.name();
            case Expr.Applied(ScalarFunction function, List<Expr> _) ->
                "java " + quoted(function.name()) + " " + function.parameters() + " " + function.result();
            case Expr.Case(List<Expr.When> branches, Expr _) -> "case " + branches.size();
            case Expr.Cast(Expr _, DataType type, boolean lenient) -> "cast " + type + " " + lenient;
            case Expr.In _ -> "in";
            case Expr.Lambda lambda -> quoted(lambda.toString());
            case Expr.Aggregate(Aggregation kind, List<Expr> _, Optional<Expr> filter, boolean distinct) ->
                kind + " " + filter.isPresent() + " " + distinct;
            case Expr.Alias(Expr _, String name) -> "as " + quoted(name);
        };
        return head + texts(expr.children());
    }

    private static String constant(@Nullable Object value) {
        return value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : String.valueOf(value);
    }

    private static String quoted(String text) {
        return text.length() + ":" + text;
    }

    /// Names and types; whether a column may be null, or comes with a dictionary, does not matter.
    private static List<String> columns(Schema schema) {
        return schema.fields().stream()
                .map(field -> field.name() + " " + field.type().decoded())
                .toList();
    }

    /// @throws IllegalArgumentException if two requests are not the same, saying in what they differ
    static void checkSame(GroupByRequest mine, GroupByRequest other) {
        if (of(mine).equals(of(other))) {
            return;
        }
        String where = difference("input columns", columns(mine.input()), columns(other.input()))
                .or(() -> difference("filter", mine.filter(), other.filter()))
                .or(() -> difference("keys", names(mine.keys()), names(other.keys())))
                .or(() -> difference("aggregates", names(mine.aggregates()), names(other.aggregates())))
                .or(() -> difference("options", mine.options(), other.options()))
                .orElse("expressions of the same names differ");
        throw new IllegalArgumentException("states of different requests do not merge: " + where);
    }

    private static List<String> names(List<Expr> exprs) {
        return exprs.stream()
                .map(expr -> expr.unaliased().outputName() + " as " + expr.outputName())
                .toList();
    }

    private static Optional<String> difference(String what, Object mine, Object other) {
        return Objects.equals(mine, other)
                ? Optional.empty()
                : Optional.of(what + " are " + mine + " here and " + other + " there");
    }
}

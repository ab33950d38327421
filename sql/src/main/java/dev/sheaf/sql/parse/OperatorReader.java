package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Operator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Tells which operator stands between two operands.
final class OperatorReader {
    private static final Map<String, Operator> SYMBOLS = Map.ofEntries(
            Map.entry("->", Operator.ARROW),
            Map.entry("=", Operator.EQUAL),
            Map.entry("==", Operator.EQUAL),
            Map.entry("<>", Operator.NOT_EQUAL),
            Map.entry("!=", Operator.NOT_EQUAL),
            Map.entry("<", Operator.LESS),
            Map.entry("<=", Operator.LESS_OR_EQUAL),
            Map.entry(">", Operator.GREATER),
            Map.entry(">=", Operator.GREATER_OR_EQUAL),
            Map.entry("||", Operator.CONCAT),
            Map.entry("->>", Operator.LONG_ARROW),
            Map.entry("&&", Operator.OVERLAPS),
            Map.entry("@>", Operator.CONTAINS),
            Map.entry("<@", Operator.CONTAINED),
            Map.entry("^@", Operator.STARTS_WITH),
            Map.entry("&", Operator.BIT_AND),
            Map.entry("|", Operator.BIT_OR),
            Map.entry("<<", Operator.SHIFT_LEFT),
            Map.entry(">>", Operator.SHIFT_RIGHT),
            Map.entry("+", Operator.ADD),
            Map.entry("-", Operator.SUBTRACT),
            Map.entry("*", Operator.MULTIPLY),
            Map.entry("/", Operator.DIVIDE),
            Map.entry("//", Operator.WHOLE_DIVIDE),
            Map.entry("%", Operator.MODULO),
            Map.entry("^", Operator.POWER),
            Map.entry("**", Operator.DOUBLE_STAR));

    private final Cursor cursor;

    OperatorReader(Cursor cursor) {
        this.cursor = cursor;
    }

    /// The operator that stands here, if one does.
    Optional<Operator> next() {
        Token token = cursor.token();
        return switch (token.kind()) {
            case SYMBOL -> isPercentSign(token) ? Optional.empty() : Optional.ofNullable(SYMBOLS.get(token.text()));
            case WORD ->
                switch (token.word()) {
                    case "OR" -> Optional.of(Operator.OR);
                    case "AND" -> Optional.of(Operator.AND);
                    case "IS" -> distinctness();
                    default -> Optional.empty();
                };
            default -> Optional.empty();
        };
    }

    /// `LIMIT 10%`: no operand follows.
    private boolean isPercentSign(Token token) {
        Token after = cursor.ahead(1);
        return token.isSymbol("%")
                && (after.kind() == Token.Kind.END
                        || after.isSymbol(")")
                        || after.isSymbol(";")
                        || Set.of("OFFSET", "UNION", "EXCEPT", "INTERSECT").contains(after.word()));
    }

    private Optional<Operator> distinctness() {
        if (cursor.ahead(1).is("DISTINCT") && cursor.ahead(2).is("FROM")) {
            return Optional.of(Operator.IS_DISTINCT_FROM);
        }
        boolean not = cursor.ahead(1).is("NOT")
                && cursor.ahead(2).is("DISTINCT")
                && cursor.ahead(3).is("FROM");
        return not ? Optional.of(Operator.IS_NOT_DISTINCT_FROM) : Optional.empty();
    }

    /// Goes behind an operator that stands here.
    void skip(Operator operator) {
        int words = switch (operator) {
            case IS_DISTINCT_FROM -> 3;
            case IS_NOT_DISTINCT_FROM -> 4;
            default -> 1;
        };
        for (int i = 0; i < words; i++) {
            cursor.next();
        }
    }
}

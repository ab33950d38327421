package dev.sheaf.sql;

import java.util.List;
import java.util.Set;

/// Tells keywords from names.
///
/// SQL has hundreds of words that Calcite's grammar reserves and people use as column names: `date`, `year`,
/// `value`, `rank`. Only [#RESERVED] are keywords everywhere, roughly as in DuckDB; all others are keywords where
/// their neighbours say so.
final class Keywords {
    /// Words that are never names unless quoted.
    static final Set<String> RESERVED = Set.of(
            "ALL",
            "AND",
            "ANY",
            "AS",
            "ASC",
            "BETWEEN",
            "CASE",
            "CAST",
            "DESC",
            "DISTINCT",
            "ELSE",
            "END",
            "EXCEPT",
            "FALSE",
            "FETCH",
            "FROM",
            "GROUP",
            "HAVING",
            "ILIKE",
            "IN",
            "INTERSECT",
            "IS",
            "JOIN",
            "LATERAL",
            "LIKE",
            "LIMIT",
            "NOT",
            "NULL",
            "OFFSET",
            "ON",
            "OR",
            "ORDER",
            "QUALIFY",
            "SELECT",
            "SOME",
            "TABLESAMPLE",
            "THEN",
            "TRUE",
            "TRY_CAST",
            "UNION",
            "USING",
            "WHEN",
            "WHERE",
            "WINDOW",
            "WITH");

    /// Words that begin the clauses of a query.
    static final List<String> CLAUSES = List.of(
            "SELECT",
            "FROM",
            "WHERE",
            "GROUP",
            "HAVING",
            "QUALIFY",
            "WINDOW",
            "ORDER",
            "LIMIT",
            "OFFSET",
            "FETCH",
            "UNION",
            "INTERSECT",
            "EXCEPT",
            "WITH");

    private static final Set<String> FRAME_STARTS = Set.of("BETWEEN", "UNBOUNDED", "CURRENT");
    private static final Set<String> JOIN_WORDS = Set.of("JOIN", "OUTER", "INNER", "LEFT", "RIGHT", "FULL");
    private static final Set<String> BEFORE_VALUES = Set.of("", "UNION", "ALL", "DISTINCT", "INTERSECT", "EXCEPT");

    private final List<Token> tokens;

    Keywords(List<Token> tokens) {
        this.tokens = tokens;
    }

    /// Whether the word at this index is a keyword.
    boolean isKeyword(int index) {
        String word = tokens.get(index).word();
        if (isSymbol(index - 1, ".")) {
            return false;
        }
        return RESERVED.contains(word) || isKeywordHere(word, index);
    }

    private boolean isKeywordHere(String word, int index) {
        String before = word(index - 1);
        String after = word(index + 1);
        return switch (word) {
            case "BY" -> Set.of("GROUP", "ORDER", "PARTITION").contains(before);
            case "PARTITION" -> after.equals("BY");
            case "VALUES" -> isSymbol(index + 1, "(") && !isSymbol(index - 1, ",") && BEFORE_VALUES.contains(before);
            case "RECURSIVE" -> before.equals("WITH");
            case "EXISTS", "ROLLUP", "CUBE" -> isSymbol(index + 1, "(");
            case "GROUPING" -> after.equals("SETS");
            case "SETS" -> before.equals("GROUPING");
            case "EXCLUDE", "REPLACE" -> isSelectStar(index - 1) && isSymbol(index + 1, "(");
            case "FILTER" -> isSymbol(index - 1, ")") && isSymbol(index + 1, "(");
            case "WITHIN" -> after.equals("GROUP");
            case "RESPECT", "IGNORE" -> after.equals("NULLS");
            case "NULLS" ->
                Set.of("FIRST", "LAST").contains(after)
                        || Set.of("RESPECT", "IGNORE").contains(before);
            case "FIRST", "NEXT" -> Set.of("NULLS", "FETCH").contains(before);
            case "LAST" -> before.equals("NULLS");
            case "OVER" -> isSymbol(index - 1, ")") && (isSymbol(index + 1, "(") || isName(index + 1));
            case "ROWS", "ROW" -> FRAME_STARTS.contains(after) || before.equals("CURRENT") || countsRows(index);
            case "ONLY" -> Set.of("ROW", "ROWS").contains(before);
            case "RANGE", "GROUPS" -> FRAME_STARTS.contains(after);
            case "UNBOUNDED" -> Set.of("PRECEDING", "FOLLOWING").contains(after);
            case "PRECEDING", "FOLLOWING" -> before.equals("UNBOUNDED") || isNumber(index - 1);
            case "CURRENT" -> after.equals("ROW");
            case "LEFT", "RIGHT", "FULL", "INNER", "CROSS", "NATURAL" -> JOIN_WORDS.contains(after);
            case "OUTER" -> Set.of("LEFT", "RIGHT", "FULL").contains(before);
            case "UNKNOWN" -> Set.of("IS", "NOT").contains(before);
            case "SYMMETRIC", "ASYMMETRIC" -> before.equals("BETWEEN");
            case "SIMILAR" -> after.equals("TO");
            case "TO" -> before.equals("SIMILAR");
            case "ESCAPE" -> token(index + 1).kind() == Token.Kind.STRING;
            default -> false;
        };
    }

    /// Whether `*` at this index stands for all columns and is not a multiplication.
    boolean isSelectStar(int index) {
        return isSymbol(index, "*")
                && (Set.of("SELECT", "DISTINCT", "ALL").contains(word(index - 1))
                        || isSymbol(index - 1, ",")
                        || isSymbol(index - 1, "."));
    }

    /// Whether FROM at this index begins a clause, and is not part of IS DISTINCT FROM.
    boolean isFromClause(int index) {
        return token(index).is("FROM")
                && !(word(index - 1).equals("DISTINCT") && Set.of("IS", "NOT").contains(word(index - 2)));
    }

    private boolean countsRows(int index) {
        boolean fetches = Set.of("FIRST", "NEXT").contains(word(index - 1))
                && word(index - 2).equals("FETCH");
        return fetches
                || (isNumber(index - 1) && Set.of("FIRST", "NEXT", "OFFSET").contains(word(index - 2)));
    }

    private boolean isNumber(int index) {
        return token(index).kind() == Token.Kind.NUMBER;
    }

    private boolean isName(int index) {
        Token token = token(index);
        return token.isName() && !RESERVED.contains(token.word());
    }

    boolean isSymbol(int index, String symbol) {
        return token(index).isSymbol(symbol);
    }

    String word(int index) {
        return token(index).word();
    }

    /// The token at an index; beyond both ends the last one, which is none.
    Token token(int index) {
        return index >= 0 && index < tokens.size() ? tokens.get(index) : tokens.getLast();
    }
}

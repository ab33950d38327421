package dev.sheaf.sql;

import dev.sheaf.sql.Token.Kind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlNode;

/// Rewrites a query, token by token, from DuckDB's spelling to one that Calcite's grammar reads without surprise.
///
/// | written | read by Calcite |
/// |---|---|
/// | `year`, any word that is no keyword where it stands | `"year"` |
/// | `FROM 'orders.parquet'`, `AS 'total'` | `FROM "orders.parquet"`, `AS "total"` |
/// | `FROM t` without SELECT | `SELECT * FROM t` |
/// | `GROUP BY ALL`, `ORDER BY ALL` | `GROUP BY "*"`, `ORDER BY "*"` |
/// | `CAST(x AS int)` | `CAST(x AS "int")` |
/// | `x::decimal(9,2)` | `x['::decimal(9, 2)']`, for Babel's `::` casts all that stands before it |
/// | `DATE '2024-01-31'`, `INTERVAL 3 days` | `CAST('2024-01-31' AS "date")`, `CAST('3 days' AS "interval")` |
/// | `EXTRACT(year FROM x)` | `"date_part"('year', x)` |
/// | `SUBSTRING(x FROM 2 FOR 3)`, `POSITION(y IN x)` | `"substring"(x, 2, 3)`, `"position in"(y, x)` |
/// | `TRIM(LEADING y FROM x)` | `"ltrim from"(y, x)` |
/// | `x ISNULL`, `x == y`, `x // y` | `x IS NULL`, `x = y`, `x / y`, remembered as whole division |
/// | `-0e0` | `-CAST('0' AS "double")`, or the sign would be lost |
/// | a comma before FROM, a semicolon at the end | nothing |
final class Dialect {
    /// With this begins a subscript that stands for a cast.
    private static final String CAST_MARK = "::";

    private static final Set<String> MOMENT_TYPES = Set.of(
            "DATE", "TIME", "TIMESTAMP", "DATETIME", "TIMESTAMPTZ", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS");

    private static final Set<String> INTERVAL_UNITS =
            Set.of("YEAR", "QUARTER", "MONTH", "WEEK", "DAY", "HOUR", "MINUTE", "SECOND", "MILLISECOND", "MICROSECOND");

    /// What the words inside a pair of parentheses mean.
    private enum Parentheses {
        PLAIN,
        CAST,
        /// Arguments that are divided by FROM, FOR or IN.
        WORDS_DIVIDE
    }

    private final Source source;
    private final List<Token> tokens;
    private final Keywords keywords;
    private final Rewritten.Builder out = new Rewritten.Builder();
    private final Deque<Parentheses> open = new ArrayDeque<>();

    private Dialect(Source source, List<Token> tokens) {
        this.source = source;
        this.tokens = tokens;
        this.keywords = new Keywords(tokens);
    }

    /// @throws SqlException for what this dialect does not have
    static Rewritten rewrite(Source source, List<Token> tokens) {
        Dialect dialect = new Dialect(source, tokens);
        int next = 0;
        while (tokens.get(next).kind() != Kind.END) {
            next = dialect.rewrite(next);
        }
        return dialect.out.build(source);
    }

    /// The type of a cast, if this subscript stands for one.
    static Optional<String> castType(SqlNode subscript) {
        return Literals.text(subscript)
                .filter(text -> text.startsWith(CAST_MARK))
                .map(text -> text.substring(CAST_MARK.length()));
    }

    /// Rewrites what begins at an index; returns the index behind it.
    private int rewrite(int index) {
        Token token = tokens.get(index);
        return switch (token.kind()) {
            case WORD -> word(index, token);
            case SYMBOL -> symbol(index, token);
            case STRING -> string(index, token);
            case QUOTED_NAME -> name(index, token);
            case NUMBER -> number(index, token);
            case END -> index;
        };
    }

    private int copy(int index, Token token) {
        out.add(token.text(), token);
        return index + 1;
    }

    /// Calcite would make one constant of `-` and `0e0`, and lose the sign.
    private int number(int index, Token token) {
        boolean isZero = keywords.isSymbol(index - 1, "-") && token.text().matches("[0.]+[eE].*");
        return isZero ? constant(token, token, "0", "double", index + 1) : copy(index, token);
    }

    private int name(int index, Token token) {
        out.addName(token.text(), token);
        return index + 1;
    }

    private int string(int index, Token token) {
        boolean isTable = (keywords.isFromClause(index - 1) && !wordsDivide())
                || keywords.word(index - 1).equals("JOIN");
        boolean isAlias = keywords.word(index - 1).equals("AS") && open.peek() != Parentheses.CAST;
        if (isTable || isAlias) {
            return name(index, token);
        }
        out.addString(token.text(), token);
        return index + 1;
    }

    private int symbol(int index, Token token) {
        switch (token.text()) {
            case "(" -> open(Parentheses.PLAIN, token);
            case ")" -> {
                open.poll();
                out.add(")", token);
            }
            case "::" -> {
                return castTo(index + 1);
            }
            case "//" -> out.addWholeDivision(token);
            case "==" -> out.add("=", token);
            case ";" -> checkLast(index);
            case "," -> {
                if (!keywords.isFromClause(index + 1) || wordsDivide()) {
                    out.add(",", token);
                }
            }
            case "[" -> {
                checkSubscript(index);
                out.add("[", token);
            }
            default -> out.add(token.text(), token);
        }
        return index + 1;
    }

    private void open(Parentheses kind, Token token) {
        open.push(kind);
        out.add("(", token);
    }

    private boolean wordsDivide() {
        return open.peek() == Parentheses.WORDS_DIVIDE;
    }

    private void checkLast(int index) {
        Token after = tokens.get(index + 1);
        if (after.kind() != Kind.END && !after.isSymbol(";")) {
            throw source.error(after.start(), after.end(), "one query at a time; this begins a second one");
        }
    }

    private void checkSubscript(int index) {
        Token before = keywords.token(index - 1);
        boolean isSubscript =
                (before.isName() && !keywords.isKeyword(index - 1)) || before.isSymbol(")") || before.isSymbol("]");
        if (!isSubscript) {
            throw source.error(
                    tokens.get(index).start(), tokens.get(index).end(), "a list cannot be written in a query yet");
        }
    }

    private int word(int index, Token token) {
        if (keywords.isSymbol(index - 1, ".") || keywords.word(index - 1).equals("AS")) {
            return name(index, token);
        }
        if (keywords.isSymbol(index + 1, "(")) {
            int end = call(index, token);
            if (end > index) {
                return end;
            }
        }
        if (wordsDivide() && Set.of("FROM", "FOR", "IN").contains(token.word())) {
            out.add(",", token);
            return index + 1;
        }
        return switch (token.word()) {
            case "AS" -> as(index, token);
            case "ALL" -> all(index, token);
            case "FROM" -> from(index, token);
            case "INTERVAL" -> interval(index, token);
            case "ISNULL" -> replaced(index, token, "IS NULL");
            case "NOTNULL" -> replaced(index, token, "IS NOT NULL");
            case "DISTINCT" -> distinct(index, token);
            case "EXCLUDE" -> exclude(index, token);
            default -> MOMENT_TYPES.contains(token.word()) ? moment(index, token) : keywordOrName(index, token);
        };
    }

    private int keywordOrName(int index, Token token) {
        if (keywords.isKeyword(index)) {
            out.add(token.word(), token);
            return index + 1;
        }
        return name(index, token);
    }

    private int replaced(int index, Token token, String words) {
        out.add(words, token);
        return index + 1;
    }

    /// AS before the type of a CAST, before a name, or before the query of a WITH.
    private int as(int index, Token token) {
        out.add("AS", token);
        if (open.peek() == Parentheses.CAST) {
            return type(index + 1);
        }
        int next = keywords.token(index + 1).is("NOT") ? index + 2 : index + 1;
        return keywords.token(next).is("MATERIALIZED") && keywords.isSymbol(next + 1, "(") ? next + 1 : index + 1;
    }

    private int all(int index, Token token) {
        boolean marksAll = keywords.word(index - 1).equals("BY")
                && Set.of("GROUP", "ORDER").contains(keywords.word(index - 2));
        return marksAll ? replaced(index, token, "\"*\"") : keywordOrName(index, token);
    }

    private int from(int index, Token token) {
        boolean first = index == 0 || keywords.isSymbol(index - 1, "(");
        return replaced(index, token, first ? "SELECT * FROM" : "FROM");
    }

    private int distinct(int index, Token token) {
        if (keywords.word(index - 1).equals("SELECT")
                && keywords.word(index + 1).equals("ON")) {
            throw source.error(
                    token.start(),
                    tokens.get(index + 1).end(),
                    "SELECT DISTINCT ON is not supported; keep "
                            + "one row of each group with QUALIFY row_number() OVER (PARTITION BY ... ORDER BY ...) = 1");
        }
        return keywordOrName(index, token);
    }

    /// `* EXCLUDE name` without parentheses.
    private int exclude(int index, Token token) {
        if (keywords.isSelectStar(index - 1) && keywords.token(index + 1).isName()) {
            out.add("EXCLUDE (", token);
            name(index + 1, tokens.get(index + 1));
            out.add(")", tokens.get(index + 1));
            return index + 2;
        }
        return keywordOrName(index, token);
    }

    /// Functions whose arguments are written with words between them; `index` if the call is a plain one.
    private int call(int index, Token token) {
        return switch (token.word()) {
            case "CAST", "TRY_CAST" -> {
                out.add(token.word(), token);
                open(Parentheses.CAST, tokens.get(index + 1));
                yield index + 2;
            }
            case "EXTRACT" -> extract(index, token);
            case "SUBSTRING" -> substring(index, token);
            case "POSITION" -> divided(index, token, "IN") ? openDivided(index, token, "position in") : index;
            case "TRIM" -> trim(index, token);
            default -> index;
        };
    }

    private int openDivided(int index, Token token, String function) {
        out.addName(function, token);
        open(Parentheses.WORDS_DIVIDE, tokens.get(index + 1));
        return index + 2;
    }

    private int extract(int index, Token token) {
        Token unit = keywords.token(index + 2);
        if (!keywords.token(index + 3).is("FROM")) {
            return index;
        }
        openDivided(index, token, "date_part");
        out.addString(unit.text(), unit);
        return index + 3;
    }

    private int substring(int index, Token token) {
        boolean hasFrom = divided(index, token, "FROM");
        boolean hasFor = divided(index, token, "FOR");
        if (hasFor && !hasFrom) {
            throw source.error(token.start(), token.end(), "SUBSTRING(x FOR n) is not supported; write left(x, n)");
        }
        return hasFrom ? openDivided(index, token, "substring") : index;
    }

    private int trim(int index, Token token) {
        String side = keywords.word(index + 2);
        boolean hasSide = Set.of("BOTH", "LEADING", "TRAILING").contains(side);
        if (!hasSide && !divided(index, token, "FROM")) {
            return index;
        }
        openDivided(
                index,
                token,
                side.equals("LEADING") ? "ltrim from" : side.equals("TRAILING") ? "rtrim from" : "trim from");
        int next = hasSide ? index + 3 : index + 2;
        return keywords.token(next).is("FROM") ? next + 1 : next;
    }

    /// Whether the word stands directly inside the parentheses that open after `index`.
    private boolean divided(int index, Token token, String word) {
        int depth = 0;
        for (int i = index + 1; i < tokens.size(); i++) {
            depth += keywords.isSymbol(i, "(") ? 1 : keywords.isSymbol(i, ")") ? -1 : 0;
            if (depth == 0) {
                return false;
            }
            if (depth == 1 && tokens.get(i).is(word)) {
                return true;
            }
        }
        throw source.error(
                token.start(), tokens.get(index + 1).end(), "the parenthesis of " + token.text() + "( is not closed");
    }

    /// `DATE '2024-01-31'`: a constant.
    private int moment(int index, Token token) {
        Token value = keywords.token(index + 1);
        return value.kind() == Kind.STRING
                ? constant(token, value, value.text(), token.text(), index + 2)
                : keywordOrName(index, token);
    }

    /// `INTERVAL '3' DAY`, `INTERVAL 3 DAYS`, `INTERVAL -3 DAY` or `INTERVAL '3 days 2 hours'`.
    private int interval(int index, Token token) {
        int sign = keywords.isSymbol(index + 1, "-") ? 1 : 0;
        Token value = keywords.token(index + 1 + sign);
        int after = index + 2 + sign;
        if (value.kind() == Kind.NUMBER || value.kind() == Kind.STRING) {
            String number = (sign == 1 ? "-" : "") + value.text();
            boolean hasUnit = INTERVAL_UNITS.contains(keywords.word(after).replaceAll("S$", ""));
            return hasUnit
                    ? constant(token, value, number + " " + keywords.word(after), "interval", after + 1)
                    : constant(token, value, number, "interval", after);
        }
        if (value.isSymbol("(")) {
            throw source.error(token.start(), value.end(), "INTERVAL takes a constant: INTERVAL 3 DAY");
        }
        return keywordOrName(index, token);
    }

    private int constant(Token token, Token from, String value, String type, int after) {
        out.add("CAST(", token)
                .addString(value, from)
                .add("AS", token)
                .addName(type, token)
                .add(")", from);
        return after;
    }

    /// The type of a CAST, as one quoted name.
    private int type(int index) {
        Token type = typeAt(index);
        out.addName(type.text(), type);
        return behind(type, index);
    }

    /// The type behind `::`, as a subscript: that binds as tightly.
    private int castTo(int index) {
        Token type = typeAt(index);
        out.add("[", type).addString(CAST_MARK + type.text(), type).add("]", type);
        return behind(type, index);
    }

    private int behind(Token type, int index) {
        int next = index;
        while (tokens.get(next).kind() != Kind.END && tokens.get(next).start() < type.end()) {
            next++;
        }
        return next;
    }

    /// A type name with its parameters, as one token.
    private Token typeAt(int index) {
        Token first = keywords.token(index);
        if (!first.isName()) {
            throw source.error(
                    first.start(), Math.max(first.end(), first.start() + 1), "here the name of a type is missing");
        }
        int end = index + 1;
        while (Set.of("PRECISION", "VARYING", "WITH", "WITHOUT", "TIME", "ZONE").contains(keywords.word(end))
                && isTypeWord(end)) {
            end++;
        }
        end = parameters(end);
        while (keywords.isSymbol(end, "[")) {
            end = keywords.isSymbol(end + 1, "]") ? end + 2 : end + 3;
        }
        List<Token> parts = tokens.subList(index, Math.min(end, tokens.size() - 1));
        String text = parts.stream().map(Token::text).collect(Collectors.joining(" "));
        String tight = text.replaceAll(" ?([(\\[]) ?", "$1").replaceAll(" ([,)\\]])", "$1");
        return new Token(Kind.WORD, tight, first.start(), parts.getLast().end());
    }

    /// WITH and WITHOUT belong to a type only before TIME ZONE.
    private boolean isTypeWord(int index) {
        return switch (keywords.word(index)) {
            case "WITH", "WITHOUT" -> keywords.word(index + 1).equals("TIME");
            case "TIME" -> Set.of("WITH", "WITHOUT").contains(keywords.word(index - 1));
            case "ZONE" -> keywords.word(index - 1).equals("TIME");
            default -> true;
        };
    }

    private int parameters(int index) {
        if (!keywords.isSymbol(index, "(")) {
            return index;
        }
        int depth = 0;
        for (int i = index; i < tokens.size(); i++) {
            depth += keywords.isSymbol(i, "(") ? 1 : keywords.isSymbol(i, ")") ? -1 : 0;
            if (depth == 0) {
                return i + 1;
            }
        }
        return index;
    }
}

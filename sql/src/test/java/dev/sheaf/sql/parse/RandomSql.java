package dev.sheaf.sql.parse;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Random queries that the grammar takes, whatever they may mean.
public final class RandomSql {
    private static final List<String> NAMES = List.of("a", "b", "t.c", "\"two words\"", "date", "größe", "left");
    private static final List<String> OPERATORS = List.of(
            "+",
            "-",
            "*",
            "/",
            "//",
            "%",
            "^",
            "**",
            "||",
            "&",
            "|",
            "<<",
            ">>",
            "AND",
            "OR",
            "=",
            "<>",
            "<",
            ">=",
            "IS DISTINCT FROM",
            "IS NOT DISTINCT FROM",
            "^@",
            "@>",
            "->>");

    private final SplittableRandom random;

    public RandomSql(SplittableRandom random) {
        this.random = random;
    }

    private String pick(String... options) {
        return options[random.nextInt(options.length)];
    }

    private String maybe(Supplier<String> text) {
        return random.nextInt(3) == 0 ? " " + text.get() : "";
    }

    private String list(int most, Supplier<String> element) {
        return IntStream.range(0, random.nextInt(1, most + 1))
                .mapToObj(_ -> element.get())
                .collect(Collectors.joining(", "));
    }

    /// A query with at most so many levels of queries and expressions.
    public String query(int depth) {
        String core = switch (random.nextInt(depth > 0 ? 9 : 4)) {
            case 0 -> "VALUES (" + expression(depth) + ", 1), (2, 3)";
            case 1 -> "FROM " + relation(depth) + maybe(() -> "SELECT " + items(depth));
            case 4 -> "(" + query(depth - 1) + ") " + setOperation() + " (" + query(depth - 1) + ")";
            case 5 -> "WITH " + pick("", "RECURSIVE ") + "w AS (" + query(depth - 1) + ") " + select(depth);
            case 6 -> select(depth) + " " + setOperation() + " " + select(depth);
            default -> select(depth);
        };
        return core
                + maybe(() -> "ORDER BY "
                        + pick("ALL DESC", list(2, () -> expression(depth) + pick("", " DESC NULLS FIRST"))))
                + maybe(() -> "LIMIT " + pick("3", "10%", "ALL", "(1 + 2)"))
                + maybe(() -> "OFFSET 2");
    }

    private String setOperation() {
        return pick("UNION", "UNION ALL", "EXCEPT", "INTERSECT ALL", "UNION ALL BY NAME");
    }

    private String select(int depth) {
        return "SELECT " + pick("", "", "DISTINCT ", "DISTINCT ON (a) ", "ALL ") + items(depth)
                + maybe(() -> "FROM " + relations(depth))
                + maybe(() -> "WHERE " + expression(depth))
                + maybe(() -> "GROUP BY "
                        + pick(
                                "ALL",
                                "()",
                                "a, ROLLUP (b, (c, d))",
                                "GROUPING SETS ((a), ())",
                                list(3, () -> expression(depth))))
                + maybe(() -> "HAVING " + expression(depth))
                + maybe(() -> "WINDOW w AS (PARTITION BY a), v AS (w ORDER BY b)")
                + maybe(() -> "QUALIFY " + expression(depth));
    }

    private String items(int depth) {
        return list(3, () -> switch (random.nextInt(8)) {
            case 0 -> pick("*", "t.*", "* EXCLUDE (a, b)", "* REPLACE (a + 1 AS a) RENAME (b AS c)", "COLUMNS('a')");
            case 1 -> "x: " + expression(depth);
            default -> expression(depth) + pick("", " AS x", " \"y z\"", " AS 'v'");
        });
    }

    private String relations(int depth) {
        return relation(depth)
                + maybe(() -> pick("JOIN", "LEFT JOIN", "FULL OUTER JOIN", "ANTI JOIN", "ASOF JOIN") + " "
                        + relation(depth) + pick(" ON a = b", " USING (a, b)"))
                + maybe(() -> pick("CROSS JOIN ", "NATURAL JOIN ", ", ", "POSITIONAL JOIN ") + relation(depth));
    }

    private String relation(int depth) {
        return switch (random.nextInt(depth > 0 ? 7 : 3)) {
            case 0 -> "t" + pick("", " AS u", " u(a, b)", " TABLESAMPLE 10%");
            case 1 -> pick("'f.parquet'", "s.t", "range(10) r(i)", "read_csv('f', header := true)");
            case 2 -> "t";
            case 3 -> "(t JOIN u ON a = b)";
            default -> "(" + query(depth - 1) + ")" + pick("", " q", " AS q(a)");
        };
    }

    /// An expression with at most so many levels.
    public String expression(int depth) {
        return depth <= 0 || random.nextInt(4) == 0 ? leaf() : inner(depth - 1);
    }

    private String inner(int d) {
        return switch (random.nextInt(22)) {
            case 0, 1, 2, 3, 4, 5 -> chain(d);
            case 6 -> "NOT " + expression(d);
            case 7 -> pick("- ", "+ ", "~ ", "@ ") + operand(d);
            case 8 -> "(" + expression(d) + ")";
            case 9 -> expression(d) + pick(" IS NULL", " IS NOT TRUE", " ISNULL", " NOT NULL", " IS UNKNOWN");
            case 10 -> expression(d) + pick(" ", " NOT ") + "IN (" + list(3, () -> expression(d)) + ")";
            case 11 -> operand(d) + pick(" BETWEEN ", " NOT BETWEEN ") + operand(d) + " AND " + operand(d);
            case 12 ->
                operand(d) + pick(" LIKE ", " NOT ILIKE ", " GLOB ", " SIMILAR TO ", " ~ ", " !~~ ") + operand(d);
            case 13 ->
                "CASE" + maybe(() -> expression(d)) + " WHEN " + expression(d) + " THEN " + expression(d)
                        + maybe(() -> "ELSE " + expression(d)) + " END";
            case 14 ->
                "CAST(" + expression(d) + " AS " + pick("int", "decimal(9, 2)", "varchar[]", "timestamp with time zone")
                        + ")";
            case 15 -> "(" + expression(d) + ")" + pick("::text", "::int[]", "[1]", "[1:2]", ".f", "::decimal(9, 2)");
            case 16, 17 -> call(d);
            case 18 -> pick("(", "EXISTS (", "a IN (", "a = ANY (", "ARRAY (") + query(d) + ")";
            case 19 -> pick("[", "ARRAY[") + list(3, () -> expression(d)) + "]";
            case 20 -> "{'a': " + expression(d) + ", b: " + expression(d) + "}";
            default -> "(" + expression(d) + ", " + expression(d) + ")";
        };
    }

    private String chain(int d) {
        StringBuilder text = new StringBuilder(operand(d));
        for (int i = random.nextInt(1, 5); i > 0; i--) {
            String operator = OPERATORS.get(random.nextInt(OPERATORS.size()));
            boolean compares = List.of("=", "<>", "<", ">=").contains(operator);
            String left = compares ? "(" + text + ")" : text.toString();
            text = new StringBuilder(left).append(' ').append(operator).append(' ');
            text.append(compares ? "(" + operand(d) + ")" : operand(d));
        }
        return "(" + text + ")";
    }

    private String operand(int depth) {
        return random.nextBoolean() ? leaf() : "(" + expression(depth) + ")";
    }

    private String call(int d) {
        String arguments = list(3, () -> expression(d));
        return switch (random.nextInt(6)) {
            case 0 -> "count(*)";
            case 1 -> "sum(DISTINCT " + expression(d) + ")" + maybe(() -> "FILTER (WHERE " + expression(d) + ")");
            case 2 -> "list(" + expression(d) + " ORDER BY a DESC)";
            case 3 ->
                pick("rank()", "sum(a)", "lag(a)") + " OVER "
                        + pick(
                                "w",
                                "()",
                                "(PARTITION BY a ORDER BY b)",
                                "(w ROWS BETWEEN 1 PRECEDING AND CURRENT ROW EXCLUDE TIES)");
            case 4 -> "f(lambda x: " + expression(d) + ")";
            default -> pick("f", "greatest", "main.g") + "(" + arguments + ")";
        };
    }

    private String leaf() {
        return switch (random.nextInt(8)) {
            case 0 -> pick("1", "2.5", "1e3", "0xFF", "1_000");
            case 1 -> pick("'x'", "'it''s'", "$$y$$", "e'a\\n'");
            case 2 -> pick("NULL", "TRUE", "FALSE");
            case 3 -> pick("DATE '2024-01-31'", "INTERVAL 3 DAYS", "INTERVAL '2' MONTH", "DECIMAL(9, 2) '1.5'");
            case 4 -> pick("$1", "$name");
            default -> NAMES.get(random.nextInt(NAMES.size()));
        };
    }
}

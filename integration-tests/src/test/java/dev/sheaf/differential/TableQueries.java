package dev.sheaf.differential;

import java.util.List;
import java.util.SplittableRandom;

/// Random queries over [JoinTables] that are more than joins: PIVOT and UNPIVOT, WITH RECURSIVE, ASOF JOIN.
final class TableQueries {
    private final SplittableRandom random;

    TableQueries(SplittableRandom random) {
        this.random = random;
    }

    private <T> T pick(List<T> options) {
        return options.get(random.nextInt(options.size()));
    }

    String query() {
        return switch (random.nextInt(7)) {
            case 0 -> unpivot();
            case 1, 2 -> pivot();
            case 3, 4 -> asof();
            case 5 -> sample();
            default -> recursion();
        };
    }

    /// The right side has no two rows that are as near.
    private String asof() {
        String kind = pick(List.of("", "", "LEFT ", "SEMI ", "ANTI "));
        String equal = pick(List.of("", "t.a = u.a AND ", "t.k = u.k AND ", "t.b IS NOT DISTINCT FROM u.b AND "));
        String right = pick(List.of("", "", "", " AND u.b <> 1"));
        String compared =
                pick(List.of("t.id >= u.id", "t.a > u.id", "u.id > t.b", "t.b <= u.id", "u.id + 0.5 >= t.id"));
        String where = random.nextInt(3) == 0 ? " WHERE t.a < 3" : "";
        return "SELECT * FROM " + table("t") + " ASOF " + kind + "JOIN " + table("u") + " ON " + equal + compared
                + right + where;
    }

    /// What a sample holds hangs on chance, but not how many rows.
    private String sample() {
        String some = pick(List.of("3 ROWS", "0 ROWS", "100%", "0%", "reservoir(5 ROWS) REPEATABLE (3)"));
        return random.nextBoolean()
                ? "SELECT count(*), count(t.id) FROM " + pick(JoinTables.NAMES) + " AS t TABLESAMPLE " + some
                : "SELECT count(*) FROM " + table("t") + ", " + table("u") + " USING SAMPLE " + some;
    }

    private String table(String alias) {
        return pick(JoinTables.NAMES) + " AS " + alias;
    }

    private String recursion() {
        String from =
                " FROM r JOIN " + table("t") + " ON " + pick(List.of("r.x = t.id", "t.a IS NOT DISTINCT FROM r.x"));
        String where = random.nextBoolean() ? "" : " AND t.k <> 'x'";
        String select =
                pick(List.of("SELECT * FROM r", "SELECT x, count(*) FROM r GROUP BY x", "SELECT * FROM r, r AS s"));
        if (random.nextBoolean()) {
            return "WITH RECURSIVE r(x, y) AS (SELECT a, " + pick(List.of("id", "k", "b")) + " FROM " + table("u")
                    + " UNION SELECT t.a, r.y" + from + where + ") " + select;
        }
        String some = pick(
                List.of("", " AND t.b IN (SELECT x FROM r)", " AND NOT EXISTS (SELECT 1 FROM r AS v WHERE v.x > t.b)"));
        return "WITH RECURSIVE r(x, d) AS (SELECT id, 0 FROM " + table("u") + " UNION ALL SELECT t.a, r.d + 1" + from
                + " WHERE r.d < 3" + where + some + ") " + select;
    }

    private String table() {
        String table = pick(JoinTables.NAMES);
        return random.nextBoolean()
                ? table
                : "(SELECT a, b, k FROM " + table + " WHERE id <> " + random.nextInt(5) + ")";
    }

    private String aggregate() {
        String call = pick(List.of("sum(b)", "count(*)", "max(k)", "min(a + b)", "count(DISTINCT b)", "sum(a) + 1"));
        return random.nextBoolean() ? call : call + " AS " + pick(List.of("x", "y"));
    }

    private String pivot() {
        String by = pick(List.of("", " GROUP BY a", " GROUP BY k", " GROUP BY a, k"));
        if (random.nextInt(3) == 0) {
            String on = pick(List.of("k IN ('x', 'y')", "b IN (0, 2 AS two, 7)", "k IN ('z' AS last) b IN (1, 2)"));
            return "SELECT * FROM " + pick(JoinTables.NAMES) + " PIVOT (" + aggregate() + " FOR " + on + by + ") AS t";
        }
        String on = pick(List.of("b IN (1, 2, 9)", "k IN ('x', NULL), a IN (1, 4)", "k IN ('z', 'y')"));
        String using = random.nextInt(6) == 0 ? "" : " USING " + aggregate();
        return "PIVOT " + table() + " ON " + on + using + by;
    }

    private String unpivot() {
        String nulls = pick(List.of("", "", "INCLUDE NULLS "));
        String table = pick(JoinTables.NAMES);
        return switch (random.nextInt(5)) {
            case 0 -> "UNPIVOT " + table() + " ON a, b";
            case 1 -> "UNPIVOT " + table() + " ON a + 1 AS n, b INTO NAME what VALUE v";
            case 2 -> "UNPIVOT " + table + " ON (a, b) AS x, (b, id) INTO NAME what VALUE v, w";
            case 3 -> "SELECT * FROM " + table + " UNPIVOT " + nulls + "(v FOR what IN (a, b AS bb)) AS t";
            default ->
                "SELECT what, count(*), sum(v) FROM " + table + " UNPIVOT " + nulls
                        + "(v FOR what IN (id, b, a)) GROUP BY what";
        };
    }
}

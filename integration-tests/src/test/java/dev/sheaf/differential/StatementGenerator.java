package dev.sheaf.differential;

import java.util.List;
import java.util.SplittableRandom;

/// Random statements over a few names, many of which fail: a table is there already, or not yet, or a view.
final class StatementGenerator {
    static final List<String> NAMES = List.of("a", "b", "c");

    private static final List<String> TYPES =
            List.of("INTEGER", "BIGINT", "TINYINT", "VARCHAR", "DOUBLE", "DECIMAL(6, 2)", "DATE", "BOOLEAN");

    private static final List<String> CONSTANTS = List.of(
            "1",
            "300",
            "-7",
            "NULL",
            "DEFAULT",
            "'x'",
            "'12'",
            "'2024-02-29'",
            "DATE '2020-01-31'",
            "1.25",
            "2.5",
            "TRUE",
            "1e3");

    private static final List<String> EXPRESSIONS =
            List.of("n", "n + 1", "n * 1.5", "'t' || n", "n % 2 = 0", "NULL", "n::VARCHAR", "DATE '2024-01-01'");

    /// What columns are made of: one that is made of NULL takes nothing else, while DuckDB looks at the values.
    private static final List<String> TYPED =
            EXPRESSIONS.stream().filter(each -> !each.equals("NULL")).toList();

    private static final List<String> COLUMNS = List.of("x0", "X1");

    private static final List<String> VALUES = List.of("x0", "x1", "NULL", "DEFAULT", "coalesce(x1, x1)");

    private static final List<String> ALTERATIONS = List.of(
            "ADD COLUMN x1 INTEGER DEFAULT 7",
            "ADD COLUMN x2 VARCHAR",
            "DROP COLUMN x0",
            "DROP COLUMN IF EXISTS X1",
            "RENAME X1 TO x0",
            "RENAME COLUMN x2 TO x1",
            "ALTER x0 TYPE VARCHAR",
            "ALTER x1 SET DATA TYPE VARCHAR USING x1 || '!'",
            "ALTER x1 SET DEFAULT NULL",
            "ALTER x0 SET NOT NULL",
            "ALTER COLUMN x0 DROP NOT NULL",
            "RENAME TO b");

    private static final List<String> CONDITIONS = List.of(
            "",
            " WHERE x0 IS NULL",
            " WHERE x1 IS NOT NULL",
            " WHERE EXISTS (SELECT 1 FROM a WHERE a.x0 IS NULL)",
            " WHERE NULL",
            " WHERE x0 IS NULL OR x1 IS NULL");

    private final SplittableRandom random;

    StatementGenerator(SplittableRandom random) {
        this.random = random;
    }

    String statement() {
        return switch (random.nextInt(20)) {
            case 0 -> create("TABLE") + " (" + columns() + ")";
            case 1, 2 -> create("TABLE") + " AS " + query(TYPED);
            case 3 -> create("VIEW") + " AS " + query(TYPED);
            case 4, 5, 6 -> "INSERT INTO " + target() + " VALUES " + rows();
            case 7, 8 -> "INSERT INTO " + target() + " " + query(EXPRESSIONS);
            case 9 -> "INSERT INTO " + one(NAMES) + " BY NAME " + query(EXPRESSIONS);
            case 10 -> "DROP " + one(List.of("TABLE", "VIEW")) + ifExists() + one(NAMES);
            case 11 -> create("TABLE") + " AS FROM " + one(NAMES);
            case 12 -> "DELETE FROM " + one(NAMES) + one(CONDITIONS);
            case 13, 14 -> one(List.of("BEGIN", "COMMIT", "ROLLBACK"));
            case 15, 16 -> "ALTER TABLE " + one(NAMES) + " " + one(ALTERATIONS);
            default -> "UPDATE " + one(NAMES) + " SET " + one(COLUMNS) + " = " + one(VALUES) + one(CONDITIONS);
        };
    }

    private String create(String what) {
        return switch (random.nextInt(4)) {
            case 0 -> "CREATE " + what + " IF NOT EXISTS " + one(NAMES);
            case 1, 2 -> "CREATE OR REPLACE " + what + " " + one(NAMES);
            default -> "CREATE " + what + " " + one(NAMES);
        };
    }

    private String ifExists() {
        return random.nextBoolean() ? " IF EXISTS " : " ";
    }

    private String columns() {
        StringBuilder columns = new StringBuilder();
        for (int i = 0; i < width(); i++) {
            columns.append(i == 0 ? "" : ", ")
                    .append("x" + i + " " + one(TYPES))
                    .append(random.nextInt(8) == 0 ? " DEFAULT NULL" : "")
                    .append(random.nextInt(8) == 0 ? " NOT NULL" : "");
        }
        return columns.isEmpty() ? "x0 INTEGER" : columns.toString();
    }

    private String target() {
        return one(NAMES)
                + switch (random.nextInt(6)) {
                    case 0 -> " (x1)";
                    case 1 -> " (x1, X0)";
                    default -> "";
                };
    }

    private int width() {
        return random.nextInt(1, 3);
    }

    private String rows() {
        int width = width();
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < random.nextInt(1, 4); i++) {
            rows.append(i == 0 ? "" : ", ").append(row(width));
        }
        return rows.isEmpty() ? row(width) : rows.toString();
    }

    private String row(int width) {
        StringBuilder row = new StringBuilder("(").append(one(CONSTANTS));
        for (int i = 1; i < width; i++) {
            row.append(", ").append(one(CONSTANTS));
        }
        return row.append(")").toString();
    }

    private String query(List<String> expressions) {
        return switch (random.nextInt(4)) {
            case 0 -> "SELECT * FROM " + one(NAMES);
            case 1 -> "SELECT x0 FROM " + one(NAMES) + " WHERE x0 IS NOT NULL";
            case 2 ->
                "SELECT " + one(expressions) + " AS x0, " + one(expressions) + " AS x1 FROM range(" + random.nextInt(4)
                        + ") r(n)";
            default -> "SELECT " + one(expressions) + " AS x" + random.nextInt(3) + " FROM range(2) r(n)";
        };
    }

    private String one(List<String> options) {
        return options.get(random.nextInt(options.size()));
    }
}

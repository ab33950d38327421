package dev.sheaf.differential;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Statements over a table with a key and a CHECK, most of which insert rows with keys that are there.
final class ConflictGenerator {
    private static final int KEYS = 6;

    private static final List<String> VALUES = List.of(
            "excluded.b",
            "b + 1",
            "t.b + excluded.b",
            "NULL",
            "DEFAULT",
            "coalesce(excluded.b, 3)",
            "length(excluded.c)");

    private static final List<String> TEXTS = List.of("excluded.c", "c || excluded.c", "upper(t.c)", "'z'");

    private static final List<String> CONDITIONS =
            List.of("", "", " WHERE b < 4", " WHERE excluded.b > t.b", " WHERE c IS NOT NULL AND excluded.c <> c");

    private final SplittableRandom random;
    private final List<String> key;

    ConflictGenerator(SplittableRandom random) {
        this.random = random;
        this.key = random.nextInt(3) == 0 ? List.of("a", "k") : List.of("a");
    }

    /// Makes the table.
    String table() {
        String columns = String.join(", ", key);
        return "CREATE TABLE t (a INTEGER, k INTEGER, b INTEGER DEFAULT 2 CHECK (b < 9), c VARCHAR, "
                + (random.nextBoolean() ? "PRIMARY KEY (" : "UNIQUE (") + columns + "))";
    }

    String statement() {
        return switch (random.nextInt(10)) {
            case 0 -> "DELETE FROM t WHERE a = " + random.nextInt(KEYS);
            case 1 -> "UPDATE t SET b = b + 1 WHERE a > " + random.nextInt(KEYS);
            case 2, 3 -> "INSERT INTO t VALUES " + rows();
            case 4, 5 -> "INSERT INTO t VALUES " + rows() + " ON CONFLICT" + target() + " DO NOTHING";
            case 6 -> "INSERT OR IGNORE INTO t VALUES " + rows();
            case 7 -> "INSERT OR REPLACE INTO t VALUES " + rowsOfOtherKeys();
            default ->
                "INSERT INTO t VALUES " + rowsOfOtherKeys() + " ON CONFLICT" + target() + " DO UPDATE SET b = "
                        + one(VALUES) + (random.nextBoolean() ? ", c = " + one(TEXTS) : "") + one(CONDITIONS);
        };
    }

    private String target() {
        return random.nextBoolean() ? "" : " (" + String.join(", ", key.reversed()) + ")";
    }

    private String rows() {
        return IntStream.range(0, random.nextInt(1, 4))
                .mapToObj(_ -> row(random.nextInt(KEYS)))
                .collect(Collectors.joining(", "));
    }

    private String rowsOfOtherKeys() {
        int first = random.nextInt(KEYS);
        return IntStream.range(0, random.nextInt(1, 4))
                .mapToObj(i -> row((first + i) % KEYS))
                .collect(Collectors.joining(", "));
    }

    private String row(int keyValue) {
        String value = random.nextInt(12) == 0 ? "NULL" : String.valueOf(random.nextInt(10));
        return "(" + keyValue + ", " + keyValue % 2 + ", " + value + ", '" + (char) ('a' + random.nextInt(3)) + "')";
    }

    private String one(List<String> options) {
        return options.get(random.nextInt(options.size()));
    }
}

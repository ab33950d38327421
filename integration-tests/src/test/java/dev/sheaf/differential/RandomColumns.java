package dev.sheaf.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Columns of random tables, as expressions of DuckDB over a row's number `i`.
final class RandomColumns {
    private static final List<String> PLAIN = List.of(
            "CAST(hash(i) % 1000 AS BIGINT) - 500",
            "CAST(hash(i) % 100000 AS DOUBLE) / 128",
            "hash(i) % 3 = 0",
            "DATE '1990-01-01' + CAST(hash(i) % 20000 AS INT)",
            "TIMESTAMP '2001-02-03 04:05:06' + to_microseconds(CAST(hash(i) % 1000000000000 AS BIGINT))",
            "'text ' || hash(i) % 50");

    private RandomColumns() {}

    /// A SELECT list of some of the plain columns and of those of a format, each with nulls or not: `c0`, `c1` and on.
    static String draw(List<String> ofFormat, SplittableRandom random) {
        List<String> choices = new ArrayList<>(PLAIN);
        choices.addAll(ofFormat);
        int columns = 1 + random.nextInt(choices.size());
        List<String> values = new ArrayList<>();
        for (int column = 0; column < columns; column++) {
            String value = choices.get(random.nextInt(choices.size()));
            values.add((random.nextBoolean() ? "CASE WHEN hash(i) % 5 > 0 THEN " + value + " END" : value) + " AS c"
                    + column);
        }
        return String.join(", ", values);
    }
}

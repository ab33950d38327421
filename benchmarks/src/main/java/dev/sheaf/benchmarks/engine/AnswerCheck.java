package dev.sheaf.benchmarks.engine;

import dev.sheaf.benchmarks.data.Question;
import dev.sheaf.column.Table;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/// Compares whole answers with DuckDB's: as many rows, for every row of one answer the row of the same keys in the
/// other, floating values within 1e-9 of each other, everything else equal.
public final class AnswerCheck {
    private static final double TOLERANCE = 1e-9;

    /// Below this, a value is what is left of larger ones that cancelled out, as in a correlation of nearly zero.
    private static final double SMALL = 1e-3;

    private static final int SHOWN_ROWS = 5;

    private final SheafEngine sheaf;
    private final DuckDb duckdb;

    public AnswerCheck(SheafEngine sheaf, DuckDb duckdb) {
        this.sheaf = sheaf;
        this.duckdb = duckdb;
    }

    /// Checks an answer of Sheaf's.
    ///
    /// @throws IllegalStateException if DuckDB has another answer; the message shows rows that differ
    public void check(Question question, Table answer) {
        if (question.keys() < 0) {
            RowsCheck.check(question, answer, duckdb);
            return;
        }
        duckdb.keepAnswer(question, "expected");
        keep(answer);
        List<String> names = answer.schema().names();
        String keys = String.join(", ", names.subList(0, question.keys()));
        boolean valued = question.keys() < names.size();
        String expected = valued ? "expected" : counted(keys, "expected");
        String actual = valued ? "actual" : counted(keys, "actual");
        List<String> values = valued ? names.subList(question.keys(), names.size()) : List.of("copies");
        compare(question, "SELECT count(*) FROM expected EXCEPT SELECT count(*) FROM actual");
        compare(
                question,
                "SELECT e.*, a.* FROM " + expected + " AS e LEFT JOIN " + actual + " AS a ON "
                        + matching(names.subList(0, question.keys())) + " WHERE (" + same(values)
                        + ") IS NOT TRUE LIMIT "
                        + SHOWN_ROWS);
        duckdb.execute("DROP TABLE expected");
        duckdb.execute("DROP TABLE actual");
    }

    /// Answers without values may have equal rows, which are counted.
    private static String counted(String keys, String table) {
        return "(SELECT " + keys + ", count(*) AS copies FROM " + table + " GROUP BY ALL)";
    }

    private void keep(Table answer) {
        try {
            Path folder = Files.createTempDirectory("sheaf-bench");
            Path file = folder.resolve("answer.parquet");
            try {
                sheaf.write(answer, file);
                duckdb.keepFile(file, "actual");
            } finally {
                Files.deleteIfExists(file);
                Files.delete(folder);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void compare(Question question, String differences) {
        List<String> different = duckdb.rows(differences);
        if (!different.isEmpty()) {
            throw new IllegalStateException("Sheaf and DuckDB answer " + question.name() + " differently, for example"
                    + " (DuckDB's row, then Sheaf's):\n  " + String.join("\n  ", different));
        }
    }

    private static String matching(List<String> keys) {
        return keys.isEmpty()
                ? "true"
                : keys.stream()
                        .map(key -> "e." + key + " IS NOT DISTINCT FROM a." + key)
                        .collect(Collectors.joining(" AND "));
    }

    private String same(List<String> values) {
        List<String> floating =
                duckdb.rows("SELECT column_name FROM (DESCRIBE expected) WHERE column_type IN ('FLOAT', 'DOUBLE')");
        return values.stream()
                .map(value -> floating.contains(value) ? close(value) : equal(value))
                .collect(Collectors.joining(" AND "));
    }

    private static String equal(String value) {
        return "e." + value + " IS NOT DISTINCT FROM a." + value;
    }

    /// The correlation of one row is NaN in DuckDB and null in Sheaf.
    private static String close(String value) {
        return "(" + equal(value) + " OR (isnan(e." + value + ") AND a." + value + " IS NULL) OR abs(e." + value
                + " - a." + value + ") <= " + TOLERANCE + " * greatest(" + SMALL + ", abs(e." + value + ")))";
    }
}

package dev.sheaf.benchmarks.shapes.run;

import dev.sheaf.benchmarks.engine.DuckDb;
import dev.sheaf.benchmarks.engine.SheafEngine;
import dev.sheaf.benchmarks.shapes.grammar.AggregateKind;
import dev.sheaf.benchmarks.shapes.grammar.Shape;
import dev.sheaf.column.Table;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Compares Sheaf's answer to a shape with DuckDB's, in DuckDB.
///
/// As many rows; groups by their keys and aggregates as each [AggregateKind.Check] says; rows of filters, sorts and
/// DISTINCT as often as in the other answer; sort keys row by row. Of answers beyond a million rows a sample is
/// compared, by a hash of the keys or by place. Of a top-n only the sort keys are compared, since ties are open.
final class ShapeCheck {
    private static final long COMPARED_ROWS = 1_000_000;
    private static final int SHOWN_ROWS = 3;

    private final SheafEngine sheaf;
    private final DuckDb duckdb;
    private final long comparedRows;

    ShapeCheck(SheafEngine sheaf, DuckDb duckdb) {
        this(sheaf, duckdb, COMPARED_ROWS);
    }

    /// Compares samples of answers beyond `comparedRows`.
    ShapeCheck(SheafEngine sheaf, DuckDb duckdb, long comparedRows) {
        this.sheaf = sheaf;
        this.duckdb = duckdb;
        this.comparedRows = comparedRows;
    }

    /// Has DuckDB answer; gives the milliseconds that this took.
    double expect(Shape shape) {
        duckdb.execute("SET preserve_insertion_order = " + (shape.sortKeys() > 0));
        long start = System.nanoTime();
        duckdb.execute("CREATE OR REPLACE TEMP TABLE expected AS " + shape.sql());
        double millis = (System.nanoTime() - start) / 1e6;
        duckdb.execute("SET preserve_insertion_order = false");
        return millis;
    }

    /// Compares an answer of Sheaf's with the one that DuckDB was asked for before.
    ///
    /// @throws WrongAnswerException if they differ; the message shows rows that do
    void check(Shape shape, Table answer) {
        keep(answer, shape);
        compare("number of rows", "SELECT count(*) FROM expected EXCEPT SELECT count(*) FROM actual");
        long modulus = Math.max(1, Math.ceilDiv(answer.rowCount(), comparedRows));
        switch (shape.form()) {
            case GROUP_BY -> groups(shape, modulus);
            case FILTER, DISTINCT -> copies(shape, modulus);
            case SORT -> {
                copies(shape, modulus);
                order(shape, modulus);
            }
            case TOP_N -> order(shape, modulus);
        }
        forget();
    }

    /// Drops both answers.
    void forget() {
        duckdb.execute("DROP TABLE IF EXISTS expected");
        duckdb.execute("DROP TABLE IF EXISTS actual");
    }

    private void keep(Table answer, Shape shape) {
        try {
            Path file = Files.createTempFile("sheaf-shape", ".parquet");
            try {
                sheaf.write(answer, file);
                duckdb.execute("SET preserve_insertion_order = true");
                duckdb.execute("CREATE OR REPLACE TEMP TABLE actual AS SELECT " + casts(shape) + " FROM read_parquet('"
                        + file + "')");
            } finally {
                duckdb.execute("SET preserve_insertion_order = false");
                Files.deleteIfExists(file);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// The columns of an answer, keys as DuckDB has them, so that hashes are equal where values are.
    private String casts(Shape shape) {
        List<String> types = duckdb.rows("SELECT column_type FROM (DESCRIBE expected)");
        List<String> columns = new ArrayList<>();
        for (String key : keys(shape)) {
            String type = types.get(columns.size());
            columns.add(isEnum(type) ? key : "CAST(" + key + " AS " + type + ") AS " + key);
        }
        return columns.size() == types.size()
                ? String.join(", ", columns)
                : String.join(", ", columns) + ", COLUMNS('^a[0-9]+$')";
    }

    private static boolean isEnum(String type) {
        return type.startsWith("ENUM");
    }

    private static List<String> keys(Shape shape) {
        return Shape.keyNames(shape.keys());
    }

    private void groups(Shape shape, long modulus) {
        String sample = sample(shape, modulus);
        List<String> floats =
                duckdb.rows("SELECT column_name FROM (DESCRIBE expected) WHERE column_type IN ('FLOAT', 'DOUBLE')");
        List<String> same = new ArrayList<>();
        for (int i = 0; i < shape.aggregates().size(); i++) {
            same.add(condition(shape.aggregates().get(i).check(), "a" + i, floats.contains("a" + i)));
        }
        compare(
                String.join(" ", shape.aggregates().stream().map(Enum::name).toList()),
                "SELECT e.*, '| Sheaf:', a.* FROM (FROM expected" + sample + ") AS e LEFT JOIN (SELECT *, true AS found"
                        + " FROM actual" + sample + ") AS a ON " + matching(keys(shape)) + " WHERE (found AND "
                        + String.join(" AND ", same) + ") IS NOT TRUE LIMIT " + SHOWN_ROWS);
    }

    /// Rows whose keys have every `modulus`-th hash.
    private String sample(Shape shape, long modulus) {
        String keys = String.join(", ", texts("", keys(shape)));
        return modulus == 1 ? "" : " WHERE hash(" + keys + ") % " + modulus + " = 0";
    }

    private void copies(Shape shape, long modulus) {
        String sample = sample(shape, modulus);
        String copies = sample + " GROUP BY ALL)";
        compare(
                "rows",
                "SELECT e.*, '| Sheaf:', a.* FROM " + "(SELECT *, count(*) AS copies FROM expected" + copies
                        + " AS e FULL JOIN "
                        + "(SELECT *, count(*) AS copies FROM actual" + copies + " AS a ON " + matching(keys(shape))
                        + " WHERE e.copies IS DISTINCT FROM a.copies LIMIT " + SHOWN_ROWS);
    }

    private void order(Shape shape, long modulus) {
        List<String> sorted = Shape.keyNames(shape.sortKeys());
        compare(
                "order",
                "SELECT e.rowid, e.*, '| Sheaf:', a.* FROM expected AS e JOIN actual AS a ON e.rowid = a.rowid"
                        + " WHERE e.rowid % " + modulus + " = 0 AND NOT (" + matching(sorted) + ") LIMIT "
                        + SHOWN_ROWS);
    }

    /// Columns as they are hashed and compared: the numbers of an ENUM mean nothing outside of it.
    private List<String> texts(String prefix, List<String> keys) {
        List<String> types = duckdb.rows("SELECT column_type FROM (DESCRIBE expected)");
        List<String> texts = new ArrayList<>();
        for (String key : keys) {
            boolean isEnum = isEnum(types.get(texts.size()));
            texts.add(isEnum ? "CAST(" + prefix + key + " AS VARCHAR)" : prefix + key);
        }
        return texts;
    }

    private String matching(List<String> keys) {
        List<String> expected = texts("e.", keys);
        List<String> actual = texts("a.", keys);
        List<String> equal = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            equal.add(expected.get(i) + " IS NOT DISTINCT FROM " + actual.get(i));
        }
        return equal.isEmpty() ? "true" : String.join(" AND ", equal);
    }

    private static String condition(AggregateKind.Check check, String name, boolean isFloat) {
        String condition = switch (check) {
            case SAME -> isFloat ? within("1e-9 * greatest(1e-3, abs(e.X))") : "false";
            case SPREAD -> within("1e-6 * greatest(1e-3, abs(e.X))");
            case CORRELATION -> within("1e-6 * greatest(1e-3, abs(e.X))") + " OR (isnan(e.X) AND a.X IS NULL)";
            case PRODUCT -> within("1e-6 * abs(e.X)") + " OR (" + beyond("e.X") + " AND " + beyond("a.X") + ")";
            case ESTIMATE -> within("greatest(5, 0.25 * abs(e.X))");
            case LIST -> "list_sort(e.X) IS NOT DISTINCT FROM list_sort(a.X)";
            case LENGTH -> "strlen(e.X) IS NOT DISTINCT FROM strlen(a.X)";
            case NULL_OR_NOT -> "(e.X IS NULL) = (a.X IS NULL)";
            case NOTHING -> "true";
        };
        String equal = check == AggregateKind.Check.SAME || isFloat ? "e.X IS NOT DISTINCT FROM a.X OR " : "";
        return ("(" + equal + condition + ")").replace("X", name);
    }

    private static String within(String tolerance) {
        return "abs(e.X - a.X) <= " + tolerance;
    }

    private static String beyond(String value) {
        return "(NOT isfinite(" + value + ") OR abs(" + value + ") < 1e-290)";
    }

    private void compare(String what, String differences) {
        List<String> different = duckdb.rows(differences);
        if (!different.isEmpty()) {
            throw new WrongAnswerException(what + " differ, for example DuckDB: "
                    + different.stream()
                            .map(row -> row.length() > 600 ? row.substring(0, 600) + " ..." : row)
                            .collect(Collectors.joining("; DuckDB: ")));
        }
    }
}

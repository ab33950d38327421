package dev.sheaf.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.testing.RandomCases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files of JSON that DuckDB writes, read here: the values that DuckDB has of them, of the same types.
class JsonDifferentialTest {
    private static final List<String> COLUMNS = List.of(
            "'a \"\\/' || hash(i) % 7 || '\" b' || chr(10) || ',;|' || chr(9) || 'Ωß' || chr(128512) || chr(1)",
            "{'x': CAST(hash(i) % 9 AS BIGINT), 'y z': {'t': 'in ' || hash(i) % 5, 'b': i % 2 = 0}}",
            "[CAST(i AS DOUBLE) + 0.5, NULL, 2.25]",
            "[{'k': CAST(i % 7 AS BIGINT), 'l': ['a', chr(34)]}, {'k': 1, 'l': ['b']}]");

    @TempDir
    private Path folder;

    @Test
    void filesOfDuckDbReadAsItReadsThem() throws SQLException {
        try (DuckDb duckDb = new DuckDb()) {
            RandomCases.run(240, random -> compare(duckDb, random));
        }
    }

    private void compare(DuckDb duckDb, SplittableRandom random) throws SQLException {
        String name = List.of("t.json", "t.ndjson", "t.json.gz").get(random.nextInt(3));
        Path file = folder.resolve(name);
        duckDb.execute("CREATE OR REPLACE TABLE t AS SELECT " + RandomColumns.draw(COLUMNS, random) + " FROM range("
                + (8 + random.nextInt(3000)) + ") r(i)");
        duckDb.execute("COPY t TO '" + file + "' (FORMAT json"
                + (name.endsWith(".gz") ? ", COMPRESSION gzip" : "")
                + (name.equals("t.json") ? ", ARRAY true" : "") + ")");
        assertSame(duckDb, file, "t");
    }

    private static void assertSame(DuckDb duckDb, Path file, String from) throws SQLException {
        try (Table table = LazyFrame.scan(file.toString()).collect()) {
            assertThat(Answer.of(table).rows())
                    .isEqualTo(duckDb.query("SELECT * FROM " + from).rows());
        }
    }

    /// Spaces, escapes, names that are missing or in another order, and spellings of numbers.
    @Test
    void oddSpellingsReadAsInDuckDb() throws Exception {
        Path file = Files.writeString(folder.resolve("odd.ndjson"), """
                 { "a" : 1 , "b" : "\\u00e9\\ud83d\\ude00\\/" , "c" : [ ] , "d":{"x":1e2} }

                {"c":[-0, 12],"e":"2024-01-31 23:59:59","b":"","a":-9223372036854775808}
                {"d":{"x":-1.5E-3,"y":null},"a":9223372036854775807,"unknown":true,"e":"2024-02-29T00:00:00"}
                """);

        try (DuckDb duckDb = new DuckDb()) {
            assertSame(
                    duckDb,
                    file,
                    "read_json('" + file + "', columns = {a: 'BIGINT', b: 'VARCHAR', c: 'BIGINT[]',"
                            + " d: 'STRUCT(x DOUBLE, y DOUBLE)', e: 'TIMESTAMP', unknown: 'BOOLEAN'})");
        }
    }
}

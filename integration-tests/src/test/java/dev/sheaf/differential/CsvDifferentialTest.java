package dev.sheaf.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.io.csv.Csv;
import dev.sheaf.io.csv.CsvOptions;
import dev.sheaf.testing.RandomCases;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that DuckDB writes in many ways, read here: the sums and texts that DuckDB has of them.
class CsvDifferentialTest {
    private static final List<String> COLUMNS = List.of(
            "CAST(hash(i) % 1000 AS BIGINT) - 500",
            "CAST(hash(i) % 100000 AS DOUBLE) / 128",
            "hash(i) % 3 = 0",
            "DATE '1990-01-01' + CAST(hash(i) % 20000 AS INT)",
            "TIMESTAMP '2001-02-03 04:05:06' + to_microseconds(CAST(hash(i) % 1000000000000 AS BIGINT))",
            "'text ' || hash(i) % 50",
            "'a \"' || hash(i) % 7 || '\" b' || chr(10) || ',;|' || chr(9) || 'Ωß'");

    @TempDir
    private Path folder;

    @Test
    void filesOfDuckDbReadAsItReadsThem() throws SQLException {
        try (DuckDb duckDb = new DuckDb()) {
            RandomCases.run(240, random -> compare(duckDb, random));
        }
    }

    private void compare(DuckDb duckDb, SplittableRandom random) throws SQLException {
        int columns = 1 + random.nextInt(COLUMNS.size());
        List<String> values = new ArrayList<>();
        for (int column = 0; column < columns; column++) {
            String value = COLUMNS.get(random.nextInt(COLUMNS.size()));
            values.add((random.nextBoolean() ? "CASE WHEN hash(i) % 5 > 0 THEN " + value + " END" : value) + " AS c"
                    + column);
        }
        Path file = folder.resolve(random.nextBoolean() ? "t.csv" : "t.csv.gz");
        String separator = List.of(",", ";", "\t", "|").get(random.nextInt(4));
        duckDb.execute("CREATE OR REPLACE TABLE t AS SELECT " + String.join(", ", values) + " FROM range("
                + (1 + random.nextInt(3000)) + ") r(i)");
        duckDb.execute("COPY t TO '" + file + "' (HEADER, DELIMITER '" + separator + "'"
                + (file.toString().endsWith(".gz") ? ", COMPRESSION gzip" : "")
                + (random.nextBoolean() ? ", FORCE_QUOTE *" : "") + ")");
        try (Table table =
                LazyFrame.scan(Csv.open(CsvOptions.INFER, file.toString())).collect()) {
            assertThat(Answer.of(table).rows())
                    .isEqualTo(duckDb.query("SELECT * FROM t").rows());
        }
    }
}

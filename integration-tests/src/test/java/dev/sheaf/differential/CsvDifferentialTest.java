package dev.sheaf.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.io.csv.Csv;
import dev.sheaf.io.csv.CsvOptions;
import dev.sheaf.testing.RandomCases;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that DuckDB writes in many ways, read here: the sums and texts that DuckDB has of them.
class CsvDifferentialTest {
    private static final List<String> COLUMNS =
            List.of("'a \"' || hash(i) % 7 || '\" b' || chr(10) || ',;|' || chr(9) || 'Ωß'");

    @TempDir
    private Path folder;

    @Test
    void filesOfDuckDbReadAsItReadsThem() throws SQLException {
        try (DuckDb duckDb = new DuckDb()) {
            RandomCases.run(240, random -> compare(duckDb, random));
        }
    }

    private void compare(DuckDb duckDb, SplittableRandom random) throws SQLException {
        Path file = folder.resolve(random.nextBoolean() ? "t.csv" : "t.csv.gz");
        String separator = List.of(",", ";", "\t", "|").get(random.nextInt(4));
        duckDb.execute("CREATE OR REPLACE TABLE t AS SELECT " + RandomColumns.draw(COLUMNS, random) + " FROM range("
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

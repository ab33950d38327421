package dev.sheaf.differential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.sql.SqlException;
import dev.sheaf.sql.SqlSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Files that COPY writes with options are what DuckDB reads, and what it writes.
class CopyOptionsTest {
    private static final String ROWS = "SELECT n AS i, CASE WHEN n % 3 > 0 THEN 'a' || n END AS s FROM range(300) r(n)";

    @TempDir
    private Path folder;

    private Path copied(String query, String name, String options) {
        Path file = folder.resolve(name);
        try (SqlSession sheaf = new SqlSession()) {
            sheaf.execute("COPY (" + query + ") TO '" + file + "' (" + options + ")");
        }
        return file;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HEADER, DELIMITER '|'",
                "HEADER false, DELIM ';'",
                "FORMAT csv, HEADER 0, NULLSTR 'NA'",
                "FORMAT csv, DELIMITER '\\t'",
                "SEP ';', NULL 'a b'",
                "HEADER TRUE"
            })
    void textsAreThoseThatDuckDbWrites(String options) throws SQLException, IOException {
        String query = "SELECT * FROM (VALUES (1, 'x|y', NULL), (2, 'x;y', 'NA'), (NULL, 'x,\"y', 'a b')) t(i, s, u)";
        Path file = copied(query, "ours.csv", options);
        Path other = folder.resolve("theirs.csv");
        try (DuckDb duck = new DuckDb()) {
            duck.execute("COPY (" + query + ") TO '" + other + "' (" + options + ")");
        }
        assertThat(Files.readString(file)).isEqualTo(Files.readString(other));
    }

    @ParameterizedTest
    @CsvSource({
        "COMPRESSION zstd, ZSTD",
        "COMPRESSION 'gzip', GZIP",
        "CODEC UNCOMPRESSED, UNCOMPRESSED",
        "FORMAT parquet, SNAPPY"
    })
    void parquetIsCompressedAsItIsAskedFor(String options, String codec) throws SQLException {
        Path file = copied(ROWS, "ours.parquet", options + ", ROW_GROUP_SIZE 128");
        try (DuckDb duck = new DuckDb()) {
            assertThat(duck.query("SELECT DISTINCT compression FROM parquet_metadata('" + file + "')")
                            .toString())
                    .contains("[[" + codec + "]]");
            assertThat(duck.query("SELECT num_row_groups FROM parquet_file_metadata('" + file + "')")
                            .toString())
                    .contains("[[3]]");
            assertThat(duck.query("SELECT * FROM '" + file + "' ORDER BY i").toString())
                    .isEqualTo(duck.query(ROWS + " ORDER BY i").toString());
        }
    }

    @Test
    void jsonIsAnArrayOrHasARowALine() throws IOException {
        assertThat(Files.readString(copied("SELECT 1 AS a", "lines.json", "ARRAY false")))
                .isEqualTo("{\"a\":1}\n");
        assertThat(Files.readString(copied("SELECT 1 AS a", "rows.ndjson", "FORMAT json, ARRAY true")))
                .startsWith("[");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "FORMAT csv, DELIM 'ab'",
                "FORMAT csv, COMPRESSION zstd",
                "FORMAT parquet, COMPRESSION brotli",
                "FORMAT parquet, HEADER",
                "FORMAT csv, NULLSTR ','",
                "FORMAT csv, DELIMITER ';', NULLSTR 'a;b'",
                "FORMAT json, ARRAY 5",
                "FORMAT arrow, DELIM ';'"
            })
    void otherOptionsAndValuesAreRefused(String options) {
        assertThatThrownBy(() -> copied(ROWS, "refused", options)).isInstanceOf(SqlException.class);
        assertThat(folder.resolve("refused")).doesNotExist();
    }
}

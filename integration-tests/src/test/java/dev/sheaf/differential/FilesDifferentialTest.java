package dev.sheaf.differential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.query.FileOptions;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.SqlSession;
import dev.sheaf.testing.RandomCases;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files with options, in folders of Hive's kind, and of several schemas: the rows that DuckDB finds for
/// the same text.
class FilesDifferentialTest {
    @TempDir
    private Path folder;

    @Test
    void partitionsOfFoldersAreColumnsAsInDuckDb() throws SQLException {
        try (DuckDb duckDb = new DuckDb()) {
            RandomCases.run(60, random -> comparePartitions(duckDb, random));
        }
    }

    private void comparePartitions(DuckDb duckDb, SplittableRandom random) throws SQLException {
        Path root = newFolder();
        String format = random.nextBoolean() ? "parquet" : "csv";
        List<String> keys = List.of("y", "d", "k").subList(0, 1 + random.nextInt(3));
        String name = random.nextBoolean() ? "'a b/' || i % 3" : "CASE WHEN i % 3 > 0 THEN 'v' || i % 3 END";
        duckDb.execute("CREATE OR REPLACE TABLE t AS SELECT i, i * 1.5e0 AS x, CAST(2020 + i % 3 AS INT) AS y,"
                + " DATE '2024-01-30' + CAST(i % 2 AS INT) AS d, " + name + " AS k FROM range("
                + (1 + random.nextInt(500)) + ") r(i)");
        duckDb.execute("COPY t TO '" + root + "' (FORMAT " + format + ", PARTITION_BY (" + String.join(", ", keys)
                + "), OVERWRITE_OR_IGNORE)");
        String files = "read_" + format + "('" + root + "/**/*." + format + "', hive_partitioning = true)";
        String condition = List.of("true", "y = 2021", "y > 2020 AND i % 2 = 0", "x < 100", "y IS NULL")
                .get(random.nextInt(5));
        String columns = List.of("i, x, " + String.join(", ", keys), String.join(", ", keys), "count(*), sum(y)")
                .get(random.nextInt(3));
        assertSame(duckDb, "SELECT " + columns + " FROM " + files + " WHERE " + condition + " ORDER BY ALL", random);
    }

    private Path newFolder() {
        try {
            return Files.createTempDirectory(folder, "files");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void assertSame(DuckDb duckDb, String query, SplittableRandom random) throws SQLException {
        QueryContext context =
                QueryContext.builder().threads(1 + random.nextInt(4)).build();
        try (Table table = new SqlSession().query(query).collect(context)) {
            assertThat(Answer.of(table).rows())
                    .as(query)
                    .isEqualTo(duckDb.query(query).rows());
        }
    }

    /// Row groups are read in the order of the first key, and left out once enough rows come before them.
    @Test
    void theFirstRowsOfFilesAreDuckDbs() throws SQLException {
        try (DuckDb duckDb = new DuckDb()) {
            RandomCases.run(100, random -> compareFirstRows(duckDb, random));
        }
    }

    private void compareFirstRows(DuckDb duckDb, SplittableRandom random) throws SQLException {
        Path file = newFolder().resolve("rows.parquet");
        int rows = 1 + random.nextInt(30_000);
        String place = List.of("i", "-i", "i // 500", "(i * 7919) % " + rows, "(i // 3000) * 7 % 5", "1")
                .get(random.nextInt(6));
        String value = List.of(
                        "CAST(p AS INT)",
                        "DATE '2000-01-01' + CAST(p AS INT)",
                        "'text ' || p",
                        "CASE WHEN p % 1000 = 7 THEN 'nan'::DOUBLE ELSE p END",
                        "CAST(p AS DECIMAL(12, 2)) / 4",
                        "TIMESTAMP '2000-01-01' + INTERVAL (p) MINUTE")
                .get(random.nextInt(6));
        int nulls = List.of(1, 2, 50, 4000, 1_000_000).get(random.nextInt(5));
        duckDb.execute("COPY (SELECT i, i % 97 AS w, 'more ' || i % 13 AS s, CASE WHEN (i // 100) % " + nulls
                + " > 0 OR " + nulls + " = 1000000 THEN " + value + " END AS k FROM (SELECT i, " + place
                + " AS p FROM range(" + rows + ") r(i))) TO '" + file + "' (FORMAT parquet, ROW_GROUP_SIZE 2048)");
        String key = "k" + (random.nextBoolean() ? " DESC" : "") + (random.nextBoolean() ? " NULLS FIRST" : "");
        String condition = List.of("true", "w < 50", "w = 3 AND s <> 'more 4'", "i + 1 > w", "k IS NOT NULL")
                .get(random.nextInt(5));
        String from = " FROM '" + file + "' WHERE " + condition + " ORDER BY " + key + ", ";
        String limit = " LIMIT " + random.nextInt(60) + (random.nextBoolean() ? " OFFSET " + random.nextInt(90) : "");
        String selected = List.of("k, s, i", "i, w * 3 AS x, k", "i").get(random.nextInt(3));
        assertSame(duckDb, "SELECT " + selected + from + "i" + limit, random);
        assertSame(duckDb, "SELECT k, w" + from + "w DESC, s, i" + limit, random);
    }

    @Test
    void filesOfSeveralSchemasMeetByName() throws SQLException {
        try (DuckDb duckDb = new DuckDb()) {
            RandomCases.run(80, random -> compareSchemas(duckDb, random));
        }
    }

    private void compareSchemas(DuckDb duckDb, SplittableRandom random) throws SQLException {
        Path root = newFolder();
        int files = 1 + random.nextInt(5);
        for (int file = 0; file < files; file++) {
            List<String> columns = new ArrayList<>(List.of("CAST(i AS BIGINT) AS i"));
            if (random.nextInt(3) > 0) {
                columns.add((random.nextBoolean() ? "CAST(i AS INTEGER)" : "i / 2e0") + " AS n");
            }
            if (random.nextInt(3) > 0) {
                columns.add("'t' || i AS t");
            }
            if (random.nextInt(4) == 0) {
                columns.add("[i, NULL] AS l");
            }
            duckDb.execute("COPY (SELECT " + String.join(", ", columns.reversed()) + " FROM range(" + 100 * file + ", "
                    + (100 * file + random.nextInt(90)) + ") r(i)) TO '" + root + "/" + file
                    + ".parquet' (FORMAT parquet)");
        }
        String from = "read_parquet(['" + root + "/*.parquet'], union_by_name = true)";
        String condition = random.nextBoolean() ? "" : " WHERE i % 3 = 0";
        assertSame(duckDb, "SELECT * FROM " + from + condition + " ORDER BY i", random);
        assertSame(duckDb, "SELECT count(*) FROM " + from + condition, random);
    }

    @Test
    void optionsOfTextMeanWhatDuckDbMeans() throws SQLException {
        try (DuckDb duckDb = new DuckDb()) {
            RandomCases.run(80, random -> compareText(duckDb, random));
        }
    }

    private void compareText(DuckDb duckDb, SplittableRandom random) throws SQLException {
        String delimiter = List.of(",", ";", "|", "~").get(random.nextInt(4));
        boolean header = random.nextBoolean();
        String nothing = List.of("", "NA", "null").get(random.nextInt(3));
        StringBuilder text = new StringBuilder(header ? "a" + delimiter + "b" + delimiter + "c\n" : "");
        for (int row = 0; row < 1 + random.nextInt(50); row++) {
            String number = random.nextInt(3) == 0 ? nothing : String.valueOf(row * 7);
            String word = random.nextInt(3) == 0 ? nothing : "'x " + row + "'";
            text.append("0")
                    .append(String.join(delimiter, List.of(String.valueOf(row), number, word)))
                    .append('\n');
        }
        Path file = write(newFolder().resolve("options.txt"), text.toString());
        String types = random.nextBoolean()
                ? "columns = {'a': 'VARCHAR', 'b': 'BIGINT', 'c': 'VARCHAR'}"
                : "names = ['a', 'b', 'c'], types = {'a': 'VARCHAR', 'b': 'DOUBLE', 'c': 'VARCHAR'}";
        assertSame(
                duckDb,
                "SELECT * FROM read_csv('" + file + "', delim = '" + delimiter + "', header = " + header
                        + ", nullstr = '" + nothing + "', quote = '''', " + types + ")",
                random);
    }

    private static Path write(Path file, String text) {
        try {
            return Files.writeString(file, text);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Test
    void copyFromReadsAsItsOptionsSay() throws SQLException {
        Path file = write(folder.resolve("copied.txt"), "1;NA\n2;'x;y'\n");
        String copy = "COPY t FROM '" + file + "' (FORMAT csv, DELIMITER ';', HEADER false, NULLSTR 'NA', QUOTE '''')";
        try (DuckDb duckDb = new DuckDb();
                SqlSession session = new SqlSession()) {
            for (String statement : List.of("CREATE TABLE t (a INTEGER, b VARCHAR)", copy)) {
                duckDb.execute(statement);
                session.execute(statement);
            }
            try (Table table = session.query("FROM t").collect()) {
                assertThat(Answer.of(table).rows())
                        .isEqualTo(duckDb.query("FROM t").rows());
            }
        }
    }

    @Test
    void patternsAreRows() throws SQLException {
        try (DuckDb duckDb = new DuckDb()) {
            for (String name : List.of("b.csv", "a.csv", "c.txt")) {
                write(folder.resolve(name), "x\n");
            }
            SplittableRandom any = new SplittableRandom(1);
            String files = "SELECT replace(file, '" + folder + "', '') FROM glob('" + folder + "/*.csv') ORDER BY file";
            assertSame(duckDb, files, any);
            assertSame(duckDb, "SELECT count(*) FROM glob('" + folder + "/*.nothing')", any);
        }
    }

    /// What only Sheaf has, or DuckDB has otherwise.
    @Test
    void optionsWorkFromJava() throws IOException {
        Path year = Files.createDirectories(folder.resolve("year=2024/day=2024-02-29"));
        write(year.resolve("a.csv"), "id,x\n007,1\n");
        write(year.resolve("b.csv"), "id,y\n008,2.5\n");
        String files = folder.toString();
        FileOptions schema = FileOptions.of("schema", Map.of("id", DataType.STRING));
        assertThat(rows(LazyFrame.scan(files, schema))).containsExactly(List.of("007"), List.of("008"));
        assertThat(LazyFrame.scan(files, FileOptions.of("filename", "f"))
                        .schema()
                        .names())
                .containsExactly("id", "x", "y", "year", "day", "f");
        FileOptions types = FileOptions.of("hive_types", Map.of("year", DataType.INT16));
        assertThat(LazyFrame.scan(files, types).schema().type("year")).isEqualTo(DataType.INT16);
        assertThat(LazyFrame.scan(files).schema().type("day")).isEqualTo(DataType.DATE);
        assertThat(LazyFrame.scan(files, FileOptions.of("hive_partitioning", false))
                        .schema()
                        .names())
                .containsExactly("id", "x", "y");
        assertThatThrownBy(() -> LazyFrame.scan(files, FileOptions.of("delimiters", ";")))
                .hasMessageContaining("the format csv takes no option delimiters")
                .hasMessageContaining("Did you mean \"delimiter\"?");
        assertThatThrownBy(() -> LazyFrame.scan(files, FileOptions.of("header", "perhaps")))
                .hasMessage("the option header is true or false, not perhaps");
    }

    private static List<List<Object>> rows(LazyFrame frame) {
        try (Table table = frame.collect()) {
            List<List<Object>> rows = new ArrayList<>();
            for (int row = 0; row < table.rowCount(); row++) {
                List<Object> values = new ArrayList<>();
                for (int column = 0; column < table.columnCount(); column++) {
                    values.add(table.column(column).get(row));
                }
                rows.add(values);
            }
            return rows;
        }
    }

    /// A folder of which the filter is never true is not read: its file is damaged.
    @Test
    void partitionsThatCannotMatchAreNotRead() throws SQLException, IOException {
        String files = folder + "/pruned/**/*.parquet";
        try (DuckDb duckDb = new DuckDb()) {
            duckDb.execute("COPY (SELECT 1 AS i, 1 AS p UNION ALL SELECT 2, 2) TO '" + folder
                    + "/pruned' (FORMAT parquet, PARTITION_BY (p))");
        }
        Path second = folder.resolve("pruned/p=2/data_0.parquet");
        SqlSession session = new SqlSession();
        LazyFrame one = session.query("SELECT i, p FROM '" + files + "' WHERE p < 2");
        LazyFrame all = session.query("SELECT sum(i) FROM '" + files + "'");
        byte[] bytes = Files.readAllBytes(second);
        Arrays.fill(bytes, 0, bytes.length / 2, (byte) 'x');
        Files.write(second, bytes);
        assertThat(rows(one)).containsExactly(List.of(1, 1L));
        assertThatThrownBy(() -> rows(all)).hasMessageContaining("p=2");
    }
}

package dev.sheaf.robustness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sheaf.column.Table;
import dev.sheaf.sql.SqlException;
import dev.sheaf.sql.SqlSession;
import dev.sheaf.testing.ReferencePage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What docs/reference/errors.md says is said.
class ErrorsPageTest {
    private static final int FEWEST = 35;

    @TempDir
    private Path folder;

    /// A line of a table of the page.
    record Mistake(String query, String said) {
        @Override
        public String toString() {
            return query;
        }
    }

    static List<Mistake> mistakes() throws IOException {
        return ReferencePage.lines("errors.md").stream()
                .filter(line -> line.startsWith("| `"))
                .map(ReferencePage::cells)
                .map(cells -> new Mistake(cells.get(0), cells.get(1)))
                .toList();
    }

    @Test
    void thePageHasItsTables() throws IOException {
        assertThat(mistakes()).hasSizeGreaterThan(FEWEST);
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void whatIsSaidStandsOnThePage(Mistake mistake) throws IOException {
        writeFiles();
        Throwable thrown = catchThrowable(() -> run(mistake.query().replace("FROM '", "FROM '" + folder + "/")));
        assertThat(thrown).as("nothing is said").isNotNull();
        String said = thrown instanceof SqlException refused ? refused.problem() : thrown.getMessage();
        assertThat(said.replace(folder + "/", "")).isEqualTo(mistake.said());
    }

    private static void run(String query) {
        try (SqlSession sql = new SqlSession()) {
            sql.execute("CREATE TABLE sales (region VARCHAR, units INTEGER, price DOUBLE, day DATE, paid BOOLEAN)");
            sql.execute("CREATE TABLE stores (id INTEGER, city VARCHAR)");
            sql.execute("INSERT INTO sales VALUES ('north', 1, 2.5, '2024-01-31', true), ('north', 2, 3, NULL, false)");
            try (Table rows = sql.query(query).collect()) {
                assertThat(rows.rowCount()).isNegative();
            }
        }
    }

    private void writeFiles() throws IOException {
        for (String name : List.of("sales.orc", "sales.avro", "book.xlsx")) {
            Files.writeString(folder.resolve(name), "x");
        }
        Files.createDirectories(folder.resolve("lake/delta/_delta_log"));
        Files.createDirectories(folder.resolve("lake/iceberg/metadata"));
        Files.writeString(folder.resolve("lake/iceberg/metadata/v1.metadata.json"), "{}");
        Files.writeString(folder.resolve("open.csv"), "a,b\n1,2\n3,\"x\n");
    }
}

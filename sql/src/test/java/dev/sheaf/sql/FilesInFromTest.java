package dev.sheaf.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilesInFromTest {
    private final SqlSession sql = new SqlSession();

    @TempDir
    private Path folder;

    @BeforeEach
    void writeFiles() throws IOException {
        Files.writeString(folder.resolve("a.numbers"), "1\n2\n");
        Files.writeString(folder.resolve("b.numbers"), "3\n");
    }

    private long[] numbers(String query) {
        try (Table result = sql.query(query).collect()) {
            return result.longs("n");
        }
    }

    @Test
    void pathsTakeSingleOrDoubleQuotes() {
        assertThat(numbers("SELECT n FROM '" + folder + "/a.numbers'")).containsExactly(1, 2);
        assertThat(numbers("SELECT n FROM \"" + folder + "/a.numbers\"")).containsExactly(1, 2);
    }

    @Test
    void patternsNameSeveralFiles() {
        assertThat(numbers("FROM '" + folder + "/*.numbers' WHERE n > 1")).containsExactly(2, 3);
    }

    @Test
    void filesAreKnownByTheirNames() {
        assertThat(numbers("SELECT b.n FROM '" + folder + "/b.numbers'")).containsExactly(3);
        assertThat(numbers("SELECT x.n FROM '" + folder + "/b.numbers' AS x")).containsExactly(3);
    }

    @Test
    void filesMayBeReadByFunction() {
        assertThat(numbers("SELECT n FROM read_numbers('" + folder + "/b.numbers')"))
                .containsExactly(3);
    }

    @Test
    void tablesOfTheSessionComeFirst() {
        try (Table table = Table.of("n", new long[] {7})) {
            sql.register("a.numbers", table);
            assertThat(numbers("SELECT n FROM 'a.numbers'")).containsExactly(7);
        }
    }

    @Test
    void missingFilesAreNamed() {
        assertThatThrownBy(() -> sql.plan("SELECT n FROM '" + folder + "/c.numbes'"))
                .isInstanceOf(SqlException.class)
                .hasMessageStartingWith("line 1, column 15: no file " + folder + "/c.numbes.")
                .hasMessageContaining(".numbers\"?");
    }

    @Test
    void missingFormatsAreNamed() throws IOException {
        Files.writeString(folder.resolve("a.words"), "x");
        assertThatThrownBy(() -> sql.plan("SELECT n FROM '" + folder + "/a.words'"))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("known formats: numbers");
    }
}

package dev.sheaf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DescribeCommandTest {
    @TempDir
    private Path folder;

    private Path file(String name, String sql) {
        Path file = folder.resolve(name);
        assertThat(Outcome.of("sql", "-o", file, sql)).isEqualTo(new Outcome(0, "", ""));
        return file;
    }

    @Test
    void showsWhatTheFileSaysOfItsColumns() {
        Path file =
                file("v.parquet", "SELECT * FROM (VALUES (1, 'a', NULL), (2, 'b', 0.5::DECIMAL(4, 2))) AS t(n, s, d)");

        Outcome outcome = Outcome.of("describe", file);

        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out().lines().map(line -> line.replaceAll(" +", " ")))
                .startsWith(file.toString())
                .anyMatch(line -> line.matches("2 rows in 1 row group, [0-9.]+ K?i?B, written by .*Sheaf.*"))
                .contains("│ column │ type │ nulls │ min │ max │ bytes │ codec │ encodings │")
                .anyMatch(line -> line.startsWith("│ n │ int32 │ 0 │ 1 │ 2 │ "))
                .anyMatch(line -> line.startsWith("│ s │ string │ 0 │ a │ b │ "))
                .anyMatch(line -> line.startsWith("│ d │ decimal(4, 2) │ 1 │ 0.50 │ 0.50 │ "));
    }

    @Test
    void addsUpSeveralFiles() {
        file("a-1.parquet", "SELECT 1 AS n");
        file("a-2.parquet", "SELECT 7 AS n");

        assertThat(Outcome.of("describe", folder + "/a-*.parquet").out())
                .startsWith(folder + "/a-*.parquet: 2 files\n2 rows in 2 row groups, ")
                .containsPattern("│ n +│ int32( not null)? │ +0 │ 1 +│ 7 +│");
    }

    @Test
    void missingFilesAreWrongRequests() {
        assertThat(Outcome.of("describe", folder.resolve("x.parquet")).exitCode())
                .isEqualTo(2);
        assertThat(Outcome.of("describe").err()).startsWith("sheaf: missing required parameter: 'FILE'.");
    }
}

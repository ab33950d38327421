package dev.sheaf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Question 10 of db-benchmark, from Parquet to Parquet, in less memory than its groups take.
class SpillTest {
    private static final String KEYS = "id1, id2, id3, id4, id5, id6";

    @TempDir
    private static Path folder;

    @Test
    void groupsBeyondTheMemoryLimitGoThroughTheDisk() throws IOException {
        Path table = folder.resolve("table.parquet");
        assertThat(Outcome.of("datagen", "groupby", "--rows", "1e6", "-o", table)
                        .exitCode())
                .isZero();
        Path spill = Files.createDirectory(folder.resolve("spill"));
        Path abandoned = Files.createDirectory(spill.resolve("sheaf-spill-1-abandoned"));
        Files.createFile(abandoned.resolve("lock"));
        Files.createFile(abandoned.resolve("0.spill"));
        Path whole = folder.resolve("whole.parquet");
        Path spilled = folder.resolve("spilled.parquet");
        String query = "SELECT " + KEYS + ", sum(v3) AS s, count(*) AS n FROM '" + table + "' GROUP BY " + KEYS;

        assertThat(Outcome.of("sql", "-o", whole, query).exitCode()).isZero();
        Outcome outcome =
                Outcome.of("sql", "--memory-limit", "32MB", "--spill-folder", spill, "--timing", "-o", spilled, query);

        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(outcome.err()).containsPattern("group by: cpu: spilled [0-9.]+ MiB of groups, [0-9]+ times");
        assertThat(spill).isEmptyDirectory();
        assertThat(differences(whole, spilled)).isEqualTo("differences,rows\n0,1000000\n");
    }

    /// Groups whose rows are not alike in both files; a group is one row in each.
    private static String differences(Path first, Path second) {
        String both = "SELECT id1, id2, id3, id4, id5, id6, s, n FROM '" + first + "' UNION ALL "
                + "SELECT id1, id2, id3, id4, id5, id6, s, n FROM '" + second + "'";
        String pairs = "SELECT count(*) AS times, max(s) - min(s) AS apart, min(n) AS least, max(n) AS most FROM ("
                + both + ") GROUP BY " + KEYS;
        return Outcome.of(
                        "sql",
                        "--format",
                        "csv",
                        "SELECT count(*) FILTER (WHERE times <> 2 OR apart > 1e-9 OR least <> most) AS differences, "
                                + "count(*) AS rows FROM (" + pairs + ")")
                .out();
    }
}

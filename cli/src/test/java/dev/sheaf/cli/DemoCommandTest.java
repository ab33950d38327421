package dev.sheaf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoCommandTest {
    @TempDir
    private Path folder;

    @Test
    void makesOrdersGroupsThemAndSaysHow() {
        Outcome outcome = Outcome.of("demo", "--rows", 1000, "--dir", folder);

        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out())
                .startsWith("Making " + folder.resolve("orders-1000.parquet") + " ...\n1,000 orders written in ")
                .contains("SELECT o_orderstatus, SUM(o_totalprice) AS total_price\n")
                .containsPattern("│ F +│ +[0-9.]+ │\n")
                .containsPattern("│ O +│ +[0-9.]+ │\n")
                .containsPattern("│ P +│ +[0-9.]+ │\n")
                .contains("group by: ", "│ read ")
                .endsWith(" of memory\n");
    }

    @Test
    void usesTheFileOfAnEarlierRun() {
        Outcome.of("demo", "--rows", 1000, "--dir", folder);

        assertThat(Outcome.of("demo", "--rows", 1000, "--dir", folder).out())
                .startsWith("Using " + folder.resolve("orders-1000.parquet") + " from an earlier run.\n");
    }

    @Test
    void keepsItsFilesWhereTheSystemKeepsThem() {
        assertThat(CacheFolder.of(Map.of("XDG_CACHE_HOME", "/c", "HOME", "/h"))).isEqualTo(Path.of("/c/sheaf"));
        assertThat(CacheFolder.of(Map.of("HOME", "/h")).startsWith("/h")).isTrue();
        assertThat(CacheFolder.of(Map.of())).isEqualTo(Path.of(System.getProperty("java.io.tmpdir"), "sheaf"));
    }
}

package dev.sheaf.sqllogic;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Runs the scripts of `src/test/resources/sqllogic` on Sheaf, and on DuckDB, whose answers are what they state.
/// With `-Dsheaf.sqllogic=DIR` the scripts of another folder run on Sheaf instead: what is wrong fails, what Sheaf
/// refuses is told.
class SqlLogicTest {
    private static final String FOLDER = System.getProperty("sheaf.sqllogic", "");
    private static final int MOST_TOLD = 20;

    private static final Set<String> SHEAF = Set.of("sheaf", "duckdb");

    @TestFactory
    Stream<DynamicTest> answersAreThoseOfTheScripts() {
        return scripts(folder())
                .map(script -> DynamicTest.dynamicTest(name(script), () -> {
                    LogicRun.Outcome outcome = run(script, "jdbc:sheaf:", SHEAF);
                    if (FOLDER.isEmpty()) {
                        assertThat(outcome.left()).isEmpty();
                        assertThat(outcome.refused()).isEmpty();
                    } else {
                        tell(script, outcome);
                    }
                    assertThat(outcome.wrong()).isEmpty();
                }));
    }

    @TestFactory
    Stream<DynamicTest> ourScriptsStateWhatDuckDbAnswers() {
        return scripts(ours())
                .map(script -> DynamicTest.dynamicTest(name(script), () -> {
                    LogicRun.Outcome outcome = run(script, "jdbc:duckdb:", Set.of("duckdb-itself"));
                    assertThat(outcome.refused()).isEmpty();
                    assertThat(outcome.wrong()).isEmpty();
                    assertThat(outcome.right()).isPositive();
                }));
    }

    private static void tell(Path script, LogicRun.Outcome outcome) {
        System.out.printf(
                "%s: %d right, %d wrong, %d refused%s%n",
                name(script),
                outcome.right(),
                outcome.wrong().size(),
                outcome.refused().size(),
                outcome.left().isEmpty() ? "" : ", not run from line " + outcome.left());
        outcome.refused().stream().limit(MOST_TOLD).forEach(refusal -> System.out.println("  " + refusal));
    }

    private static LogicRun.Outcome run(Path script, String url, Set<String> names) throws SQLException, IOException {
        try (Connection connection = DriverManager.getConnection(url)) {
            return new LogicRun(connection, names).run(LogicScript.read(Files.readString(script)));
        }
    }

    private static String name(Path script) {
        return Objects.requireNonNull(script.getFileName()).toString();
    }

    private static Stream<Path> scripts(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> scripts =
                    files.filter(file -> name(file).endsWith(".test")).sorted().toList();
            assertThat(scripts).isNotEmpty();
            return scripts.stream();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Path folder() {
        return FOLDER.isEmpty() ? ours() : Path.of(FOLDER);
    }

    private static Path ours() {
        try {
            return Path.of(Objects.requireNonNull(SqlLogicTest.class.getResource("/sqllogic"))
                    .toURI());
        } catch (URISyntaxException impossible) {
            throw new AssertionError(impossible);
        }
    }
}

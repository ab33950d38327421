package dev.sheaf.benchmarks.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Finds the suites in test classes of the engine, which stand here for those of any module.
class SuitesTest {
    private static final Path COMPILED = Path.of("compiled");
    private static final String TESTING = "dev/sheaf/testing/";

    @TempDir
    private Path root;

    private List<Suite> suites(String... classes) throws IOException {
        for (String name : classes) {
            Path file = root.resolve("engine").resolve(COMPILED).resolve(TESTING + name + ".class");
            Files.createDirectories(file.getParent());
            try (InputStream bytes = getClass().getClassLoader().getResourceAsStream(TESTING + name + ".class")) {
                Files.write(file, Objects.requireNonNull(bytes, name).readAllBytes());
            }
        }
        return Suites.find(root, COMPILED);
    }

    @Test
    void aTestThatRunsRandomCasesIsASuite() throws IOException {
        assertThat(suites("TablesTest"))
                .containsExactly(
                        new Suite("engine", "TablesTest", "randomSamplesReadBackAsTheyWereWritten", List.of(300)),
                        new Suite("engine", "TablesTest", "typeNamesReadBackAsTheyPrint", List.of(200)));
    }

    @Test
    void aContractGivesItsSuitesToThoseThatExtendIt() throws IOException {
        List<Suite> suites =
                suites("groupby/GroupByContract", "groupby/RandomComparison", "groupby/ReferenceGroupByTest");

        assertThat(suites)
                .hasSize(2)
                .allMatch(suite -> suite.type().equals("ReferenceGroupByTest"))
                .allMatch(suite -> suite.cases().size() == 1)
                .allMatch(suite -> suite.cases().getFirst() > 20);
    }

    @Test
    void aTestWithoutRandomCasesIsNone() throws IOException {
        assertThat(suites("RandomCasesTest", "SoakRunTest")).isEmpty();
    }

    @Test
    void aSuiteIsCalledByItsTestItsClassOrItsModule() {
        Suite suite = new Suite("io", "RandomCsvTest", "roundTrip", List.of(300, -1));

        assertThat(List.of("RandomCsvTest#roundTrip", "RandomCsvTest", "io")).allMatch(suite::isCalled);
        assertThat(List.of("CsvTest", "roundTrip", "")).noneMatch(suite::isCalled);
        assertThat(suite.casesText()).isEqualTo("300 + varies");
    }
}

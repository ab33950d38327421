package dev.sheaf.benchmarks.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.benchmarks.data.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class FirstRunBenchTest {
    private static final Path TRAINING = Path.of(System.getProperty("user.dir"))
            .toAbsolutePath()
            .resolveSibling("cli/src/main/java/dev/sheaf/cli/WarmUpCommand.java");
    private static final Pattern TABLE = Pattern.compile("\\bFROM (\\w+)");

    @TempDir
    private Path folder;

    @Test
    void asksNoTableThatTheStartUpCacheIsTrainedOn() throws IOException {
        List<String> trained = TABLE.matcher(Files.readString(TRAINING))
                .results()
                .map(table -> table.group(1).toLowerCase(Locale.ROOT))
                .toList();

        assertThat(trained).contains("orders", "hits").doesNotContainAnyElementsOf(tables(workloads("--shapes", "40")));
    }

    @Test
    void asksTheTenQuestionsAndSomeShapes() {
        assertThat(workloads("--shapes", "3"))
                .flatExtracting(Workload::questions)
                .hasSize(13);
        assertThat(tables(workloads("--shapes", "3", "--questions", "q2,q3"))).containsExactly("x");
    }

    private static List<String> tables(List<Workload> workloads) {
        return workloads.stream().map(Workload::table).collect(Collectors.toList());
    }

    private List<Workload> workloads(String... arguments) {
        FirstRunBench bench = new FirstRunBench();
        List<String> all = new ArrayList<>(List.of("--rows", "500", "--data", folder.toString()));
        all.addAll(List.of(arguments));
        new CommandLine(bench).parseArgs(all.toArray(String[]::new));
        return bench.workloads();
    }
}

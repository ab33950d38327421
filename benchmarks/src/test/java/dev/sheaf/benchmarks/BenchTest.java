package dev.sheaf.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sheaf.benchmarks.process.Child;
import dev.sheaf.benchmarks.report.JsonReader;
import dev.sheaf.groupby.Backends;
import dev.sheaf.query.QueryContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Every benchmark from end to end, over tables so small that only the way is tested.
class BenchTest {
    private static final Pattern KEY = Pattern.compile("\"(\\w+)\": ");

    @TempDir
    private Path folder;

    @Test
    void everyBenchmarkSaysWhatItCanBeTold() {
        Outcome all = run("--help");
        Outcome one = run("shapes --help");

        assertThat(all.exitCode()).isZero();
        assertThat(all.out()).contains("shapes-compare", "first-run", "spark", "Examples:");
        assertThat(one.exitCode()).isZero();
        assertThat(run("spark --help").out()).contains("--master", "--shapes", "--save");
        assertThat(one.out()).contains("--seed", "--count", "--source").doesNotContain("Examples:");
    }

    @Test
    void processesOfTheirOwnRunThisClass() {
        assertThat(Child.MAIN).isEqualTo(Bench.class.getName());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "groupby",
                "groupby --variant k2 --questions q3,q8",
                "groupby --variant nulls --questions q2,q9",
                "groupby --variant sorted --questions q1,q10",
                "groupby --variant zipf --questions q5,q6",
                "parquet --questions q1,q6",
                "orders",
                "tpch",
                "clickbench",
                "members",
                "order --questions q1,q5"
            })
    void runsOverASmallTable(String command) {
        String json = json(command);

        assertThat(json).contains("\"rows\": 2000", "\"threads\": 2", "\"questions\": [", "\"machine\": \"");
        assertThat(keysOfFirstQuestion(json))
                .containsExactly(
                        "question",
                        "sheafMillis",
                        "sheafBestMillis",
                        "sheafFirstMillis",
                        "rowsPerSecond",
                        "bytesPerSecond",
                        "peer",
                        "peerMillis",
                        "peerBestMillis",
                        "peerFirstMillis",
                        "ratio",
                        "sheafCpuMillis",
                        "peerCpuMillis",
                        "cpuRatio",
                        "runs");
    }

    @Test
    void measuresMemoryInProcessesOfTheirOwn() {
        assertThat(keysOfFirstQuestion(json("memory --questions q5")))
                .containsExactly("question", "sheafMib", "sheafGrowthMib", "peer", "peerMib", "peerGrowthMib", "ratio");
    }

    @Test
    void laysThePlainLoopBesideWhatThreadsBring() {
        String json = json("threads --questions q1,q7");

        assertThat(keysOfFirstQuestion(json))
                .startsWith("question", "sheafMillis")
                .contains("ratio", "cpuRatio")
                .endsWith("runs", "plainMillis", "plainOneMillis", "plainRatio");
        assertThat(json).contains("\"peer\": \"one thread\"");
    }

    @Test
    void sweepsOverGroupsAndAroundEverySwitch() {
        QueryContext context = QueryContext.builder().threads(2).build();
        List<Long> switches = Backends.all().stream()
                .flatMap(backend -> backend.switches(context).values().stream())
                .toList();

        String json = json("sweep --most-groups 2000000");

        assertThat(keysOfFirstQuestion(json))
                .containsExactly(
                        "question",
                        "groups",
                        "sheafMillis",
                        "nanosPerRow",
                        "neighbourRatio",
                        "sheafCpuMillis",
                        "cpuNeighbourRatio",
                        "runs",
                        "switch");
        assertThat(json)
                .contains("\"DENSE, worst of neighbours\": ", "\"SCATTERED, worst of neighbours\": ")
                .contains("\"DENSE, neighbours beyond 2 times\": ", "\"SCATTERED, switches beyond 1.3 times\": ");
        assertThat(switches)
                .isNotEmpty()
                .allSatisfy(groups -> assertThat(json)
                        .contains(
                                "\"groups\": " + (groups - 1) + ",",
                                "\"groups\": " + groups + ",",
                                "\"groups\": " + (groups + 1) + ",",
                                "SCATTERED, around " + groups + " ("));
    }

    @Test
    void sweepsOverOtherKeysAndAggregates() {
        String json = json("sweep --most-groups 50 --keys pairs,zipf,sorted --aggregates SUM(v),MIN(w)");

        assertThat(json)
                .contains("\"benchmark\": \"sweep-pairs-zipf-sorted-aggregates\"", "\"aggregates\": \"SUM(v),MIN(w)\"")
                .contains("\"PAIRS, worst of neighbours\": ", "\"ZIPF, ", "\"SORTED, ");
    }

    @Test
    void measuresWhatKeptGroupsCostAndSave() {
        String json = json("groups");

        assertThat(json)
                .contains("\"question\": \"DENSE\"", "\"question\": \"PAIRS\"", "\"groups\": 1000")
                .doesNotContain("\"groups\": 100000");
        assertThat(keysOfFirstQuestion(json))
                .contains("makingRatio", "laterRatio", "byKeysRatio", "cpuMakingRatio", "cpuLaterRatio");
    }

    @Test
    void asksRandomJoinsAfterCheckingTheirAnswers() {
        String json = json("joins --build 300 --count 6 --seed 3 --runs 1");

        assertThat(keysOfFirstQuestion(json)).contains("question", "sheafMillis", "peer", "peerMillis", "ratio");
        assertThat(json)
                .contains("\"benchmark\": \"joins\"", "\"question\": \"j6\"", "\"build\": 300", " JOIN dims t ON ");
    }

    @Test
    void asksRandomWindowsAfterCheckingTheirAnswers() {
        String json = json("windows --count 6 --seed 3 --runs 1");

        assertThat(keysOfFirstQuestion(json)).contains("question", "sheafMillis", "peer", "peerMillis", "ratio");
        assertThat(json).contains("\"benchmark\": \"windows\"", "\"question\": \"w6\"", " OVER (PARTITION BY ");
    }

    @Test
    void asksForEachSpecialPathWhatItIsWorth() {
        String json = json("ways --count 2 --runs 1");

        assertThat(json)
                .contains("\"benchmark\": \"ways\"", "\"nothing, twice the same\": ")
                .contains("\"rows by partition before they are grouped\": ")
                .contains("\"shapes\": {");
    }

    @Test
    void measuresHowLongCancelledQueriesGoOn() {
        assertThat(keysOfFirstQuestion(json("cancel --questions q5")))
                .containsExactly("question", "fullMillis", "cancelled", "medianMillis", "mostMillis");
    }

    @Test
    void savesTheResultsInTheFolderOfTheMachine() throws IOException {
        json("groupby --questions q1 --save --root " + folder);

        try (var files = Files.walk(folder.resolve("benchmarks/results"))) {
            assertThat(files.filter(Files::isRegularFile))
                    .singleElement()
                    .satisfies(file -> assertThat(file)
                            .hasFileName("groupby-base.json")
                            .content()
                            .contains("\"commit\": "));
        }
    }

    @Test
    void runsVariantsSeveralTimesInProcessesOfTheirOwn() {
        Map<?, ?> report = (Map<?, ?>) JsonReader.read(json("groupby --variant k2,ZIPF --repeat 2 --questions q1"));

        assertThat((List<?>) report.get("questions"))
                .extracting("question", "variant", "round", "peer")
                .containsExactly(
                        tuple("q1", "k2", 1L, "duckdb"),
                        tuple("q1", "zipf", 1L, "duckdb"),
                        tuple("q1", "k2", 2L, "duckdb"),
                        tuple("q1", "zipf", 2L, "duckdb"));
        assertThat((List<?>) report.get("runs"))
                .hasSize(4)
                .allSatisfy(run -> assertThat(run)
                        .asInstanceOf(InstanceOfAssertFactories.MAP)
                        .containsEntry("question of the worst ratio to duckdb", "q1")
                        .containsKey("geometric mean of ratios to duckdb"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "groupby --variant k3      | there is no variant \"k3\"; there are base, k2, nulls, sorted, zipf, and all",
                "groupby --repeat 0        | --repeat needs a number above 0",
                "groupby --threads 0       | --threads needs a number above 0",
                "groupby --rows -1         | --rows needs a number above 0",
                "groupby --rows many       | is no number; write 10000000, 10M or 1e7",
                "groupby --runs 0          | --runs needs a number above 0",
                "groupby --seconds 0       | --seconds needs a number above 0",
                "groupby --format xml      | but was 'xml'",
                "sort                      | Did you mean: sheaf bench order"
            })
    void saysWhatIsWrongWithARequest(String command, String message) {
        Outcome outcome = run(command + " --data " + folder);

        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.err()).contains(message);
    }

    @Test
    void namesTheQuestionsThatThereAre() {
        Outcome outcome = run("groupby --questions q11 --rows 100 --data " + folder);

        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.err()).contains("no question \"q11\"; there are q1, q2");
    }

    @Test
    void namesThePeersThatThereAre() {
        Outcome outcome = run("groupby --vs pandas --rows 100 --data " + folder);

        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.err()).contains("no peer \"pandas\"; there are duckdb, polars and spark");
    }

    private String json(String command) {
        Outcome outcome = run(command + " --rows 2e3 --threads 2 --runs 1 --format json --data " + folder);
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        return outcome.out();
    }

    private static List<String> keysOfFirstQuestion(String json) {
        String first = json.substring(json.indexOf("\"questions\": [") + 14);
        return KEY.matcher(first.substring(0, first.indexOf('}')))
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    private record Outcome(int exitCode, String out, String err) {}

    private static Outcome run(String command) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
        ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(outBytes, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(errBytes, true, StandardCharsets.UTF_8));
        try {
            int exitCode = Bench.run(command.split(" "));
            return new Outcome(
                    exitCode, outBytes.toString(StandardCharsets.UTF_8), errBytes.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }
}

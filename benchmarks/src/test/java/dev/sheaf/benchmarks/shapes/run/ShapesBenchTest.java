package dev.sheaf.benchmarks.shapes.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.benchmarks.shapes.run.ShapeResult.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/// The shapes benchmark from end to end over small tables, which makes it a test of answers: a wrong one fails it.
/// `-Dsheaf.shapes.count` says how many shapes of each seed, `-Dsheaf.shapes.seed` which seed comes first.
class ShapesBenchTest {
    private static final int COUNT = Integer.getInteger("sheaf.shapes.count", 16);
    private static final int SEED = Integer.getInteger("sheaf.shapes.seed", 100);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"0, memory", "1, parquet", "2, memory"})
    void answersAgreeWithDuckDb(int place, String source) {
        int seed = SEED + place;

        ShapesReport report = run("--seed", "" + seed, "--count", "" + COUNT, "--source", source, "--no-first");

        assertThat(report.results())
                .as("shapes of seed %d", seed)
                .hasSize(COUNT)
                .allSatisfy(
                        result -> assertThat(result.outcome()).as("%s", result).isEqualTo(Outcome.MEASURED));
    }

    @Test
    void measuresTheFirstRunOfAFreshProcess() {
        ShapesReport report = run("--seed", "2", "--count", "1");

        assertThat(report.results())
                .singleElement()
                .satisfies(result -> assertThat(result.firstMillis()).isBetween(1.0, result.firstProcessMillis()))
                .satisfies(result -> assertThat(result.peerFirstMillis()).isPositive());
    }

    @Test
    void goesOnWhereARunWasStopped() {
        ShapeResult kept = result(0, Outcome.MEASURED, 12_345);
        ShapesBench bench = parse("--seed", "3", "--count", "2", "--no-first");
        bench.progress().done();
        bench.progress().add(kept);

        bench.run();

        assertThat(report(3).results()).hasSize(2).contains(kept);
        assertThat(bench.progress().file()).doesNotExist();
    }

    @Test
    void beginsAnewAfterARunOfSomethingElse() {
        Progress other = new Progress(folder.resolve("progress"), Map.of("rows", 1));
        other.done();
        other.add(result(0, Outcome.MEASURED, 1));

        assertThat(new Progress(other.file(), Map.of("rows", 2)).done()).isEmpty();
    }

    @Test
    void forgetsAResultThatWasCutWhileItWasWritten() throws IOException {
        Progress progress = new Progress(folder.resolve("progress"), Map.of("rows", 1));
        progress.done();
        progress.add(result(0, Outcome.MEASURED, 1));
        String whole = Files.readString(progress.file());
        Files.writeString(progress.file(), whole + "{\"shape\": 1, \"outc");
        progress.add(result(2, Outcome.MEASURED, 3));

        assertThat(progress.done()).extracting(ShapeResult::number).containsExactly(0, 2);
    }

    @Test
    void aReportIsReadAsItWasWritten() throws IOException {
        ShapesReport report = new ShapesReport(
                what(),
                List.of(result(0, Outcome.MEASURED, 10), result(1, Outcome.REFUSED, 0), result(2, Outcome.WRONG, 0)));
        Path file = Files.writeString(folder.resolve("report.json"), report.json());

        assertThat(ShapesReport.read(file).results()).isEqualTo(report.results());
        assertThat(report.text()).contains("REFUSED: it's \"so\"", "geometric mean: 5.00", "READ 1.50");
    }

    @Test
    void saysWhatTheRatiosComeTo() {
        assertThat(ShapesReport.quantile(List.of(1.0, 2.0, 4.0), 0.25)).isEqualTo(1.5);
        assertThat(ShapesReport.geometricMean(List.of(0.5, 2.0))).isEqualTo(1);
        assertThat(ShapesReport.quantile(List.of(), 0.5)).isNaN();
    }

    @Test
    void comparesTwoReportsShapeByShape() {
        ShapesReport before = new ShapesReport(
                what(),
                List.of(
                        result(0, Outcome.MEASURED, 10),
                        result(1, Outcome.MEASURED, 10),
                        result(2, Outcome.REFUSED, 0)));
        ShapesReport after = new ShapesReport(
                what(),
                List.of(
                        result(0, Outcome.MEASURED, 20),
                        result(1, Outcome.MEASURED, 5),
                        result(2, Outcome.MEASURED, 1)));

        assertThat(ShapesComparison.of(before, after).text(1.1))
                .contains("shapes in both: 2", "geometric mean of time: 1.00", "lost: [0]", "won: [1]")
                .contains("2 was REFUSED and is MEASURED");
    }

    @Test
    void doesNotCompareReportsOfDifferentRows() {
        ShapesReport other = new ShapesReport(Map.of("rows", 7L), List.of());

        assertThatThrownBy(() -> ShapesComparison.of(new ShapesReport(what(), List.of()), other))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the reports cannot be compared: rows was 1 and is 7");
    }

    private static Map<String, Object> what() {
        return Map.of("rows", 1L);
    }

    private static ShapeResult result(int number, Outcome outcome, double millis) {
        boolean isMeasured = outcome == Outcome.MEASURED;
        return new ShapeResult(
                number,
                "wide0",
                "GROUP_BY",
                "SELECT 'é'\n",
                outcome,
                isMeasured ? "" : "it's \"so\"",
                isMeasured ? 5 : -1,
                isMeasured ? List.of(millis) : List.of(),
                isMeasured ? List.of(2.0) : List.of(),
                isMeasured ? Map.of("READ", 1.5) : Map.of(),
                isMeasured ? List.of("group by: cpu") : List.of(),
                Double.NaN,
                Double.NaN,
                Double.NaN);
    }

    private ShapesBench parse(String... arguments) {
        ShapesBench bench = new ShapesBench();
        CommandLine command = new CommandLine(bench).setCaseInsensitiveEnumValuesAllowed(true);
        command.setOverwrittenOptionsAllowed(true);
        List<String> all = new ArrayList<>(
                List.of("--rows", "20000", "--threads", "2", "--shape-seconds", "0", "--data", folder.toString()));
        all.addAll(List.of(arguments));
        command.parseArgs(all.toArray(String[]::new));
        return bench;
    }

    private ShapesReport run(String... arguments) {
        ShapesBench bench = parse(arguments);
        bench.run();
        return report(Integer.parseInt(arguments[1]));
    }

    private ShapesReport report(int seed) {
        Path memory = folder.resolve("shapes-memory-" + seed + ".json");
        return ShapesReport.read(Files.exists(memory) ? memory : folder.resolve("shapes-parquet-" + seed + ".json"));
    }
}

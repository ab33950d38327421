package dev.sheaf.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static final Comparison HALF = comparison("q1", 10, 20);
    private static final Comparison EIGHTH = comparison("q2", 10, 80);

    private static Comparison comparison(String question, double sheaf, double peer) {
        return new Comparison(
                question,
                new Timing(100, List.of(sheaf + 1, sheaf, sheaf - 1), sheaf),
                "duckdb",
                new Timing(50, List.of(peer), peer),
                1_000,
                4_000);
    }

    @Test
    void theRatioIsSheafsMedianOverThePeers() {
        assertThat(HALF.ratio()).isEqualTo(0.5);
        assertThat(HALF.sheaf().bestMillis()).isEqualTo(9);
        assertThat(HALF.rowsPerSecond()).isEqualTo(100_000);
        assertThat(HALF.bytesPerSecond()).isEqualTo(400_000);
    }

    @Test
    void theMedianOfAnEvenNumberLiesBetweenTheMiddleTwo() {
        assertThat(Timing.median(List.of(4.0, 1.0, 3.0, 2.0))).isEqualTo(2.5);
        assertThat(Timing.median(List.of())).isNaN();
    }

    @Test
    void theMeanOfRatiosIsGeometric() {
        assertThat(Comparison.geometricMean(List.of(HALF, EIGHTH), Comparison::ratio))
                .isCloseTo(0.25, within(1e-12));
    }

    @Test
    void theJsonNamesMachineParametersQuestionsAndSummary() {
        String json = Report.of("groupby-base", Map.of("rows", 1_000L), List.of(HALF, EIGHTH))
                .json(Path.of(""));

        assertThat(json)
                .startsWith("{\n  \"benchmark\": \"groupby-base\",\n  \"machine\": \"")
                .contains("\"jdk\": \"", "\"commit\": \"", "\"rows\": 1000,")
                .contains("""
                          "questions": [
                            {
                              "question": "q1",
                              "sheafMillis": 10,
                        """)
                .contains("\"peer\": \"duckdb\",", "\"ratio\": 0.5000,")
                .endsWith("""
                          "summary": {
                            "geometric mean of ratios to duckdb": 0.2500,
                            "geometric mean of processor time to duckdb": 0.2500,
                            "worst ratio to duckdb": 0.5000,
                            "question of the worst ratio to duckdb": "q1"
                          }
                        }
                        """);
    }

    @Test
    void jsonQuotesTextsAndHasNoNan() {
        assertThat(Json.write(List.of("a \"b\"\n", Double.NaN, 1234567.5, 12.3456, 0.12345, true)))
                .isEqualTo("[\"a \\\"b\\\"\\n\", null, 1234568, 12.346, 0.1235, true]\n");
    }

    @Test
    void tablesAreAligned() {
        assertThat(new TextTable("a", "long").row(List.of("xyz", "1"))).hasToString("""
                | a   | long |
                |-----|-----:|
                | xyz |    1 |
                """);
    }
}

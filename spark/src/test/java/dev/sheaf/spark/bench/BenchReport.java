package dev.sheaf.spark.bench;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/// What came out, for people and as JSON.
final class BenchReport {
    private BenchReport() {}

    static String summary(List<Contest> contests) {
        return String.format(
                Locale.ROOT,
                "geometric mean: wall %.2f, cpu %.2f",
                mean(contests, Contest::wallRatio),
                mean(contests, Contest::cpuRatio));
    }

    private static double mean(List<Contest> contests, ToDoubleFunction<Contest> ratio) {
        return Math.exp(
                contests.stream().mapToDouble(ratio).map(Math::log).average().orElse(0));
    }

    static String json(BenchOptions options, List<Contest> contests) {
        return String.format(
                Locale.ROOT,
                """
                {
                  "benchmark": "spark",
                  "commit": "%s",
                  "processors": %d,
                  "jdk": "%s",
                  "spark": "%s",
                  "rows": %d,
                  "rounds": %d,
                  "seed": %d,
                  "questions": [
                %s
                  ]
                }
                """,
                System.getProperty("sheaf.commit", "unknown"),
                Runtime.getRuntime().availableProcessors(),
                Runtime.version(),
                org.apache.spark.package$.MODULE$.SPARK_VERSION(),
                options.rows(),
                options.rounds(),
                options.seed(),
                contests.stream().map(BenchReport::question).collect(Collectors.joining(",\n")));
    }

    private static String question(Contest contest) {
        return String.format(
                Locale.ROOT,
                "    {\"question\": \"%s\", \"sql\": \"%s\", \"vanilla\": %s, \"sheaf\": %s, "
                        + "\"wallRatio\": %.3f, \"cpuRatio\": %.3f}",
                contest.name(),
                contest.sql(),
                costs(contest.vanilla()),
                costs(contest.sheaf()),
                contest.wallRatio(),
                contest.cpuRatio());
    }

    private static String costs(List<Cost> costs) {
        return String.format(
                Locale.ROOT,
                "{\"wallMillis\": %.1f, \"cpuMillis\": %.1f, \"shuffleBytes\": %.0f}",
                Contest.median(costs, Cost::wallMillis),
                Contest.median(costs, Cost::cpuMillis),
                Contest.median(costs, Cost::shuffleBytes));
    }
}

package dev.sheaf.benchmarks.windows;

import dev.sheaf.benchmarks.contest.Contest;
import dev.sheaf.benchmarks.data.Question;
import dev.sheaf.benchmarks.engine.AnswerCheck;
import dev.sheaf.benchmarks.engine.DuckDb;
import dev.sheaf.benchmarks.engine.SheafEngine;
import dev.sheaf.benchmarks.options.BenchOptions;
import dev.sheaf.benchmarks.report.Comparison;
import dev.sheaf.benchmarks.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `sheaf bench windows`: random windows over a table in memory, by turns with DuckDB, after each answer was
/// compared whole.
@Command(
        name = "windows",
        description = "Random windows over a table in memory: partitions, orders, frames, functions.")
public final class WindowsBench implements Runnable {
    @Mixin
    private BenchOptions options = new BenchOptions();

    @Option(names = "--seed", paramLabel = "N", description = "Which windows are drawn (default: 1).")
    private long seed = 1;

    @Option(names = "--count", paramLabel = "N", description = "How many (default: 30).")
    private int count = 30;

    @Override
    public void run() {
        BenchOptions.checkPositive("--count", count);
        List<Question> questions = options.select(new WindowShapes(seed).draw(count));
        try (SheafEngine sheaf = new SheafEngine(options.threads());
                DuckDb duckdb = new DuckDb(options.threads())) {
            new WindowTable(options.rows()).load(sheaf, duckdb);
            Map<String, Object> parameters = options.parameters();
            parameters.put("seed", seed);
            parameters.put("peers", List.of(duckdb.name() + " " + duckdb.version()));
            parameters.put(
                    "queries",
                    questions.stream()
                            .map(each -> each.name() + ": " + each.sql())
                            .toList());
            Contest contest = new Contest(sheaf, List.of(duckdb), new AnswerCheck(sheaf, duckdb), options.runs());
            List<Comparison> comparisons = new ArrayList<>();
            for (Question question : questions) {
                comparisons.addAll(contest.ask(question, options.rows(), comparisons.isEmpty()));
            }
            options.publish(Report.of("windows", parameters, comparisons));
        }
    }
}

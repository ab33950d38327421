package dev.sheaf.benchmarks.joins;

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

/// `sheaf bench joins`: random joins of two tables in memory, by turns with DuckDB, after each answer was compared
/// whole.
@Command(name = "joins", description = "Random joins of two tables in memory, of 1 to 3 keys of random types.")
public final class JoinsBench implements Runnable {
    @Mixin
    private BenchOptions options = new BenchOptions();

    @Option(
            names = "--build",
            paramLabel = "N",
            converter = BenchOptions.RowCount.class,
            description = "Rows of the right side (default: 1e6); --rows are those of the left one.")
    private long build = 1_000_000;

    @Option(names = "--seed", paramLabel = "N", description = "Which joins are drawn (default: 1).")
    private long seed = 1;

    @Option(names = "--count", paramLabel = "N", description = "How many (default: 20).")
    private int count = 20;

    @Override
    public void run() {
        BenchOptions.checkPositive("--build", build);
        BenchOptions.checkPositive("--count", count);
        List<Question> questions = options.select(new JoinShapes(seed).draw(count));
        try (SheafEngine sheaf = new SheafEngine(options.threads());
                DuckDb duckdb = new DuckDb(options.threads())) {
            new JoinTables(options.rows(), build).load(sheaf, duckdb);
            Map<String, Object> parameters = options.parameters();
            parameters.put("build", build);
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
                comparisons.addAll(contest.ask(question, options.rows() + build, comparisons.isEmpty()));
            }
            options.publish(Report.of("joins", parameters, comparisons));
        }
    }
}

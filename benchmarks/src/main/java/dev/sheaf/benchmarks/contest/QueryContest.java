package dev.sheaf.benchmarks.contest;

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
import java.util.function.BiConsumer;

/// Queries over tables in memory, by turns with DuckDB, after each answer was compared whole.
///
/// @param name of the report
/// @param drawn the queries; the options may choose some of them
/// @param rows how many a query reads
/// @param facts what the report says of the draw
public record QueryContest(String name, List<Question> drawn, long rows, Map<String, Object> facts) {

    /// Runs the contest and publishes its report; `load` makes the tables in DuckDB and loads them into Sheaf.
    ///
    /// @throws IllegalStateException if an answer is wrong
    public void run(BenchOptions options, BiConsumer<SheafEngine, DuckDb> load) {
        List<Question> questions = options.select(drawn);
        try (SheafEngine sheaf = new SheafEngine(options.threads());
                DuckDb duckdb = new DuckDb(options.threads())) {
            load.accept(sheaf, duckdb);
            Contest contest = new Contest(sheaf, List.of(duckdb), new AnswerCheck(sheaf, duckdb), options.runs());
            List<Comparison> comparisons = new ArrayList<>();
            for (Question question : questions) {
                comparisons.addAll(contest.ask(question, rows, comparisons.isEmpty()));
            }
            options.publish(Report.of(name, parameters(options, questions, duckdb), comparisons));
        }
    }

    private Map<String, Object> parameters(BenchOptions options, List<Question> questions, DuckDb duckdb) {
        Map<String, Object> parameters = options.parameters();
        parameters.putAll(facts);
        parameters.put("peers", List.of(duckdb.nameAndVersion()));
        parameters.put(
                "queries",
                questions.stream().map(each -> each.name() + ": " + each.sql()).toList());
        return parameters;
    }
}

package dev.sheaf.benchmarks.process;

import dev.sheaf.benchmarks.data.Question;
import dev.sheaf.benchmarks.data.Questions;
import dev.sheaf.benchmarks.data.Variant;
import dev.sheaf.benchmarks.options.BenchOptions;
import dev.sheaf.benchmarks.options.Workloads;
import dev.sheaf.benchmarks.report.Comparison;
import dev.sheaf.benchmarks.report.Report;
import dev.sheaf.benchmarks.report.Timing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `sheaf bench order`: the ten questions in random order in one process, against a process for each. A ratio well
/// above 1 would mean that loops compiled for one question are slower for the next.
@Command(name = "order", description = "The ten questions in random order in one process, against one process each.")
public final class OrderBench implements Runnable {
    private static final int DEFAULT_ROUNDS = 16;

    @Mixin
    private BenchOptions options = new BenchOptions();

    @Option(names = "--seed", paramLabel = "S", description = "Another seed gives another order (default: 1).")
    private long seed = 1;

    @Override
    public void run() {
        List<Question> questions = options.select(Questions.GROUP_BY);
        int rounds = options.rounds(DEFAULT_ROUNDS);
        Workloads.groupBy(Variant.BASE, true, options);
        Map<String, List<Double>> together =
                Measured.of(options, "sheaf", questions, rounds, seed).millis();
        List<Comparison> comparisons = new ArrayList<>();
        for (Question question : questions) {
            List<Double> alone = Measured.of(options, "sheaf", List.of(question), rounds, seed)
                    .millis()
                    .getOrDefault(question.name(), List.of());
            comparisons.add(new Comparison(
                    question.name(),
                    timing(together.getOrDefault(question.name(), List.of())),
                    "own process",
                    timing(alone),
                    options.rows(),
                    0));
        }
        options.publish(Report.of("order", options.parameters(), comparisons));
    }

    /// The second half of the runs counts.
    private static Timing timing(List<Double> millis) {
        return new Timing(
                millis.getFirst(), millis.stream().skip(millis.size() / 2).collect(Collectors.toList()), Double.NaN);
    }
}

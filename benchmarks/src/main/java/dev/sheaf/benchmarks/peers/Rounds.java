package dev.sheaf.benchmarks.peers;

import dev.sheaf.benchmarks.data.Variant;
import dev.sheaf.benchmarks.options.BenchOptions;
import dev.sheaf.benchmarks.process.Child;
import dev.sheaf.benchmarks.report.JsonReader;
import dev.sheaf.benchmarks.report.Report;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The questions over several variants of the table, all of them several times, each time in a process of its
/// own: one report with a row for each question, variant and round, what each run comes to, and the highest of
/// these.
record Rounds(List<Variant> variants, int rounds, List<String> peers, BenchOptions options) {

    /// Runs all variants, then all of them again, as often as asked.
    ///
    /// @throws IllegalStateException if a run fails; its own words went to standard error
    Report report() {
        List<Map<String, Object>> questions = new ArrayList<>();
        List<Map<String, Object>> runs = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            for (Variant variant : variants) {
                System.err.println("== " + variant + ", round " + round + " of " + rounds);
                Map<?, ?> run = run(variant);
                for (Object question : (List<?>) value(run, "questions")) {
                    questions.add(row(variant, round, (Map<?, ?>) question));
                }
                runs.add(row(variant, round, (Map<?, ?>) value(run, "summary")));
            }
        }
        Map<String, Object> parameters = options.parameters();
        parameters.put("variants", variants.stream().map(Variant::toString).toList());
        parameters.put("rounds", rounds);
        parameters.put("peers", peers);
        return new Report("groupby-rounds", parameters, questions, highest(runs), runs);
    }

    private Map<?, ?> run(Variant variant) {
        List<String> lines = Child.lines(
                List.of(),
                Stream.of(
                                List.of("groupby", "--variant", variant.toString(), "--vs", String.join(",", peers)),
                                options.measuringArguments(),
                                List.of("--format", "json"))
                        .flatMap(List::stream)
                        .toList());
        return (Map<?, ?>) JsonReader.read(lines.stream().collect(Collectors.joining("\n")));
    }

    private static Object value(Map<?, ?> map, String name) {
        Object value = map.get(name);
        if (value == null) {
            throw new IllegalStateException("a benchmark in a process of its own did not say its " + name);
        }
        return value;
    }

    private static Map<String, Object> row(Variant variant, int round, Map<?, ?> values) {
        Map<String, Object> row = new LinkedHashMap<>();
        Object question = values.get("question");
        if (question != null) {
            row.put("question", question);
        }
        row.put("variant", variant.toString());
        row.put("round", round);
        values.forEach((name, value) -> row.put(name.toString(), value));
        return row;
    }

    /// The highest value of each figure, and the run that had it.
    private static Map<String, Object> highest(List<Map<String, Object>> runs) {
        Map<String, Object> highest = new LinkedHashMap<>();
        for (String figure : runs.getFirst().keySet()) {
            runs.stream()
                    .filter(run -> run.get(figure) instanceof Double)
                    .max(Comparator.comparingDouble(run -> number(run, figure)))
                    .ifPresent(run -> highest.put(
                            figure + ", highest: " + run.get("variant") + ", round " + run.get("round"),
                            number(run, figure)));
        }
        return highest;
    }

    private static double number(Map<String, Object> run, String figure) {
        return run.get(figure) instanceof Double number ? number : Double.NaN;
    }
}

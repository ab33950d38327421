package dev.sheaf.benchmarks.process;

import dev.sheaf.benchmarks.data.Question;
import dev.sheaf.benchmarks.options.BenchOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// What [MeasureBench] measured in a process of its own.
///
/// @param millis the runs of each question in order
record Measured(Map<String, List<Double>> millis, long loadedKib, long peakKib) {
    /// The same for all: what does not lie on the heap has to show.
    private static final List<String> FLAGS = List.of("-Xms512m", "-Xmx512m");

    /// Runs the questions in a process of their own.
    static Measured of(BenchOptions options, String engine, List<Question> questions, int rounds, long seed) {
        List<String> arguments = new ArrayList<>(List.of("measure", "--engine", engine));
        arguments.addAll(options.arguments());
        arguments.addAll(List.of("--rounds", "" + rounds, "--seed", "" + seed, "--questions"));
        arguments.add(questions.stream().map(Question::name).collect(Collectors.joining(",")));
        return parse(Child.lines(FLAGS, arguments));
    }

    private static Measured parse(List<String> lines) {
        Map<String, List<Double>> millis = new LinkedHashMap<>();
        for (String line : lines) {
            String[] words = line.split(" ");
            millis.computeIfAbsent(words[0], _ -> new ArrayList<>()).add(Double.parseDouble(words[1]));
        }
        return new Measured(millis, kib(millis, "loaded"), kib(millis, "peak"));
    }

    private static long kib(Map<String, List<Double>> figures, String name) {
        List<Double> found = figures.remove(name);
        if (found == null) {
            throw new IllegalStateException("a benchmark in a process of its own did not say what was " + name);
        }
        return found.getFirst().longValue();
    }
}

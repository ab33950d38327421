package dev.sheaf.benchmarks;

import dev.sheaf.benchmarks.options.BenchOptions;
import dev.sheaf.benchmarks.process.Child;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `sheaf bench all`: every benchmark in a process of its own, one after the other, results filed.
@Command(name = "all", description = "Every benchmark, one after the other; results are filed. About 31 minutes.")
final class AllBench implements Runnable {
    private static final List<String> BENCHMARKS = List.of(
            "groupby",
            "groupby --variant k2",
            "groupby --variant nulls",
            "groupby --variant sorted",
            "groupby --variant zipf",
            "parquet",
            "orders",
            "tpch",
            "clickbench",
            "members",
            "threads",
            "first-run --runs 1",
            "memory",
            "cancel --questions q3,q5,q6,q10",
            "order --runs 8",
            "sweep --runs 1");

    /// Of every question, so that all of them take minutes together.
    private static final String SECONDS = "0.5";

    @Mixin
    private BenchOptions options = new BenchOptions();

    @Option(names = "--only", split = ",", paramLabel = "NAME", description = "Only those of these names.")
    private List<String> only = List.of();

    @Override
    public void run() {
        List<String> failed = new ArrayList<>();
        for (String benchmark : BENCHMARKS) {
            List<String> words = List.of(benchmark.split(" "));
            if (only.isEmpty() || only.contains(words.getFirst())) {
                System.err.println("== " + benchmark);
                try {
                    Child.run(Stream.of(words, List.of("--seconds", SECONDS), options.allArguments())
                            .flatMap(List::stream)
                            .toList());
                } catch (IllegalStateException failure) {
                    failed.add(failure.getMessage());
                }
            }
        }
        if (!failed.isEmpty()) {
            throw new IllegalStateException(String.join("; ", failed));
        }
    }
}

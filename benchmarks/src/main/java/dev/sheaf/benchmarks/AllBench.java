package dev.sheaf.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `sheaf bench all`: every benchmark in a process of its own, one after the other, results filed.
@Command(name = "all", description = "Every benchmark, one after the other; results are filed. About eight minutes.")
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
            "threads",
            "first-run",
            "memory",
            "order",
            "sweep");

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
                    Child.run(Stream.concat(words.stream(), options.allArguments().stream())
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

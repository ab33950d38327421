package dev.sheaf.benchmarks;

import dev.sheaf.benchmarks.engine.DuckDb;
import dev.sheaf.benchmarks.engine.Engine;
import dev.sheaf.benchmarks.engine.Polars;
import dev.sheaf.benchmarks.engine.Spark;
import java.nio.file.Path;
import java.util.List;

/// Whom Sheaf is compared with, by name.
final class Peers {
    private Peers() {}

    static List<Engine> of(List<String> names, BenchOptions options) {
        return names.stream().map(name -> of(name, options)).toList();
    }

    private static Engine of(String name, BenchOptions options) {
        Path folder = options.peerFolder();
        int threads = options.threads();
        return switch (name) {
            case "duckdb" -> new DuckDb(threads);
            case "polars" -> Polars.start(folder, threads);
            case "spark" -> Spark.start(folder, BenchOptions.ROOT, threads);
            default ->
                throw new IllegalArgumentException(
                        "there is no peer \"" + name + "\"; there are duckdb, polars and spark");
        };
    }
}

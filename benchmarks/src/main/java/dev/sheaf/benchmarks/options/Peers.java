package dev.sheaf.benchmarks.options;

import dev.sheaf.benchmarks.engine.DuckDb;
import dev.sheaf.benchmarks.engine.Engine;
import dev.sheaf.benchmarks.engine.Polars;
import dev.sheaf.benchmarks.engine.Spark;
import java.nio.file.Path;
import java.util.List;

/// Whom Sheaf is compared with, by name.
public final class Peers {
    private static final List<String> NAMES = List.of("duckdb", "polars", "spark");

    private Peers() {}

    public static List<Engine> of(List<String> names, BenchOptions options) {
        return names.stream().map(name -> of(name, options)).toList();
    }

    /// @throws IllegalArgumentException for a name that is none of theirs, before any of them is started
    public static void check(List<String> names) {
        for (String name : names) {
            if (!NAMES.contains(name)) {
                throw unknown(name);
            }
        }
    }

    private static IllegalArgumentException unknown(String name) {
        return new IllegalArgumentException("there is no peer \"" + name + "\"; there are duckdb, polars and spark");
    }

    private static Engine of(String name, BenchOptions options) {
        Path folder = options.peerFolder();
        int threads = options.threads();
        return switch (name) {
            case "duckdb" -> new DuckDb(threads);
            case "polars" -> Polars.start(folder, threads);
            case "spark" -> Spark.start(folder, BenchOptions.ROOT, threads);
            default -> throw unknown(name);
        };
    }
}

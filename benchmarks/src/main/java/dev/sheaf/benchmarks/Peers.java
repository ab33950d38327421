package dev.sheaf.benchmarks;

import dev.sheaf.benchmarks.engine.DuckDb;
import dev.sheaf.benchmarks.engine.Engine;
import java.util.List;

/// Whom Sheaf is compared with, by name.
final class Peers {
    private Peers() {}

    static List<Engine> of(List<String> names, int threads) {
        return names.stream().map(name -> of(name, threads)).toList();
    }

    private static Engine of(String name, int threads) {
        return switch (name) {
            case "duckdb" -> new DuckDb(threads);
            default ->
                throw new IllegalArgumentException(
                        "there is no peer \"" + name + "\"; there are duckdb, polars and spark");
        };
    }
}

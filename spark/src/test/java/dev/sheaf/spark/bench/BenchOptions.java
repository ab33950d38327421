package dev.sheaf.spark.bench;

import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the command line asks for.
///
/// @param only the questions to ask; empty for all
/// @param json the file for the result; null for none
record BenchOptions(
        long rows,
        int rounds,
        int shapes,
        long seed,
        Set<String> only,
        @Nullable Path json,
        Path folder) {
    static BenchOptions parse(String... arguments) {
        long rows = 10_000_000;
        int rounds = 5;
        int shapes = 20;
        long seed = 1;
        Set<String> only = Set.of();
        Path json = null;
        Path folder = Path.of("target", "bench-spark");
        for (int i = 0; i < arguments.length; i += 2) {
            String value = i + 1 < arguments.length ? arguments[i + 1] : "";
            switch (arguments[i]) {
                case "--rows" -> rows = Long.parseLong(value);
                case "--rounds" -> rounds = Integer.parseInt(value);
                case "--shapes" -> shapes = Integer.parseInt(value);
                case "--seed" -> seed = Long.parseLong(value);
                case "--only" -> only = Set.of(value.split(","));
                case "--json" -> json = Path.of(value);
                case "--data" -> folder = Path.of(value);
                default ->
                    throw new IllegalArgumentException("unknown option " + arguments[i]
                            + "; there are --rows, --rounds, --shapes, --seed, --only, --json and --data");
            }
        }
        return new BenchOptions(rows, rounds, shapes, seed, only, json, folder);
    }

    boolean isAsked(String question) {
        return only.isEmpty() || only.contains(question);
    }
}

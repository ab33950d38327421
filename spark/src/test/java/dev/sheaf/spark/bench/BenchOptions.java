package dev.sheaf.spark.bench;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// What the command line asks for.
///
/// @param only the questions to ask; empty for all
/// @param folder where the files are kept
/// @param conf settings of Spark beside those of the benchmark
record BenchOptions(
        String master,
        long rows,
        int rounds,
        int shapes,
        long seed,
        Set<String> only,
        Path folder,
        Map<String, String> conf) {
    static BenchOptions parse(String... arguments) {
        String master = "local[2]";
        long rows = 10_000_000;
        int rounds = 5;
        int shapes = 20;
        long seed = 1;
        Set<String> only = Set.of();
        Path folder = Path.of("target", "bench-spark");
        Map<String, String> conf = new LinkedHashMap<>();
        for (int i = 0; i < arguments.length; i += 2) {
            String value = i + 1 < arguments.length ? arguments[i + 1] : "";
            switch (arguments[i]) {
                case "--master" -> master = value;
                case "--rows" -> rows = Long.parseLong(value);
                case "--rounds" -> rounds = Integer.parseInt(value);
                case "--shapes" -> shapes = Integer.parseInt(value);
                case "--seed" -> seed = Long.parseLong(value);
                case "--only" -> only = Set.of(value.split(","));
                case "--data" -> folder = Path.of(value);
                case "--conf" -> conf.put(value.split("=", 2)[0], value.split("=", 2)[1]);
                default ->
                    throw new IllegalArgumentException("unknown option " + arguments[i]
                            + "; there are --master, --rows, --rounds, --shapes, --seed, --only, --data and --conf");
            }
        }
        return new BenchOptions(master, rows, rounds, shapes, seed, only, folder, conf);
    }

    /// @throws IllegalArgumentException if a question is asked for that there is not
    void checkAsked(Set<String> known) {
        if (!known.containsAll(only)) {
            throw new IllegalArgumentException("of " + only + " there are only " + known);
        }
    }

    boolean isAsked(String question) {
        return only.isEmpty() || only.contains(question);
    }
}

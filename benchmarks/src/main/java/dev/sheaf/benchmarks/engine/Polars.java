package dev.sheaf.benchmarks.engine;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Polars for Node.js in a process of its own, installed through npm.
public final class Polars {
    private static final String PACKAGE = "nodejs-polars@0.26.1";

    private Polars() {}

    /// Installs it in the folder if it is not there, and starts it.
    public static Engine start(Path folder, int threads) {
        Installation installation = new Installation("polars", folder.resolve("polars"));
        installation.once(List.of("npm", "install", "--no-audit", "--no-fund", "--include=optional", PACKAGE));
        String script = installation.write("polars.cjs").toString();
        return ProcessEngine.start(
                "polars", List.of("node", script), Map.of("POLARS_MAX_THREADS", String.valueOf(threads)));
    }
}

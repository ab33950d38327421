package dev.sheaf.benchmarks.engine;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Polars for Node.js in a process of its own, installed through npm.
public final class Polars {
    private static final String RELEASE = "@0.26.1";

    private Polars() {}

    /// Installs it in the folder if it is not there, and starts it with the group-by questions.
    public static Engine start(Path folder, int threads) {
        return start(folder, threads, "polars.cjs");
    }

    /// The same with another script of this package.
    public static ProcessEngine start(Path folder, int threads, String name) {
        Installation installation = new Installation("polars", folder.resolve("polars"));
        installation.once(List.of(
                "npm", "install", "--no-audit", "--no-fund", "nodejs-polars" + RELEASE, nativePart() + RELEASE));
        String script = installation.write(name).toString();
        return ProcessEngine.start(
                "polars", List.of("node", script), Map.of("POLARS_MAX_THREADS", String.valueOf(threads)));
    }

    /// The package with the compiled code for this machine, which npm leaves out where optional packages are not
    /// asked for.
    private static String nativePart() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String processor = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x64";
        return "nodejs-polars-"
                + (system.startsWith("mac")
                        ? "darwin-" + processor
                        : system.startsWith("windows") ? "win32-x64-msvc" : "linux-" + processor + "-gnu");
    }
}

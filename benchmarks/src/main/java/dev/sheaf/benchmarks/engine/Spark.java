package dev.sheaf.benchmarks.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Apache Spark on local threads in a process of its own, its jars fetched through Maven. The table is cached in
/// Spark's memory; a question is run to the end without collecting its rows.
public final class Spark {
    private static final List<String> FLAGS = List.of(
            "-Xmx8g",
            "--sun-misc-unsafe-memory-access=allow",
            "--enable-native-access=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED");

    private Spark() {}

    /// Installs it in the folder if it is not there, and starts it.
    ///
    /// @param root the checkout, whose Maven wrapper is used
    public static Engine start(Path folder, Path root, int threads) {
        Installation installation = new Installation("spark", folder.resolve("spark"));
        String pom = installation.write("spark-pom.xml").toString();
        String maven = absolute(root.resolve("mvnw"));
        installation.once(List.of(maven, "-q", "-B", "-f", pom, "dependency:copy-dependencies"));
        String script = installation.write("SparkQuestions.java").toString();
        String jars = absolute(installation.folder().resolve("target").resolve("dependency")) + "/*";
        String java = ProcessHandle.current().info().command().orElse("java");
        List<String> command = new ArrayList<>(List.of(java));
        command.addAll(FLAGS);
        command.addAll(List.of("-cp", jars, script, String.valueOf(threads)));
        return ProcessEngine.start("spark", command, Map.of());
    }

    private static String absolute(Path path) {
        try {
            return path.toFile().getCanonicalPath();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}

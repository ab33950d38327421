package dev.sheaf.benchmarks.engine;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Apache Spark on local threads in a process of its own, its jars fetched through Maven. The table is cached in
/// Spark's memory; a question is run to the end without collecting its rows.
public final class Spark {
    /// What Spark's own launchers give its processes (JavaModuleOptions), and a heap.
    private static final List<String> FLAGS = List.of(
            "-Xmx8g",
            "--sun-misc-unsafe-memory-access=allow",
            "--enable-native-access=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/java.io=ALL-UNNAMED",
            "--add-opens=java.base/java.net=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
            "--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.cs=ALL-UNNAMED",
            "--add-opens=java.base/sun.util.calendar=ALL-UNNAMED");

    private Spark() {}

    /// Installs it in the folder if it is not there, and starts it.
    ///
    /// @param root the checkout, whose Maven wrapper is used
    public static Engine start(Path folder, Path root, int threads) {
        Installation installation = new Installation("spark", folder.resolve("spark"));
        String pom = installation.write("spark-pom.xml").toString();
        installation.once(List.of(maven(root), "-q", "-B", "-f", pom, "dependency:copy-dependencies"));
        String script = installation.write("SparkQuestions.java").toString();
        String jars = absolute(installation.folder().resolve("target").resolve("dependency")) + "/*";
        List<String> command = java(jars);
        command.addAll(List.of(script, String.valueOf(threads)));
        return ProcessEngine.start("spark", command, Map.of());
    }

    /// The command that runs a class among the tests of the module `spark`, which Maven compiles first.
    ///
    /// @throws IllegalArgumentException if Maven fails; the message has its last words
    public static List<String> program(Path root, Path folder, String main) {
        Path module = root.resolve("spark");
        Path classPath = folder.resolve("spark-class-path").toAbsolutePath();
        new Installation("the plugin for Spark", folder)
                .run(List.of(
                        maven(root),
                        "-q",
                        "-B",
                        "-f",
                        absolute(root.resolve("pom.xml")),
                        "-Dquick",
                        "-pl",
                        "spark",
                        "-am",
                        "test-compile",
                        "dependency:build-classpath",
                        "-Dmdep.outputFile=" + classPath));
        List<String> entries = new ArrayList<>();
        for (String classes : List.of("test-classes", "classes")) {
            entries.add(absolute(module.resolve("target").resolve("quick").resolve(classes)));
        }
        entries.add(read(classPath));
        List<String> command = java(String.join(File.pathSeparator, entries));
        command.add(main);
        return command;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static List<String> java(String classPath) {
        List<String> command =
                new ArrayList<>(List.of(ProcessHandle.current().info().command().orElse("java")));
        command.addAll(FLAGS);
        command.addAll(List.of("-cp", classPath));
        return command;
    }

    private static String maven(Path root) {
        return absolute(root.resolve("mvnw"));
    }

    private static String absolute(Path path) {
        try {
            return path.toFile().getCanonicalPath();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}

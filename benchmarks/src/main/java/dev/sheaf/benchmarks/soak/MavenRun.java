package dev.sheaf.benchmarks.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Has Maven run the tests of some suites, without the checks of a build.
record MavenRun(Path root, List<String> arguments) {

    /// A run of these suites with these system properties.
    static MavenRun of(Path root, List<Suite> suites, List<String> properties) {
        List<String> arguments = new ArrayList<>(List.of("-q", "-B", "-ntp", "-Dquick", "--fail-at-end"));
        arguments.add("-pl");
        arguments.add(suites.stream().map(Suite::module).distinct().collect(Collectors.joining(",")));
        arguments.add("-am");
        arguments.add("-Dtest=" + selection(suites));
        arguments.add("-Dsurefire.failIfNoSpecifiedTests=false");
        arguments.add("-Djunit.jupiter.execution.timeout.mode=disabled");
        arguments.addAll(properties);
        arguments.add("test");
        return new MavenRun(root, arguments);
    }

    /// The tests in Surefire's words: `RandomCsvTest#roundTrip+damage,RandomPlansTest#plans`.
    private static String selection(List<Suite> suites) {
        return suites.stream()
                .collect(Collectors.groupingBy(
                        Suite::type,
                        TreeMap::new,
                        Collectors.mapping(Suite::method, Collectors.toCollection(TreeSet::new))))
                .entrySet()
                .stream()
                .map(type -> type.getKey() + "#" + String.join("+", type.getValue()))
                .collect(Collectors.joining(","));
    }

    /// Runs it with the output of this process, and gives the exit code. Ends it when this process is ended.
    int run() {
        List<String> command = new ArrayList<>(List.of(root.resolve("mvnw").toString()));
        command.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(root.toFile()).inheritIO();
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        try {
            Process maven = builder.start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(maven.toHandle())));
            return maven.waitFor();
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot start " + command.getFirst(), failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the suites ran", interrupted);
        }
    }

    /// The shell script has started Java, and that the process with the tests.
    private static void end(ProcessHandle maven) {
        maven.descendants().forEach(ProcessHandle::destroy);
        maven.destroy();
    }
}

package dev.sheaf.benchmarks.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Runs `sheaf bench` in a process of its own, by the same JDK with the same flags.
public final class Child {
    /// The class whose `main` runs `sheaf bench`.
    public static final String MAIN = "dev.sheaf.benchmarks.Bench";

    private Child() {}

    /// Runs a benchmark and gives what it printed, line by line.
    ///
    /// @throws IllegalStateException if it fails; its own words went to standard error
    public static List<String> lines(List<String> jvmFlags, List<String> arguments) {
        Process process = start(command(jvmFlags, arguments), ProcessBuilder.Redirect.PIPE);
        try {
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            check(process, String.join(" ", arguments));
            return out.lines().toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// Runs a benchmark that prints to where this process prints.
    public static void run(List<String> arguments) {
        check(start(command(List.of(), arguments), ProcessBuilder.Redirect.INHERIT), String.join(" ", arguments));
    }

    /// Waits for the process of a benchmark to end well.
    static void check(Process process, String benchmark) {
        try {
            if (process.waitFor() != 0) {
                throw new IllegalStateException("sheaf bench " + benchmark + " failed");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for a benchmark", interrupted);
        } finally {
            process.destroy();
        }
    }

    /// Starts a process whose standard error is this one's.
    static Process start(List<String> command, ProcessBuilder.Redirect out) {
        try {
            return new ProcessBuilder(command)
                    .redirectOutput(out)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot start " + command.getFirst(), failure);
        }
    }

    private static List<String> command(List<String> jvmFlags, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(jvmFlags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
        command.addAll(arguments);
        return command;
    }
}

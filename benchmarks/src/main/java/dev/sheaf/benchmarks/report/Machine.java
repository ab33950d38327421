package dev.sheaf.benchmarks.report;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What a figure was measured on.
public final class Machine {
    private static final int DIGITS_OF_A_COMMIT = 15;

    private Machine() {}

    /// Processor, number of processors, JDK, operating system, how many threads want to run,
    /// time, and the commit of the sources in `root`.
    public static Map<String, Object> describe(Path root) {
        Map<String, Object> machine = new LinkedHashMap<>();
        machine.put("machine", processor());
        machine.put("processors", Runtime.getRuntime().availableProcessors());
        machine.put("jdk", System.getProperty("java.runtime.version"));
        machine.put("os", System.getProperty("os.name"));
        machine.put("load", ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        machine.put("commit", commit(root));
        machine.put("time", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        return machine;
    }

    /// A folder name for results of this kind of machine: `amd-epyc-2`.
    public static String folderName() {
        String words = processor().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        return words.replaceAll("^-|-$", "") + "-" + Runtime.getRuntime().availableProcessors();
    }

    private static String processor() {
        return lines(Path.of("/proc/cpuinfo")).stream()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse(System.getProperty("os.arch"));
    }

    /// The size in KiB of a line of `/proc/self/status` such as `VmHWM`, or -1 where there is none.
    public static long statusKib(String name) {
        return lines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith(name + ":"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                .findFirst()
                .orElse(-1);
    }

    private static List<String> lines(Path file) {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException unreadable) {
            return List.of();
        }
    }

    private static String commit(Path root) {
        String commit = git(root, "rev-parse", "--short=12", "HEAD");
        boolean clean =
                git(root, "status", "--porcelain", "--untracked-files=no").isEmpty();
        return commit.isEmpty() ? "unknown" : clean ? commit : commit + " and changes";
    }

    /// The number that the commit of the sources in `root` gives: its first 15 digits. The random tests draw from the
    /// same.
    ///
    /// @throws IllegalArgumentException where there is no checkout or no git
    public static long seed(Path root) {
        String commit = git(root, "rev-parse", "--short=15", "HEAD");
        if (commit.length() < DIGITS_OF_A_COMMIT) {
            throw new IllegalArgumentException("there is no commit here to take a seed from; give one with --seed");
        }
        return Long.parseLong(commit.substring(0, DIGITS_OF_A_COMMIT), 16);
    }

    private static String git(Path root, String... arguments) {
        try {
            String[] command = new String[arguments.length + 1];
            command[0] = "git";
            System.arraycopy(arguments, 0, command, 1, arguments.length);
            Process process = new ProcessBuilder(command)
                    .directory(root.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException noGit) {
            return "";
        }
    }
}

package dev.sheaf.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What a figure was measured on.
final class Machine {
    private Machine() {}

    /// Processor, number of processors, JDK and operating system, in one line.
    static String describe() {
        return processor() + ", " + Runtime.getRuntime().availableProcessors() + " processors, JDK "
                + System.getProperty("java.runtime.version") + ", " + System.getProperty("os.name");
    }

    private static String processor() {
        Path info = Path.of("/proc/cpuinfo");
        try {
            return Files.exists(info)
                    ? Files.readAllLines(info).stream()
                            .filter(line -> line.startsWith("model name"))
                            .map(line -> line.substring(line.indexOf(':') + 1).strip())
                            .findFirst()
                            .orElse(System.getProperty("os.arch"))
                    : System.getProperty("os.arch");
        } catch (IOException unreadable) {
            return System.getProperty("os.arch");
        }
    }
}

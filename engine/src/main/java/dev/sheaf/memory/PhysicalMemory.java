package dev.sheaf.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// How much memory this machine, or the container around this process, has.
final class PhysicalMemory {
    private static final Path MEMINFO = Path.of("/proc/meminfo");
    private static final List<Path> CGROUP_LIMITS =
            List.of(Path.of("/sys/fs/cgroup/memory.max"), Path.of("/sys/fs/cgroup/memory/memory.limit_in_bytes"));

    /// The default maximum heap of a JVM is a quarter of the memory it sees.
    private static final int HEAPS_IN_MEMORY = 4;

    private PhysicalMemory() {}

    /// The smaller of machine and container memory in bytes; where neither can be read, four times the maximum
    /// heap.
    static long bytes() {
        long bytes = machineBytes();
        for (Path limit : CGROUP_LIMITS) {
            bytes = Math.min(bytes, limitBytes(limit));
        }
        return bytes;
    }

    private static long machineBytes() {
        try {
            for (String line : Files.readAllLines(MEMINFO)) {
                if (line.startsWith("MemTotal:")) {
                    return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
                }
            }
        } catch (IOException | NumberFormatException _) {
            // not Linux, or not readable: fall through to what the JVM knows
        }
        long heap = Runtime.getRuntime().maxMemory();
        return heap > Long.MAX_VALUE / HEAPS_IN_MEMORY ? Long.MAX_VALUE : heap * HEAPS_IN_MEMORY;
    }

    private static long limitBytes(Path file) {
        try {
            String text = Files.isReadable(file) ? Files.readString(file).strip() : "max";
            return text.equals("max") ? Long.MAX_VALUE : Long.parseLong(text);
        } catch (IOException | NumberFormatException _) {
            return Long.MAX_VALUE;
        }
    }
}

package dev.sheaf.cli;

import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;

/// How much of the machine a command may use.
final class ResourceOptions {
    private final Choice<Integer> threads =
            Choice.of(Integer.class, "N", "Threads to use; all processors unless given.", "--threads");
    private final Choice<Values.Size> memoryLimit = Choice.of(
            Values.Size.class,
            "SIZE",
            "Most memory for data, such as 512MB or 4GiB; three quarters of the machine's unless given.",
            "--memory-limit");
    private final Choice<Path> spillFolder = Choice.of(
            Path.class,
            "DIR",
            "Where groups beyond the memory limit go; a folder of yours in the system's temporary folder unless given.",
            "--spill-folder");

    void addTo(CommandSpec command) {
        Choice.add(command, threads, memoryLimit, spillFolder);
    }

    /// A pool under the limit.
    MemoryPool pool() {
        Values.Size limit = memoryLimit.value();
        return limit == null ? MemoryPool.create() : MemoryPool.withLimit(limit.bytes());
    }

    /// Fills in threads and spill folder.
    ///
    /// @throws IllegalArgumentException for a number of threads below one
    void apply(QueryContext.Builder builder) {
        Integer count = threads.value();
        if (count != null) {
            builder.threads(count);
        }
        Path folder = spillFolder.value();
        if (folder != null) {
            builder.spillFolder(folder);
        }
    }
}

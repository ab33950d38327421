package dev.sheaf.cli;

import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// How much of the machine a command may use.
final class ResourceOptions {
    @Option(names = "--threads", paramLabel = "N", description = "Threads to use; all processors unless given.")
    private @Nullable Integer threads;

    @Option(
            names = "--memory-limit",
            paramLabel = "SIZE",
            description = "Most memory for data, such as 512MB or 4GiB; three quarters of the machine's unless given.")
    private Values.@Nullable Size memoryLimit;

    @Option(
            names = "--spill-folder",
            paramLabel = "DIR",
            description = "Where groups beyond the memory limit go; the system's temporary folder unless given.")
    private @Nullable Path spillFolder;

    /// A pool under the limit.
    MemoryPool pool() {
        return memoryLimit == null ? MemoryPool.create() : MemoryPool.withLimit(memoryLimit.bytes());
    }

    /// Fills in threads and spill folder.
    ///
    /// @throws IllegalArgumentException for a number of threads below one
    void apply(QueryContext.Builder builder) {
        if (threads != null) {
            builder.threads(threads);
        }
        if (spillFolder != null) {
            builder.spillFolder(spillFolder);
        }
    }
}

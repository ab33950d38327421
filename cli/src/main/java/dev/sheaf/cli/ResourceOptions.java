package dev.sheaf.cli;

import dev.sheaf.memory.ByteSize;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import picocli.CommandLine.Model.CommandSpec;

/// How much of the machine a command may use.
final class ResourceOptions {
    private static final String VARIABLE = "SHEAF_MEMORY_LIMIT";

    /// As in the launcher, which sizes the heap: `least_heap_mib` and `heap_share`.
    private static final long LEAST_HEAP_BYTES = 96L << 20;

    private static final long HEAP_SHARE = 8;

    private final Choice<Integer> threads =
            Choice.of(Integer.class, "N", "Threads to use; all processors unless given.", "--threads");
    private final Choice<OptionValues.Size> memoryLimit = Choice.of(
            OptionValues.Size.class,
            "SIZE",
            "Most memory for data, such as 512MB or 4GiB: what SHEAF_MEMORY_LIMIT says, or three quarters of the"
                    + " machine's, unless given. The process takes up to 250 MB more.",
            "--memory-limit");
    private final Choice<Path> spillFolder = Choice.of(
            Path.class,
            "DIR",
            "Where groups, sorts, windows and joins beyond the memory limit go; a folder of yours in the system's"
                    + " temporary folder unless given.",
            "--spill-folder");

    void addTo(CommandSpec command) {
        Choice.add(command, threads, memoryLimit, spillFolder);
    }

    /// A pool under the limit.
    ///
    /// @throws IllegalArgumentException if the environment's limit is not a size
    MemoryPool pool() {
        OptionValues.Size given = memoryLimit.value();
        OptionalLong limit = given == null ? limitOf(System.getenv()) : OptionalLong.of(given.bytes());
        return limit.isPresent() ? MemoryPool.withLimit(poolBytes(limit.getAsLong())) : MemoryPool.create();
    }

    static OptionalLong limitOf(Map<String, String> environment) {
        String text = environment.getOrDefault(VARIABLE, "");
        try {
            return text.isBlank() ? OptionalLong.empty() : OptionalLong.of(ByteSize.parse(text));
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(VARIABLE + ": " + wrong.getMessage(), wrong);
        }
    }

    /// What is left for data under a limit: the launcher gives the Java heap [#LEAST_HEAP_BYTES] beside the limit, and
    /// a heap larger than that takes the rest of it from the limit.
    static long poolBytes(long limit) {
        return limit - Math.max(0, limit / HEAP_SHARE - LEAST_HEAP_BYTES);
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

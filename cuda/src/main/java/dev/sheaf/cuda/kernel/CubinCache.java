package dev.sheaf.cuda.kernel;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Compiled kernels by the hash of what they were compiled from: the most recent ones in memory, and on disk if
/// there is a folder that only the user can read. Thread-safe.
public final class CubinCache {
    /// Enough for hundreds of kernels of some 20 KiB.
    private static final long MAX_MEMORY_BYTES = 32L << 20;

    private final @Nullable DiskCache disk;
    private final Map<String, byte[]> recent = new LinkedHashMap<>(16, 0.75f, true);
    private long memoryBytes;

    private CubinCache(@Nullable DiskCache disk) {
        this.disk = disk;
    }

    /// A cache that is gone with the process.
    public static CubinCache inMemory() {
        return new CubinCache(null);
    }

    /// A cache that lasts.
    public static CubinCache on(DiskCache disk) {
        return new CubinCache(disk);
    }

    /// The cubin of a key: as kept, or what `compile` gives, which is then kept.
    byte[] get(String key, Supplier<byte[]> compile) {
        return find(key).orElseGet(() -> {
            byte[] fresh = compile.get();
            if (disk != null) {
                disk.write(key, fresh);
            }
            remember(key, fresh);
            return fresh;
        });
    }

    /// The cubin of a key, if it was kept.
    Optional<byte[]> find(String key) {
        return remembered(key).or(() -> loaded(key));
    }

    private synchronized Optional<byte[]> remembered(String key) {
        return Optional.ofNullable(recent.get(key));
    }

    private Optional<byte[]> loaded(String key) {
        Optional<byte[]> found = disk == null ? Optional.empty() : disk.read(key);
        found.ifPresent(cubin -> remember(key, cubin));
        return found;
    }

    private synchronized void remember(String key, byte[] cubin) {
        byte[] before = recent.put(key, cubin);
        memoryBytes += cubin.length - (before == null ? 0 : before.length);
        var oldestFirst = recent.values().iterator();
        while (memoryBytes > MAX_MEMORY_BYTES && oldestFirst.hasNext()) {
            memoryBytes -= oldestFirst.next().length;
            oldestFirst.remove();
        }
    }
}

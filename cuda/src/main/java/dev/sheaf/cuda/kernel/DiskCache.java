package dev.sheaf.cuda.kernel;

import dev.sheaf.file.PrivateFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Compiled kernels in a folder that only the user can enter, one file each.
///
/// A file is `SHEAFCB1`, the SHA-256 of the key and the cubin, then the cubin. It is written beside its place
/// and moved there, so that a reader, in this process or another, sees all of it or nothing; one that does not
/// verify counts as absent, and is written anew. Files that were not used for longest go when the folder grows
/// past its limit.
///
/// Trouble with the folder is no trouble for queries: it is logged, and kernels are compiled again.
public final class DiskCache {
    /// The limit unless another is given: thousands of kernels.
    public static final long DEFAULT_LIMIT_BYTES = 256L << 20;

    private static final System.Logger LOGGER = System.getLogger("dev.sheaf.cuda");
    private static final byte[] MAGIC = "SHEAFCB1".getBytes(StandardCharsets.US_ASCII);
    private static final int DIGEST_BYTES = 32;
    private static final int HEADER_BYTES = MAGIC.length + DIGEST_BYTES;
    private static final String SUFFIX = ".cubin";
    private static final String UNFINISHED = ".tmp";

    /// The folder passes its limit by this share of it at most, for each process that writes.
    private static final int LOOKS = 64;

    /// No write takes this long; what is older was left by a process that died.
    private static final Duration UNFINISHED_AGE = Duration.ofHours(1);

    private final Path folder;
    private final long limitBytes;
    private long writtenSinceLook;

    private DiskCache(Path folder, long limitBytes) {
        this.folder = folder;
        this.limitBytes = limitBytes;
        this.writtenSinceLook = limitBytes;
    }

    /// The cache in a folder, which is created if it is not there.
    ///
    /// @throws IOException if the folder cannot be created, or others than the user may enter it
    public static DiskCache open(Path folder, long limitBytes) throws IOException {
        return new DiskCache(PrivateFolder.open(folder), limitBytes);
    }

    /// The cubin of a key, if it is there and whole.
    Optional<byte[]> read(String key) {
        Path file = file(key);
        try {
            byte[] bytes = Files.readAllBytes(file);
            byte[] cubin = Arrays.copyOfRange(bytes, Math.min(HEADER_BYTES, bytes.length), bytes.length);
            if (!Arrays.equals(bytes, 0, Math.min(HEADER_BYTES, bytes.length), header(key, cubin), 0, HEADER_BYTES)) {
                LOGGER.log(System.Logger.Level.WARNING, "{0} is damaged; the kernel is compiled again", file);
                return Optional.empty();
            }
            Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
            return Optional.of(cubin);
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (IOException failure) {
            LOGGER.log(System.Logger.Level.WARNING, "{0} cannot be read: {1}", file, failure.getMessage());
            return Optional.empty();
        }
    }

    /// Keeps a cubin, in place of the one that may be there.
    void write(String key, byte[] cubin) {
        try {
            Path fresh = Files.createTempFile(folder, key, UNFINISHED);
            try {
                Files.write(fresh, concat(header(key, cubin), cubin));
                Files.move(fresh, file(key), StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(fresh);
            }
            if (isTimeToLook(cubin.length)) {
                shrink();
            }
        } catch (IOException failure) {
            LOGGER.log(System.Logger.Level.WARNING, "{0} takes no kernel: {1}", folder, failure.getMessage());
        }
    }

    /// Looking through thousands of files takes longer than writing one, so it is done by the first write and after
    /// so many bytes.
    private synchronized boolean isTimeToLook(int bytes) {
        writtenSinceLook += bytes;
        if (writtenSinceLook < limitBytes / LOOKS) {
            return false;
        }
        writtenSinceLook = 0;
        return true;
    }

    private Path file(String key) {
        return folder.resolve(key + SUFFIX);
    }

    private static byte[] header(String key, byte[] cubin) {
        MessageDigest digest = KernelProgram.sha256();
        digest.update(key.getBytes(StandardCharsets.US_ASCII));
        digest.update(cubin);
        return concat(MAGIC, digest.digest());
    }

    private static byte[] concat(byte[] first, byte[] second) {
        return ByteBuffer.allocate(first.length + second.length)
                .put(first)
                .put(second)
                .array();
    }

    private record Entry(Path path, long bytes, Instant used) {
        static Entry of(Path path) throws IOException {
            return new Entry(
                    path, Files.size(path), Files.getLastModifiedTime(path).toInstant());
        }

        boolean isUnfinished() {
            return path.toString().endsWith(UNFINISHED);
        }

        boolean isAbandoned() {
            return used.isBefore(Instant.now().minus(UNFINISHED_AGE));
        }
    }

    /// Other processes may delete files at the same time; the folder is looked at as it is.
    private void shrink() throws IOException {
        List<Entry> entries = entries();
        long total = entries.stream().mapToLong(Entry::bytes).sum();
        for (Entry entry : entries) {
            if (entry.isUnfinished() ? entry.isAbandoned() : total > limitBytes) {
                Files.deleteIfExists(entry.path());
                total -= entry.bytes();
            }
        }
    }

    /// All files, those that were not used for longest first.
    private List<Entry> entries() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.flatMap(file -> {
                        try {
                            return Stream.of(Entry.of(file));
                        } catch (IOException _) {
                            return Stream.empty(); // deleted meanwhile
                        }
                    })
                    .sorted(Comparator.comparing(Entry::used))
                    .toList();
        }
    }
}

package dev.sheaf.cuda.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Folders for what is loaded as code later, and which therefore nobody but the user may write or read.
public final class PrivateFolder {
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");
    private static final FileAttribute<Set<PosixFilePermission>> AT_CREATION =
            PosixFilePermissions.asFileAttribute(OWNER_ONLY);

    private PrivateFolder() {}

    /// The folder for caches: `SHEAF_CACHE`, else `sheaf` in `XDG_CACHE_HOME` or in `~/.cache`.
    public static Path cacheRoot(Map<String, String> environment, String userHome) {
        return variable(environment, "SHEAF_CACHE")
                .or(() -> variable(environment, "XDG_CACHE_HOME").map(folder -> folder.resolve("sheaf")))
                .orElseGet(() -> Path.of(userHome, ".cache", "sheaf"));
    }

    private static Optional<Path> variable(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name))
                .filter(value -> !value.isBlank())
                .map(Path::of);
    }

    /// Creates a folder that only the user can enter, with the folders above it, or checks one that is there.
    ///
    /// @throws IOException if it cannot be created, is a link, belongs to somebody else, or others may enter it
    public static Path open(Path folder) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectories(folder, AT_CREATION);
        }
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(folder + " is not a folder");
        }
        if (!OWNER_ONLY.containsAll(Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS))) {
            throw new IOException(folder + " is open to other users; chmod 700 it, or set SHEAF_CACHE");
        }
        checkOwner(folder);
        return folder;
    }

    /// A file that this process makes belongs to the user, so the folder has to have the same owner.
    private static void checkOwner(Path folder) throws IOException {
        Path probe = Files.createTempFile(folder, "owner", ".tmp");
        try {
            if (!Files.getOwner(probe).equals(Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS))) {
                throw new IOException(folder + " belongs to another user; set SHEAF_CACHE to a folder of your own");
            }
        } finally {
            Files.delete(probe);
        }
    }
}

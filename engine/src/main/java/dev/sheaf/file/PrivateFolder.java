package dev.sheaf.file;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

/// Folders that only the user can enter.
public final class PrivateFolder {
    private static final String OWNER_ONLY = "rwx------";
    private static final int OTHERS = 0077;

    /// Each query names it, and most never use it.
    private static final Path TEMPORARY = Path.of(
            System.getProperty("java.io.tmpdir"),
            "sheaf-" + System.getProperty("user.name", "").replaceAll("[^A-Za-z0-9_-]", "_"));

    private PrivateFolder() {}

    /// Where temporary files go unless somebody names a folder: `sheaf-USER` in the system's temporary folder. It
    /// may not be there yet; [#open] makes it.
    public static Path temporary() {
        return TEMPORARY;
    }

    /// Where files are kept that can be made again: `SHEAF_CACHE`, else `sheaf` in `XDG_CACHE_HOME` or in
    /// `~/.cache`.
    public static Path cache(Map<String, String> environment) {
        String chosen = environment.getOrDefault("SHEAF_CACHE", "");
        if (!chosen.isBlank()) {
            return Path.of(chosen);
        }
        String xdg = environment.getOrDefault("XDG_CACHE_HOME", "");
        return xdg.isBlank() ? Path.of(System.getProperty("user.home", ""), ".cache", "sheaf") : Path.of(xdg, "sheaf");
    }

    /// Makes the folder, with those above it, or checks the one that is there. No link is followed to it.
    ///
    /// @throws IOException if it cannot be made, is no folder, is somebody else's, or others may enter it
    public static Path open(Path folder) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            make(folder);
        }
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(folder + " is not a folder");
        }
        if (!CurrentUser.owns(folder)) {
            throw new IOException(folder + " belongs to another user");
        }
        if (CurrentUser.IS_UNIX && (mode(folder) & OTHERS) != 0) {
            throw new IOException(folder + " is open to other users; chmod 700 it");
        }
        return folder;
    }

    private static void make(Path folder) throws IOException {
        Path parent = folder.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        try {
            Files.createDirectory(folder, ownerOnly(OWNER_ONLY));
        } catch (FileAlreadyExistsException _) {
            // another process of ours was faster, or somebody else's was: the checks tell
        }
    }

    private static int mode(Path folder) throws IOException {
        return (Integer) Files.getAttribute(folder, "unix:mode", LinkOption.NOFOLLOW_LINKS);
    }

    /// The attributes with which a file or folder is made for its owner alone, such as `rw-------`.
    public static FileAttribute<?>[] ownerOnly(String permissions) {
        return CurrentUser.IS_UNIX
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}

package dev.sheaf.file;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/// The names of files that are not complete, and what becomes of those whose process was killed.
final class Unfinished {
    private static final Pattern NAME = Pattern.compile("\\.sheaf-[0-9a-f]{16}\\.unfinished");

    private Unfinished() {}

    static String name(RandomGenerator random) {
        return ".sheaf-%016x.unfinished".formatted(random.nextLong());
    }

    /// Removes the unfinished files of a folder that are this user's and that no process writes. What cannot be
    /// looked at or removed stays.
    static void removeAbandoned(Path folder) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(
                folder, file -> isName(file.getFileName().toString()))) {
            for (Path file : files) {
                removeIfAbandoned(file);
            }
        } catch (IOException | DirectoryIteratorException stays) {
            noteThatItStays(folder, stays);
        }
    }

    private static boolean isName(String name) {
        return name.startsWith(".sheaf-") && NAME.matcher(name).matches();
    }

    private static void removeIfAbandoned(Path file) {
        try {
            OwnerLock.removeIfAbandoned(file, () -> Files.deleteIfExists(file));
        } catch (IOException stays) {
            noteThatItStays(file, stays);
        }
    }

    private static void noteThatItStays(Path path, Exception reason) {
        System.getLogger("dev.sheaf.file")
                .log(System.Logger.Level.DEBUG, "unfinished files in {0} were not removed: {1}", path, reason);
    }
}

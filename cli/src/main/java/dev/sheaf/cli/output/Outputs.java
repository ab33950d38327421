package dev.sheaf.cli.output;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;

/// What output files have in common.
final class Outputs {
    private Outputs() {}

    /// Whether there is something under this name that is neither file nor folder, such as `/dev/null`.
    static boolean isSpecial(Path file) {
        return Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
    }

    /// The file that a symbolic link stands for, so that replacing the file keeps the link.
    static Path linked(Path file) {
        try {
            return Files.isRegularFile(file) ? file.toRealPath() : file;
        } catch (IOException _) {
            return file;
        }
    }

    /// The hidden name beside `file` under which it grows.
    ///
    /// @throws IllegalArgumentException if `file` is a folder, or its folder does not exist
    static Path unfinished(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || Files.isDirectory(file)) {
            throw new IllegalArgumentException("cannot write " + file + ": it is a folder");
        }
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException("cannot write " + file + ": there is no folder " + folder);
        }
        return folder.resolve(
                "." + file.getFileName() + "." + ProcessHandle.current().pid() + ".unfinished");
    }

    /// The exception for output that cannot be written. That a pipe was closed is known by the message only:
    /// "Broken pipe" on Unix, "The pipe is being closed" on Windows.
    static RuntimeException unwritable(String what, IOException failure) {
        String reason = reason(failure);
        return reason.toLowerCase(Locale.ROOT).contains("pipe")
                ? new ReaderGoneException(failure)
                : new UncheckedIOException("cannot write " + what + ": " + reason, failure);
    }

    /// What went wrong, in words; some exceptions of the file system have a path for a message.
    static String reason(IOException failure) {
        return switch (failure) {
            case AccessDeniedException _ -> "permission denied";
            case NoSuchFileException _ -> "no such folder";
            default -> failure.getMessage() == null ? failure.toString() : failure.getMessage();
        };
    }
}

package dev.sheaf.cli;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/// The standard input of this process.
///
/// A process that is started with a closed one (`<&-`) gives its number to the first file that it opens, and the
/// virtual machine opens its own: the launcher sees to that, but who starts Java without it would read those files
/// as a query.
final class StandardInput {
    private static final Path LINK = Path.of("/proc/self/fd/0");

    private StandardInput() {}

    /// What can be read from it; nothing if it is closed.
    static InputStream ofProcess() {
        return isOfTheMachine() ? InputStream.nullInputStream() : System.in;
    }

    /// Whether what is open under its number is a file of the virtual machine. Systems without `/proc` do not tell.
    private static boolean isOfTheMachine() {
        try {
            Path open = LINK.toRealPath();
            return open.startsWith(Path.of(System.getProperty("java.home")).toRealPath())
                    || classPath().anyMatch(open::equals);
        } catch (IOException unknown) {
            return false;
        }
    }

    private static Stream<Path> classPath() {
        String path = System.getProperty("java.class.path", "");
        return Arrays.stream(path.split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().normalize());
    }
}

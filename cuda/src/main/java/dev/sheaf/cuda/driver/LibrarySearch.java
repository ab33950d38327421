package dev.sheaf.cuda.driver;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Finds shared libraries where the dynamic linker would, without loading any: nothing here is a restricted
/// call, so a machine without a GPU sees no warning of the JVM.
///
/// @param environment the environment variables
/// @param root the folder that is `/`; another one in tests
record LibrarySearch(Map<String, String> environment, Path root) {
    private static final List<String> FOLDERS = List.of(
            "/lib/x86_64-linux-gnu",
            "/usr/lib/x86_64-linux-gnu",
            "/lib/aarch64-linux-gnu",
            "/usr/lib/aarch64-linux-gnu",
            "/lib64",
            "/usr/lib64",
            "/lib",
            "/usr/lib",
            "/usr/lib/wsl/lib",
            "/usr/local/nvidia/lib64",
            "/usr/local/nvidia/lib");

    static LibrarySearch ofThisProcess() {
        return new LibrarySearch(System.getenv(), Path.of("/"));
    }

    /// The value of an environment variable that is set to something.
    Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
    }

    /// Files of this name in the order in which the dynamic linker would try them.
    List<Path> named(String fileName) {
        Set<Path> found = new LinkedHashSet<>();
        libraryPath().map(folder -> folder.resolve(fileName)).forEach(found::add);
        linkerCache().filter(file -> file.endsWith(fileName)).forEach(found::add);
        FOLDERS.stream().map(folder -> under(folder).resolve(fileName)).forEach(found::add);
        return found.stream().filter(Files::isRegularFile).toList();
    }

    /// The folders in which the dynamic linker finds any library whose name starts with `prefix`.
    List<Path> foldersWith(String prefix) {
        Set<Path> folders = new LinkedHashSet<>();
        libraryPath().forEach(folders::add);
        linkerCache()
                .filter(file -> String.valueOf(file.getFileName()).startsWith(prefix))
                .map(Path::getParent)
                .forEach(folders::add);
        FOLDERS.stream().map(this::under).forEach(folders::add);
        return List.copyOf(folders);
    }

    /// An absolute path of the machine that is searched.
    Path under(String absolute) {
        return root.resolve(absolute.substring(1));
    }

    private Stream<Path> libraryPath() {
        return variable("LD_LIBRARY_PATH").stream()
                .flatMap(list -> Arrays.stream(list.split(":", -1)))
                .filter(folder -> !folder.isBlank())
                .map(Path::of);
    }

    /// The files that `ldconfig` noted. Its cache is a table of numbers and then strings that end in a zero; every
    /// string that is an absolute path is the path of a library.
    private Stream<Path> linkerCache() {
        try {
            String cache = Files.readString(under("/etc/ld.so.cache"), StandardCharsets.ISO_8859_1);
            return Arrays.stream(cache.split("\0", -1))
                    .filter(text -> text.startsWith("/"))
                    .map(this::under);
        } catch (IOException _) {
            return Stream.empty(); // no glibc, or not readable: the usual folders have to do
        }
    }
}

package dev.sheaf.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The sources of this checkout: modules, packages and what modules offer.
final class Checkout {
    static final Path ROOT =
            Path.of(System.getProperty("user.dir")).toAbsolutePath().getParent();

    private static final Pattern EXPORTS = Pattern.compile("^\\s*exports ([\\w.]+);", Pattern.MULTILINE);

    /// What modules without a declaration of their own offer. The others are programs, which nobody builds on.
    private static final Map<String, Set<String>> OFFERED = Map.of(
            "io",
                    Set.of(
                            "dev.sheaf.io.arrow",
                            "dev.sheaf.io.csv",
                            "dev.sheaf.io.json",
                            "dev.sheaf.io.parquet",
                            "dev.sheaf.io.remote",
                            "dev.sheaf.io.remote.http",
                            "dev.sheaf.io.text"),
            "arrow", Set.of("dev.sheaf.arrow"),
            "plot", Set.of("dev.sheaf.plot"),
            "sql", Set.of("dev.sheaf.sql"),
            "cli", Set.of("dev.sheaf.cli", "dev.sheaf.cli.datagen"));

    private Checkout() {}

    /// The folders of modules.
    static List<String> modules() {
        return children(ROOT).stream()
                .filter(folder -> Files.isDirectory(folder.resolve("src/main/java")))
                .map(folder -> folder.getFileName().toString())
                .toList();
    }

    /// The Java files of all modules in such a folder, `src/main/java` or `src/test/java`.
    static List<Path> sources(String folder) {
        return children(ROOT).stream()
                .map(module -> module.resolve(folder))
                .filter(Files::isDirectory)
                .flatMap(root -> walk(root).stream())
                .filter(file -> file.toString().endsWith(".java"))
                .toList();
    }

    private static List<Path> walk(Path root) {
        try (Stream<Path> files = Files.walk(root)) {
            return files.toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /// How many files each package of a module has, its package-info among them.
    static Map<String, Integer> packages(String module) {
        Path root = ROOT.resolve(module).resolve("src/main/java");
        Map<String, Integer> files = new TreeMap<>();
        walk(root).stream()
                .filter(file -> file.toString().endsWith(".java") && !file.endsWith("module-info.java"))
                .forEach(file ->
                        files.merge(root.relativize(file.getParent()).toString().replace('/', '.'), 1, Integer::sum));
        return files;
    }

    /// The packages that other modules may use.
    static Set<String> offered(String module) {
        Path declaration = ROOT.resolve(module).resolve("src/main/java/module-info.java");
        if (!Files.exists(declaration)) {
            return OFFERED.getOrDefault(module, Set.of());
        }
        return EXPORTS.matcher(read(declaration))
                .results()
                .map((MatchResult export) -> export.group(1))
                .collect(Collectors.toCollection(HashSet::new));
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static List<Path> children(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}

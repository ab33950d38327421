package dev.sheaf.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SourcesTest {
    private static final Path CHECKOUT =
            Path.of(System.getProperty("user.dir")).toAbsolutePath().getParent();
    private static final List<String> MODULES = List.of(
            "engine",
            "cuda",
            "frame",
            "io",
            "sql",
            "jdbc",
            "spark",
            "cli",
            "benchmarks",
            "examples",
            "integration-tests");
    private static final Pattern UNFINISHED =
            Pattern.compile("\\b(TO" + "DO|FIX" + "ME|X" + "XX)\\b|@Dis" + "abled\\b");

    @Test
    void everyPackageSaysWhatItIsFor() {
        List<Path> without = sources("src/main/java")
                .map(Path::getParent)
                .distinct()
                .filter(folder -> !folder.endsWith("java"))
                .filter(folder -> !read(folder.resolve("package-info.java")).contains("///"))
                .toList();
        assertThat(without).isEmpty();
    }

    @Test
    void everyPackageOfAPublishedJarHasItsNullsMarked() {
        List<Path> without = sources("src/main/java")
                .filter(file -> file.endsWith("package-info.java"))
                .filter(file -> !read(file).contains("@NullMarked"))
                .toList();
        assertThat(without).isEmpty();
    }

    @Test
    void nothingIsLeftUnfinished() {
        List<Path> unfinished = Stream.concat(sources("src/main/java"), sources("src/test/java"))
                .filter(file -> UNFINISHED.matcher(read(file)).find())
                .toList();
        assertThat(unfinished).isEmpty();
    }

    private static Stream<Path> sources(String folder) {
        return MODULES.stream()
                .map(module -> CHECKOUT.resolve(module).resolve(folder))
                .filter(Files::isDirectory)
                .flatMap(SourcesTest::walk)
                .filter(file -> file.toString().endsWith(".java"));
    }

    private static Stream<Path> walk(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.toList().stream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}

package dev.sheaf.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Holds the documents to the code: what they name is there.
class DocumentsTest {
    private static final long DESIGN_WORDS = 2_000;
    private static final long PERFORMANCE_WORDS = 1_500;
    private static final Path CHECKOUT =
            Path.of(System.getProperty("user.dir")).toAbsolutePath().getParent();
    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
    private static final Pattern TYPE = Pattern.compile("[A-Z]\\w*[a-z]\\w*(\\.[A-Z]\\w*)*");
    private static final Pattern DECLARATION = Pattern.compile("\\b(?:class|record|interface|enum)\\s+([A-Z]\\w*)");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");
    private static final List<String> JDK_PACKAGES =
            List.of("java.lang.", "java.lang.foreign.", "java.util.", "java.io.");

    @ParameterizedTest
    @MethodSource("documents")
    void everyTypeThatADocumentNamesExists(String document) {
        Set<String> declared = declaredTypes();
        List<String> unknown = CODE.matcher(read(CHECKOUT.resolve(document)))
                .results()
                .map(code -> code.group(1))
                .filter(code -> TYPE.matcher(code).matches())
                .filter(type -> !Stream.of(type.split("\\.", -1)).allMatch(declared::contains) && !isOfTheJdk(type))
                .distinct()
                .toList();
        assertThat(unknown).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyFileThatADocumentLinksToExists(String document) {
        List<String> missing = LINK.matcher(read(CHECKOUT.resolve(document)))
                .results()
                .map(link -> link.group(1))
                .filter(target -> !Files.exists(CHECKOUT.resolve(target)))
                .toList();
        assertThat(missing).isEmpty();
    }

    /// A page that is longer is two pages, or holds figures that belong under `benchmarks/results`.
    @ParameterizedTest
    @MethodSource("designPages")
    void aDesignPageIsReadInOneSitting(String page) {
        assertThat(words(page)).isLessThanOrEqualTo(DESIGN_WORDS);
    }

    @Test
    void thePerformancePageSaysWhatMatters() {
        assertThat(words("PERFORMANCE.md")).isLessThanOrEqualTo(PERFORMANCE_WORDS);
    }

    static List<String> documents() {
        return pages(CHECKOUT);
    }

    static List<String> designPages() {
        return pages(CHECKOUT.resolve("docs/design"));
    }

    private static List<String> pages(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .map(file -> CHECKOUT.relativize(file).toString())
                    .filter(page -> !page.equals("CHANGELOG.md")) // which names what is gone
                    .sorted()
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static long words(String page) {
        return read(CHECKOUT.resolve(page)).split("\\s+").length;
    }

    private static Set<String> declaredTypes() {
        try (Stream<Path> files = Files.walk(CHECKOUT)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.toString().contains("/target/"))
                    .flatMap(file ->
                            DECLARATION.matcher(read(file)).results().map((MatchResult match) -> match.group(1)))
                    .collect(Collectors.toSet());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static boolean isOfTheJdk(String type) {
        return JDK_PACKAGES.stream().anyMatch(name -> {
            try {
                Class.forName(name + type, false, null);
                return true;
            } catch (ClassNotFoundException absent) {
                return false;
            }
        });
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}

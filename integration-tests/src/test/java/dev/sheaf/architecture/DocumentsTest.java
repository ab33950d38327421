package dev.sheaf.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Holds the documents to the code: what they name is there.
class DocumentsTest {
    private static final long PAGE_WORDS = 2_000;
    private static final long PERFORMANCE_WORDS = 1_500;
    private static final Path CHECKOUT =
            Path.of(System.getProperty("user.dir")).toAbsolutePath().getParent();
    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
    private static final Pattern TYPE = Pattern.compile("[A-Z]\\w*[a-z]\\w*(\\.[A-Z]\\w*)*");
    private static final Pattern DECLARATION = Pattern.compile("\\b(?:class|record|interface|enum)\\s+([A-Z]\\w*)");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]*)(#[^):]*)?\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
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
    @MethodSource("everyPage")
    void everyPlaceThatAPageLinksToExists(String page) {
        Path file = CHECKOUT.resolve(page);
        List<String> missing = LINK.matcher(read(file))
                .results()
                .filter(link -> !exists(file, link.group(1), link.group(2)))
                .map(MatchResult::group)
                .toList();
        assertThat(missing).isEmpty();
    }

    /// Whether there is a file by the name that a page links to, or the page itself without one, and in it the heading.
    private static boolean exists(Path page, String target, @Nullable String heading) {
        Path file = target.isEmpty() ? page : page.resolveSibling(target);
        return Files.exists(file)
                && (heading == null
                        || HEADING.matcher(read(file))
                                .results()
                                .anyMatch(found -> heading.equals("#" + anchor(found.group(1)))));
    }

    /// What a heading is called in a link.
    private static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT)
                .replaceAll("\\]\\([^)]*\\)", "")
                .replaceAll("[^\\w -]", "")
                .replace(' ', '-');
    }

    /// A page that is longer is two pages, or holds figures that belong under `benchmarks/results`.
    @ParameterizedTest
    @MethodSource("pagesOfDocs")
    void aPageIsReadInOneSitting(String page) {
        assertThat(words(page)).isLessThanOrEqualTo(PAGE_WORDS);
    }

    /// By its whole name, or by its end beside the package above: in the table, or in what that package says of itself.
    @Test
    void theArchitectureNamesEveryPackage() {
        List<String> lines = read(CHECKOUT.resolve("ARCHITECTURE.md")).lines().toList();
        List<String> missing = Checkout.modules().stream()
                .flatMap(module -> Checkout.packages(module).keySet().stream()
                        .filter(name -> !isInTable(name, lines) && !isExplainedAbove(module, name)))
                .toList();
        assertThat(missing).isEmpty();
    }

    private static boolean isInTable(String name, List<String> lines) {
        int end = name.lastIndexOf('.');
        String above = "`" + name.substring(0, end);
        return lines.stream()
                .anyMatch(line -> line.contains("`" + name + "`")
                        || (line.contains(above)
                                && (line.contains("`" + name.substring(end) + "`")
                                        || line.contains("`" + name.substring(end + 1) + "`"))));
    }

    private static boolean isExplainedAbove(String module, String name) {
        int end = name.lastIndexOf('.');
        Path above = CHECKOUT.resolve(module)
                .resolve("src/main/java")
                .resolve(name.substring(0, end).replace('.', '/'))
                .resolve("package-info.java");
        return Files.exists(above) && read(above).contains(name.substring(end + 1) + "`");
    }

    @Test
    void thePerformancePageSaysWhatMatters() {
        assertThat(words("PERFORMANCE.md")).isLessThanOrEqualTo(PERFORMANCE_WORDS);
    }

    static List<String> documents() {
        return pages(CHECKOUT);
    }

    /// Design and reference; docs/api is made from the code.
    static List<String> pagesOfDocs() {
        return pages(CHECKOUT.resolve("docs"), Integer.MAX_VALUE);
    }

    static List<String> everyPage() {
        return Stream.concat(documents().stream(), pagesOfDocs().stream()).toList();
    }

    private static List<String> pages(Path folder) {
        return pages(folder, 1);
    }

    private static List<String> pages(Path folder, int depth) {
        try (Stream<Path> files = Files.walk(folder, depth)) {
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

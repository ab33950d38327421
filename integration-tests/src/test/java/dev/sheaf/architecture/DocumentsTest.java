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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Holds the documents to the code: what they name is there.
class DocumentsTest {
    private static final Path CHECKOUT =
            Path.of(System.getProperty("user.dir")).toAbsolutePath().getParent();
    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
    private static final Pattern TYPE = Pattern.compile("[A-Z]\\w*[a-z]\\w*(\\.[A-Z]\\w*)*");
    private static final Pattern DECLARATION = Pattern.compile("\\b(?:class|record|interface|enum)\\s+([A-Z]\\w*)");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");
    private static final List<String> JDK_PACKAGES =
            List.of("java.lang.", "java.lang.foreign.", "java.util.", "java.io.");

    @ParameterizedTest
    @ValueSource(strings = {"ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "PERFORMANCE.md"})
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
    @ValueSource(strings = {"ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "PERFORMANCE.md"})
    void everyFileThatADocumentLinksToExists(String document) {
        List<String> missing = LINK.matcher(read(CHECKOUT.resolve(document)))
                .results()
                .map(link -> link.group(1))
                .filter(target -> !Files.exists(CHECKOUT.resolve(target)))
                .toList();
        assertThat(missing).isEmpty();
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

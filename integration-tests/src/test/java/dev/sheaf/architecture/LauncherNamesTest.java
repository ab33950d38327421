package dev.sheaf.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The launcher names classes and methods that are there: nothing else would notice if it did not.
class LauncherNamesTest {
    private static final Pattern TYPE = Pattern.compile("\\bdev\\.sheaf\\.(?:[a-z]\\w*\\.)*[A-Z]\\w*(?![\\w*:])");
    private static final Pattern METHOD = Pattern.compile("([\\w.*]+)::([\\w*]+)");
    private static final Pattern PREFIX = Pattern.compile("\\b(dev\\.sheaf\\.[\\w.]*)\\.\\$");

    private final JavaClasses ours = OurClasses.IMPORTED;
    private final String launcher = Checkout.read(Checkout.ROOT.resolve("sheaf"));

    @Test
    void everyClassThatTheLauncherNamesExists() {
        List<String> missing = TYPE.matcher(launcher)
                .results()
                .map(type -> type.group())
                .filter(type -> !ours.contain(type) && !hasSource(type))
                .toList();
        assertThat(missing).isEmpty();
    }

    private static boolean hasSource(String type) {
        return Checkout.modules().stream()
                .map(module -> Checkout.ROOT.resolve(module).resolve("src/main/java"))
                .anyMatch(sources -> Files.exists(sources.resolve(type.replace('.', '/') + ".java")));
    }

    @Test
    void everyMethodThatTheLauncherNamesExists() {
        List<String> prefixes = PREFIX.matcher(launcher)
                .results()
                .map(prefix -> prefix.group(1))
                .distinct()
                .toList();
        List<String> missing = METHOD.matcher(launcher)
                .results()
                .filter(method -> names(method.group(1), prefixes).noneMatch(type -> exists(type, method.group(2))))
                .map(method -> method.group())
                .toList();
        assertThat(missing).isEmpty();
    }

    private static Stream<String> names(String type, List<String> prefixes) {
        return type.startsWith("dev.sheaf.")
                ? Stream.of(type)
                : prefixes.stream().map(prefix -> prefix + "." + type);
    }

    private boolean exists(String type, String method) {
        Pattern types = glob(type);
        Pattern methods = glob(method);
        boolean compiled = ours.stream()
                .filter(candidate -> types.matcher(candidate.getName()).matches())
                .anyMatch(candidate -> hasMethod(candidate, methods));
        return compiled || isMadeAtRunTime(type);
    }

    private static boolean hasMethod(JavaClass type, Pattern methods) {
        return methods.pattern().equals(glob("*").pattern())
                || type.getMethods().stream()
                        .anyMatch(method -> methods.matcher(method.getName()).matches());
    }

    /// Classes that are made for a query have a name that stands in a source of their package.
    private static boolean isMadeAtRunTime(String type) {
        String name = type.substring(type.lastIndexOf('.') + 1).replace("*", "");
        String folder = type.substring(0, type.lastIndexOf('.')).replace('.', '/');
        return !name.isEmpty()
                && Checkout.modules().stream()
                        .map(module -> Checkout.ROOT
                                .resolve(module)
                                .resolve("src/main/java")
                                .resolve(folder))
                        .filter(Files::isDirectory)
                        .anyMatch(sources -> anyHolds(sources, "\"" + name));
    }

    private static boolean anyHolds(Path folder, String text) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .anyMatch(file -> Checkout.read(file).contains(text));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Pattern glob(String text) {
        return Pattern.compile(text.replace(".", "\\.").replace("*", ".*"));
    }
}

package dev.sheaf.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The public API is what `docs/api` says: a file for each package that a published module exports. Who changes the API
/// runs `./sheaf api` and commits the files with the change, so that a reviewer sees it as a difference of text.
class ApiTest {
    private static final Path FOLDER = Checkout.ROOT.resolve("docs").resolve("api");
    private static final List<String> PUBLISHED =
            List.of("engine", "cuda", "frame", "io", "sql", "jdbc", "plot", "arrow");

    /// What means nothing without an argument.
    private static final Set<String> NEED_ARGUMENTS = Set.of("DataFrame.setIndex");

    private static final String HINT = "the public API changed: run ./sheaf api and commit docs/api with the change";

    @Test
    void theApiIsTheFiledOne() throws IOException {
        Map<String, String> api = api();
        if (Boolean.getBoolean("sheaf.api.update")) {
            write(api);
        }

        assertThat(api).as("exported packages; nothing was found").isNotEmpty();
        assertThat(filed()).as(HINT).containsOnlyKeys(api.keySet());
        for (Map.Entry<String, String> one : api.entrySet()) {
            assertThat(filed().get(one.getKey())).as(HINT).isEqualTo(one.getValue());
        }
    }

    /// Of `by(String...)` and `by(Expr...)`, `by()` chooses neither and does not compile, unless it is there itself.
    @Test
    void callsWithoutTheLastArgumentsCompile() {
        List<String> ambiguous = offered()
                .flatMap(type -> ambiguous(List.of(type.getMethods())))
                .distinct()
                .toList();
        assertThat(ambiguous).containsExactlyInAnyOrderElementsOf(NEED_ARGUMENTS);
    }

    private static Stream<String> ambiguous(List<Method> methods) {
        return methods.stream()
                .filter(Method::isVarArgs)
                .collect(Collectors.groupingBy(method -> method.getName() + leading(method)))
                .values()
                .stream()
                .filter(alike ->
                        alike.size() > 1 && methods.stream().noneMatch(other -> isWithout(other, alike.getFirst())))
                .map(alike -> alike.getFirst().getDeclaringClass().getSimpleName() + "."
                        + alike.getFirst().getName());
    }

    private static List<Class<?>> leading(Method method) {
        return List.of(method.getParameterTypes()).subList(0, method.getParameterCount() - 1);
    }

    private static boolean isWithout(Method other, Method method) {
        return other.getName().equals(method.getName())
                && List.of(other.getParameterTypes()).equals(leading(method));
    }

    private static Stream<Class<?>> offered() {
        List<String> exported = PUBLISHED.stream()
                .flatMap(module -> Checkout.offered(module).stream())
                .toList();
        return OurClasses.IMPORTED.stream()
                .filter(type -> exported.contains(type.getPackageName()))
                .<Class<?>>map(JavaClass::reflect)
                .filter(ApiText::isOffered);
    }

    /// The text of each exported package, by the name of its file.
    private static Map<String, String> api() {
        Map<String, List<Class<?>>> packages = new TreeMap<>();
        offered()
                .forEach(type -> packages.computeIfAbsent(type.getPackageName(), _ -> new ArrayList<>())
                        .add(type));
        Map<String, String> texts = new TreeMap<>();
        packages.forEach((name, types) -> texts.put(name + ".txt", text(types)));
        return texts;
    }

    private static String text(List<Class<?>> types) {
        StringBuilder text = new StringBuilder();
        types.stream()
                .sorted((one, other) -> one.getName().compareTo(other.getName()))
                .forEach(type ->
                        text.append(String.join("\n", ApiText.lines(type))).append("\n\n"));
        return text.toString();
    }

    private static Map<String, String> filed() throws IOException {
        Map<String, String> filed = new TreeMap<>();
        if (Files.isDirectory(FOLDER)) {
            try (Stream<Path> files = Files.list(FOLDER)) {
                files.forEach(file -> filed.put(file.getFileName().toString(), Checkout.read(file)));
            }
        }
        return filed;
    }

    private static void write(Map<String, String> api) throws IOException {
        Files.createDirectories(FOLDER);
        for (String old : filed().keySet()) {
            Files.delete(FOLDER.resolve(old));
        }
        for (Map.Entry<String, String> one : api.entrySet()) {
            Files.writeString(FOLDER.resolve(one.getKey()), one.getValue());
        }
    }
}

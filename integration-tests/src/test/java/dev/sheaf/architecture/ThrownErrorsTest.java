package dev.sheaf.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Public methods of public types that modules offer say in their documentation what they throw themselves. What
/// methods that they call throw is not seen.
class ThrownErrorsTest {
    private static final Pattern PUBLIC_TYPE = Pattern.compile("public [\\w -]*(class|interface|record|enum) .*");
    private static final Pattern METHOD = Pattern.compile(
            "^( {4}| {8})(public|default) (?!(?:[\\w-]+ )*(?:class|record|interface|enum) )[^=;]*\\(.*$");
    private static final Pattern THROWN = Pattern.compile("throw new (\\w+Exception)\\(");

    @Test
    void whatPublicMethodsThrowIsInTheirDocumentation() {
        List<Path> folders = Checkout.modules().stream()
                .flatMap(module -> Checkout.offered(module).stream()
                        .map(name -> Checkout.ROOT.resolve(module).resolve("src/main/java/" + name.replace('.', '/'))))
                .toList();
        List<String> unsaid = Checkout.sources("src/main/java").stream()
                .filter(file -> folders.contains(file.getParent()))
                .flatMap(file -> unsaid(Checkout.read(file).lines().toList()).map(each -> file.getFileName() + each))
                .toList();
        assertThat(unsaid).isEmpty();
    }

    @Test
    void whatIsNotSaidIsFound() {
        assertThat(unsaid("""
                public final class Walker {
                    /// Does it.
                    public void run(int n) {
                        throw new IllegalStateException("no");
                    }

                    /// @throws IllegalStateException always
                    public void walk() {
                        throw new IllegalStateException("no");
                    }
                }
                """.lines().toList())).containsExactly(":3: IllegalStateException");
    }

    private static Stream<String> unsaid(List<String> lines) {
        if (lines.stream().noneMatch(line -> PUBLIC_TYPE.matcher(line).matches())) {
            return Stream.empty();
        }
        List<String> unsaid = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            Matcher method = METHOD.matcher(lines.get(i));
            if (method.matches()) {
                String said = documentation(lines, i);
                int number = i + 1;
                thrown(lines, i, method.group(1))
                        .filter(error -> !said.contains("@throws " + error) && !said.contains("@Override"))
                        .forEach(error -> unsaid.add(":" + number + ": " + error));
            }
        }
        return unsaid.stream();
    }

    /// Comment and annotations right before a line.
    private static String documentation(List<String> lines, int end) {
        int start = end;
        while (start > 0 && lines.get(start - 1).strip().matches("(///|@).*")) {
            start--;
        }
        return String.join("\n", lines.subList(start, end));
    }

    /// What the body of a method throws and does not catch; it ends with a brace below its beginning.
    private static Stream<String> thrown(List<String> lines, int start, String indent) {
        int end = start;
        while (end < lines.size()
                && !lines.get(end).equals(indent + "}")
                && !lines.get(end).isEmpty()) {
            end++;
        }
        String body = String.join("\n", lines.subList(start, end));
        return THROWN.matcher(body)
                .results()
                .map(thrown -> thrown.group(1))
                .filter(error -> !body.contains("catch (" + error))
                .distinct();
    }
}

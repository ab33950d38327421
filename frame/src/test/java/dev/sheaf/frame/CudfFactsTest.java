package dev.sheaf.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import jdk.jshell.JShell;
import jdk.jshell.JShellException;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// What pandas 3 answers to the calls of cuDF's tests that have a counterpart here, and to everyday tasks of its user
/// guide: files of facts, each a call of [CudfFacts] on a line, under headings. A heading is a test; Java's shell reads
/// its facts.
class CudfFactsTest {
    private static final List<String> FILES = List.of(
            "cudf-series.facts",
            "cudf-frames.facts",
            "cudf-categorical.facts",
            "cudf-index.facts",
            "cudf-methods.facts",
            "pandas-tasks.facts");

    private static final String IMPORTS = """
            import static dev.sheaf.expr.Expressions.call;
            import static dev.sheaf.expr.Expressions.col;
            import static dev.sheaf.frame.CudfFacts.*;
            import dev.sheaf.column.DataType;
            import dev.sheaf.column.SortDirection;
            import dev.sheaf.expr.Expressions;
            import dev.sheaf.expr.Function;
            import dev.sheaf.frame.*;
            import dev.sheaf.frame.verb.Closed;
            import dev.sheaf.frame.verb.Keep;
            import dev.sheaf.groupby.NullKeys;
            import dev.sheaf.plan.JoinKind;
            import dev.sheaf.window.RunFunction.RankMethod;
            import java.util.*;
            """;

    @TestFactory
    Stream<DynamicTest> everyFactHolds() {
        JShell shell = JShell.builder().executionEngine("local").build();
        shell.addToClasspath(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        IMPORTS.lines().forEach(line -> runs(shell, line));
        return FILES.stream()
                .flatMap(file -> facts(file).entrySet().stream())
                .map(facts -> DynamicTest.dynamicTest(
                        facts.getKey(), () -> runs(shell, "{" + String.join("\n", facts.getValue()) + "}")))
                .onClose(shell::close);
    }

    @Test
    void noFactIsLost() {
        assertThat(FILES.stream().flatMap(file -> facts(file).values().stream()).flatMap(List::stream))
                .hasSize(967);
    }

    /// The facts of a file as statements that name their lines, by their headings.
    private static Map<String, List<String>> facts(String file) {
        Map<String, List<String>> facts = new LinkedHashMap<>();
        List<String> lines = lines(file);
        String heading = "";
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.startsWith("#")) {
                heading = file + ", " + line.substring(1).strip();
            } else if (!line.isBlank()) {
                String fact = "fact(\"%s:%d\", () -> %s);".formatted(file, i + 1, line);
                facts.computeIfAbsent(heading, _ -> new ArrayList<>()).add(fact);
            }
        }
        return facts;
    }

    private static List<String> lines(String file) {
        try (InputStream text = Objects.requireNonNull(CudfFactsTest.class.getResourceAsStream(file), file)) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void runs(JShell shell, String code) {
        for (SnippetEvent event : shell.eval(code)) {
            JShellException failure = event.exception();
            if (failure != null) {
                throw new AssertionError(failure.getMessage(), failure);
            }
            assertThat(event.status())
                    .as(() -> code + "\n" + problems(shell, event.snippet()))
                    .isEqualTo(Snippet.Status.VALID);
        }
    }

    private static List<String> problems(JShell shell, Snippet snippet) {
        return shell.diagnostics(snippet)
                .map(problem -> problem.getMessage(null))
                .toList();
    }
}

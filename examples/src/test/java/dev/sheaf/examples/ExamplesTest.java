package dev.sheaf.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Runs every example and holds it to the output that its comment shows.
class ExamplesTest {
    private static final Path SOURCES = Path.of("src/main/java/dev/sheaf/examples");

    static List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(SOURCES)) {
            return files.map(file -> file.getFileName().toString().replace(".java", ""))
                    .filter(name -> !name.equals("package-info"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void printsWhatItsCommentSays(String name) throws Exception {
        assertThat(output(name)).isEqualTo(comment(Files.readString(SOURCES.resolve(name + ".java"))));
    }

    @ParameterizedTest
    @MethodSource("names")
    void isListedInThePackage(String name) throws IOException {
        assertThat(SOURCES.resolve("package-info.java")).content().contains("| [" + name + "] |");
    }

    /// What the tasks are there to show, beside their data.
    @ParameterizedTest
    @MethodSource("names")
    void aTaskTakesTwelveLinesAtMost(String name) throws IOException {
        List<String> lines = Files.readAllLines(SOURCES.resolve(name + ".java")).stream()
                .dropWhile(line -> !line.contains("static void main("))
                .skip(1)
                .takeWhile(line -> !line.equals("    }"))
                .filter(line -> !line.isBlank())
                .toList();
        assertThat(lines).isNotEmpty();
        if (name.endsWith("Task")) {
            assertThat(lines).hasSizeLessThanOrEqualTo(12);
        }
    }

    @Test
    void theReadmeShowsTheQuickstartAndWhatItPrints() throws Exception {
        String readme = Files.readString(Path.of("../README.md"));

        assertThat(code(Files.readString(SOURCES.resolve("Quickstart.java")))).contains(code(block(readme, "java")));
        assertThat(block(readme, "text")).isEqualTo(output("Quickstart"));
    }

    private static String block(String document, String language) {
        String start = "```" + language + "\n";
        int from = document.indexOf(start) + start.length();
        return document.substring(from, document.indexOf("```", from));
    }

    private static String code(String text) {
        return text.replaceAll("(?m)^///.*$", "").replaceAll("\\s+", "");
    }

    static String output(String name) throws Exception {
        Method main = Class.forName("dev.sheaf.examples." + name).getDeclaredMethod("main");
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream before = System.out;
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            main.invoke(null);
        } finally {
            System.setOut(before);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    private static String comment(String source) {
        return source.lines()
                .dropWhile(line -> !line.equals("/// ```text"))
                .skip(1)
                .takeWhile(line -> !line.equals("/// ```"))
                .map(line -> line.substring("/// ".length()) + "\n")
                .collect(Collectors.joining());
    }
}

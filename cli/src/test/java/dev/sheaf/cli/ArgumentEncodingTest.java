package dev.sheaf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ArgumentEncodingTest {
    private static final String ASCII = "ANSI_X3.4-1968";

    private static byte[] commandLine(String... words) {
        return (String.join("\0", words) + "\0").getBytes(StandardCharsets.UTF_8);
    }

    private static String[] arguments(String... arguments) {
        return arguments;
    }

    @Test
    void argumentsReadAsUtf8AreTrusted() {
        assertThat(ArgumentEncoding.isTrusted(arguments("é"), "UTF-8", commandLine("java", "é")))
                .isTrue();
    }

    @Test
    void whatJavaReadAsQuestionMarksIsNot() {
        assertThat(ArgumentEncoding.isTrusted(
                        arguments("sql", "k = '??'"), ASCII, commandLine("java", "Main", "sql", "k = 'é'")))
                .isFalse();
        assertThat(ArgumentEncoding.isTrusted(
                        arguments("sql", "k = '??'"), ASCII, commandLine("java", "Main", "sql", "k = '??'")))
                .isTrue();
    }

    @Test
    void whatComesBeforeTheArgumentsDoesNotMatter() {
        assertThat(ArgumentEncoding.isTrusted(
                        arguments("sql", "1"), ASCII, commandLine("/Zoë/java", "Main", "sql", "1")))
                .isTrue();
        assertThat(ArgumentEncoding.isTrusted(arguments(), ASCII, commandLine("/Zoë/java", "Main")))
                .isTrue();
    }

    @Test
    void withoutACommandLineWhatWasReadDecides() {
        assertThat(ArgumentEncoding.isTrusted(arguments("sql"), "ISO-8859-1", new byte[0]))
                .isTrue();
        assertThat(ArgumentEncoding.isTrusted(arguments("Ã©"), "ISO-8859-1", new byte[0]))
                .isFalse();
        assertThat(ArgumentEncoding.isTrusted(arguments("\uFFFD"), ASCII, new byte[0]))
                .isFalse();
    }
}

package dev.sheaf.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// What one command printed and ended with.
record Outcome(int exitCode, String out, String err) {

    /// Runs a command within this process, as `sheaf ARGUMENTS`.
    static Outcome of(Object... arguments) {
        return reading("", arguments);
    }

    /// As [#of], with text on standard input.
    static Outcome reading(String in, Object... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exitCode = Main.run(
                Arrays.stream(arguments).map(Object::toString).toArray(String[]::new),
                new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8)),
                out,
                new PrintStream(err, true, StandardCharsets.UTF_8));
        return new Outcome(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}

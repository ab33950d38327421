package dev.sheaf.cli;

import dev.sheaf.file.PendingFile;
import dev.sheaf.memory.Utf8Text;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Reads a query in UTF-8, with or without a byte order mark.
final class QueryText {
    /// Longer ones are no queries: a table that was meant for another option, say.
    private static final int MOST_BYTES = 16 << 20;

    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private QueryText() {}

    /// The query in a file. A pipe is waited for, and a person is told so.
    ///
    /// @throws IllegalArgumentException if there is no such file, or no query in it
    static String of(Path file, Terminal terminal) {
        if (terminal.errIsTerminal() && Files.exists(file) && !Files.isRegularFile(file)) {
            terminal.tell("waiting for the query from " + file + " ...");
        }
        try (InputStream stream = Files.newInputStream(file)) {
            return read(stream, file.toString());
        } catch (NoSuchFileException missing) {
            throw new IllegalArgumentException("no file " + file, missing);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read " + file + ": " + PendingFile.reason(failure), failure);
        }
    }

    /// The query on standard input.
    ///
    /// @throws IllegalArgumentException if there is none
    static String ofStandardInput(Terminal terminal) {
        try {
            return read(terminal.in(), "standard input");
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read standard input: " + PendingFile.reason(failure), failure);
        }
    }

    private static String read(InputStream stream, String where) throws IOException {
        byte[] bytes = stream.readNBytes(MOST_BYTES + 1);
        if (bytes.length > MOST_BYTES) {
            throw new IllegalArgumentException("a query has 16 MiB at most, and " + where + " is longer");
        }
        String text = Utf8Text.of(bytes)
                .orElseThrow(() ->
                        new IllegalArgumentException("there is no query in " + where + ": it is not text in UTF-8"));
        String query = text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
        if (query.isBlank()) {
            throw new IllegalArgumentException("there is no query in " + where + "; it is empty or closed");
        }
        return query;
    }
}

package dev.sheaf.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// A page of `docs/reference`, whose tables are test cases.
public final class ReferencePage {
    private ReferencePage() {}

    /// All lines of a page, whether tests run in the root of the checkout or in a module.
    public static List<String> lines(String name) throws IOException {
        Path page = Stream.of("docs", "../docs")
                .map(docs -> Path.of(docs, "reference", name))
                .filter(Files::exists)
                .findFirst()
                .orElseThrow();
        return Files.readAllLines(page);
    }

    /// The cells of a line of a table, from 0 on, without the marks of code.
    public static List<String> cells(String line) {
        return Arrays.stream(line.split("(?<!\\\\)\\|"))
                .skip(1)
                .map(cell -> cell.replace("\\|", "|").replace("`", "").strip())
                .toList();
    }
}

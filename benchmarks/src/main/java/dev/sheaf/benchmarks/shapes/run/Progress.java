package dev.sheaf.benchmarks.shapes.run;

import dev.sheaf.benchmarks.report.Json;
import dev.sheaf.benchmarks.report.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What an unfinished run has measured, a line for each shape, so that a run that was stopped goes on where it was. The
/// first line says what is measured; a file that says anything else is begun anew.
record Progress(Path file, Map<String, Object> what) {

    /// The results so far; none if the last run was of something else, or finished.
    List<ShapeResult> done() {
        List<ShapeResult> done = new ArrayList<>();
        try {
            if (!Files.exists(file)) {
                return begin();
            }
            List<String> lines = Files.readAllLines(file);
            if (lines.isEmpty() || !lines.getFirst().equals(line(what))) {
                return begin();
            }
            for (String line : lines.subList(1, lines.size())) {
                whole(line).ifPresent(done::add);
            }
            return done;
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read " + file, failure);
        }
    }

    /// A result, unless the run was stopped while it was written.
    private static Optional<ShapeResult> whole(String line) {
        try {
            return Optional.of(ShapeResult.of((Map<?, ?>) JsonReader.read(line)));
        } catch (IllegalArgumentException | ClassCastException cut) {
            return Optional.empty();
        }
    }

    private List<ShapeResult> begin() throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, line(what) + "\n");
        return List.of();
    }

    /// Keeps a result. A line that was cut before ends here.
    void add(ShapeResult result) {
        try {
            Files.writeString(
                    file, "\n" + line(result.toMap()) + "\n", StandardCharsets.UTF_8, StandardOpenOption.APPEND);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot write " + file, failure);
        }
    }

    /// Forgets them, once they are filed.
    void finish() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot delete " + file, failure);
        }
    }

    private static String line(Map<String, Object> map) {
        return Json.write(map).replaceAll("\\R\\s*", "");
    }
}

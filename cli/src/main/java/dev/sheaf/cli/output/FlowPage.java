package dev.sheaf.cli.output;

import dev.sheaf.file.PendingFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;

/// Writes the picture of a query as one page of HTML that needs nothing else: `flow.html` beside this class, with
/// [FlowData] in it.
public final class FlowPage {
    private static final String TEMPLATE = "flow.html";
    private static final String PLACE = "{{data}}";

    private FlowPage() {}

    /// Writes the page; a file appears when it is complete.
    ///
    /// @throws IllegalArgumentException if it cannot be made there
    public static void write(Path file, FlowData data) {
        byte[] page = template().replace(PLACE, data.json()).getBytes(StandardCharsets.UTF_8);
        try (PendingFile pending = PendingFile.create(file)) {
            pending.write(MemorySegment.ofArray(page));
            pending.commit();
        }
    }

    private static String template() {
        try (InputStream stream = Objects.requireNonNull(FlowPage.class.getResourceAsStream(TEMPLATE))) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException("the jar of sheaf-cli lacks " + TEMPLATE, broken);
        }
    }
}

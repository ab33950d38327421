package dev.sheaf.groupby.cuda.device;

import dev.sheaf.cuda.driver.Event;
import dev.sheaf.cuda.driver.Stream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How the rows of a table come to the device: in parts, so that the rows that are there can be worked on while the
/// others are on their way.
///
/// @param parts from the first row on; the last one ends with the last row
public record UploadParts(List<Part> parts) {
    /// The rows before `end`, and behind the part before.
    ///
    /// @param end a multiple of 64 but for the last part
    /// @param passed marks the copy that brings them; null if they are there
    public record Part(long end, @Nullable Event passed) {}

    public UploadParts {
        parts = List.copyOf(parts);
    }

    /// All rows are there.
    public static UploadParts here(long rows) {
        return new UploadParts(List.of(new Part(rows, null)));
    }

    /// How many parts there are.
    public int count() {
        return parts.size();
    }

    /// The first row of a part.
    public long start(int part) {
        return part == 0 ? 0 : parts.get(part - 1).end();
    }

    /// The row at which a part ends.
    public long end(int part) {
        return parts.get(part).end();
    }

    /// What follows in the stream waits for a part and those before it.
    public void await(int part, Stream stream) {
        Event passed = parts.get(part).passed();
        if (passed != null) {
            stream.waitFor(passed);
        }
    }

    /// What follows in the stream waits for all rows.
    public void awaitAll(Stream stream) {
        await(parts.size() - 1, stream);
    }
}

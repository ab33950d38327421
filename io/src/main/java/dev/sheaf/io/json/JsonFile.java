package dev.sheaf.io.json;

import dev.sheaf.io.rows.Chunk;
import dev.sheaf.io.rows.ChunkReader;
import dev.sheaf.query.CorruptFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// What is known of a file once its sample was looked at: how its objects follow each other, and what they look like.
record JsonFile(Path path, JsonForm form, InferredType rows) {

    /// Looks at the beginning of a file.
    ///
    /// @throws IllegalArgumentException if the file cannot be read
    /// @throws CorruptFileException if it is no text, or has no object
    static JsonFile sniff(Path path, int sampleBytes) {
        JsonForm form = JsonForm.of(path, ChunkReader.sample(path, (_, size) -> size, 0, sampleBytes));
        Chunk sample = ChunkReader.sample(path, form.ends(), 0, sampleBytes);
        sample.checkUtf8(path);
        Sample rows = new Sample();
        new RowWalker(form).walk(sample, rows);
        if (rows.seen.members().isEmpty() && rows.fault != null) {
            throw new CorruptFileException(path, "line " + sample.lineOf(rows.fault.position()), rows.fault.problem());
        }
        return new JsonFile(path, form, rows.seen);
    }

    /// Starts to read the file.
    ChunkReader open() {
        return new ChunkReader(path, form.ends(), 0);
    }

    /// Takes objects as far as they are JSON. What is wrong with others is told when rows are read.
    private static final class Sample implements RowWalker.Rows {
        private final JsonSniffer sniffer = new JsonSniffer();
        private final InferredType seen = new InferredType();
        private @Nullable JsonFault fault;

        @Override
        public void object(JsonCursor cursor, int start) {
            sniffer.see(cursor, seen);
        }

        @Override
        public void accept(int start) {}

        @Override
        public void bad(JsonFault first) {
            fault = fault == null ? first : fault;
        }
    }
}

package dev.sheaf.cli.output;

import dev.sheaf.file.PendingFile;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Text to a file, which appears when it is complete.
public final class FileTarget implements TextTarget {
    private final PendingFile file;

    /// Starts a file. Where `file` is a device or a pipe, that is written to directly.
    ///
    /// @throws IllegalArgumentException if it cannot be made there
    public FileTarget(Path file) {
        this.file = PendingFile.create(file);
    }

    @Override
    public void append(CharSequence text) {
        file.write(MemorySegment.ofArray(text.toString().getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public void commit() {
        file.commit();
    }

    @Override
    public void close() {
        file.close();
    }
}

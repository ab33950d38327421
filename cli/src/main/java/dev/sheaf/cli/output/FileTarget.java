package dev.sheaf.cli.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// Text to a file. It is written under another name beside the file and takes its place when it is complete, so
/// that nobody ever sees half a file.
public final class FileTarget implements TextTarget {
    private final Path file;
    private final Path unfinished;
    private final OutputStream stream;
    private boolean committed;

    /// Starts a file. Where `file` is a device or a pipe, that is written to directly.
    ///
    /// @throws IllegalArgumentException if it cannot be made there
    public FileTarget(Path file) {
        this.file = Outputs.linked(file);
        this.unfinished = Outputs.isSpecial(file) ? this.file : Outputs.unfinished(this.file);
        try {
            this.stream = Files.newOutputStream(unfinished);
        } catch (IOException failure) {
            throw new IllegalArgumentException("cannot write " + file + ": " + Outputs.reason(failure), failure);
        }
    }

    @Override
    public void append(CharSequence text) {
        try {
            stream.write(text.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException failure) {
            throw Outputs.unwritable(file.toString(), failure);
        }
    }

    @Override
    public void commit() {
        try {
            stream.close();
            if (!unfinished.equals(file)) {
                move();
            }
            committed = true;
        } catch (IOException failure) {
            throw Outputs.unwritable(file.toString(), failure);
        }
    }

    private void move() throws IOException {
        try {
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException unsupported) {
            Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    @Override
    public void close() {
        try (stream) {
            if (!committed && !unfinished.equals(file)) {
                Files.deleteIfExists(unfinished);
            }
        } catch (IOException failure) {
            throw Outputs.unwritable(file.toString(), failure);
        }
    }
}

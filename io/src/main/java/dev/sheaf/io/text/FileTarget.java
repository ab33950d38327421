package dev.sheaf.io.text;

import dev.sheaf.file.PendingFile;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/// Text to a file, which appears when it is complete. A name that ends in `.gz` has it compressed.
public final class FileTarget implements TextTarget {
    private final PendingFile file;
    private final OutputStream stream;

    /// Starts a file. Where `path` is a device or a pipe, that is written to directly.
    ///
    /// @throws IllegalArgumentException if it cannot be made there
    /// @throws UncheckedIOException if it cannot be written to
    public FileTarget(Path path) {
        this.file = PendingFile.create(path);
        try {
            this.stream = isCompressed(path) ? new GZIPOutputStream(new Bytes(file)) : new Bytes(file);
        } catch (IOException failure) {
            file.close();
            throw new UncheckedIOException("cannot write " + path, failure);
        }
    }

    private static boolean isCompressed(Path path) {
        return String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT).endsWith(".gz");
    }

    @Override
    public void append(CharSequence text) {
        try {
            stream.write(text.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot write " + file.path(), failure);
        }
    }

    @Override
    public void commit() {
        try {
            stream.close();
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot write " + file.path(), failure);
        }
        file.commit();
    }

    @Override
    public void close() {
        file.close();
    }

    /// The bytes of a file that is being written. Closing it leaves the file open.
    private static final class Bytes extends OutputStream {
        private final PendingFile file;

        Bytes(PendingFile file) {
            this.file = file;
        }

        @Override
        public void write(int value) {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int size) {
            file.write(MemorySegment.ofArray(bytes).asSlice(from, size));
        }
    }
}

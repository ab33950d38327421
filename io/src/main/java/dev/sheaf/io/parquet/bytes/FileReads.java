package dev.sheaf.io.parquet.bytes;

import dev.sheaf.file.PendingFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Opens files and reads pieces of them by position, with errors that name the file.
///
/// Positional reads and not a mapping: a file that is cut short while it is read then gives an error where a
/// mapping would end the process.
public final class FileReads {
    /// The most that one read call asks for, so that a piece always fits a ByteBuffer.
    private static final long MAX_READ_BYTES = 1 << 30;

    private FileReads() {}

    /// Opens a file for reading.
    ///
    /// @throws IllegalArgumentException if it is missing, a folder, or may not be read
    public static FileChannel open(Path file) {
        if (Files.isDirectory(file)) {
            throw new IllegalArgumentException(
                    file + " is a folder; name the Parquet files in it, " + file + "/*.parquet say");
        }
        try {
            return FileChannel.open(file, StandardOpenOption.READ);
        } catch (IOException failure) {
            throw new IllegalArgumentException("cannot read " + file + reason(file, failure), failure);
        }
    }

    private static String reason(Path file, IOException failure) {
        if (failure instanceof FileSystemException known && known.getReason() != null) {
            return ": " + known.getReason();
        }
        return Files.notExists(file) ? ": there is no such file" : ": the file system refuses it";
    }

    public static long size(FileChannel channel, Path file) {
        try {
            return channel.size();
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read " + file, failure);
        }
    }

    /// Reads `count` bytes from `position` on into the start of `target`.
    ///
    /// @throws dev.sheaf.query.CorruptFileException if the file ends before
    public static void read(FileChannel channel, FilePosition place, long position, MemorySegment target, long count) {
        long done = 0;
        while (done < count) {
            ByteBuffer piece =
                    target.asSlice(done, Math.min(count - done, MAX_READ_BYTES)).asByteBuffer();
            int read = read(channel, place, position + done, piece);
            if (read < 0) {
                throw place.corrupt("the file ends at byte " + (position + done) + ", before byte " + (position + count)
                        + " that is needed; it is truncated or changed while it was read");
            }
            done += read;
        }
    }

    private static int read(FileChannel channel, FilePosition place, long position, ByteBuffer target) {
        try {
            return channel.read(target, position);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read " + place + ": " + PendingFile.reason(failure), failure);
        }
    }

    public static void close(FileChannel channel, Path file) {
        try {
            channel.close();
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot close " + file, failure);
        }
    }
}

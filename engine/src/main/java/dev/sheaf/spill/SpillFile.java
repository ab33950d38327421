package dev.sheaf.spill;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.CorruptFileException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.Set;
import java.util.zip.CRC32C;

/// Tables written one after another and read in any order, by any thread.
public final class SpillFile implements AutoCloseable {
    private static final String PURPOSE = "spilled groups";
    private static final int MAX_TRANSFER = 1 << 30;

    private final Path path;
    private final FileChannel channel;
    private long size;

    private SpillFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /// Where a table lies in the file, and what its bytes mean.
    public static final class Chunk {
        private final long offset;
        private final long byteSize;
        private final int checksum;
        private final long rows;
        private final TableShape shape;

        private Chunk(long offset, long byteSize, int checksum, long rows, TableShape shape) {
            this.offset = offset;
            this.byteSize = byteSize;
            this.checksum = checksum;
            this.rows = rows;
            this.shape = shape;
        }

        /// The number of rows.
        public long rows() {
            return rows;
        }

        /// The bytes that it takes in the file, and about those that it takes in memory.
        public long byteSize() {
            return byteSize;
        }
    }

    static SpillFile create(Path path, FileAttribute<?>[] attributes) {
        try {
            Set<StandardOpenOption> options =
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
            return new SpillFile(path, FileChannel.open(path, options, attributes));
        } catch (IOException failure) {
            throw failed("make", path, failure);
        }
    }

    private static UncheckedIOException failed(String what, Path path, IOException failure) {
        return new UncheckedIOException(
                "cannot " + what + " the spill file " + path + " (" + failure.getMessage()
                        + "); free disk space, name another spill folder, or raise the memory limit",
                failure);
    }

    /// Appends a table, which stays the caller's. One thread at a time.
    ///
    /// @throws UncheckedIOException if the disk is full or fails
    public synchronized Chunk write(Table table, MemoryPool pool) {
        try (TableDump dump = TableDump.of(table, pool)) {
            CRC32C checksum = new CRC32C();
            long start = size;
            for (MemorySegment piece : dump.pieces()) {
                append(piece, checksum);
            }
            return new Chunk(start, size - start, (int) checksum.getValue(), table.rowCount(), dump.shape());
        } catch (IOException failure) {
            throw failed("write", path, failure);
        }
    }

    private void append(MemorySegment piece, CRC32C checksum) throws IOException {
        for (long done = 0; done < piece.byteSize(); ) {
            long some = Math.min(piece.byteSize() - done, MAX_TRANSFER);
            ByteBuffer bytes = piece.asSlice(done, some).asByteBuffer();
            checksum.update(bytes.duplicate());
            while (bytes.hasRemaining()) {
                size += channel.write(bytes, size);
            }
            done += some;
        }
    }

    /// Reads a table back, to be closed by the caller.
    ///
    /// @throws CorruptFileException if the bytes are not those that were written
    public Table read(Chunk chunk, Schema schema, MemoryPool pool) {
        try (Buffer bytes = pool.allocate(chunk.byteSize, PURPOSE)) {
            fill(bytes.segment().asSlice(0, chunk.byteSize), chunk);
            return chunk.shape.table(schema, bytes, pool);
        } catch (IOException failure) {
            throw failed("read", path, failure);
        }
    }

    private void fill(MemorySegment target, Chunk chunk) throws IOException {
        CRC32C checksum = new CRC32C();
        for (long done = 0; done < chunk.byteSize; ) {
            long some = Math.min(chunk.byteSize - done, MAX_TRANSFER);
            ByteBuffer bytes = target.asSlice(done, some).asByteBuffer();
            while (bytes.hasRemaining()) {
                if (channel.read(bytes, chunk.offset + done + bytes.position()) < 0) {
                    throw new CorruptFileException(path, "", "the spill file ends early");
                }
            }
            checksum.update(bytes.flip());
            done += some;
        }
        if ((int) checksum.getValue() != chunk.checksum) {
            throw new CorruptFileException(
                    path, "", "the bytes at " + chunk.offset + " are not those that were written");
        }
    }

    /// Bytes written so far.
    public synchronized long byteSize() {
        return size;
    }

    /// Removes the file.
    @Override
    public void close() {
        try {
            channel.close();
            Files.deleteIfExists(path);
        } catch (IOException failure) {
            throw failed("remove", path, failure);
        }
    }
}

package dev.sheaf.io.arrow;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.file.PendingFile;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.BatchSink;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;

/// Writes an Arrow file, which appears when it is complete. Each table becomes a batch.
final class ArrowSink implements BatchSink {
    private final PendingFile file;
    private final ArrowWriter writer;

    ArrowSink(Path path, Schema schema, MemoryPool pool) {
        this.file = PendingFile.create(path);
        try {
            this.writer = ArrowWriter.file(new FileBytes(file), schema, pool);
        } catch (RuntimeException | Error failure) {
            file.close();
            throw failure;
        }
    }

    @Override
    public void write(Table table) {
        writer.write(table);
    }

    @Override
    public void commit() {
        writer.finish();
        file.commit();
    }

    @Override
    public void close() {
        try (file) {
            writer.close();
        }
    }

    /// A pending file as a channel, which leaves it open when it is closed.
    private static final class FileBytes implements WritableByteChannel {
        private final PendingFile file;
        private boolean closed;

        FileBytes(PendingFile file) {
            this.file = file;
        }

        @Override
        public int write(ByteBuffer bytes) {
            int size = bytes.remaining();
            file.write(MemorySegment.ofBuffer(bytes));
            bytes.position(bytes.limit());
            return size;
        }

        @Override
        public boolean isOpen() {
            return !closed;
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}

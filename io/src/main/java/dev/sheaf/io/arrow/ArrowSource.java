package dev.sheaf.io.arrow;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.file.PendingFile;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The batches of Arrow files as they lie there. One thread reads at a time: a batch is read in one piece
/// and nothing in it is decoded.
final class ArrowSource implements BatchSource {
    private final Schema schema;
    private final MemoryPool pool;
    private final Deque<Path> files;
    private @Nullable Open open;
    private long nextRow;

    ArrowSource(List<Path> files, Schema schema, MemoryPool pool) {
        this.files = new ArrayDeque<>(files);
        this.schema = schema;
        this.pool = pool;
    }

    /// A file that is being read.
    private record Open(FileChannel channel, ArrowReader reader) implements AutoCloseable {
        @Override
        public void close() {
            reader.close();
            try {
                channel.close();
            } catch (IOException failure) {
                throw new UncheckedIOException("cannot close a file", failure);
            }
        }
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public @Nullable Batch next(QueryContext context) {
        context.checkCancelled();
        try (var _ = context.phases().time(Phase.READ)) {
            return next();
        }
    }

    private synchronized @Nullable Batch next() {
        while (true) {
            Open current = open != null ? open : openNext();
            if (current == null) {
                return null;
            }
            Table table = current.reader().next();
            if (table != null) {
                return batch(table);
            }
            open = null;
            current.close();
        }
    }

    private @Nullable Open openNext() {
        Path file = files.pollFirst();
        if (file == null) {
            return null;
        }
        FileChannel channel = open(file);
        try {
            open = new Open(channel, ArrowReader.of(channel, file, pool));
            return open;
        } catch (RuntimeException | Error failure) {
            close(channel);
            throw failure;
        }
    }

    /// A file, to be closed by the caller.
    ///
    /// @throws IllegalArgumentException if it cannot be read
    static FileChannel open(Path file) {
        try {
            return FileChannel.open(file, StandardOpenOption.READ);
        } catch (IOException failure) {
            throw new IllegalArgumentException("cannot read " + file + ": " + PendingFile.reason(failure), failure);
        }
    }

    private static void close(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot close a file", failure);
        }
    }

    private Batch batch(Table table) {
        try (table) {
            long first = nextRow;
            nextRow += table.rowCount();
            return new Batch(table.select(schema.names()), first);
        }
    }

    @Override
    public synchronized long lowestNextRow() {
        return nextRow;
    }

    @Override
    public synchronized void close() {
        files.clear();
        if (open != null) {
            Open last = open;
            open = null;
            last.close();
        }
    }
}

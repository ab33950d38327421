package dev.sheaf.io.rows;

import dev.sheaf.column.Schema;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Batches of some files of text. Threads take chunks one after the other under a lock and parse them side by side.
///
/// Rows are numbered by where their chunk starts in the text, which rises from row to row and leaves gaps.
public final class RowSource implements BatchSource {
    /// Bytes a chunk: some ten thousand rows, and little enough to stay in a core's caches while columns are read.
    public static final int CHUNK_BYTES = 1 << 20;

    private final Schema schema;
    private final int chunkBytes;
    private final Deque<RowFile> files;
    private final Deque<ChunkParser> idle = new ArrayDeque<>();
    private @Nullable ChunkReader reader;
    private @Nullable RowFile current;
    private long fileStart;

    private RowSource(List<? extends RowFile> files, Schema schema, int chunkBytes) {
        this.files = new ArrayDeque<>(files);
        this.schema = schema;
        this.chunkBytes = chunkBytes;
    }

    /// Columns of `schema` from all files, in their order. A setting of the query may choose how many bytes a chunk
    /// has.
    public static RowSource scan(
            List<? extends RowFile> files, Schema schema, String chunkSetting, QueryContext context) {
        int chunkBytes = context.settings().getPositive(chunkSetting, context.batchRows(CHUNK_BYTES));
        return new RowSource(files, schema, chunkBytes);
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public @Nullable Batch next(QueryContext context) {
        context.checkCancelled();
        try (var timer = context.phases().time(Phase.READ)) {
            Claim claim = claim();
            if (claim == null) {
                return null;
            }
            Batch batch = new Batch(claim.parser().parse(context.pool()), claim.firstRow());
            timer.rows(batch.rowCount());
            giveBack(claim);
            return batch;
        }
    }

    /// A parser of a file whose chunk is full, and the number of its first row.
    private record Claim(RowFile file, ChunkParser parser, long firstRow) {}

    private synchronized @Nullable Claim claim() {
        while (true) {
            RowFile file = current != null ? current : openNext();
            if (file == null) {
                return null;
            }
            ChunkReader open = java.util.Objects.requireNonNull(reader);
            ChunkParser idleParser = idle.pollFirst();
            ChunkParser parser = idleParser != null ? idleParser : file.parser(schema, chunkBytes);
            if (open.next(parser.chunk())) {
                return new Claim(file, parser, fileStart + parser.chunk().offset());
            }
            fileStart += open.offset();
            current = null;
            reader = null;
            open.close();
        }
    }

    private @Nullable RowFile openNext() {
        idle.clear();
        RowFile file = files.pollFirst();
        reader = file == null ? null : file.open();
        current = file;
        return file;
    }

    private synchronized void giveBack(Claim claim) {
        if (claim.file().equals(current)) {
            idle.addFirst(claim.parser());
        }
    }

    @Override
    public synchronized long lowestNextRow() {
        return reader != null ? fileStart + reader.offset() : files.isEmpty() ? Long.MAX_VALUE : fileStart;
    }

    @Override
    public synchronized void close() {
        files.clear();
        current = null;
        if (reader != null) {
            reader.close();
            reader = null;
        }
    }
}

package dev.sheaf.io.csv;

import dev.sheaf.column.Schema;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Batches of some files. Threads take chunks one after the other under a lock and parse them side by side.
///
/// Rows are numbered by where their chunk starts in the text, which rises from row to row and leaves gaps.
final class CsvSource implements BatchSource {
    /// Bytes a chunk: some ten thousand rows, and little enough to stay in a core's caches while columns are read.
    static final int CHUNK_BYTES = 1 << 20;

    private final Schema schema;
    private final CsvOptions options;
    private final int chunkBytes;
    private final Deque<CsvFile> files;
    private final Deque<ChunkParser> idle = new ArrayDeque<>();
    private @Nullable ChunkReader reader;
    private @Nullable CsvFile current;
    private long fileStart;

    CsvSource(List<CsvFile> files, CsvOptions options, Schema schema, int chunkBytes) {
        this.files = new ArrayDeque<>(files);
        this.options = options;
        this.schema = schema;
        this.chunkBytes = chunkBytes;
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public SourceStats stats() {
        return SourceStats.UNKNOWN;
    }

    @Override
    public @Nullable Batch next(QueryContext context) {
        context.checkCancelled();
        try (var _ = context.phases().time(Phase.READ)) {
            Claim claim = claim();
            if (claim == null) {
                return null;
            }
            Batch batch = new Batch(claim.parser().parse(context.pool()), claim.firstRow());
            giveBack(claim.parser());
            return batch;
        }
    }

    /// A parser whose chunk is full, and the number of its first row.
    private record Claim(ChunkParser parser, long firstRow) {}

    private synchronized @Nullable Claim claim() {
        while (true) {
            ChunkReader open = reader != null ? reader : openNext();
            if (open == null) {
                return null;
            }
            ChunkParser parser = parser();
            if (open.next(parser.chunk())) {
                return new Claim(parser, fileStart + parser.chunk().offset);
            }
            fileStart += open.offset();
            reader = null;
            open.close();
        }
    }

    private @Nullable ChunkReader openNext() {
        current = files.pollFirst();
        idle.clear();
        reader = current == null ? null : new ChunkReader(current.path(), current.dialect());
        return reader;
    }

    private ChunkParser parser() {
        ChunkParser parser = idle.pollFirst();
        return parser != null
                ? parser
                : new ChunkParser(java.util.Objects.requireNonNull(current), options, schema, chunkBytes);
    }

    private synchronized void giveBack(ChunkParser parser) {
        if (parser.file().equals(current)) {
            idle.addFirst(parser);
        }
    }

    @Override
    public synchronized long lowestNextRow() {
        return reader != null ? fileStart + reader.offset() : files.isEmpty() ? Long.MAX_VALUE : fileStart;
    }

    @Override
    public synchronized void close() {
        files.clear();
        if (reader != null) {
            reader.close();
            reader = null;
        }
    }
}

package dev.sheaf.query;

import dev.sheaf.column.Schema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Files whose columns differ, or that have columns beyond their own, as one dataset. Parts of which a
/// filter is true nowhere are not read.
record CombinedFiles(List<FilePart> parts, Schema schema) implements FileDataset {
    CombinedFiles {
        parts = List.copyOf(parts);
    }

    @Override
    public List<Path> files() {
        return parts.stream().flatMap(part -> part.rows().files().stream()).toList();
    }

    @Override
    public CombinedFiles only(List<Path> some) {
        Set<Path> wanted = new HashSet<>(some);
        List<FilePart> fewer = new ArrayList<>();
        for (FilePart part : parts) {
            List<Path> files =
                    part.rows().files().stream().filter(wanted::contains).toList();
            if (!files.isEmpty()) {
                fewer.add(new FilePart(part.rows().only(files), part.constants()));
            }
        }
        return new CombinedFiles(fewer, schema);
    }

    @Override
    public SourceStats stats() {
        long rows = 0;
        for (FilePart part : parts) {
            OptionalLong count = part.rows().stats().rowCount();
            if (count.isEmpty()) {
                return SourceStats.UNKNOWN;
            }
            rows += count.getAsLong();
        }
        return SourceStats.ofRows(rows);
    }

    @Override
    public String describe() {
        String first = parts.getFirst().rows().describe();
        return parts.size() == 1 ? first : first + " and files of " + (parts.size() - 1) + " more kinds";
    }

    @Override
    public BatchSource scan(Scan scan, QueryContext context) {
        Schema selected = schema.select(scan.columns());
        List<FileStream> streams = new ArrayList<>();
        List<FilePart> read = new ArrayList<>();
        long base = 0;
        for (FilePart part : parts) {
            Scan own = part.scan(scan, schema);
            if (own != null) {
                streams.add(new FileStream(part, own, selected, base));
                read.add(part);
            }
            base += room(part);
        }
        return new CombinedSource(selected, new CombinedFiles(read, schema).stats(), streams);
    }

    /// Ordinals that a part takes. One whose rows nobody knows may itself be put together of as many as it has files.
    private static long room(FilePart part) {
        return part.rows()
                .stats()
                .rowCount()
                .orElse(FileStream.ROOM * Math.max(1, part.rows().files().size()));
    }

    /// Streams of files one after the other. A thread that finds nothing more in one goes on with the next
    /// while others still read what they took of it: small files keep all threads busy.
    private static final class CombinedSource implements BatchSource {
        private final Schema schema;
        private final SourceStats stats;
        private final List<FileStream> streams;

        /// The streams before are at their end.
        private int first;

        CombinedSource(Schema schema, SourceStats stats, List<FileStream> streams) {
            this.schema = schema;
            this.stats = stats;
            this.streams = List.copyOf(streams);
        }

        @Override
        public Schema schema() {
            return schema;
        }

        @Override
        public SourceStats stats() {
            return stats;
        }

        @Override
        public @Nullable Batch next(QueryContext context) {
            context.checkCancelled();
            for (int stream = firstOpen(); stream < streams.size(); stream++) {
                Batch batch = streams.get(stream).next(context);
                if (batch != null) {
                    return batch;
                }
            }
            return null;
        }

        private synchronized int firstOpen() {
            while (first < streams.size() && streams.get(first).isAtEnd()) {
                first++;
            }
            return first;
        }

        @Override
        public long lowestNextRow() {
            for (int stream = firstOpen(); stream < streams.size(); stream++) {
                long lowest = streams.get(stream).lowestNextRow();
                if (lowest != Long.MAX_VALUE) {
                    return lowest;
                }
            }
            return Long.MAX_VALUE;
        }

        @Override
        public void close() {
            streams.forEach(FileStream::close);
        }
    }
}

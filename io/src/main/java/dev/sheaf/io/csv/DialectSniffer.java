package dev.sheaf.io.csv;

import dev.sheaf.io.rows.Chunk;
import dev.sheaf.io.rows.ChunkReader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// Finds out which character separates the fields of a file: the one by which the largest part of the rows has the
/// same number of fields, more than one. A part and not a number, since a wrong character ends rows within quotes
/// and so finds more of them.
final class DialectSniffer {
    private static final byte[] CANDIDATES = {',', ';', '\t', '|'};
    private static final int ROWS = 200;
    private static final long PARTS = 1 << 20;
    private static final int DEFAULT_QUOTE = '"';

    private DialectSniffer() {}

    /// How a file is written; whether it has a header is left open.
    static Dialect dialect(Path path, CsvOptions options) {
        int quote = options.quote().orElse(DEFAULT_QUOTE);
        int skipped = options.skipLines();
        if (options.delimiter().isPresent()) {
            return new Dialect((byte) (char) options.delimiter().get(), quote, false, skipped);
        }
        Dialect best = new Dialect((byte) ',', quote, false, skipped);
        Chunk sample = ChunkReader.sample(path, new FieldSplitter(best), skipped, options.sampleBytes());
        long bestScore = 0;
        for (byte candidate : CANDIDATES) {
            Dialect dialect = new Dialect(candidate, quote, false, skipped);
            long score = score(sample, new FieldSplitter(dialect));
            if (score > bestScore) {
                best = dialect;
                bestScore = score;
            }
        }
        return best;
    }

    /// Which part of the rows shares the commonest number of fields, and then how many fields; 0 for one field.
    private static long score(Chunk sample, FieldSplitter splitter) {
        Map<Integer, Integer> rows = new HashMap<>();
        int at = 0;
        int count = 0;
        for (; count < ROWS && at < sample.size(); count++) {
            FieldSplitter.Shape shape = splitter.shape(sample, at);
            rows.merge(shape.fields(), 1, Integer::sum);
            at = shape.next();
        }
        long all = Math.max(1, count);
        return rows.entrySet().stream()
                .filter(entry -> entry.getKey() > 1)
                .mapToLong(entry -> ((entry.getValue() * PARTS / all) << Integer.SIZE) + entry.getKey())
                .max()
                .orElse(0);
    }
}

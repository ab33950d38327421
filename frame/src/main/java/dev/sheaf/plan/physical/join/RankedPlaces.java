package dev.sheaf.plan.physical.join;

import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Longs;
import dev.sheaf.order.WholeKey;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;

/// A place for each number of a range that is there: its rank among them.
///
/// ```
///   words[distance / 64] -> [ which of 64 numbers are there | how many are there before them ]
/// ```
/// Numbers that rise read memory that rises, and one look tells that a number is not there. Cost: 2 bits a number.
final class RankedPlaces implements NumberPlaces {
    private static final int CHUNK_ROWS = 1 << 16;
    private static final int READ_ROWS = 1 << 10;
    private static final int WORD_BYTES = 2 * Long.BYTES;

    private final WholeKey.Range range;
    private final long wordCount;
    private final Longs words;
    private final long size;

    private RankedPlaces(WholeKey numbers, WholeKey.Range range, QueryContext context, Closer memory) {
        this.range = range;
        this.wordCount = Math.ceilDiv(range.size(), (long) Long.SIZE);
        this.words = Longs.of(memory.add(context.pool().allocateZeroed(wordCount * WORD_BYTES, "numbers of a join"))
                .segment());
        int threads = numbers.column().length() < CHUNK_ROWS ? 1 : context.threads();
        Workers.forEach(context, threads, share -> mark(numbers, share, threads));
        this.size = rank();
    }

    /// The places of the numbers of a column, in memory that closes with `memory`.
    static RankedPlaces of(WholeKey numbers, WholeKey.Range range, QueryContext context, Closer memory) {
        return new RankedPlaces(numbers, range, context, memory);
    }

    /// Marks the numbers of one of `shares` equal parts of the words, without a branch that depends on them.
    private void mark(WholeKey numbers, int share, int shares) {
        long from = wordCount * share / shares;
        long to = wordCount * (share + 1) / shares;
        long[] read = new long[READ_ROWS];
        long rows = from == to ? 0 : numbers.column().length();
        for (long first = 0; first < rows; first += READ_ROWS) {
            int count = (int) Math.min(READ_ROWS, rows - first);
            numbers.read(first, count, read);
            for (int i = 0; i < count; i++) {
                long distance = read[i] - range.least();
                long word = distance >>> 6;
                boolean isOwn = range.has(distance) & word >= from & word < to;
                long at = 2 * (isOwn ? word : from);
                long bit = (isOwn ? 1L : 0) << distance;
                words.put(at, words.get(at) | bit);
            }
        }
    }

    /// Writes how many numbers are before each word; gives how many there are.
    private long rank() {
        long before = 0;
        for (long at = 0; at < 2 * wordCount; at += 2) {
            words.put(at + 1, before);
            before += Long.bitCount(words.get(at));
        }
        return before;
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public void place(long[] distances, int count) {
        for (int i = 0; i < count; i++) {
            long distance = distances[i];
            boolean isWithin = range.has(distance);
            long at = isWithin ? 2 * (distance >>> 6) : 0;
            long bits = words.get(at);
            long before = words.get(at + 1);
            long rank = before + Long.bitCount(bits & ((1L << distance) - 1));
            long isThere = isWithin ? bits >>> distance & 1 : 0;
            distances[i] = rank | (isThere - 1);
        }
    }
}

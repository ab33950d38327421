package dev.sheaf.benchmarks.threads;

import dev.sheaf.column.Column;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Table;
import dev.sheaf.column.VarColumn;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;

/// The least that a group-by does, as plain loops: threads take pieces of the table in turn, add up all bytes of its
/// columns, eight at a time, and for each row add one to the words of some group, which lie anywhere among those
/// of `groups` groups. Every thread has groups of its own, as in the engine.
final class PlainLoop {
    /// As many as the engine takes at a time.
    private static final long PIECE_ROWS = 1 << 16;

    /// The golden ratio's fraction: its multiples lie evenly, and one far from the next.
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

    private final List<Stream> streams = new ArrayList<>();
    private final long rows;
    private final int groups;
    private final int groupWords;
    private final long[][] states;

    /// A loop for up to `threads` threads; `groups` may be 0.
    PlainLoop(Table table, int groups, int groupWords, int threads) {
        table.columns().forEach(column -> addStreams(column, streams));
        this.rows = table.rowCount();
        this.groups = groups;
        this.groupWords = groupWords;
        this.states = new long[threads][groups * groupWords];
    }

    /// Bytes that are read in order: those of row `i` start at `start(i)`.
    private record Stream(MemorySegment bytes, LongUnaryOperator start) {
        long sum(long fromRow, long toRow) {
            return PlainLoop.sum(bytes, start.applyAsLong(fromRow), start.applyAsLong(toRow));
        }
    }

    private static void addStreams(Column column, List<Stream> streams) {
        switch (column) {
            case FixedColumn fixed -> {
                int width = fixed.type().layout().byteWidth();
                streams.add(new Stream(fixed.segment(), row -> row * width));
            }
            case VarColumn texts -> {
                int width = texts.offsets().wide() ? Long.BYTES : Integer.BYTES;
                streams.add(new Stream(texts.offsets().segment(), row -> row * width));
                streams.add(new Stream(texts.segment(), texts.offsets()::start));
            }
            default -> throw new IllegalArgumentException("a plain loop reads no column of type " + column.type());
        }
    }

    /// Goes through all rows once and returns the sum of all words read.
    long run(int threads) {
        AtomicLong next = new AtomicLong();
        AtomicLong total = new AtomicLong();
        Workers.runOnAll(QueryContext.builder().threads(threads).build(), worker -> {
            long sum = 0;
            long from;
            while ((from = next.getAndAdd(PIECE_ROWS)) < rows) {
                long to = Math.min(rows, from + PIECE_ROWS);
                for (Stream stream : streams) {
                    sum += stream.sum(from, to);
                }
                update(states[worker], from, groups == 0 ? from : to, groups, groupWords);
            }
            total.addAndGet(sum);
        });
        return total.get();
    }

    /// How often some word of a group was added to so far.
    long updates() {
        long all = 0;
        for (long[] own : states) {
            for (long word : own) {
                all += word;
            }
        }
        return all;
    }

    /// The words from byte `from` to byte `to`; what is left at the end is less than a cache line.
    private static long sum(MemorySegment bytes, long from, long to) {
        long a = 0;
        long b = 0;
        long c = 0;
        long d = 0;
        for (long at = from; at + 4 * Long.BYTES <= to; at += 4 * Long.BYTES) {
            a += bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
            b += bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, at + Long.BYTES);
            c += bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, at + 2 * Long.BYTES);
            d += bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, at + 3 * Long.BYTES);
        }
        return a + b + c + d;
    }

    private static void update(long[] states, long fromRow, long toRow, int groups, int groupWords) {
        for (long row = fromRow; row < toRow; row++) {
            int group = (int) ((((row * GOLDEN) >>> Integer.SIZE) * groups) >>> Integer.SIZE);
            for (int word = group * groupWords; word < (group + 1) * groupWords; word++) {
                states[word]++;
            }
        }
    }
}

package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.chunk.ArgumentVector;
import dev.sheaf.groupby.cpu.chunk.PerEntry;
import dev.sheaf.groupby.cpu.chunk.Widen;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/// Hashes of 64 bits of a chunk of values: equal for values that are one key (all NaNs, both zeros), the same on
/// every machine and in every version, since states that depend on them are stored.
///
/// Of a dictionary of texts, entries are hashed once where rows repeat them.
final class ValueHashes implements AutoCloseable {
    private static final long SEED = 0x2D358DCCAA6C78A5L;
    private static final long FIRST = 0x8BB84B93962EACC9L;
    private static final long SECOND = 0x4B33A62ED433D4A3L;

    private final long[] hashes;
    private final long[] low;
    private final PerEntry ofEntries;

    /// For chunks of at most so many rows.
    ValueHashes(int chunkRows, MemoryPool pool) {
        this.hashes = new long[chunkRows];
        this.low = new long[chunkRows];
        this.ofEntries = new PerEntry(entries -> ofEntries(entries, pool));
    }

    /// The hashes of the `rows` rows that `lane` is at; those of null rows mean nothing. Valid until the next call.
    long[] of(ArgumentVector lane, int rows) {
        if (lane.encoded() instanceof DictionaryColumn coded && coded.values() instanceof VarColumn entries) {
            hash(coded, entries, lane.from(), rows, ofEntries.ofMany(entries, rows));
        } else {
            hash(lane.column(), lane.from(), rows);
        }
        return hashes;
    }

    /// Codes under nulls may be anything.
    private void hash(DictionaryColumn coded, VarColumn entries, long from, int rows, @Nullable MemorySegment known) {
        MemorySegment codes = coded.segment();
        long count = entries.length();
        for (int i = 0; i < rows; i++) {
            int code = codes.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i) << 2);
            if (code >= 0 && code < count) {
                hashes[i] = known == null
                        ? ofBytes(entries, code)
                        : known.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) code << 3);
            }
        }
    }

    private static Buffer ofEntries(VarColumn entries, MemoryPool pool) {
        Buffer hashes = pool.allocate(entries.length() * Long.BYTES, "hashes of a dictionary");
        for (long entry = 0; entry < entries.length(); entry++) {
            hashes.segment().setAtIndex(ValueLayout.JAVA_LONG, entry, ofBytes(entries, entry));
        }
        return hashes;
    }

    private void hash(Column column, long from, int rows) {
        switch (column) {
            case VarColumn text -> {
                for (int i = 0; i < rows; i++) {
                    hashes[i] = ofBytes(text, from + i);
                }
            }
            case FixedColumn wide
            when wide.type().layout().byteWidth() == 2 * Long.BYTES -> {
                Widen.words(wide, true, from, rows, hashes);
                Widen.words(wide, false, from, rows, low);
                for (int i = 0; i < rows; i++) {
                    hashes[i] = mix(mix(SEED, low[i]), hashes[i]);
                }
            }
            default -> {
                Widen.keys(column, from, rows, hashes);
                for (int i = 0; i < rows; i++) {
                    hashes[i] = mix(SEED, hashes[i]);
                }
            }
        }
    }

    private static long ofBytes(VarColumn texts, long row) {
        long start = texts.offsets().start(row);
        return ofBytes(texts.segment(), start, texts.offsets().start(row + 1) - start);
    }

    /// Eight bytes from the last ones on are read, as the padding of a [Buffer] allows at its end.
    private static long ofBytes(MemorySegment bytes, long start, long size) {
        long hash = SEED ^ size;
        long at = start;
        for (long end = start + (size & -Long.BYTES); at < end; at += Long.BYTES) {
            hash = mix(hash, bytes.get(LITTLE_ENDIAN, at));
        }
        long left = size & (Long.BYTES - 1);
        return mix(hash, left == 0 ? 0 : bytes.get(LITTLE_ENDIAN, at) & ((1L << (left << 3)) - 1));
    }

    /// Both halves of a 128-bit product, folded; then once more, so that single bits reach all others.
    private static long mix(long hash, long word) {
        long a = hash ^ word ^ FIRST;
        long folded = a * SECOND ^ Math.unsignedMultiplyHigh(a, SECOND);
        long b = folded ^ folded >>> 32 ^ hash;
        return b * FIRST ^ Math.unsignedMultiplyHigh(b, FIRST);
    }

    private static final ValueLayout.OfLong LITTLE_ENDIAN =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /// Forgets the dictionary.
    void clear() {
        ofEntries.clear();
    }

    @Override
    public void close() {
        ofEntries.close();
    }
}

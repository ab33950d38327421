package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.chunk.ArgumentVector;
import dev.sheaf.groupby.cpu.chunk.PerEntry;
import dev.sheaf.groupby.cpu.chunk.Widen;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.ByteRuns;
import dev.sheaf.memory.Longs;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
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
    private final long[] starts;
    private final PerEntry ofEntries;

    /// For chunks of at most so many rows.
    ValueHashes(int chunkRows, MemoryPool pool) {
        this.hashes = new long[chunkRows];
        this.low = new long[chunkRows];
        this.starts = new long[chunkRows + 1];
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
        IntBuffer codes = coded.ints(from, rows);
        if (known == null) {
            hashEntries(entries, codes, rows);
            return;
        }
        Longs ofEntries = Longs.of(known);
        long count = entries.length();
        for (int i = 0; i < rows; i++) {
            int code = codes.get(i);
            hashes[i] = code >= 0 && code < count ? ofEntries.get(code) : 0;
        }
    }

    private void hashEntries(VarColumn entries, IntBuffer codes, int rows) {
        Offsets places = entries.offsets();
        if (places.wide()
                || Math.max(places.segment().byteSize(), entries.segment().byteSize()) > Views.MAX_BYTES) {
            hashOneByOne(entries, codes, rows);
        } else {
            int count = (int) entries.length();
            hashEntries(places.ints(0, count), count, Views.bytes(entries.segment()), codes, rows);
        }
    }

    private void hashEntries(IntBuffer places, int count, ByteBuffer bytes, IntBuffer codes, int rows) {
        for (int i = 0; i < rows; i++) {
            int code = codes.get(i);
            if (code >= 0 && code < count) {
                hashes[i] = ofBytes(bytes, places.get(code), places.get(code + 1) - places.get(code));
            }
        }
    }

    /// Of more entries or bytes than a view has.
    private void hashOneByOne(VarColumn entries, IntBuffer codes, int rows) {
        long[] hash = new long[1];
        for (int i = 0; i < rows; i++) {
            int code = codes.get(i);
            if (code >= 0 && code < entries.length()) {
                ofTexts(entries, code, 1, hash);
                hashes[i] = hash[0];
            }
        }
    }

    private Buffer ofEntries(VarColumn entries, MemoryPool pool) {
        Buffer out = pool.allocate(entries.length() * Long.BYTES, "hashes of a dictionary");
        long[] chunk = new long[low.length];
        for (long from = 0; from < entries.length(); from += chunk.length) {
            int count = (int) Math.min(chunk.length, entries.length() - from);
            ofTexts(entries, from, count, chunk);
            MemorySegment.copy(chunk, 0, out.segment(), ValueLayout.JAVA_LONG, from * Long.BYTES, count);
        }
        return out;
    }

    private void hash(Column column, long from, int rows) {
        switch (column) {
            case VarColumn texts -> ofTexts(texts, from, rows, hashes);
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

    /// Hashes texts that lie together, at most a chunk.
    private void ofTexts(VarColumn texts, long from, int rows, long[] out) {
        Widen.starts(texts.offsets(), from, rows, starts);
        ofTexts(texts.segment(), starts, 0, rows, Views.MAX_BYTES, out);
    }

    /// Hashes the texts that start at places `from` to `to`, through views of at most so many bytes.
    static void ofTexts(MemorySegment bytes, long[] starts, int from, int to, long mostBytes, long[] out) {
        long first = starts[from];
        long size = Math.min(starts[to] - first + Buffer.READABLE_PADDING, bytes.byteSize() - first);
        if (size > mostBytes && to - from > 1) {
            int middle = (from + to) >>> 1;
            ofTexts(bytes, starts, from, middle, mostBytes, out);
            ofTexts(bytes, starts, middle, to, mostBytes, out);
        } else {
            ofTexts(Views.bytes(bytes, first, size), first, starts, from, to, out);
        }
    }

    private static void ofTexts(ByteBuffer bytes, long first, long[] starts, int from, int to, long[] out) {
        for (int i = from; i < to; i++) {
            out[i] = ofBytes(bytes, (int) (starts[i] - first), (int) (starts[i + 1] - starts[i]));
        }
    }

    /// Eight bytes from the last ones on are read, as the padding of a [Buffer] allows at its end.
    private static long ofBytes(ByteBuffer bytes, int start, int size) {
        long hash = SEED ^ size;
        int at = start;
        for (int end = start + (size & -Long.BYTES); at < end; at += Long.BYTES) {
            hash = mix(hash, ByteRuns.lowWord(bytes, at));
        }
        int left = size & (Long.BYTES - 1);
        return mix(hash, left == 0 ? 0 : ByteRuns.lowWord(bytes, at) & ((1L << (left << 3)) - 1));
    }

    /// Both halves of a 128-bit product, folded; then once more, so that single bits reach all others.
    private static long mix(long hash, long word) {
        long a = hash ^ word ^ FIRST;
        long folded = a * SECOND ^ Math.unsignedMultiplyHigh(a, SECOND);
        long b = folded ^ folded >>> 32 ^ hash;
        return b * FIRST ^ Math.unsignedMultiplyHigh(b, FIRST);
    }

    /// Forgets the dictionary.
    void clear() {
        ofEntries.clear();
    }

    @Override
    public void close() {
        ofEntries.close();
    }
}

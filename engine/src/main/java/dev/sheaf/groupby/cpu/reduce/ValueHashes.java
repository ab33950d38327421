package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.chunk.Widen;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Hashes of 64 bits of a chunk of values: equal for values that are one key (all NaNs, both zeros), the same on
/// every machine and in every version, since states that depend on them are stored.
final class ValueHashes {
    private static final long SEED = 0x2D358DCCAA6C78A5L;
    private static final long FIRST = 0x8BB84B93962EACC9L;
    private static final long SECOND = 0x4B33A62ED433D4A3L;

    private final long[] hashes;
    private final long[] low;

    /// For chunks of at most so many rows.
    ValueHashes(int chunkRows) {
        this.hashes = new long[chunkRows];
        this.low = new long[chunkRows];
    }

    /// The hashes of rows of a column that is not dictionary-encoded; those of null rows mean nothing. Valid until
    /// the next call.
    long[] of(Column column, long from, int rows) {
        switch (column) {
            case VarColumn text -> ofBytes(text, from, rows);
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
        return hashes;
    }

    private void ofBytes(VarColumn column, long from, int rows) {
        MemorySegment bytes = column.segment();
        for (int i = 0; i < rows; i++) {
            long start = column.offsets().start(from + i);
            hashes[i] = ofBytes(bytes, start, column.offsets().start(from + i + 1) - start);
        }
    }

    private static long ofBytes(MemorySegment bytes, long start, long size) {
        long hash = SEED ^ size;
        long at = start;
        for (long end = start + (size & -Long.BYTES); at < end; at += Long.BYTES) {
            hash = mix(hash, bytes.get(LITTLE_ENDIAN, at));
        }
        long rest = 0;
        for (int shift = 0; at < start + size; at++, shift += Byte.SIZE) {
            rest |= (bytes.get(ValueLayout.JAVA_BYTE, at) & 0xFFL) << shift;
        }
        return mix(hash, rest);
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
}

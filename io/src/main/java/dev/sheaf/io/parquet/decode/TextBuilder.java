package dev.sheaf.io.parquet.decode;

import dev.sheaf.column.Offsets;
import dev.sheaf.io.parquet.bytes.Ascii;
import dev.sheaf.io.parquet.bytes.Bytes;
import dev.sheaf.io.parquet.bytes.ExpandNulls;
import dev.sheaf.io.parquet.bytes.GrowingBuffers;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.ByteRuns;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;

/// Strings or bytes of one batch: offsets of 4 bytes, or of 8 once 2 GiB are passed, and bytes that grow.
public final class TextBuilder implements AutoCloseable {
    private static final String PURPOSE = "Parquet text";
    private static final int FIRST_ROWS = 1024;
    private static final int FIRST_BYTES_PER_ROW = 16;

    /// Values are copied in steps of so many bytes; what a step writes behind a value, the next value replaces.
    private static final int STEP = 4 * Long.BYTES;

    /// Room for values to come is taken for what those before them needed, up to so many times.
    private static final int MOST_GROWTH = 8;

    /// It takes no more than this share of free memory.
    private static final int FREE_SHARE = 4;

    private final MemoryPool pool;
    private int rows;
    private Buffer offsetBuffer;
    private MemorySegment offsets;
    private boolean wide;
    private Buffer byteBuffer;
    private MemorySegment bytes;
    private long capacity;
    private long size;
    private long asciiSize;
    private int count;

    /// Room for `rows` values.
    public TextBuilder(int rows, MemoryPool pool) {
        this.pool = pool;
        this.rows = rows;
        this.byteBuffer = pool.allocate((long) Math.min(rows, FIRST_ROWS) * FIRST_BYTES_PER_ROW + Long.BYTES, PURPOSE);
        this.offsetBuffer = offsets(rows, pool, byteBuffer);
        this.bytes = byteBuffer.segment();
        this.capacity = byteBuffer.byteSize();
        this.offsets = offsetBuffer.segment();
        this.offsets.set(Bytes.LE_INT, 0, 0);
    }

    /// Offsets for `rows` values; closes `other` if there is no memory for them.
    private static Buffer offsets(int rows, MemoryPool pool, Buffer other) {
        try {
            return pool.allocate((rows + 1L) * Integer.BYTES, PURPOSE);
        } catch (RuntimeException | Error failure) {
            other.close();
            throw failure;
        }
    }

    /// Makes room for `total` values in all.
    public void reserve(int total) {
        rows = Math.max(rows, total);
        offsetBuffer =
                GrowingBuffers.grow(offsetBuffer, (rows + 1L) * (wide ? Long.BYTES : Integer.BYTES), pool, PURPOSE);
        offsets = offsetBuffer.segment();
    }

    /// Values so far, nulls among them.
    public int count() {
        return count;
    }

    /// All bytes so far.
    public long byteSize() {
        return size;
    }

    /// How many of the first bytes are known to be ASCII.
    long asciiSize() {
        return asciiSize;
    }

    /// Looks how far the bytes are ASCII that are not known to be.
    void seeAscii() {
        asciiSize = Ascii.end(bytes, asciiSize, size);
    }

    public MemorySegment bytes() {
        return bytes;
    }

    /// Where value `index` starts.
    public long offset(int index) {
        return wide
                ? offsets.get(Bytes.LE_LONG, (long) index * Long.BYTES)
                : offsets.get(Bytes.LE_INT, (long) index * Integer.BYTES);
    }

    /// Adds a value behind which 8 more bytes can be read.
    public void append(MemorySegment source, long start, int length) {
        if (size + length + Long.BYTES > capacity) {
            grow(length);
        }
        ByteRuns.copy(source, start, length, bytes, size, capacity);
        size += length;
        count++;
        putOffset(count, size);
    }

    /// Adds up to `most` values that lie between `from` and `end`, each behind its length of 4 bytes, and returns how
    /// many. It stops at one that is broken, near the end, or has no room here, which is for [#append].
    int appendPrefixed(MemorySegment source, long from, long end, int most) {
        if (wide) {
            return 0;
        }
        MemorySegment target = bytes;
        MemorySegment ends = offsets;
        long inside = end - STEP;
        long room = capacity - STEP;
        long read = from;
        long at = size;
        long seen = 0;
        int added = 0;
        for (; added < most && read + Integer.BYTES <= inside; added++) {
            int length = source.get(Bytes.LE_INT, read);
            long start = read + Integer.BYTES;
            if (length < 0 || length > inside - start || length > room - at) {
                break;
            }
            for (int done = 0; done < length; done += STEP) {
                seen |= copyStep(source, start + done, target, at + done);
            }
            at += length;
            read = start + length;
            ends.set(Bytes.LE_INT, (count + 1L + added) * Integer.BYTES, (int) at);
        }
        asciiSize = asciiSize == size && Ascii.isWord(seen) ? at : asciiSize;
        count += added;
        size = at;
        return added;
    }

    /// Copies a step and returns its words, one ored into the other.
    private static long copyStep(MemorySegment source, long from, MemorySegment target, long to) {
        long first = source.get(Bytes.LE_LONG, from);
        long second = source.get(Bytes.LE_LONG, from + 8);
        long third = source.get(Bytes.LE_LONG, from + 16);
        long fourth = source.get(Bytes.LE_LONG, from + 24);
        target.set(Bytes.LE_LONG, to, first);
        target.set(Bytes.LE_LONG, to + 8, second);
        target.set(Bytes.LE_LONG, to + 16, third);
        target.set(Bytes.LE_LONG, to + 24, fourth);
        return first | second | third | fourth;
    }

    /// Adds empty values in place of nulls.
    public void appendNulls(int nulls) {
        for (int i = 0; i < nulls; i++) {
            putOffset(++count, size);
        }
    }

    /// Moves the last `valid` values apart to where `bits` from bit `row` on has ones among `total` rows.
    public void spread(MemorySegment bits, int row, int total, int valid) {
        ExpandNulls.ends(offsets, wide ? Long.BYTES : Integer.BYTES, bits, row, total, valid);
        count = row + total;
    }

    private void putOffset(int index, long offset) {
        if (wide) {
            offsets.set(Bytes.LE_LONG, (long) index * Long.BYTES, offset);
        } else {
            offsets.set(Bytes.LE_INT, (long) index * Integer.BYTES, (int) offset);
        }
    }

    private void grow(int length) {
        long needed = size + length + Long.BYTES;
        Buffer larger = pool.allocate(Math.max(needed + needed / FREE_SHARE + STEP, expected(needed)), PURPOSE);
        MemorySegment.copy(bytes, 0, larger.segment(), 0, size);
        byteBuffer.close();
        byteBuffer = larger;
        bytes = larger.segment();
        capacity = larger.byteSize();
        if (!wide && capacity > Integer.MAX_VALUE) {
            widen();
        }
    }

    /// Bytes for all rows if the others are like those so far; at least twice what there is, and no more than that
    /// several times, where there is memory for it.
    private long expected(long needed) {
        double likely = 1.125 * needed / (count + 1) * rows;
        double wished = Math.clamp(likely, 2.0 * capacity, (double) MOST_GROWTH * Math.max(needed, capacity));
        return (long) Math.min(wished, (double) (pool.limitBytes() - pool.usedBytes()) / FREE_SHARE);
    }

    private void widen() {
        Buffer wider = pool.allocate((rows + 1L) * Long.BYTES, PURPOSE);
        MemorySegment target = wider.segment();
        for (int i = 0; i <= count; i++) {
            target.set(Bytes.LE_LONG, (long) i * Long.BYTES, offset(i));
        }
        offsetBuffer.close();
        offsetBuffer = wider;
        offsets = target;
        wide = true;
    }

    /// Hands over the offsets; [#takeBytes()] hands over what they point into.
    public Offsets takeOffsets() {
        return new Offsets(offsetBuffer.retain(), wide, count);
    }

    public Buffer takeBytes() {
        return byteBuffer.slice(0, size);
    }

    @Override
    public void close() {
        byteBuffer.close();
        offsetBuffer.close();
    }
}

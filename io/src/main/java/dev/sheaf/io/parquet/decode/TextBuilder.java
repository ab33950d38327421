package dev.sheaf.io.parquet.decode;

import dev.sheaf.column.Offsets;
import dev.sheaf.io.parquet.bytes.Ascii;
import dev.sheaf.io.parquet.bytes.ExpandNulls;
import dev.sheaf.io.parquet.bytes.GrowingBuffers;
import dev.sheaf.io.parquet.bytes.MovingView;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

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
    private MovingView offsets;
    private boolean wide;
    private Buffer byteBuffer;
    private MovingView bytes;
    private long capacity;
    private long size;
    private long asciiSize;
    private int count;

    /// Room for `rows` values.
    public TextBuilder(int rows, MemoryPool pool) {
        this(rows, pool, Views.MAX_BYTES);
    }

    /// As the other one, with views of at most so many bytes.
    TextBuilder(int rows, MemoryPool pool, long viewBytes) {
        this.pool = pool;
        this.rows = rows;
        this.byteBuffer = pool.allocate((long) Math.min(rows, FIRST_ROWS) * FIRST_BYTES_PER_ROW + Long.BYTES, PURPOSE);
        this.offsetBuffer = offsets(rows, pool, byteBuffer);
        this.bytes = new MovingView(byteBuffer.segment(), viewBytes);
        this.capacity = byteBuffer.byteSize();
        this.offsets = new MovingView(offsetBuffer.segment(), viewBytes);
        putOffset(0, 0);
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
        offsetBuffer = GrowingBuffers.grow(offsetBuffer, (rows + 1L) * offsetWidth(), pool, PURPOSE);
        offsets = offsets.of(offsetBuffer.segment());
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

    /// The bytes so far.
    public MemorySegment bytes() {
        return byteBuffer.segment();
    }

    /// Where value `index` starts.
    public long offset(int index) {
        int width = offsetWidth();
        int at = offsets.seek((long) index * width, width);
        return wide ? offsets.bytes().getLong(at) : offsets.bytes().getInt(at);
    }

    /// Adds a value behind which 8 more bytes can be read.
    public void append(ByteBuffer source, int start, int length) {
        if (size + length + Long.BYTES > capacity) {
            grow(length);
        }
        int at = bytes.seek(size, (long) length + Long.BYTES);
        long seen = copy(source, start, bytes.bytes(), at, length);
        asciiSize = asciiSize == size && Ascii.isWord(seen) ? size + length : asciiSize;
        size += length;
        count++;
        putOffset(count, size);
    }

    /// Copies a value by words and returns them, one ored into the other; of the last one only what belongs to the
    /// value.
    private static long copy(ByteBuffer source, int start, ByteBuffer target, int at, int length) {
        long seen = 0;
        long word = 0;
        for (int done = 0; done < length; done += Long.BYTES) {
            seen |= word;
            word = source.getLong(start + done);
            target.putLong(at + done, word);
        }
        return seen | (word << ((-length & 7) * Byte.SIZE));
    }

    /// Adds up to `most` values that lie between `from` and `end`, each behind its length of 4 bytes, and returns how
    /// many. It stops at one that is broken, near the end, or has no room here, which is for [#append].
    int appendPrefixed(ByteBuffer source, int from, int end, int most) {
        if (wide) {
            return 0;
        }
        int first = offsets.seek((count + 1L) << 2, (long) most << 2);
        ByteBuffer ends = offsets.bytes();
        int inside = end - STEP;
        int at = bytes.seek(size, 0);
        int base = (int) size - at;
        ByteBuffer target = bytes.bytes();
        int room = (int) Math.min(target.capacity(), capacity - base) - STEP;
        int read = from;
        long seen = 0;
        int added = 0;
        for (; added < most && read <= inside - Integer.BYTES; added++) {
            int length = source.getInt(read);
            int start = read + Integer.BYTES;
            if (length < 0 || length > inside - start || length > room - at) {
                break;
            }
            for (int done = 0; done < length; done += STEP) {
                seen |= copyStep(source, start + done, target, at + done);
            }
            at += length;
            read = start + length;
            ends.putInt(first + (added << 2), base + at);
        }
        long newSize = base + (long) at;
        asciiSize = asciiSize == size && Ascii.isWord(seen) ? newSize : asciiSize;
        count += added;
        size = newSize;
        return added;
    }

    /// Copies a step and returns its words, one ored into the other.
    private static long copyStep(ByteBuffer source, int from, ByteBuffer target, int to) {
        long first = source.getLong(from);
        long second = source.getLong(from + 8);
        long third = source.getLong(from + 16);
        long fourth = source.getLong(from + 24);
        target.putLong(to, first);
        target.putLong(to + 8, second);
        target.putLong(to + 16, third);
        target.putLong(to + 24, fourth);
        return first | second | third | fourth;
    }

    /// Adds empty values in place of nulls.
    public void appendNulls(int nulls) {
        for (int i = 0; i < nulls; i++) {
            putOffset(++count, size);
        }
    }

    /// Moves the last `valid` values apart to where `bits` from bit `row` on has ones among `total` rows.
    public void spread(ByteBuffer bits, int row, int total, int valid) {
        int width = offsetWidth();
        int at = offsets.seek((long) row * width, (total + 1L) * width);
        ExpandNulls.ends(offsets.bytes(), at, width, bits, row, total, valid);
        count = row + total;
    }

    private int offsetWidth() {
        return wide ? Long.BYTES : Integer.BYTES;
    }

    private void putOffset(int index, long offset) {
        int width = offsetWidth();
        int at = offsets.seek((long) index * width, width);
        if (wide) {
            offsets.bytes().putLong(at, offset);
        } else {
            offsets.bytes().putInt(at, (int) offset);
        }
    }

    private void grow(int length) {
        long needed = size + length + Long.BYTES;
        Buffer larger = pool.allocate(Math.max(needed + needed / FREE_SHARE + STEP, expected(needed)), PURPOSE);
        MemorySegment.copy(bytes(), 0, larger.segment(), 0, size);
        byteBuffer.close();
        byteBuffer = larger;
        bytes = bytes.of(larger.segment());
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
        MovingView target = offsets.of(wider.segment());
        for (int i = 0; i <= count; i++) {
            int at = target.seek((long) i << 3, Long.BYTES);
            target.bytes().putLong(at, offset(i));
        }
        offsetBuffer.close();
        offsetBuffer = wider;
        offsets = target;
        wide = true;
    }

    /// Hands over the offsets, the last thing to be done with them; [#takeBytes()] hands over what they point into.
    public Offsets takeOffsets() {
        return wide ? Offsets.fitting(offsetBuffer.retain(), count) : new Offsets(offsetBuffer.retain(), false, count);
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

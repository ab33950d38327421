package dev.sheaf.io.parquet.decode;

import dev.sheaf.io.parquet.bytes.Bytes;
import dev.sheaf.io.parquet.bytes.MalformedPageException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Reads numbers encoded as DELTA_BINARY_PACKED, a miniblock at a time.
///
/// Header: block size, miniblocks a block, number of values, first value. Each block: the least difference, a
/// bit width per miniblock, then the miniblocks with differences above the least one. The last block leaves
/// out miniblocks that it does not need, and no block follows where there is at most one value. Sums wrap
/// around, as writers count on. The memory needs 8 readable bytes past `end`.
final class DeltaDecoder {
    /// Larger miniblocks than any writer makes (32 to 512 numbers) are taken for damage.
    private static final int MAX_MINIBLOCK = 1 << 16;

    private static final int VARINT_MAX_SHIFT = 63;

    private final MemorySegment data;
    private final long end;
    private final int miniblocks;
    private final long[] miniblock;
    private final long total;

    private long position;
    private long last;
    private boolean first = true;
    private long leftToDecode;
    private long leastDelta;
    private long widths;
    private int nextMiniblock;
    private int buffered;
    private int served;

    /// @throws MalformedPageException if the header makes no sense
    DeltaDecoder(MemorySegment data, long start, long end) {
        this.data = data;
        this.end = end;
        this.position = start;
        long blockSize = varint();
        long count = varint();
        this.total = varint();
        this.last = zigzag(varint());
        if (count <= 0
                || count > blockSize
                || blockSize % count != 0
                || blockSize / count > MAX_MINIBLOCK
                || (total > 1 && count > end - start)
                || blockSize / count % 8 != 0
                || total < 0) {
            throw new MalformedPageException("delta encoding of " + total + " values in blocks of " + blockSize + " in "
                    + count + " miniblocks");
        }
        this.miniblocks = (int) count;
        this.nextMiniblock = miniblocks;
        this.miniblock = new long[(int) (blockSize / count)];
        this.leftToDecode = Math.max(0, total - 1);
    }

    /// How many numbers there are in all.
    long total() {
        return total;
    }

    /// Reads the next `count` numbers into the start of `target`.
    ///
    /// @throws MalformedPageException if there are not as many
    void read(long[] target, int count) {
        int done = 0;
        if (first && count > 0) {
            if (total == 0) {
                throw tooFew();
            }
            first = false;
            target[done++] = last;
        }
        while (done < count) {
            if (served == buffered) {
                decodeMiniblock();
            }
            int some = Math.min(buffered - served, count - done);
            System.arraycopy(miniblock, served, target, done, some);
            served += some;
            done += some;
        }
    }

    /// Where the encoded numbers end, found without decoding them; ends the use of this decoder.
    long skipToEnd() {
        while (leftToDecode > 0) {
            if (nextMiniblock == miniblocks) {
                startBlock();
            }
            position += miniblockBytes(widthOfNext());
            leftToDecode -= Math.min(leftToDecode, miniblock.length);
        }
        if (position > end) {
            throw tooFew();
        }
        return position;
    }

    private void startBlock() {
        leastDelta = zigzag(varint());
        widths = position;
        position += miniblocks;
        if (position > end) {
            throw tooFew();
        }
        nextMiniblock = 0;
    }

    private int widthOfNext() {
        int width = Byte.toUnsignedInt(data.get(ValueLayout.JAVA_BYTE, widths + nextMiniblock++));
        if (width > Long.SIZE) {
            throw new MalformedPageException("delta encoding with differences of " + width + " bits");
        }
        return width;
    }

    private long miniblockBytes(int width) {
        return (long) miniblock.length * width / 8;
    }

    private void decodeMiniblock() {
        if (leftToDecode == 0) {
            throw tooFew();
        }
        if (nextMiniblock == miniblocks) {
            startBlock();
        }
        int width = widthOfNext();
        int count = (int) Math.min(leftToDecode, miniblock.length);
        if ((count * (long) width + 7) / 8 > end - position) {
            throw tooFew();
        }
        unpack(width, count);
        position += Math.min(miniblockBytes(width), end - position);
        leftToDecode -= count;
        buffered = count;
        served = 0;
    }

    private void unpack(int width, int count) {
        long value = last;
        long least = leastDelta;
        long mask = width == Long.SIZE ? -1 : (1L << width) - 1;
        long bit = position * 8;
        for (int i = 0; i < count; i++, bit += width) {
            int shift = (int) (bit & 7);
            long delta = data.get(Bytes.LE_LONG, bit >>> 3) >>> shift;
            if (shift + width > Long.SIZE) {
                delta |= (long) data.get(ValueLayout.JAVA_BYTE, (bit >>> 3) + Long.BYTES) << (Long.SIZE - shift);
            }
            value += least + (delta & mask);
            miniblock[i] = value;
        }
        last = value;
    }

    private long varint() {
        long value = 0;
        for (int shift = 0; shift <= VARINT_MAX_SHIFT; shift += 7) {
            if (position >= end) {
                throw tooFew();
            }
            byte part = data.get(ValueLayout.JAVA_BYTE, position++);
            value |= (part & 0x7FL) << shift;
            if (part >= 0) {
                return value;
            }
        }
        throw new MalformedPageException("a number of more than 10 bytes");
    }

    private static long zigzag(long value) {
        return value >>> 1 ^ -(value & 1);
    }

    private static MalformedPageException tooFew() {
        return new MalformedPageException("a page holds fewer delta-encoded values than it declares");
    }
}

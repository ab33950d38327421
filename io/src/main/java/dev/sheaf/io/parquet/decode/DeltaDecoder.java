package dev.sheaf.io.parquet.decode;

import dev.sheaf.io.parquet.bytes.MalformedPageException;
import java.nio.ByteBuffer;

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

    private final ByteBuffer data;
    private final int end;
    private final int miniblocks;
    private final long[] miniblock;
    private final long total;

    private int position;
    private long last;
    private boolean first = true;
    private long leftToDecode;
    private long leastDelta;
    private int widths;
    private int nextMiniblock;
    private int buffered;
    private int served;

    /// @throws MalformedPageException if the header makes no sense
    DeltaDecoder(ByteBuffer data, int start, int end) {
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

    /// The next number.
    ///
    /// @throws MalformedPageException if there is none
    long next() {
        require();
        return miniblock[served++];
    }

    /// Passes over the next `count` numbers.
    ///
    /// @throws MalformedPageException if there are not as many
    void skip(int count) {
        for (int done = 0; done < count; ) {
            done += take(count - done);
        }
    }

    /// Reads the next `count` numbers as int32, higher bits cut off, into the start of `target`.
    ///
    /// @throws MalformedPageException if there are not as many
    void readInts(ByteBuffer target, int count) {
        for (int done = 0; done < count; ) {
            int some = take(count - done);
            putInts(miniblock, served - some, target, done << 2, some);
            done += some;
        }
    }

    /// As [#readInts], as int64.
    void readLongs(ByteBuffer target, int count) {
        for (int done = 0; done < count; ) {
            int some = take(count - done);
            putLongs(miniblock, served - some, target, done << 3, some);
            done += some;
        }
    }

    private static void putInts(long[] numbers, int from, ByteBuffer target, int at, int count) {
        for (int i = 0; i < count; i++) {
            target.putInt(at + (i << 2), (int) numbers[from + i]);
        }
    }

    private static void putLongs(long[] numbers, int from, ByteBuffer target, int at, int count) {
        for (int i = 0; i < count; i++) {
            target.putLong(at + (i << 3), numbers[from + i]);
        }
    }

    /// Takes off up to `most` numbers, which end at `served`, and returns how many.
    private int take(int most) {
        require();
        int some = Math.min(buffered - served, most);
        served += some;
        return some;
    }

    /// Sees to it that a number is decoded that was not served.
    private void require() {
        if (served < buffered) {
            return;
        }
        if (first) {
            if (total == 0) {
                throw tooFew();
            }
            first = false;
            miniblock[0] = last;
            buffered = 1;
        } else {
            decodeMiniblock();
        }
        served = 0;
    }

    /// Where the encoded numbers end, found without decoding them; ends the use of this decoder.
    int skipToEnd() {
        long at = position;
        while (leftToDecode > 0) {
            if (nextMiniblock == miniblocks) {
                position = checked(at);
                startBlock();
                at = position;
            }
            at += miniblockBytes(widthOfNext());
            leftToDecode -= Math.min(leftToDecode, miniblock.length);
        }
        return checked(at);
    }

    private int checked(long at) {
        if (at > end) {
            throw tooFew();
        }
        return (int) at;
    }

    private void startBlock() {
        leastDelta = zigzag(varint());
        widths = position;
        position = checked(position + (long) miniblocks);
        nextMiniblock = 0;
    }

    private int widthOfNext() {
        int width = Byte.toUnsignedInt(data.get(widths + nextMiniblock++));
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
        position += (int) Math.min(miniblockBytes(width), end - position);
        leftToDecode -= count;
        buffered = count;
    }

    private void unpack(int width, int count) {
        long value = last;
        long least = leastDelta;
        long mask = width == Long.SIZE ? -1 : (1L << width) - 1;
        long bit = position * 8L;
        for (int i = 0; i < count; i++, bit += width) {
            int shift = (int) (bit & 7);
            int at = (int) (bit >>> 3);
            long delta = data.getLong(at) >>> shift;
            if (shift + width > Long.SIZE) {
                delta |= (long) data.get(at + Long.BYTES) << (Long.SIZE - shift);
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
            byte part = data.get(position++);
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

package dev.sheaf.io.parquet.decode;

import dev.sheaf.io.parquet.bytes.Bits;
import dev.sheaf.io.parquet.bytes.MalformedPageException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/// Walks along the format's hybrid of runs and bit-packed numbers: definition levels, dictionary codes, booleans.
///
/// Each run begins with a varint. Even: a repeated value, as often as half of it says. Odd: groups of 8
/// numbers of `bitWidth` bits each, as many groups as half of it says. The memory needs 8 readable bytes
/// past `end`.
public abstract sealed class HybridRuns permits LevelDecoder, CodeDecoder {
    private static final int VARINT_MAX_SHIFT = 28;

    final ByteBuffer data;
    final int bitWidth;
    private final int end;
    private int position;

    /// Whether the present run is of packed numbers, the next of which begins at [#packedBit].
    boolean packed;

    long packedBit;

    /// The number that repeats, else.
    int runValue;

    /// How many numbers of the present run are left.
    long runLeft;

    /// @throws MalformedPageException if numbers cannot have this width
    HybridRuns(ByteBuffer data, int start, int end, int bitWidth) {
        if (bitWidth < 0 || bitWidth > Integer.SIZE) {
            throw new MalformedPageException("numbers of " + bitWidth + " bits");
        }
        this.data = data;
        this.position = start;
        this.end = end;
        this.bitWidth = bitWidth;
        this.runLeft = bitWidth == 0 ? Long.MAX_VALUE : 0;
    }

    /// Reads the next `count` numbers into the start of `target`.
    ///
    /// @throws MalformedPageException if there are not as many
    public final void read(int[] target, int count) {
        for (int done = 0; done < count; ) {
            int run = nextRun(count - done);
            take(target, done, run);
            done += run;
        }
    }

    /// Passes over the next `count` numbers.
    ///
    /// @throws MalformedPageException if there are not as many
    public final void skip(int count) {
        for (int done = 0; done < count; ) {
            int run = nextRun(count - done);
            packedBit += packed ? (long) run * bitWidth : 0;
            done += run;
        }
    }

    /// Whether there is no run after the one of the last number.
    final boolean isAtEnd() {
        return position == end;
    }

    /// Puts numbers that [#nextRun] took off into `target` from `at` on.
    final void take(int[] target, int at, int count) {
        if (packed) {
            packedBit = Bits.unpack(data, packedBit, bitWidth, target, at, count);
        } else {
            Arrays.fill(target, at, at + count, runValue);
        }
    }

    /// Takes up to `count` numbers off the present run, which has at least one.
    final int nextRun(int count) {
        startNext();
        int taken = (int) Math.min(runLeft, count);
        runLeft -= taken;
        return taken;
    }

    final void startNext() {
        while (runLeft == 0) {
            startRun();
        }
    }

    private void startRun() {
        long header = varint();
        packed = (header & 1) != 0;
        if (!packed) {
            runLeft = header >>> 1;
            runValue = repeated();
            return;
        }
        long bytes = (header >>> 1) * bitWidth;
        long available = Math.min(bytes, end - position);
        runLeft = available == bytes ? (header >>> 1) * 8 : available * 8 / bitWidth;
        packedBit = position * 8L;
        position += (int) available;
    }

    private long varint() {
        long value = 0;
        for (int shift = 0; shift <= VARINT_MAX_SHIFT; shift += 7) {
            checkLeft(1);
            byte part = data.get(position++);
            value |= (part & 0x7FL) << shift;
            if (part >= 0) {
                return value;
            }
        }
        throw new MalformedPageException("the length of a run has more than 5 bytes");
    }

    private int repeated() {
        int bytes = (bitWidth + 7) >>> 3;
        checkLeft(bytes);
        int value = data.getInt(position);
        position += bytes;
        return bytes == Integer.BYTES ? value : value & ((1 << (8 * bytes)) - 1);
    }

    private void checkLeft(int bytes) {
        if (bytes > end - position) {
            throw new MalformedPageException("a page has fewer levels or codes than it declares values");
        }
    }
}

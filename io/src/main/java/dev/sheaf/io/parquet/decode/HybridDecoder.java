package dev.sheaf.io.parquet.decode;

import dev.sheaf.io.parquet.bytes.Bits;
import dev.sheaf.io.parquet.bytes.Bytes;
import dev.sheaf.io.parquet.bytes.MalformedPageException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Reads the format's hybrid of runs and bit-packed numbers: definition levels, dictionary codes, booleans.
///
/// Each run begins with a varint. Even: a repeated value, as often as half of it says. Odd: groups of 8
/// numbers of `bitWidth` bits each, as many groups as half of it says. The memory needs 8 readable bytes
/// past `end`.
public final class HybridDecoder {
    /// Numbers that are taken at a time: scratch of this many stays in the first-level cache.
    static final int CHUNK = 1024;

    /// From so many on a run of one number is worth being taken as such.
    private static final int LONG_RUN = 64;

    private static final int VARINT_MAX_SHIFT = 28;

    private final MemorySegment data;
    private final long end;
    private final int bitWidth;

    private long position;
    private long runLeft;
    private boolean packed;
    private int runValue;
    private long packedBit;
    private @Nullable CodeLanes lanes;
    private int[] scratch = new int[0];

    /// @throws MalformedPageException if numbers cannot have this width
    HybridDecoder(MemorySegment data, long start, long end, int bitWidth) {
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
    public void read(int[] target, int count) {
        for (int done = 0; done < count; ) {
            int run = nextRun(count - done);
            if (packed) {
                unpack(target, done, run);
            } else {
                Arrays.fill(target, done, done + run, runValue);
            }
            done += run;
        }
    }

    /// How many of the next numbers, at most `most`, are one number, if those are many; else 0.
    ///
    /// @throws MalformedPageException if there are no more numbers
    int longRun(int most) {
        startNext();
        int run = packed ? 0 : (int) Math.min(runLeft, most);
        return run < LONG_RUN ? 0 : run;
    }

    /// Takes off `count` numbers of a run that [#longRun] told of, and returns which one they are.
    int takeRun(int count) {
        runLeft -= count;
        return runValue;
    }

    /// Whether numbers are to be read on: there are fewer than `most`, and no long run comes after the first.
    private boolean goesOn(int done, int most) {
        if (done == most) {
            return false;
        }
        startNext();
        return done == 0 || packed || runLeft < LONG_RUN;
    }

    /// As [#read], of up to `most` numbers: stops at a long run, unless it begins with one. Returns how many it read.
    int readSome(int[] target, int most) {
        int done = 0;
        while (goesOn(done, most)) {
            int run = nextRun(most - done);
            if (packed) {
                unpack(target, done, run);
            } else {
                Arrays.fill(target, done, done + run, runValue);
            }
            done += run;
        }
        return done;
    }

    /// As [#readSome], of codes into a dictionary of so many entries, which become int32 from byte `at` on.
    ///
    /// @throws MalformedPageException if there are not as many, or one is too large
    int readCodes(int entries, MemorySegment target, long at, int most) {
        CodeLanes apart = hasLanes(entries) ? lanes(entries) : null;
        int done = 0;
        while (goesOn(done, most)) {
            int run = nextRun(most - done);
            long to = at + (long) done * Integer.BYTES;
            if (!packed) {
                Codes.check(runValue, entries);
                Codes.fill(target, to, run, runValue);
            } else {
                int quick = 0;
                if (apart != null) {
                    quick = inLanes(run);
                    checkAll(apart.unpack(data, packedBit >>> 3, target, to, quick), entries);
                }
                packedBit += (long) quick * bitWidth;
                unpackSlowly(entries, target, to + (long) quick * Integer.BYTES, run - quick);
            }
            done += run;
        }
        return done;
    }

    /// As [#readCodes], with the int32 that `table`, of 128 entries, has for each code, of at most 7 bits.
    int gather(int[] table, int entries, MemorySegment target, long at, int most) {
        CodeLanes apart = lanes(entries);
        int done = 0;
        while (goesOn(done, most)) {
            int run = nextRun(most - done);
            long to = at + (long) done * Integer.BYTES;
            if (!packed) {
                Codes.check(runValue, entries);
                Codes.fill(target, to, run, table[runValue]);
            } else {
                int quick = inLanes(run);
                checkAll(apart.gather(data, packedBit >>> 3, table, target, to, quick), entries);
                packedBit += (long) quick * bitWidth;
                gatherSlowly(table, entries, target, to + (long) quick * Integer.BYTES, run - quick);
            }
            done += run;
        }
        return done;
    }

    private static void checkAll(boolean fitting, int entries) {
        if (!fitting) {
            throw new MalformedPageException(
                    "a code of " + entries + " or more into a dictionary of " + entries + " values");
        }
    }

    /// Whether [#gather] can be used.
    boolean hasLanes(int entries) {
        return entries > 0 && entries <= 1 << CodeLanes.MAX_BITS && bitWidth > 0 && bitWidth <= CodeLanes.MAX_BITS;
    }

    private CodeLanes lanes(int entries) {
        CodeLanes made = lanes;
        if (made == null) {
            lanes = made = new CodeLanes(bitWidth, entries);
        }
        return made;
    }

    /// How many of the next packed numbers begin at bytes, eight by eight.
    private int inLanes(int count) {
        return (packedBit & 7) == 0 ? count & -CodeLanes.LANES : 0;
    }

    private void unpackSlowly(int entries, MemorySegment target, long at, int count) {
        int[] numbers = scratch(count);
        for (int done = 0; done < count; done += numbers.length) {
            int some = Math.min(numbers.length, count - done);
            unpack(numbers, 0, some);
            Codes.check(numbers, some, entries);
            MemorySegment.copy(
                    numbers, 0, target, ValueLayout.JAVA_INT_UNALIGNED, at + (long) done * Integer.BYTES, some);
        }
    }

    private void gatherSlowly(int[] table, int entries, MemorySegment target, long at, int count) {
        int[] numbers = scratch(count);
        for (int done = 0; done < count; done += numbers.length) {
            int some = Math.min(numbers.length, count - done);
            unpack(numbers, 0, some);
            Codes.check(numbers, some, entries);
            for (int i = 0; i < some; i++) {
                target.set(ValueLayout.JAVA_INT_UNALIGNED, at + (long) (done + i) * Integer.BYTES, table[numbers[i]]);
            }
        }
    }

    private int[] scratch(int count) {
        if (count > 0 && scratch.length == 0) {
            scratch = new int[CHUNK];
        }
        return scratch;
    }

    /// Reads the next `count` numbers of one bit into zeroed bits from bit `at` on, and returns how many are
    /// 1.
    ///
    /// @throws MalformedPageException if there are not as many
    public int readBits(MemorySegment target, long at, int count) {
        int ones = 0;
        for (int done = 0; done < count; ) {
            int run = nextRun(count - done);
            if (packed) {
                ones += Bits.copy(data, packedBit, target, at + done, run);
                packedBit += run;
            } else if (runValue == 1) {
                Bits.setAll(target, at + done, run);
                ones += run;
            } else if (runValue != 0) {
                throw noBit(runValue);
            }
            done += run;
        }
        return ones;
    }

    /// Passes over the next `count` numbers.
    ///
    /// @throws MalformedPageException if there are not as many
    public void skip(int count) {
        for (int done = 0; done < count; ) {
            int run = nextRun(count - done);
            packedBit += packed ? (long) run * bitWidth : 0;
            done += run;
        }
    }

    /// Passes over the next `count` numbers of one bit, and returns how many are 1.
    ///
    /// @throws MalformedPageException if there are not as many
    public int skipBits(int count) {
        int ones = 0;
        for (int done = 0; done < count; ) {
            int run = nextRun(count - done);
            if (packed) {
                ones += Bits.count(data, packedBit, run);
                packedBit += run;
            } else if (runValue == 1) {
                ones += run;
            } else if (runValue != 0) {
                throw noBit(runValue);
            }
            done += run;
        }
        return ones;
    }

    private static MalformedPageException noBit(int value) {
        return new MalformedPageException("a run of the number " + value + " where only 0 and 1 can be");
    }

    /// Whether there is no run after the one of the last number.
    boolean isAtEnd() {
        return position == end;
    }

    /// Takes up to `count` numbers off the present run, which has at least one.
    private int nextRun(int count) {
        startNext();
        int taken = (int) Math.min(runLeft, count);
        runLeft -= taken;
        return taken;
    }

    private void startNext() {
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
        packedBit = position * 8;
        position += available;
    }

    private long varint() {
        long value = 0;
        for (int shift = 0; shift <= VARINT_MAX_SHIFT; shift += 7) {
            checkLeft(1);
            byte part = data.get(ValueLayout.JAVA_BYTE, position++);
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
        int value = data.get(Bytes.LE_INT, position);
        position += bytes;
        return bytes == Integer.BYTES ? value : value & ((1 << (8 * bytes)) - 1);
    }

    private void checkLeft(int bytes) {
        if (bytes > end - position) {
            throw new MalformedPageException("a page has fewer levels or codes than it declares values");
        }
    }

    private void unpack(int[] target, int at, int count) {
        packedBit = Bits.unpack(data, packedBit, bitWidth, target, at, count);
    }
}

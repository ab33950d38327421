package dev.sheaf.io.parquet.write;

import dev.sheaf.column.Validity;
import dev.sheaf.io.parquet.bytes.Bits;
import dev.sheaf.io.parquet.bytes.ByteOutput;
import dev.sheaf.io.parquet.bytes.Bytes;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;

/// Writes the format's hybrid of runs and bit-packed numbers; see `HybridRuns`.
public final class HybridEncoder {
    /// From so many equal numbers on a run is written: shorter ones cost more in headers than they save.
    private static final int MIN_RUN = 16;

    private HybridEncoder() {}

    /// Writes `count` int32 numbers of `bitWidth` bits, from the `from`-th of `numbers` on.
    public static void write(MemorySegment numbers, long from, int count, int bitWidth, ByteOutput output) {
        long end = from + count;
        long packedFrom = from;
        for (long at = from; at < end; ) {
            long run = runLength(numbers, at, end);
            if (run >= MIN_RUN || (at == from && run == count)) {
                packed(numbers, packedFrom, at, bitWidth, output);
                run(number(numbers, at), run, bitWidth, output);
                at += run;
                packedFrom = at;
            } else {
                at = Math.min(at + 8, end);
            }
        }
        packed(numbers, packedFrom, end, bitWidth, output);
    }

    /// Writes `count` numbers of one bit, from bit `from` of `bits` on; `ones` of them are 1.
    static void writeBits(MemorySegment bits, long from, int count, int ones, ByteOutput output) {
        if (ones == 0 || ones == count) {
            run(ones == 0 ? 0 : 1, count, 1, output);
            return;
        }
        int bytes = (count + 7) >>> 3;
        output.writeVarint((long) bytes << 1 | 1);
        copyBits(bits, from, count, output);
    }

    /// Appends `count` bits from bit `from` of `bits` on.
    static void copyBits(MemorySegment bits, long from, int count, ByteOutput output) {
        long bytes = Validity.byteSize(count);
        output.reserveZeroed(bytes);
        Bits.copy(Views.bytes(bits), from, Views.bytes(output.segment(), output.size(), bytes + Long.BYTES), 0, count);
        output.advance(bytes);
    }

    private static int number(MemorySegment numbers, long index) {
        return numbers.get(Bytes.LE_INT, index * Integer.BYTES);
    }

    private static long runLength(MemorySegment numbers, long at, long end) {
        int first = number(numbers, at);
        long next = at + 1;
        while (next < end && number(numbers, next) == first) {
            next++;
        }
        return next - at;
    }

    private static void run(int number, long count, int bitWidth, ByteOutput output) {
        output.writeVarint(count << 1);
        for (int bits = 0; bits < bitWidth; bits += 8) {
            output.writeByte(number >>> bits);
        }
    }

    /// Packs the numbers `[from, to)`; the last group of 8 is filled up with zeros.
    private static void packed(MemorySegment numbers, long from, long to, int bitWidth, ByteOutput output) {
        if (from == to) {
            return;
        }
        long groups = (to - from + 7) >>> 3;
        output.writeVarint(groups << 1 | 1);
        long bytes = groups * bitWidth;
        output.reserve(bytes);
        MemorySegment target = output.segment();
        long word = 0;
        int filled = 0;
        long at = output.size();
        for (long i = from; i < to; i++) {
            word |= (number(numbers, i) & 0xFFFF_FFFFL) << filled;
            filled += bitWidth;
            if (filled >= Integer.SIZE) {
                target.set(Bytes.LE_INT, at, (int) word);
                at += Integer.BYTES;
                word >>>= Integer.SIZE;
                filled -= Integer.SIZE;
            }
        }
        long end = output.size() + bytes;
        for (; at < end; at++) {
            target.set(java.lang.foreign.ValueLayout.JAVA_BYTE, at, (byte) word);
            word >>>= 8;
        }
        output.advance(bytes);
    }
}

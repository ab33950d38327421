package dev.sheaf.column.copy;

import dev.sheaf.memory.Ints;
import dev.sheaf.memory.Longs;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ShortBuffer;
import java.util.function.LongUnaryOperator;

/// Reads whole numbers of some rows, those of 8, 16 and 32 bits with their sign. One loop a width, and no other.
@FunctionalInterface
public interface ValueReads {
    /// Writes the numbers of `count` rows, which stand from `from` on, to the start of an array.
    void read(int[] rows, int from, int count, long[] numbers);

    /// Of values of 1, 2, 4 or 8 bytes. Whoever made the segment keeps it open.
    static ValueReads of(MemorySegment values, int width) {
        boolean large = values.byteSize() > Views.MAX_BYTES;
        return switch (width) {
            case 8 -> words(values, 1, 0);
            case 4 -> ints(Ints.of(values));
            case 2 -> large ? large(values, width) : shorts(Views.shorts(values));
            default -> large ? large(values, width) : bytes(Views.bytes(values));
        };
    }

    /// The number of any row, of values of 1, 2, 4 or 8 bytes.
    static LongUnaryOperator at(MemorySegment values, int width) {
        return switch (width) {
            case 8 -> Longs.of(values)::get;
            case 4 -> Ints.of(values)::get;
            case 2 -> row -> values.get(ValueLayout.JAVA_SHORT_UNALIGNED, row << 1);
            default -> row -> values.get(ValueLayout.JAVA_BYTE, row);
        };
    }

    /// Of values of `words` words of 64 bits, word number `word`.
    static ValueReads words(MemorySegment values, int words, int word) {
        Longs longs = Longs.of(values);
        return (rows, from, count, numbers) -> {
            for (int i = 0; i < count; i++) {
                numbers[i] = longs.get((long) rows[from + i] * words + word);
            }
        };
    }

    private static ValueReads ints(Ints values) {
        return (rows, from, count, numbers) -> {
            for (int i = 0; i < count; i++) {
                numbers[i] = values.get(rows[from + i]);
            }
        };
    }

    private static ValueReads shorts(ShortBuffer values) {
        return (rows, from, count, numbers) -> {
            for (int i = 0; i < count; i++) {
                numbers[i] = values.get(rows[from + i]);
            }
        };
    }

    private static ValueReads bytes(ByteBuffer values) {
        return (rows, from, count, numbers) -> {
            for (int i = 0; i < count; i++) {
                numbers[i] = values.get(rows[from + i]);
            }
        };
    }

    /// Of values of 1 or 2 bytes in more memory than a view has.
    static ValueReads large(MemorySegment values, int width) {
        LongUnaryOperator value = at(values, width);
        return (rows, from, count, numbers) -> {
            for (int i = 0; i < count; i++) {
                numbers[i] = value.applyAsLong(rows[from + i]);
            }
        };
    }
}

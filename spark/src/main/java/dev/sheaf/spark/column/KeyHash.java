package dev.sheaf.spark.column;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Int128;
import dev.sheaf.column.Table;
import dev.sheaf.column.VarColumn;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.hash.Murmur3_x86_32;

/// The partition that Spark's own hash partitioning gives each group, so that what is partitioned here meets in joins
/// what Spark has partitioned.
public final class KeyHash {
    private static final int SEED = 42;

    private KeyHash() {}

    /// The partition of each row, by the columns with these numbers.
    public static int[] partitions(Table table, List<Integer> keys, int partitions) {
        int[] hashes = new int[Math.toIntExact(table.rowCount())];
        Arrays.fill(hashes, SEED);
        for (int key : keys) {
            add(table.column(key), hashes);
        }
        for (int row = 0; row < hashes.length; row++) {
            hashes[row] = Math.floorMod(hashes[row], partitions);
        }
        return hashes;
    }

    private static void add(Column column, int[] hashes) {
        for (int row = 0; row < hashes.length; row++) {
            if (!column.isNull(row)) {
                hashes[row] = hash(column, row, hashes[row]);
            }
        }
    }

    private static int hash(Column column, long row, int seed) {
        return switch (column) {
            case FixedColumn fixed -> fixed(fixed, row, seed);
            case DictionaryColumn words -> hash(words.values(), words.code(row), seed);
            case VarColumn text -> {
                long start = text.segment().address() + text.offsets().start(row);
                yield Murmur3_x86_32.hashUnsafeBytes(
                        null, start, Math.toIntExact(text.offsets().size(row)), seed);
            }
            case BoolColumn bools -> Murmur3_x86_32.hashInt(bools.isTrue(row) ? 1 : 0, seed);
            default -> throw new IllegalStateException("no key of Spark is a " + column.type());
        };
    }

    private static int fixed(FixedColumn column, long row, int seed) {
        MemorySegment values = column.segment();
        return switch (column.type().layout()) {
            case INT8 -> Murmur3_x86_32.hashInt(values.get(JAVA_BYTE, row), seed);
            case INT16 -> Murmur3_x86_32.hashInt(values.getAtIndex(JAVA_SHORT, row), seed);
            case INT32 -> whole(column, values.getAtIndex(JAVA_INT, row), seed);
            case INT64 -> Murmur3_x86_32.hashLong(values.getAtIndex(JAVA_LONG, row), seed);
            case FLOAT32 ->
                Murmur3_x86_32.hashInt(Float.floatToIntBits(0.0f + values.getAtIndex(JAVA_FLOAT, row)), seed);
            case FLOAT64 ->
                Murmur3_x86_32.hashLong(Double.doubleToLongBits(0.0 + values.getAtIndex(JAVA_DOUBLE, row)), seed);
            case INT128 -> {
                byte[] digits = Int128.toBigInteger(Int128.high(values, row), Int128.low(values, row))
                        .toByteArray();
                yield Murmur3_x86_32.hashUnsafeBytes(digits, Platform.BYTE_ARRAY_OFFSET, digits.length, seed);
            }
            default -> throw new IllegalStateException("no key of Spark is a " + column.type());
        };
    }

    /// Decimals of few digits are hashed as 64 bits.
    private static int whole(FixedColumn column, int value, int seed) {
        return column.type() instanceof dev.sheaf.column.DataType.DecimalType
                ? Murmur3_x86_32.hashLong(value, seed)
                : Murmur3_x86_32.hashInt(value, seed);
    }
}

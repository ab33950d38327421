package dev.sheaf.column;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;

/// The first eight bytes of a row's place in the order of one column: unsigned numbers that never contradict
/// [ColumnComparator].
///
/// `decides` tells that equal prefixes mean equal values. Rows must be valid.
final class SortPrefix implements AutoCloseable {
    private static final ValueLayout.OfLong BIG_ENDIAN =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private final Of prefix;
    private final boolean decides;
    private final Held held;

    /// No prefix: all rows alike, nothing decided.
    static final SortPrefix NONE = new SortPrefix(_ -> 0, false, () -> {});

    private interface Of {
        long of(long row);
    }

    private interface Held {
        void close();
    }

    private SortPrefix(Of prefix, boolean decides, Held held) {
        this.prefix = prefix;
        this.decides = decides;
        this.held = held;
    }

    static SortPrefix of(Column column, SortDirection direction, MemoryPool pool) {
        SortPrefix rising = rising(column, pool);
        Of prefix = rising.prefix;
        return direction.descending() ? new SortPrefix(row -> ~prefix.of(row), rising.decides, rising.held) : rising;
    }

    private static SortPrefix rising(Column column, MemoryPool pool) {
        return switch (column) {
            case BoolColumn bools -> decided(row -> bools.isTrue(row) ? 1 : 0);
            case FixedColumn fixed -> fixed(fixed);
            case VarColumn text -> new SortPrefix(row -> leadingBytes(text, row), false, () -> {});
            case DictionaryColumn codes -> ranks(codes, pool);
            case NullColumn _, ListColumn _, StructColumn _ -> NONE;
        };
    }

    private static SortPrefix decided(Of prefix) {
        return new SortPrefix(prefix, true, () -> {});
    }

    boolean decides() {
        return decides;
    }

    /// Writes the prefix of each of `count` rows.
    void fill(MemorySegment rows, MemorySegment prefixes, int count) {
        for (int i = 0; i < count; i++) {
            prefixes.setAtIndex(ValueLayout.JAVA_LONG, i, prefix.of(rows.getAtIndex(ValueLayout.JAVA_INT, i)));
        }
    }

    private static SortPrefix fixed(FixedColumn column) {
        MemorySegment values = column.segment();
        boolean signed = !(column.type() instanceof DataType.IntType type) || type.signed();
        long flip = signed ? Long.MIN_VALUE : 0;
        return switch (column.type().layout()) {
            case INT8 ->
                decided(row -> (signed
                                ? values.get(ValueLayout.JAVA_BYTE, row)
                                : Byte.toUnsignedLong(values.get(ValueLayout.JAVA_BYTE, row)))
                        ^ flip);
            case INT16 ->
                decided(row -> (signed
                                ? values.getAtIndex(ValueLayout.JAVA_SHORT, row)
                                : Short.toUnsignedLong(values.getAtIndex(ValueLayout.JAVA_SHORT, row)))
                        ^ flip);
            case INT32 ->
                decided(row -> (signed
                                ? values.getAtIndex(ValueLayout.JAVA_INT, row)
                                : Integer.toUnsignedLong(values.getAtIndex(ValueLayout.JAVA_INT, row)))
                        ^ flip);
            case INT64 -> decided(row -> values.getAtIndex(ValueLayout.JAVA_LONG, row) ^ flip);
            case INT128 -> new SortPrefix(row -> Int128.high(values, row) ^ Long.MIN_VALUE, false, () -> {});
            case FLOAT32 -> decided(row -> ordered(values.getAtIndex(ValueLayout.JAVA_FLOAT, row)));
            case FLOAT64 -> decided(row -> ordered(values.getAtIndex(ValueLayout.JAVA_DOUBLE, row)));
            case INTERVAL -> NONE;
            case NONE, BIT, VARIABLE, LIST, STRUCT, DICTIONARY -> throw new AssertionError(column.type());
        };
    }

    /// Bits of a double that compare as unsigned numbers in the order of values; one pattern for all NaNs.
    private static long ordered(double value) {
        long bits = Double.doubleToLongBits(value);
        return bits ^ ((bits >> 63) | Long.MIN_VALUE);
    }

    private static long leadingBytes(VarColumn text, long row) {
        long start = text.offsets().start(row);
        long size = text.offsets().start(row + 1) - start;
        if (size == 0) {
            return 0;
        }
        long word = text.segment().get(BIG_ENDIAN, start);
        return size >= Long.BYTES ? word : word & -1L << (Byte.SIZE * (Long.BYTES - size));
    }

    /// Dictionary codes are replaced by the rank of their value.
    private static SortPrefix ranks(DictionaryColumn column, MemoryPool pool) {
        long distinct = column.values().length();
        Buffer ranks = pool.allocate(distinct * Integer.BYTES, "sort");
        try (Buffer order =
                Sorting.argsort(List.of(column.values()), List.of(SortDirection.ASCENDING), distinct, pool)) {
            for (long rank = 0; rank < distinct; rank++) {
                int code = order.segment().getAtIndex(ValueLayout.JAVA_INT, rank);
                ranks.segment().setAtIndex(ValueLayout.JAVA_INT, code, (int) rank);
            }
        } catch (RuntimeException failure) {
            ranks.close();
            throw failure;
        }
        MemorySegment segment = ranks.segment();
        return new SortPrefix(row -> segment.getAtIndex(ValueLayout.JAVA_INT, column.code(row)), true, ranks::close);
    }

    @Override
    public void close() {
        held.close();
    }
}

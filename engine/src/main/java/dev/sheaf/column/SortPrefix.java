package dev.sheaf.column;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;

/// Eight bytes of a row's place in the order of one column: unsigned numbers that never contradict
/// [ColumnComparator]. Rows must be valid.
///
/// Of text they are seven bytes from some depth on, for rows that agree in the bytes before, and how many bytes
/// there are from there on; so they decide unless there are more.
final class SortPrefix implements AutoCloseable {
    /// The bytes of a text in one prefix.
    static final int TEXT_BYTES = 7;

    private static final ValueLayout.OfLong BIG_ENDIAN =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private final Of prefix;
    private final Kind kind;
    private final boolean descending;
    private final Held held;

    private interface Of {
        long of(long row, int depth);
    }

    private interface Held {
        void close();
    }

    /// Whether equal prefixes mean equal values.
    private enum Kind {
        ALWAYS_DECIDES,
        NEVER_DECIDES,
        TEXT
    }

    private SortPrefix(Of prefix, Kind kind, boolean descending, Held held) {
        this.prefix = prefix;
        this.kind = kind;
        this.descending = descending;
        this.held = held;
    }

    static SortPrefix of(Column column, SortDirection direction, MemoryPool pool) {
        SortPrefix rising = rising(column, pool);
        Of prefix = rising.prefix;
        return direction.descending()
                ? new SortPrefix((row, depth) -> ~prefix.of(row, depth), rising.kind, true, rising.held)
                : rising;
    }

    private static SortPrefix rising(Column column, MemoryPool pool) {
        return switch (column) {
            case BoolColumn bools -> decided((row, _) -> bools.isTrue(row) ? 1 : 0);
            case FixedColumn fixed -> fixed(fixed);
            case VarColumn text ->
                new SortPrefix((row, depth) -> bytesFrom(text, row, depth), Kind.TEXT, false, () -> {});
            case DictionaryColumn codes -> ranks(codes, pool);
            case NullColumn _, ListColumn _, StructColumn _ -> undecided((_, _) -> 0);
        };
    }

    private static SortPrefix decided(Of prefix) {
        return new SortPrefix(prefix, Kind.ALWAYS_DECIDES, false, () -> {});
    }

    private static SortPrefix undecided(Of prefix) {
        return new SortPrefix(prefix, Kind.NEVER_DECIDES, false, () -> {});
    }

    /// Whether rows that have this prefix, at the same depth, have the same value.
    boolean decides(long value) {
        return switch (kind) {
            case ALWAYS_DECIDES -> true;
            case NEVER_DECIDES -> false;
            case TEXT -> ((descending ? ~value : value) & 0xFF) <= TEXT_BYTES;
        };
    }

    /// Whether rows that agree in a prefix that does not decide differ in one farther on.
    boolean goesOn() {
        return kind == Kind.TEXT;
    }

    /// Writes the prefixes of the rows that lie at the indices `from` to `to`; of text, from byte `depth` on.
    void fill(MemorySegment rows, MemorySegment prefixes, int from, int to, int depth) {
        for (int i = from; i < to; i++) {
            long value = prefix.of(rows.getAtIndex(ValueLayout.JAVA_INT, i), depth);
            prefixes.setAtIndex(ValueLayout.JAVA_LONG, i, value);
        }
    }

    private static SortPrefix fixed(FixedColumn column) {
        MemorySegment values = column.segment();
        boolean signed = !(column.type() instanceof DataType.IntType type) || type.signed();
        long flip = signed ? Long.MIN_VALUE : 0;
        return switch (column.type().layout()) {
            case INT8 ->
                decided((row, _) -> (signed
                                ? values.get(ValueLayout.JAVA_BYTE, row)
                                : Byte.toUnsignedLong(values.get(ValueLayout.JAVA_BYTE, row)))
                        ^ flip);
            case INT16 ->
                decided((row, _) -> (signed
                                ? values.getAtIndex(ValueLayout.JAVA_SHORT, row)
                                : Short.toUnsignedLong(values.getAtIndex(ValueLayout.JAVA_SHORT, row)))
                        ^ flip);
            case INT32 ->
                decided((row, _) -> (signed
                                ? values.getAtIndex(ValueLayout.JAVA_INT, row)
                                : Integer.toUnsignedLong(values.getAtIndex(ValueLayout.JAVA_INT, row)))
                        ^ flip);
            case INT64 -> decided((row, _) -> values.getAtIndex(ValueLayout.JAVA_LONG, row) ^ flip);
            case INT128 -> undecided((row, _) -> Int128.high(values, row) ^ Long.MIN_VALUE);
            case FLOAT32 -> decided((row, _) -> ordered(values.getAtIndex(ValueLayout.JAVA_FLOAT, row)));
            case FLOAT64 -> decided((row, _) -> ordered(values.getAtIndex(ValueLayout.JAVA_DOUBLE, row)));
            case INTERVAL -> undecided((_, _) -> 0);
            case NONE, BIT, VARIABLE, LIST, STRUCT, DICTIONARY -> throw new AssertionError(column.type());
        };
    }

    /// Bits of a double that compare as unsigned numbers in the order of values; one pattern for all NaNs.
    private static long ordered(double value) {
        long bits = Double.doubleToLongBits(value);
        return bits ^ ((bits >> 63) | Long.MIN_VALUE);
    }

    private static long bytesFrom(VarColumn text, long row, int depth) {
        long start = text.offsets().start(row) + depth;
        long size = text.offsets().start(row + 1) - start;
        if (size <= 0) {
            return 0;
        }
        long word = text.segment().get(BIG_ENDIAN, start);
        int known = (int) Math.min(size, TEXT_BYTES);
        long bytes = word & (-1L << (Byte.SIZE * (Long.BYTES - known)));
        return bytes | Math.min(size, TEXT_BYTES + 1);
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
        } catch (RuntimeException | Error failure) {
            ranks.close();
            throw failure;
        }
        MemorySegment segment = ranks.segment();
        Of rank = (row, _) -> segment.getAtIndex(ValueLayout.JAVA_INT, column.code(row));
        return new SortPrefix(rank, Kind.ALWAYS_DECIDES, false, ranks::close);
    }

    @Override
    public void close() {
        held.close();
    }
}

package dev.sheaf.column;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Compares rows of one column in the total order of values: -0.0 < 0.0 < ... < infinity < NaN (all NaNs
/// alike), false < true, text and bytes by unsigned bytes (which is code point order in UTF-8), lists element
/// by element and then by length, structs field by field.
///
/// Inside lists and structs a null is greater than every value.
@FunctionalInterface
public interface ColumnComparator {

    /// Negative, zero or positive as row `a` comes before, with or after row `b`.
    int compare(long a, long b);

    /// A comparator of the values of a column; both rows must be valid.
    static ColumnComparator ofValues(Column column) {
        return switch (column) {
            case NullColumn _ -> (_, _) -> 0;
            case BoolColumn bools -> (a, b) -> Boolean.compare(bools.isTrue(a), bools.isTrue(b));
            case FixedColumn fixed -> fixed(fixed);
            case VarColumn text -> (a, b) -> compareBytes(text, a, text, b);
            case DictionaryColumn codes -> {
                ColumnComparator values = ofValues(codes.values());
                yield (a, b) -> values.compare(codes.code(a), codes.code(b));
            }
            case ListColumn lists -> lists(lists);
            case StructColumn structs -> structs(structs);
        };
    }

    /// A comparator of all rows of a column, nulls where `direction` puts them.
    static ColumnComparator of(Column column, SortDirection direction) {
        ColumnComparator rising = ofValues(column);
        ColumnComparator values = direction.descending() ? (a, b) -> rising.compare(b, a) : rising;
        Validity validity = column.validity();
        if (validity.allValid()) {
            return values;
        }
        int nullFirst = direction.nullsFirst() ? -1 : 1;
        return (a, b) -> {
            boolean validA = validity.isValid(a);
            boolean validB = validity.isValid(b);
            if (validA && validB) {
                return values.compare(a, b);
            }
            return validA == validB ? 0 : validA ? -nullFirst : nullFirst;
        };
    }

    /// Compares bytes of two rows as unsigned numbers, the shorter first if one begins the other.
    static int compareBytes(VarColumn columnA, long a, VarColumn columnB, long b) {
        long startA = columnA.offsets().start(a);
        long endA = columnA.offsets().start(a + 1);
        long startB = columnB.offsets().start(b);
        long endB = columnB.offsets().start(b + 1);
        long mismatch = MemorySegment.mismatch(columnA.segment(), startA, endA, columnB.segment(), startB, endB);
        if (mismatch < 0) {
            return 0;
        }
        if (mismatch == endA - startA || mismatch == endB - startB) {
            return Long.compare(endA - startA, endB - startB);
        }
        return Byte.compareUnsigned(
                columnA.segment().get(ValueLayout.JAVA_BYTE, startA + mismatch),
                columnB.segment().get(ValueLayout.JAVA_BYTE, startB + mismatch));
    }

    private static ColumnComparator fixed(FixedColumn column) {
        MemorySegment values = column.segment();
        boolean unsigned = column.type() instanceof DataType.IntType type && !type.signed();
        return switch (column.type().layout()) {
            case INT8 ->
                unsigned
                        ? (a, b) -> Byte.compareUnsigned(
                                values.get(ValueLayout.JAVA_BYTE, a), values.get(ValueLayout.JAVA_BYTE, b))
                        : (a, b) -> Byte.compare(
                                values.get(ValueLayout.JAVA_BYTE, a), values.get(ValueLayout.JAVA_BYTE, b));
            case INT16 ->
                unsigned
                        ? (a, b) -> Short.compareUnsigned(
                                values.getAtIndex(ValueLayout.JAVA_SHORT, a),
                                values.getAtIndex(ValueLayout.JAVA_SHORT, b))
                        : (a, b) -> Short.compare(
                                values.getAtIndex(ValueLayout.JAVA_SHORT, a),
                                values.getAtIndex(ValueLayout.JAVA_SHORT, b));
            case INT32 ->
                unsigned
                        ? (a, b) -> Integer.compareUnsigned(
                                values.getAtIndex(ValueLayout.JAVA_INT, a), values.getAtIndex(ValueLayout.JAVA_INT, b))
                        : (a, b) -> Integer.compare(
                                values.getAtIndex(ValueLayout.JAVA_INT, a), values.getAtIndex(ValueLayout.JAVA_INT, b));
            case INT64 ->
                unsigned
                        ? (a, b) -> Long.compareUnsigned(
                                values.getAtIndex(ValueLayout.JAVA_LONG, a),
                                values.getAtIndex(ValueLayout.JAVA_LONG, b))
                        : (a, b) -> Long.compare(
                                values.getAtIndex(ValueLayout.JAVA_LONG, a),
                                values.getAtIndex(ValueLayout.JAVA_LONG, b));
            case INT128 ->
                (a, b) -> Int128.compare(
                        Int128.high(values, a), Int128.low(values, a), Int128.high(values, b), Int128.low(values, b));
            case FLOAT32 ->
                (a, b) -> Float.compare(
                        values.getAtIndex(ValueLayout.JAVA_FLOAT, a), values.getAtIndex(ValueLayout.JAVA_FLOAT, b));
            case FLOAT64 ->
                (a, b) -> Double.compare(
                        values.getAtIndex(ValueLayout.JAVA_DOUBLE, a), values.getAtIndex(ValueLayout.JAVA_DOUBLE, b));
            case INTERVAL -> (a, b) -> Intervals.compare(values, a, b);
            case NONE, BIT, VARIABLE, LIST, STRUCT, DICTIONARY -> throw new AssertionError(column.type());
        };
    }

    private static ColumnComparator lists(ListColumn lists) {
        ColumnComparator elements = of(lists.elements(), SortDirection.ASCENDING);
        Offsets offsets = lists.offsets();
        return (a, b) -> {
            long common = Math.min(offsets.size(a), offsets.size(b));
            for (long i = 0; i < common; i++) {
                int order = elements.compare(offsets.start(a) + i, offsets.start(b) + i);
                if (order != 0) {
                    return order;
                }
            }
            return Long.compare(offsets.size(a), offsets.size(b));
        };
    }

    private static ColumnComparator structs(StructColumn structs) {
        ColumnComparator[] fields = structs.children().stream()
                .map(child -> of(child, SortDirection.ASCENDING))
                .toArray(ColumnComparator[]::new);
        return (a, b) -> {
            for (ColumnComparator field : fields) {
                int order = field.compare(a, b);
                if (order != 0) {
                    return order;
                }
            }
            return 0;
        };
    }
}

package dev.sheaf.column;

import dev.sheaf.memory.ByteRuns;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.IntStream;

/// Compares rows of one column in the order of values: -0.0 = 0.0 < ... < infinity < NaN (all NaNs
/// alike), false < true, text and bytes by unsigned bytes (which is code point order in UTF-8), lists element
/// by element and then by length, structs field by field. So rows that sort alike are one key, one rank and one frame.
/// Where one of several values is chosen, by [#ofValues], -0.0 < 0.0, and of intervals of one length that with more
/// months is greater, then that with more days: else the choice would hang on the order of rows.
///
/// Inside lists and structs a null is greater than every value.
///
/// A comparator is made once and called for every step of a sort. So it does not look again whether its columns are
/// open, as their own methods do: keep them open for as long as it is used.
@FunctionalInterface
public interface ColumnComparator {

    /// Negative, zero or positive as row `a` comes before, with or after row `b`.
    int compare(long a, long b);

    /// A comparator of the values of a column that tells -0.0 from 0.0, and a month from 30 days; both rows must be
    /// valid.
    static ColumnComparator ofValues(Column column) {
        return ofValues(column, column);
    }

    /// The same for rows `a` of one column and rows `b` of another one of the same type.
    static ColumnComparator ofValues(Column x, Column y) {
        return values(x, y, true);
    }

    /// A comparator of all rows of a column, nulls where `direction` puts them.
    static ColumnComparator of(Column column, SortDirection direction) {
        return between(column, column, direction);
    }

    /// A comparator of rows `a` of one column with rows `b` of another one of the same type, nulls where
    /// `direction` puts them.
    static ColumnComparator between(Column x, Column y, SortDirection direction) {
        return between(x, y, direction, false);
    }

    private static ColumnComparator between(Column x, Column y, SortDirection direction, boolean exact) {
        ColumnComparator values = values(x, y, exact);
        ColumnComparator directed = direction.descending() ? (a, b) -> -values.compare(a, b) : values;
        Validity validityX = x.validity();
        Validity validityY = y.validity();
        if (validityX.allValid() && validityY.allValid()) {
            return directed;
        }
        int nullFirst = direction.nullsFirst() ? -1 : 1;
        return (a, b) -> {
            boolean validA = validityX.isValid(a);
            boolean validB = validityY.isValid(b);
            if (validA && validB) {
                return directed.compare(a, b);
            }
            return validA == validB ? 0 : validA ? -nullFirst : nullFirst;
        };
    }

    /// Rows of two columns of one type; both must be valid.
    private static ColumnComparator values(Column x, Column y, boolean exact) {
        if (x instanceof DictionaryColumn codes) {
            ColumnComparator values = values(codes.values(), y, exact);
            return (a, b) -> values.compare(codes.code(a), b);
        }
        if (y instanceof DictionaryColumn codes) {
            ColumnComparator values = values(x, codes.values(), exact);
            return (a, b) -> values.compare(a, codes.code(b));
        }
        return switch (x) {
            case NullColumn _ -> (_, _) -> 0;
            case BoolColumn bools -> {
                BoolColumn others = (BoolColumn) y;
                yield (a, b) -> Boolean.compare(bools.isTrue(a), others.isTrue(b));
            }
            case FixedColumn fixed -> fixed(fixed, (FixedColumn) y, exact);
            case VarColumn text -> {
                VarColumn other = (VarColumn) y;
                yield (a, b) -> compareBytes(text, a, other, b);
            }
            case ListColumn lists -> lists(lists, (ListColumn) y, exact);
            case StructColumn structs -> structs(structs, (StructColumn) y, exact);
            case DictionaryColumn _ -> throw new AssertionError(x.type());
        };
    }

    /// Compares the bytes of two rows.
    static int compareBytes(VarColumn columnA, long a, VarColumn columnB, long b) {
        long startA = columnA.offsets().start(a);
        long startB = columnB.offsets().start(b);
        return ByteRuns.compare(
                columnA.segment(),
                startA,
                columnA.offsets().start(a + 1) - startA,
                columnB.segment(),
                startB,
                columnB.offsets().start(b + 1) - startB);
    }

    private static ColumnComparator fixed(FixedColumn left, FixedColumn right, boolean exact) {
        MemorySegment x = left.segment();
        MemorySegment y = right.segment();
        boolean unsigned = left.type() instanceof DataType.IntType type && !type.signed();
        return switch (left.type().layout()) {
            case INT8 ->
                unsigned
                        ? (a, b) ->
                                Byte.compareUnsigned(x.get(ValueLayout.JAVA_BYTE, a), y.get(ValueLayout.JAVA_BYTE, b))
                        : (a, b) -> Byte.compare(x.get(ValueLayout.JAVA_BYTE, a), y.get(ValueLayout.JAVA_BYTE, b));
            case INT16 ->
                unsigned
                        ? (a, b) -> Short.compareUnsigned(
                                x.getAtIndex(ValueLayout.JAVA_SHORT, a), y.getAtIndex(ValueLayout.JAVA_SHORT, b))
                        : (a, b) -> Short.compare(
                                x.getAtIndex(ValueLayout.JAVA_SHORT, a), y.getAtIndex(ValueLayout.JAVA_SHORT, b));
            case INT32 ->
                unsigned
                        ? (a, b) -> Integer.compareUnsigned(
                                x.getAtIndex(ValueLayout.JAVA_INT, a), y.getAtIndex(ValueLayout.JAVA_INT, b))
                        : (a, b) -> Integer.compare(
                                x.getAtIndex(ValueLayout.JAVA_INT, a), y.getAtIndex(ValueLayout.JAVA_INT, b));
            case INT64 ->
                unsigned
                        ? (a, b) -> Long.compareUnsigned(
                                x.getAtIndex(ValueLayout.JAVA_LONG, a), y.getAtIndex(ValueLayout.JAVA_LONG, b))
                        : (a, b) -> Long.compare(
                                x.getAtIndex(ValueLayout.JAVA_LONG, a), y.getAtIndex(ValueLayout.JAVA_LONG, b));
            case INT128 ->
                (a, b) -> Int128.compare(Int128.high(x, a), Int128.low(x, a), Int128.high(y, b), Int128.low(y, b));
            case FLOAT32 -> floats(x, y, exact);
            case FLOAT64 -> doubles(x, y, exact);
            case INTERVAL ->
                exact ? (a, b) -> Interval.compareParts(x, a, y, b) : (a, b) -> Interval.compare(x, a, y, b);
            case NONE, BIT, VARIABLE, LIST, STRUCT, DICTIONARY -> throw new AssertionError(left.type());
        };
    }

    /// Adding 0.0 turns -0.0 into 0.0 and nothing else into something else.
    private static ColumnComparator floats(MemorySegment x, MemorySegment y, boolean exact) {
        return exact
                ? (a, b) ->
                        Float.compare(x.getAtIndex(ValueLayout.JAVA_FLOAT, a), y.getAtIndex(ValueLayout.JAVA_FLOAT, b))
                : (a, b) -> Float.compare(
                        x.getAtIndex(ValueLayout.JAVA_FLOAT, a) + 0.0f, y.getAtIndex(ValueLayout.JAVA_FLOAT, b) + 0.0f);
    }

    private static ColumnComparator doubles(MemorySegment x, MemorySegment y, boolean exact) {
        return exact
                ? (a, b) -> Double.compare(
                        x.getAtIndex(ValueLayout.JAVA_DOUBLE, a), y.getAtIndex(ValueLayout.JAVA_DOUBLE, b))
                : (a, b) -> Double.compare(
                        x.getAtIndex(ValueLayout.JAVA_DOUBLE, a) + 0.0, y.getAtIndex(ValueLayout.JAVA_DOUBLE, b) + 0.0);
    }

    private static ColumnComparator lists(ListColumn x, ListColumn y, boolean exact) {
        ColumnComparator elements = between(x.elements(), y.elements(), SortDirection.ASCENDING, exact);
        Offsets offsetsX = x.offsets();
        Offsets offsetsY = y.offsets();
        return (a, b) -> {
            long common = Math.min(offsetsX.size(a), offsetsY.size(b));
            for (long i = 0; i < common; i++) {
                int order = elements.compare(offsetsX.start(a) + i, offsetsY.start(b) + i);
                if (order != 0) {
                    return order;
                }
            }
            return Long.compare(offsetsX.size(a), offsetsY.size(b));
        };
    }

    private static ColumnComparator structs(StructColumn x, StructColumn y, boolean exact) {
        ColumnComparator[] fields = IntStream.range(0, x.children().size())
                .mapToObj(i -> between(x.children().get(i), y.children().get(i), SortDirection.ASCENDING, exact))
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

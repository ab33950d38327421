package dev.sheaf.column;

import dev.sheaf.column.copy.ValueReads;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.Longs;
import dev.sheaf.memory.RunMemory;
import java.lang.foreign.MemorySegment;
import java.util.function.LongUnaryOperator;
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
                RunMemory texts = text.runs();
                RunMemory others = ((VarColumn) y).runs();
                yield (a, b) -> texts.compare(a, others, b);
            }
            case ListColumn lists -> lists(lists, (ListColumn) y, exact);
            case StructColumn structs -> structs(structs, (StructColumn) y, exact);
            case DictionaryColumn _ -> throw new AssertionError(x.type());
        };
    }

    /// Compares the bytes of two rows.
    static int compareBytes(VarColumn columnA, long a, VarColumn columnB, long b) {
        return columnA.runs().compare(a, columnB.runs(), b);
    }

    private static ColumnComparator fixed(FixedColumn left, FixedColumn right, boolean exact) {
        MemorySegment x = left.segment();
        MemorySegment y = right.segment();
        boolean unsigned = left.type() instanceof DataType.IntType type && !type.signed();
        return switch (left.type().layout()) {
            case INT8, INT16, INT32, INT64 -> {
                int width = left.type().layout().byteWidth();
                yield whole(ValueReads.at(x, width), ValueReads.at(y, width), unsigned);
            }
            case INT128 -> pairs(Longs.of(x), Longs.of(y));
            case FLOAT32 -> floats(Ints.of(x), Ints.of(y), exact);
            case FLOAT64 -> doubles(Longs.of(x), Longs.of(y), exact);
            case INTERVAL ->
                exact ? (a, b) -> Interval.compareParts(x, a, y, b) : (a, b) -> Interval.compare(x, a, y, b);
            case NONE, BIT, VARIABLE, LIST, STRUCT, DICTIONARY -> throw new AssertionError(left.type());
        };
    }

    /// Numbers that are extended by their sign order as unsigned ones do, too.
    private static ColumnComparator whole(LongUnaryOperator x, LongUnaryOperator y, boolean unsigned) {
        return unsigned
                ? (a, b) -> Long.compareUnsigned(x.applyAsLong(a), y.applyAsLong(b))
                : (a, b) -> Long.compare(x.applyAsLong(a), y.applyAsLong(b));
    }

    private static ColumnComparator pairs(Longs x, Longs y) {
        return (a, b) -> Int128.compare(x.get(2 * a + 1), x.get(2 * a), y.get(2 * b + 1), y.get(2 * b));
    }

    /// Adding 0.0 turns -0.0 into 0.0 and nothing else into something else.
    private static ColumnComparator floats(Ints x, Ints y, boolean exact) {
        return exact
                ? (a, b) -> Float.compare(Float.intBitsToFloat(x.get(a)), Float.intBitsToFloat(y.get(b)))
                : (a, b) -> Float.compare(Float.intBitsToFloat(x.get(a)) + 0.0f, Float.intBitsToFloat(y.get(b)) + 0.0f);
    }

    private static ColumnComparator doubles(Longs x, Longs y, boolean exact) {
        return exact
                ? (a, b) -> Double.compare(Double.longBitsToDouble(x.get(a)), Double.longBitsToDouble(y.get(b)))
                : (a, b) -> Double.compare(
                        Double.longBitsToDouble(x.get(a)) + 0.0, Double.longBitsToDouble(y.get(b)) + 0.0);
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

package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnComparator;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Int128;
import dev.sheaf.column.VarColumn;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The order of values that no long holds: text, binary values, 128-bit decimals, lists and structs.
final class PickOrder {
    private @Nullable Column lastA;
    private @Nullable Column lastB;
    private ColumnComparator between = (_, _) -> 0;

    /// Negative, zero or positive as a row of one column comes before, with or after one of another; neither is null.
    int compare(Column a, long rowA, Column b, long rowB) {
        if (a instanceof VarColumn textA && b instanceof VarColumn textB) {
            return ColumnComparator.compareBytes(textA, rowA, textB, rowB);
        }
        return a instanceof FixedColumn wideA && b instanceof FixedColumn wideB
                ? wideOrder(wideA.segment(), rowA, wideB.segment(), rowB)
                : nestedOrder(a, b).compare(rowA, rowB);
    }

    private static int wideOrder(MemorySegment a, long rowA, MemorySegment b, long rowB) {
        return Int128.compare(Int128.high(a, rowA), Int128.low(a, rowA), Int128.high(b, rowB), Int128.low(b, rowB));
    }

    /// Chunk after chunk compares the same columns, and a comparator of nested ones is made of several.
    @SuppressWarnings("ReferenceEquality")
    private ColumnComparator nestedOrder(Column a, Column b) {
        if (a != lastA || b != lastB) {
            between = ColumnComparator.ofValues(a, b);
            lastA = a;
            lastB = b;
        }
        return between;
    }
}

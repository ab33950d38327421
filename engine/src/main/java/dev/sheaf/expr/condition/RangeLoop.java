package dev.sheaf.expr.condition;

import java.lang.foreign.MemorySegment;

/// Tests values of several columns against a range each, in one pass that reads them where they lie.
@FunctionalInterface
interface RangeLoop {
    /// Writes a bit a row, lowest first, set where every column's value lies within its range: `bounds` has the
    /// least and the most of each. Bits of the last word past the last row may be anything.
    void test(MemorySegment[] columns, long[] bounds, int from, int rows, long[] bits);
}

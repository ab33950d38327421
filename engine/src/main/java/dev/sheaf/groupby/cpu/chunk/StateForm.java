package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.StructColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Longs;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;

/// How a state looks as a value of one column. A value may come from elsewhere, so what it says is checked where
/// it counts; one without rows behind it gives a null state.
public enum StateForm {
    /// Structs of means, weights, the least and the greatest value.
    DIGEST {
        @Override
        List<Column> columns(Column states, LongUnaryOperator ordinals, MemoryPool pool) {
            try (Closer closer = new Closer()) {
                List<Column> parts = closer.addAll(parts(states, pool));
                ListColumn means = (ListColumn) parts.getFirst();
                ListColumn weights = (ListColumn) parts.get(1);
                Offsets places = weights.offsets();
                Validity some =
                        closer.add(valid(states, parts, row -> means.offsets().size(row) + places.size(row) > 0, pool));
                Column checked =
                        new ListColumn(same(means.offsets()), means.elements().retain(), some);
                closer.release();
                means.close();
                return List.of(checked, weights, parts.get(2), parts.get(3));
            }
        }

        @Override
        void check(Column states, List<Column> columns, long row) {
            checkDigest((ListColumn) columns.getFirst(), (ListColumn) columns.get(1), row);
            checkBounds((ListColumn) columns.getFirst(), number(columns.get(2), row), number(columns.get(3), row), row);
        }
    },
    /// Structs of a count, a mean, and the sum of squared distances from it.
    MOMENTS {
        @Override
        List<Column> columns(Column states, LongUnaryOperator ordinals, MemoryPool pool) {
            try (Closer closer = new Closer()) {
                List<Column> parts = closer.addAll(parts(states, pool));
                FixedColumn counts = (FixedColumn) parts.getFirst();
                long rows = states.length();
                Buffer zeros = closer.add(pool.allocateZeroed(rows * Double.BYTES, PURPOSE));
                Validity some = closer.add(valid(states, parts, row -> count(counts, row) != 0, pool));
                Column counted =
                        new FixedColumn(DataType.INT64, rows, counts.values().retain(), some);
                Column sums = new FixedColumn(DataType.FLOAT64, rows, zeros, Validity.allValid(rows));
                closer.release();
                counts.close();
                return List.of(counted, parts.get(1), sums, parts.get(2));
            }
        }

        @Override
        void check(Column states, List<Column> columns, long row) {
            checkCount((FixedColumn) columns.getFirst(), row);
        }
    },
    /// Lists of structs of a value and how often it came.
    COUNTS {
        @Override
        List<Column> columns(Column states, LongUnaryOperator ordinals, MemoryPool pool) {
            try (ListColumn lists = ownElements((ListColumn) states, pool);
                    Closer closer = new Closer()) {
                List<Column> parts = closer.addAll(parts(lists.elements(), pool));
                Column places = closer.add(ordinalsOf(lists, ordinals, pool));
                List<Column> columns =
                        List.of(list(lists, places), list(lists, parts.getFirst()), list(lists, parts.get(1)));
                closer.release();
                return columns;
            }
        }

        @Override
        void check(Column states, List<Column> columns, long row) {
            checkCounts((ListColumn) states, (ListColumn) columns.getLast(), row);
        }
    };

    private static final String PURPOSE = "packed states";
    private static final double ROUNDING = 1e-9;

    /// The state columns, to be closed by the caller; `ordinals` gives that of a row.
    abstract List<Column> columns(Column states, LongUnaryOperator ordinals, MemoryPool pool);

    /// Checks what a row that counts says, given the state columns of all rows.
    ///
    /// @throws IllegalArgumentException if it is no state
    abstract void check(Column states, List<Column> columns, long row);

    private static List<Column> parts(Column structs, MemoryPool pool) {
        try (Closer closer = new Closer()) {
            List<Column> parts = new ArrayList<>();
            for (Column child : ((StructColumn) structs).children()) {
                parts.add(closer.add(Dictionaries.decode(child, pool)));
            }
            closer.release();
            return parts;
        }
    }

    private static Offsets same(Offsets offsets) {
        return new Offsets(offsets.buffer().retain(), offsets.wide(), offsets.length());
    }

    /// Rows in which neither the struct nor one of its fields is null, and that have rows behind them.
    private static Validity valid(Column structs, List<Column> parts, LongPredicate hasRows, MemoryPool pool) {
        long rows = structs.length();
        Buffer bits = pool.allocateZeroed(Validity.byteSize(rows), PURPOSE);
        try {
            ByteBuffer valid = Views.bytes(bits.segment());
            for (int row = 0; row < rows; row++) {
                if (isThere(structs, parts, row) && hasRows.test(row)) {
                    Bits.set(valid, row);
                }
            }
            return Validity.of(bits, rows);
        } catch (RuntimeException | Error damaged) {
            bits.close();
            throw damaged;
        }
    }

    private static boolean isThere(Column structs, List<Column> parts, long row) {
        boolean isThere = !structs.isNull(row);
        for (Column part : parts) {
            isThere &= !part.isNull(row);
        }
        return isThere;
    }

    private static void checkDigest(ListColumn means, ListColumn weights, long row) {
        long size = means.offsets().size(row);
        long mean = means.offsets().start(row);
        long weight = weights.offsets().start(row);
        boolean isDigest = size == weights.offsets().size(row);
        MemorySegment all = ((FixedColumn) means.elements()).segment();
        MemorySegment weighed = ((FixedColumn) weights.elements()).segment();
        for (long i = 0; isDigest && i < size; i++) {
            isDigest = !means.elements().isNull(mean + i)
                    && !weights.elements().isNull(weight + i)
                    && weighed.getAtIndex(ValueLayout.JAVA_LONG, weight + i) > 0
                    && (i == 0 || rises(all, mean + i));
        }
        if (!isDigest) {
            throw new IllegalArgumentException("a t-digest has means that rise, each with a weight above 0; "
                    + means.get(row) + " with " + weights.get(row) + " are none");
        }
    }

    /// Means are rounded, so one may lie outside of equal bounds by a little. That of infinities is NaN, beside
    /// any bounds.
    private static void checkBounds(ListColumn means, double least, double greatest, long row) {
        long from = means.offsets().start(row);
        long last = from + means.offsets().size(row) - 1;
        double slack = ROUNDING * Math.max(Math.abs(least), Math.abs(greatest));
        boolean isOutside = last >= from
                && !means.isNull(row)
                && (number(means.elements(), from) < least - slack
                        || number(means.elements(), last) > greatest + slack);
        if (isOutside || Double.compare(least, greatest) > 0) {
            throw new IllegalArgumentException("the means of a t-digest lie between its least and its greatest value; "
                    + means.get(row) + " are not between " + least + " and " + greatest);
        }
    }

    private static double number(Column column, long row) {
        return ((FixedColumn) column).segment().getAtIndex(ValueLayout.JAVA_DOUBLE, row);
    }

    private static boolean rises(MemorySegment means, long at) {
        double before = means.getAtIndex(ValueLayout.JAVA_DOUBLE, at - 1);
        return Double.compare(before, means.getAtIndex(ValueLayout.JAVA_DOUBLE, at)) <= 0;
    }

    private static long count(FixedColumn counts, long row) {
        return counts.segment().getAtIndex(ValueLayout.JAVA_LONG, row);
    }

    private static void checkCount(FixedColumn counts, long row) {
        long count = count(counts, row);
        if (count < 0) {
            throw new IllegalArgumentException("nothing is there " + count + " times; counts are 0 or more");
        }
    }

    private static void checkCounts(ListColumn lists, ListColumn counted, long row) {
        FixedColumn counts = (FixedColumn) counted.elements();
        long pair = lists.offsets().start(row);
        long end = counted.offsets().start(row + 1);
        for (long i = counted.offsets().start(row); i < end; i++, pair++) {
            if (lists.elements().isNull(pair) || counts.isNull(i)) {
                throw new IllegalArgumentException(
                        "values to be merged have a count each; one in " + lists.get(row) + " has none");
            }
            checkCount(counts, i);
        }
    }

    /// The same lists over elements that no other list has, so that work an element is work for these lists.
    private static ListColumn ownElements(ListColumn lists, MemoryPool pool) {
        long rows = lists.length();
        long first = lists.offsets().start(0);
        try (Closer closer = new Closer()) {
            Buffer starts = closer.add(pool.allocate((rows + 1) * Long.BYTES, PURPOSE));
            Longs out = Longs.of(starts.segment());
            for (long row = 0; row <= rows; row++) {
                out.put(row, lists.offsets().start(row) - first);
            }
            long size = lists.offsets().start(rows) - first;
            ListColumn own = new ListColumn(
                    Offsets.fitting(starts, rows),
                    lists.elements().slice(first, size),
                    lists.validity().slice(0, rows));
            closer.release();
            return own;
        }
    }

    /// For each element the ordinal of its row.
    private static Column ordinalsOf(ListColumn lists, LongUnaryOperator ordinals, MemoryPool pool) {
        long size = lists.elements().length();
        Buffer places = pool.allocate(size * Long.BYTES, PURPOSE);
        Longs out = Longs.of(places.segment());
        for (long row = 0; row < lists.length(); row++) {
            long ordinal = ordinals.applyAsLong(row);
            long end = lists.offsets().start(row + 1);
            for (long i = lists.offsets().start(row); i < end; i++) {
                out.put(i, ordinal);
            }
        }
        return new FixedColumn(DataType.INT64, size, places, Validity.allValid(size));
    }

    private static Column list(ListColumn like, Column elements) {
        return new ListColumn(same(like.offsets()), elements, like.validity().slice(0, like.length()));
    }
}

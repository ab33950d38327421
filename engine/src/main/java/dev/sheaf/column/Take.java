package dev.sheaf.column;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// Makes columns out of chosen rows of others (a gather).
///
/// Row numbers are int32; rows may repeat and come in any order, and a negative number gives a null row. Cost:
/// one pass over the row numbers for each column, random reads; rows that follow one another in long runs are copied
/// run by run. Dictionaries stay as they are, only codes are gathered.
public final class Take {
    private static final String PURPOSE = "selected rows";
    private static final int SCAN_ROWS = 1 << 14;

    private Take() {}

    /// The rows `rows[0 .. count)` of a table as a new table.
    public static Table rows(Table table, int[] rows, int count, MemoryPool pool) {
        try (Buffer numbers = copy(rows, count, pool)) {
            return rows(table, numbers.segment(), count, pool);
        }
    }

    /// The same where only some columns will be read: of the others the first `count` rows stand there, which costs
    /// nothing.
    public static Table rows(Table table, BitSet wanted, int[] rows, int count, MemoryPool pool) {
        List<Column> columns = new ArrayList<>();
        try (Buffer numbers = copy(rows, count, pool)) {
            ChosenRows chosen = ChosenRows.of(numbers.segment(), count);
            for (int i = 0; i < table.columns().size(); i++) {
                Column column = table.column(i);
                columns.add(wanted.get(i) ? rows(column, chosen, pool, Tasks.SEQUENTIAL) : column.slice(0, count));
            }
            return new Table(table.schema(), columns, count);
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
    }

    /// The rows `rows[0 .. count)` of a column as a new column.
    public static Column rows(Column column, int[] rows, int count, MemoryPool pool) {
        try (Buffer numbers = copy(rows, count, pool)) {
            return rows(column, numbers.segment(), count, pool);
        }
    }

    /// The rows of a table whose numbers are the first `count` ints of `rows` (native memory), as a new table.
    public static Table rows(Table table, MemorySegment rows, long count, MemoryPool pool) {
        return rows(table, rows, count, pool, Tasks.SEQUENTIAL);
    }

    /// As [#rows(Table, MemorySegment, long, MemoryPool)], with the rows spread over `tasks`.
    public static Table rows(Table table, MemorySegment rows, long count, MemoryPool pool, Tasks tasks) {
        ChosenRows chosen = ChosenRows.of(rows, count);
        List<Column> columns = new ArrayList<>();
        try {
            for (Column column : table.columns()) {
                columns.add(rows(column, chosen, pool, tasks));
            }
            return new Table(table.schema(), columns, count);
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
    }

    /// The rows of a column whose numbers are the first `count` ints of `rows` (native memory), as a new column.
    public static Column rows(Column column, MemorySegment rows, long count, MemoryPool pool) {
        return rows(column, rows, count, pool, Tasks.SEQUENTIAL);
    }

    /// As [#rows(Column, MemorySegment, long, MemoryPool)], with the rows spread over `tasks`.
    public static Column rows(Column column, MemorySegment rows, long count, MemoryPool pool, Tasks tasks) {
        return rows(column, ChosenRows.of(rows, count), pool, tasks);
    }

    private static Column rows(Column column, ChosenRows chosen, MemoryPool pool, Tasks tasks) {
        long count = chosen.count();
        Validity validity = validity(column.validity(), chosen, pool, tasks);
        try {
            return switch (column) {
                case NullColumn _ -> {
                    validity.close();
                    yield new NullColumn(count, pool);
                }
                case FixedColumn fixed ->
                    new FixedColumn(
                            fixed.type(),
                            count,
                            values(fixed.segment(), fixed.type().layout().byteWidth(), chosen, pool, tasks),
                            validity);
                case BoolColumn bools -> new BoolColumn(count, bits(bools::gather, chosen, pool, tasks), validity);
                case DictionaryColumn codes ->
                    new DictionaryColumn(
                            count,
                            values(codes.segment(), Integer.BYTES, chosen, pool, tasks),
                            codes.values().retain(),
                            validity);
                case VarColumn text -> TakeText.rows(text, chosen, validity, pool, tasks);
                case ListColumn lists -> lists(lists, chosen.rows(), count, validity, pool, tasks);
                case StructColumn structs -> structs(structs, chosen, validity, pool, tasks);
            };
        } catch (RuntimeException | Error failure) {
            validity.close();
            throw failure;
        }
    }

    private static Buffer copy(int[] rows, int count, MemoryPool pool) {
        Buffer numbers = pool.allocate((long) count * Integer.BYTES, PURPOSE);
        MemorySegment.copy(rows, 0, numbers.segment(), ValueLayout.JAVA_INT, 0, count);
        return numbers;
    }

    private static Validity validity(Validity source, ChosenRows chosen, MemoryPool pool, Tasks tasks) {
        long count = chosen.count();
        if (source.allValid() && (chosen.isInRuns() || !anyNegative(chosen.rows(), count))) {
            return Validity.allValid(count);
        }
        return Validity.of(bits(source::gather, chosen, pool, tasks), count);
    }

    private static boolean anyNegative(MemorySegment rows, long count) {
        int or = 0;
        for (long from = 0; from < count && or >= 0; from += SCAN_ROWS) {
            or = or(rows, from, (int) Math.min(SCAN_ROWS, count - from));
        }
        return or < 0;
    }

    /// All bits that some of the ints have; a loop over ints, which runs on many at once.
    private static int or(MemorySegment rows, long from, int count) {
        int or = 0;
        for (int i = 0; i < count; i++) {
            or |= rows.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i) << 2);
        }
        return or;
    }

    /// Writes the bits of `count` rows.
    private interface Bits {
        void gather(MemorySegment rows, long count, MemorySegment out);
    }

    private static Buffer bits(Bits source, ChosenRows chosen, MemoryPool pool, Tasks tasks) {
        long count = chosen.count();
        MemorySegment rows = chosen.rows();
        Buffer bits = pool.allocateZeroed(Validity.byteSize(count), PURPOSE);
        MemorySegment out = bits.segment();
        try {
            RowTasks.run(
                    count,
                    tasks,
                    (from, to) -> source.gather(
                            rows.asSlice(from * Integer.BYTES), to - from, out.asSlice(from / Byte.SIZE)));
            return bits;
        } catch (RuntimeException | Error failure) {
            bits.close();
            throw failure;
        }
    }

    private static Buffer values(MemorySegment source, int width, ChosenRows chosen, MemoryPool pool, Tasks tasks) {
        Buffer values = pool.allocate(chosen.count() * width, PURPOSE);
        MemorySegment target = values.segment();
        try {
            RowTasks.run(chosen.count(), tasks, (from, to) -> {
                if (chosen.isInRuns()) {
                    takeRuns(source, width, chosen, target, from, to);
                } else {
                    take(source, width, chosen.rows(), target, from, to);
                }
            });
            return values;
        } catch (RuntimeException | Error failure) {
            values.close();
            throw failure;
        }
    }

    private static void takeRuns(
            MemorySegment source, int width, ChosenRows chosen, MemorySegment target, long from, long to) {
        chosen.forEachRun(
                from,
                to,
                (row, place, rows) -> MemorySegment.copy(source, row * width, target, place * width, rows * width));
    }

    private static void take(
            MemorySegment source, int width, MemorySegment rows, MemorySegment target, long from, long to) {
        switch (width) {
            case 1 -> takeBytes(source, rows, target, from, to);
            case 2 -> takeShorts(source, rows, target, from, to);
            case 4 -> takeInts(source, rows, target, from, to);
            case 8 -> takeLongs(source, rows, target, from, to);
            default -> takePairs(source, rows, target, from, to);
        }
    }

    // One loop a width, each in a method of its own; a negative row number reads row 0, which its null bit hides.

    private static void takeBytes(MemorySegment source, MemorySegment rows, MemorySegment target, long from, long to) {
        for (long i = from; i < to; i++) {
            target.set(ValueLayout.JAVA_BYTE, i, source.get(ValueLayout.JAVA_BYTE, row(rows, i)));
        }
    }

    private static void takeShorts(MemorySegment source, MemorySegment rows, MemorySegment target, long from, long to) {
        for (long i = from; i < to; i++) {
            target.setAtIndex(ValueLayout.JAVA_SHORT, i, source.getAtIndex(ValueLayout.JAVA_SHORT, row(rows, i)));
        }
    }

    private static void takeInts(MemorySegment source, MemorySegment rows, MemorySegment target, long from, long to) {
        for (long i = from; i < to; i++) {
            target.setAtIndex(ValueLayout.JAVA_INT, i, source.getAtIndex(ValueLayout.JAVA_INT, row(rows, i)));
        }
    }

    private static void takeLongs(MemorySegment source, MemorySegment rows, MemorySegment target, long from, long to) {
        for (long i = from; i < to; i++) {
            target.setAtIndex(ValueLayout.JAVA_LONG, i, source.getAtIndex(ValueLayout.JAVA_LONG, row(rows, i)));
        }
    }

    private static void takePairs(MemorySegment source, MemorySegment rows, MemorySegment target, long from, long to) {
        for (long i = from; i < to; i++) {
            long row = row(rows, i);
            target.setAtIndex(ValueLayout.JAVA_LONG, 2 * i, source.getAtIndex(ValueLayout.JAVA_LONG, 2 * row));
            target.setAtIndex(ValueLayout.JAVA_LONG, 2 * i + 1, source.getAtIndex(ValueLayout.JAVA_LONG, 2 * row + 1));
        }
    }

    private static long row(MemorySegment rows, long i) {
        return row(rows.getAtIndex(ValueLayout.JAVA_INT, i));
    }

    private static long row(int number) {
        return Math.max(0, number);
    }

    /// Offsets of the gathered rows from 0 on; null rows get no bytes.
    private static Offsets offsets(Offsets source, MemorySegment rows, long count, Validity validity, MemoryPool pool) {
        long end = 0;
        for (long i = 0; i < count; i++) {
            end += validity.isValid(i) ? source.size(rows.getAtIndex(ValueLayout.JAVA_INT, i)) : 0;
        }
        boolean wide = end > Integer.MAX_VALUE;
        Buffer buffer = pool.allocate((count + 1) * (wide ? Long.BYTES : Integer.BYTES), PURPOSE);
        MemorySegment target = buffer.segment();
        long start = 0;
        for (long i = 0; i <= count; i++) {
            if (wide) {
                target.setAtIndex(ValueLayout.JAVA_LONG, i, start);
            } else {
                target.setAtIndex(ValueLayout.JAVA_INT, i, (int) start);
            }
            if (i < count && validity.isValid(i)) {
                start += source.size(rows.getAtIndex(ValueLayout.JAVA_INT, i));
            }
        }
        return new Offsets(buffer, wide, count);
    }

    private static ListColumn lists(
            ListColumn source, MemorySegment rows, long count, Validity validity, MemoryPool pool, Tasks tasks) {
        Offsets offsets = offsets(source.offsets(), rows, count, validity, pool);
        try (Buffer elements = pool.allocate(offsets.start(count) * Integer.BYTES, PURPOSE)) {
            MemorySegment numbers = elements.segment();
            for (long i = 0; i < count; i++) {
                long first = offsets.start(i);
                long size = offsets.start(i + 1) - first;
                long from = size == 0 ? 0 : source.offsets().start(rows.getAtIndex(ValueLayout.JAVA_INT, i));
                for (long element = 0; element < size; element++) {
                    numbers.setAtIndex(ValueLayout.JAVA_INT, first + element, Math.toIntExact(from + element));
                }
            }
            return new ListColumn(
                    offsets, rows(source.elements(), numbers, offsets.start(count), pool, tasks), validity);
        } catch (RuntimeException | Error failure) {
            offsets.close();
            throw failure;
        }
    }

    private static StructColumn structs(
            StructColumn source, ChosenRows chosen, Validity validity, MemoryPool pool, Tasks tasks) {
        List<Column> children = new ArrayList<>();
        try {
            for (Column child : source.children()) {
                children.add(rows(child, chosen, pool, tasks));
            }
            return new StructColumn(source.type(), children, validity);
        } catch (RuntimeException | Error failure) {
            children.forEach(Column::close);
            throw failure;
        }
    }
}

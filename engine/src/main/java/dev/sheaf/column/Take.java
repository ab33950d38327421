package dev.sheaf.column;

import dev.sheaf.column.copy.Bits;
import dev.sheaf.column.copy.ListCopies;
import dev.sheaf.column.copy.Starts;
import dev.sheaf.column.copy.TakenRows;
import dev.sheaf.column.copy.ValueCopies;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
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

    private Take() {}

    /// The rows `rows[0 .. count)` of a table as a new table.
    public static Table rows(Table table, int[] rows, int count, MemoryPool pool) {
        return rows(table, MemorySegment.ofArray(rows), count, pool);
    }

    /// The same where only some columns will be read: of the others the first `count` rows stand there, which costs
    /// nothing.
    public static Table rows(Table table, BitSet wanted, int[] rows, int count, MemoryPool pool) {
        List<Column> columns = new ArrayList<>();
        try {
            TakenRows chosen = TakenRows.of(MemorySegment.ofArray(rows), count);
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
        return rows(column, MemorySegment.ofArray(rows), count, pool);
    }

    /// The rows of a table whose numbers are the first `count` ints of `rows`, as a new table.
    public static Table rows(Table table, MemorySegment rows, long count, MemoryPool pool) {
        return rows(table, rows, count, pool, Tasks.SEQUENTIAL);
    }

    /// As [#rows(Table, MemorySegment, long, MemoryPool)], with the rows spread over `tasks`.
    public static Table rows(Table table, MemorySegment rows, long count, MemoryPool pool, Tasks tasks) {
        TakenRows chosen = TakenRows.of(rows, count);
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

    /// The rows of a column whose numbers are the first `count` ints of `rows`, as a new column.
    public static Column rows(Column column, MemorySegment rows, long count, MemoryPool pool) {
        return rows(column, rows, count, pool, Tasks.SEQUENTIAL);
    }

    /// As [#rows(Column, MemorySegment, long, MemoryPool)], with the rows spread over `tasks`.
    public static Column rows(Column column, MemorySegment rows, long count, MemoryPool pool, Tasks tasks) {
        return rows(column, TakenRows.of(rows, count), pool, tasks);
    }

    private static Column rows(Column column, TakenRows chosen, MemoryPool pool, Tasks tasks) {
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
                case BoolColumn bools ->
                    new BoolColumn(count, bits(bools::gather, bools::word, chosen, pool, tasks), validity);
                case DictionaryColumn codes ->
                    new DictionaryColumn(
                            count,
                            values(codes.segment(), Integer.BYTES, chosen, pool, tasks),
                            codes.values().retain(),
                            validity);
                case VarColumn text -> TakeText.rows(text, chosen, validity, pool, tasks);
                case ListColumn lists -> lists(lists, chosen, validity, pool, tasks);
                case StructColumn structs -> structs(structs, chosen, validity, pool, tasks);
            };
        } catch (RuntimeException | Error failure) {
            validity.close();
            throw failure;
        }
    }

    private static Validity validity(Validity source, TakenRows chosen, MemoryPool pool, Tasks tasks) {
        long count = chosen.count();
        if (source.allValid() && !chosen.anyNegative()) {
            return Validity.allValid(count);
        }
        return Validity.of(bits(source::gather, source::word, chosen, pool, tasks), count);
    }

    /// Gives the bits of up to 64 rows.
    private interface Gather {
        long gather(int[] rows, int from, int size);
    }

    /// By `words`, 64 rows at once, where rows rise and are close to one another, else row by row.
    private static Buffer bits(Gather source, TakenRows.Words words, TakenRows chosen, MemoryPool pool, Tasks tasks) {
        long count = chosen.count();
        Buffer bits = pool.allocateZeroed(Validity.byteSize(count), PURPOSE);
        try {
            Bits out = Bits.of(bits.segment());
            if (chosen.isDense()) {
                chosen.gather(words, out);
            } else {
                RowTasks.run(
                        count,
                        tasks,
                        (from, to) -> chosen.forEachBlock(
                                from, to, (rows, size, first) -> gather(source, rows, size, out, first)));
            }
            return bits;
        } catch (RuntimeException | Error failure) {
            bits.close();
            throw failure;
        }
    }

    private static void gather(Gather source, int[] rows, int count, Bits out, long first) {
        for (int from = 0; from < count; from += Long.SIZE) {
            long word = source.gather(rows, from, Math.min(Long.SIZE, count - from));
            out.putWord((first + from) >>> 6, word);
        }
    }

    private static Buffer values(MemorySegment source, int width, TakenRows chosen, MemoryPool pool, Tasks tasks) {
        Buffer values = pool.allocate(chosen.count() * width, PURPOSE);
        MemorySegment target = values.segment();
        try {
            RowTasks.run(
                    chosen.count(), tasks, (from, to) -> ValueCopies.take(source, width, chosen, target, from, to));
            return values;
        } catch (RuntimeException | Error failure) {
            values.close();
            throw failure;
        }
    }

    private static ListColumn lists(
            ListColumn source, TakenRows chosen, Validity validity, MemoryPool pool, Tasks tasks) {
        long count = chosen.count();
        Offsets offsets = offsets(source.offsets(), chosen, validity, pool);
        try (Buffer elements = pool.allocate(offsets.start(count) * Integer.BYTES, PURPOSE)) {
            ListCopies.fillElements(source.offsets().starts(), chosen, offsets.starts(), Ints.of(elements.segment()));
            return new ListColumn(
                    offsets, rows(source.elements(), elements.segment(), offsets.start(count), pool, tasks), validity);
        } catch (RuntimeException | Error failure) {
            offsets.close();
            throw failure;
        }
    }

    /// Offsets of the gathered lists from 0 on; null rows get no elements.
    private static Offsets offsets(Offsets source, TakenRows chosen, Validity validity, MemoryPool pool) {
        long count = chosen.count();
        if (source.length() == 0) {
            return new Offsets(pool.allocateZeroed((count + 1) * Integer.BYTES, PURPOSE), false, count);
        }
        Starts starts = source.starts();
        long[] end = new long[1];
        chosen.forEachBlock(0, count, (rows, size, _) -> end[0] += starts.bytes(rows, size));
        boolean wide = end[0] > Integer.MAX_VALUE;
        Buffer buffer = pool.allocate((count + 1) * (wide ? Long.BYTES : Integer.BYTES), PURPOSE);
        Starts target = Starts.of(buffer.segment(), wide);
        target.put(0, 0);
        end[0] = 0;
        chosen.forEachBlock(0, count, (rows, size, first) -> {
            for (int from = 0; from < size; from += Long.SIZE) {
                int some = Math.min(Long.SIZE, size - from);
                long valid = validity.word(first + from);
                end[0] = ListCopies.addSizes(starts, rows, from, some, valid, target, first + from + 1, end[0]);
            }
        });
        return new Offsets(buffer, wide, count);
    }

    private static StructColumn structs(
            StructColumn source, TakenRows chosen, Validity validity, MemoryPool pool, Tasks tasks) {
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

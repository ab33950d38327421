package dev.sheaf.column;

import dev.sheaf.column.copy.BitCopies;
import dev.sheaf.column.copy.Bits;
import dev.sheaf.column.copy.Starts;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// Puts columns and tables one below the other. Cost: one copy of every byte.
public final class Concat {
    private static final String PURPOSE = "concatenated rows";

    private Concat() {}

    /// The rows of all tables in turn; of one table, its rows without a copy. The inputs stay open.
    public static Table tables(Schema schema, List<Table> tables, MemoryPool pool) {
        return tables(schema, tables, pool, Tasks.SEQUENTIAL);
    }

    /// As [#tables(Schema, List, MemoryPool)], with the tables spread over `tasks`.
    public static Table tables(Schema schema, List<Table> tables, MemoryPool pool, Tasks tasks) {
        if (tables.size() == 1) {
            return tables.getFirst().retain();
        }
        List<Column> columns = new ArrayList<>();
        try {
            for (int i = 0; i < schema.size(); i++) {
                int column = i;
                List<Column> parts =
                        tables.stream().map(table -> table.column(column)).toList();
                columns.add(columns(schema.field(i).type(), parts, pool, tasks));
            }
            return new Table(
                    schema, columns, tables.stream().mapToLong(Table::rowCount).sum());
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
    }

    /// The rows of all columns in turn. `type` is what the columns decode to. Dictionaries of texts stay: of
    /// several, one is made if their entries together are at most a quarter of the rows.
    public static Column columns(DataType type, List<Column> parts, MemoryPool pool) {
        return columns(type, parts, pool, Tasks.SEQUENTIAL);
    }

    /// As [#columns(DataType, List, MemoryPool)], with the parts spread over `tasks`.
    public static Column columns(DataType type, List<Column> parts, MemoryPool pool, Tasks tasks) {
        return parts.size() == 1 ? parts.getFirst().retain() : copied(type, parts, pool, tasks);
    }

    /// As [#columns(DataType, List, MemoryPool)], with bytes that no other column has, of one column, too.
    public static Column copied(DataType type, List<Column> parts, MemoryPool pool) {
        return copied(type, parts, pool, Tasks.SEQUENTIAL);
    }

    private static Column copied(DataType type, List<Column> parts, MemoryPool pool, Tasks tasks) {
        if (parts.stream().noneMatch(DictionaryColumn.class::isInstance)) {
            return plain(type.decoded(), parts, pool, tasks);
        }
        List<Column> coded = Dictionaries.common(
                parts, dictionaries -> columns(dictionaries.getFirst().type(), dictionaries, pool), pool);
        if (!coded.isEmpty()) {
            try {
                return dictionary(coded, pool, tasks);
            } finally {
                coded.forEach(Column::close);
            }
        }
        @Nullable Column[] plain = new @Nullable Column[parts.size()];
        try {
            tasks.forEach(plain.length, i -> plain[i] = Dictionaries.decode(parts.get(i), pool));
            List<Column> decoded =
                    Arrays.stream(plain).map(Objects::requireNonNull).toList();
            return plain(type.decoded(), decoded, pool, tasks);
        } finally {
            Arrays.stream(plain).filter(Objects::nonNull).forEach(Column::close);
        }
    }

    private static Column dictionary(List<Column> parts, MemoryPool pool, Tasks tasks) {
        Column values = ((DictionaryColumn) parts.getFirst()).values();
        Validity validity = validity(parts, pool);
        try {
            Buffer codes = values(parts, part -> ((DictionaryColumn) part).segment(), Integer.BYTES, pool, tasks);
            return new DictionaryColumn(rowCount(parts), codes, values.retain(), validity);
        } catch (RuntimeException | Error failure) {
            validity.close();
            throw failure;
        }
    }

    private static Column plain(DataType type, List<Column> parts, MemoryPool pool, Tasks tasks) {
        long rows = rowCount(parts);
        if (type.layout() == Layout.NONE) {
            return new NullColumn(rows, pool);
        }
        Validity validity = validity(parts, pool);
        try {
            return switch (type.layout()) {
                case BIT -> new BoolColumn(rows, bits(parts, pool), validity);
                case VARIABLE -> text(type, parts, validity, pool, tasks);
                case LIST -> lists((DataType.ListType) type, parts, validity, pool, tasks);
                case STRUCT -> structs((DataType.StructType) type, parts, validity, pool, tasks);
                case INT8, INT16, INT32, INT64, INT128, FLOAT32, FLOAT64, INTERVAL ->
                    new FixedColumn(
                            type,
                            rows,
                            values(
                                    parts,
                                    part -> ((FixedColumn) part).segment(),
                                    type.layout().byteWidth(),
                                    pool,
                                    tasks),
                            validity);
                case NONE, DICTIONARY -> throw new AssertionError(type);
            };
        } catch (RuntimeException | Error failure) {
            validity.close();
            throw failure;
        }
    }

    private static long rowCount(List<Column> parts) {
        return parts.stream().mapToLong(Column::length).sum();
    }

    private static Validity validity(List<Column> parts, MemoryPool pool) {
        long rows = rowCount(parts);
        if (parts.stream().allMatch(part -> part.validity().allValid())) {
            return Validity.allValid(rows);
        }
        Buffer bits = pool.allocateZeroed(Validity.byteSize(rows), PURPOSE);
        Bits target = Bits.of(bits.segment());
        long at = 0;
        for (Column part : parts) {
            Validity source = part.validity();
            BitCopies.or(target, at, part.length(), source::word);
            at += part.length();
        }
        return Validity.of(bits, rows);
    }

    private static Buffer bits(List<Column> parts, MemoryPool pool) {
        Buffer bits = pool.allocateZeroed(Validity.byteSize(rowCount(parts)), PURPOSE);
        Bits target = Bits.of(bits.segment());
        long at = 0;
        for (Column part : parts) {
            BoolColumn source = (BoolColumn) part;
            BitCopies.or(target, at, part.length(), source::trueWord);
            at += part.length();
        }
        return bits;
    }

    /// Where each part starts when they lie one behind the other, and last, where all end.
    private static long[] starts(List<Column> parts, ToLongFunction<Column> size) {
        long[] starts = new long[parts.size() + 1];
        for (int i = 0; i < parts.size(); i++) {
            starts[i + 1] = starts[i] + size.applyAsLong(parts.get(i));
        }
        return starts;
    }

    private static Buffer values(
            List<Column> parts, Function<Column, MemorySegment> bytes, int width, MemoryPool pool, Tasks tasks) {
        long[] starts = starts(parts, part -> part.length() * width);
        return copied(
                starts,
                (part, target) -> MemorySegment.copy(
                        bytes.apply(parts.get(part)), 0, target, starts[part], starts[part + 1] - starts[part]),
                pool,
                tasks);
    }

    private interface Copy {
        void part(int part, MemorySegment target);
    }

    private static Buffer copied(long[] starts, Copy copy, MemoryPool pool, Tasks tasks) {
        Buffer bytes = pool.allocate(starts[starts.length - 1], PURPOSE);
        try {
            MemorySegment target = bytes.segment();
            tasks.forEach(starts.length - 1, part -> {
                Checkpoint.pass();
                copy.part(part, target);
            });
            return bytes;
        } catch (RuntimeException | Error failure) {
            bytes.close();
            throw failure;
        }
    }

    private static Column text(DataType type, List<Column> parts, Validity validity, MemoryPool pool, Tasks tasks) {
        Offsets offsets = offsets(parts, part -> ((VarColumn) part).offsets(), pool, tasks);
        try {
            return new VarColumn(type, offsets, bytes(parts, pool, tasks), validity);
        } catch (RuntimeException | Error failure) {
            offsets.close();
            throw failure;
        }
    }

    private static Buffer bytes(List<Column> parts, MemoryPool pool, Tasks tasks) {
        long[] starts = starts(parts, part -> span(((VarColumn) part).offsets()));
        return copied(
                starts,
                (part, target) -> {
                    VarColumn text = (VarColumn) parts.get(part);
                    long size = starts[part + 1] - starts[part];
                    MemorySegment.copy(text.segment(), text.offsets().start(0), target, starts[part], size);
                },
                pool,
                tasks);
    }

    /// What all rows take together.
    private static long span(Offsets offsets) {
        return offsets.start(offsets.length()) - offsets.start(0);
    }

    private static Offsets offsets(List<Column> parts, Function<Column, Offsets> of, MemoryPool pool, Tasks tasks) {
        long[] rows = starts(parts, Column::length);
        long[] starts = starts(parts, part -> span(of.apply(part)));
        long count = rows[parts.size()];
        long end = starts[parts.size()];
        boolean wide = end > Integer.MAX_VALUE;
        Buffer buffer = pool.allocate((count + 1) * (wide ? Long.BYTES : Integer.BYTES), PURPOSE);
        Starts target = Starts.of(buffer.segment(), wide);
        try {
            tasks.forEach(parts.size(), part -> {
                Checkpoint.pass();
                Offsets moved = of.apply(parts.get(part));
                long shift = starts[part] - moved.start(0);
                moved.starts().shift(0, shift, moved.length(), target, rows[part]);
            });
        } catch (RuntimeException | Error failure) {
            buffer.close();
            throw failure;
        }
        target.put(count, end);
        return new Offsets(buffer, wide, count);
    }

    private static Column lists(
            DataType.ListType type, List<Column> parts, Validity validity, MemoryPool pool, Tasks tasks) {
        Offsets offsets = offsets(parts, part -> ((ListColumn) part).offsets(), pool, tasks);
        List<Column> elements = new ArrayList<>();
        try {
            for (Column part : parts) {
                ListColumn lists = (ListColumn) part;
                long first = lists.offsets().start(0);
                elements.add(lists.elements().slice(first, lists.offsets().start(lists.length()) - first));
            }
            return new ListColumn(offsets, copied(type.element(), elements, pool, tasks), validity);
        } catch (RuntimeException | Error failure) {
            offsets.close();
            throw failure;
        } finally {
            elements.forEach(Column::close);
        }
    }

    private static Column structs(
            DataType.StructType type, List<Column> parts, Validity validity, MemoryPool pool, Tasks tasks) {
        List<Column> children = new ArrayList<>();
        try {
            for (int i = 0; i < type.fields().size(); i++) {
                int field = i;
                List<Column> column = parts.stream()
                        .map(part -> ((StructColumn) part).children().get(field))
                        .toList();
                children.add(copied(type.fields().get(i).type(), column, pool, tasks));
            }
            return new StructColumn(type, children, validity);
        } catch (RuntimeException | Error failure) {
            children.forEach(Column::close);
            throw failure;
        }
    }
}

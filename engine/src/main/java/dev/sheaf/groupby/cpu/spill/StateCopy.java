package dev.sheaf.groupby.cpu.spill;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// Copies of states: with texts in place of dictionaries, and behind other rows.
public final class StateCopy {
    private static final String PURPOSE = "partial states";
    /// Texts of a copy take this share of free memory at most: whoever gets them may copy them twice.
    private static final int FREE_SHARE = 4;
    private static final long LEAST_TEXT_BYTES = 1 << 16;

    private static final int ADDED_AT_ONCE = 1 << 16;

    private final List<Integer> ordinals;
    private final MemoryPool pool;

    /// Copies of states whose columns `ordinals` hold row ordinals, or lists of them.
    public StateCopy(List<Integer> ordinals, MemoryPool pool) {
        this.ordinals = List.copyOf(ordinals);
        this.pool = pool;
    }

    /// The same states with text as text, in memory of their own; to be closed by the caller.
    public Table of(Table states, Schema schema) {
        return table(schema, states.rowCount(), column -> {
            Column values = states.column(column);
            return values instanceof DictionaryColumn
                    ? Dictionaries.decode(values, pool)
                    : Concat.copied(values.type(), List.of(values), pool);
        });
    }

    /// The states in parts to be copied one by one, each to be closed by the caller. They share their bytes. A few
    /// texts may be the keys of many groups, and a copy has them once for each.
    public List<Table> parts(Table states) {
        long free = pool.limitBytes() - pool.usedBytes();
        List<Table> parts = new ArrayList<>();
        try (Closer closer = new Closer()) {
            halve(states, Math.max(LEAST_TEXT_BYTES, free / FREE_SHARE), part -> parts.add(closer.add(part)));
            closer.release();
            return parts;
        }
    }

    /// Halves the states until the texts of each part take `mostBytes` at most.
    private static void halve(Table states, long mostBytes, Consumer<Table> parts) {
        long half = states.rowCount() / 2;
        if (half == 0 || decodedBytes(states) <= mostBytes) {
            parts.accept(states.retain());
            return;
        }
        try (Table first = states.slice(0, half);
                Table rest = states.slice(half, states.rowCount() - half)) {
            halve(first, mostBytes, parts);
            halve(rest, mostBytes, parts);
        }
    }

    /// The bytes of the texts that dictionaries stand for.
    private static long decodedBytes(Table states) {
        long bytes = 0;
        for (Column column : states.columns()) {
            if (column instanceof DictionaryColumn codes && codes.values() instanceof VarColumn texts) {
                bytes += decodedBytes(codes, texts);
            }
        }
        return bytes;
    }

    private static long decodedBytes(DictionaryColumn codes, VarColumn texts) {
        long bytes = 0;
        for (long row = 0; row < codes.length(); row++) {
            bytes += codes.isNull(row) ? 0 : texts.offsets().size(codes.code(row));
        }
        return bytes;
    }

    /// The same states as if their rows came after `rowsBefore` others; shares what does not change. To be
    /// closed by the caller.
    public Table shifted(Table states, long rowsBefore) {
        return rowsBefore == 0
                ? states.retain()
                : table(
                        states.schema(),
                        states.rowCount(),
                        column -> ordinals.contains(column)
                                ? shifted(states.column(column), rowsBefore)
                                : states.column(column).retain());
    }

    private Column shifted(Column column, long rowsBefore) {
        return switch (column) {
            case ListColumn list -> {
                Offsets offsets = list.offsets();
                Column elements = shifted(list.elements(), rowsBefore);
                yield new ListColumn(
                        new Offsets(offsets.buffer().retain(), offsets.wide(), offsets.length()),
                        elements,
                        list.validity().slice(0, list.length()));
            }
            case FixedColumn fixed -> {
                Buffer moved = pool.allocate(fixed.length() * Long.BYTES, PURPOSE);
                add(fixed, rowsBefore, moved.segment());
                yield new FixedColumn(
                        DataType.INT64, fixed.length(), moved, fixed.validity().slice(0, fixed.length()));
            }
            default -> throw new IllegalArgumentException("row ordinals cannot be " + column.type());
        };
    }

    private static void add(FixedColumn values, long added, MemorySegment sums) {
        for (long from = 0; from < values.length(); from += ADDED_AT_ONCE) {
            int rows = (int) Math.min(ADDED_AT_ONCE, values.length() - from);
            add(values.longs(from, rows), added, rows, Views.longs(sums, from, rows));
        }
    }

    private static void add(LongBuffer values, long added, int rows, LongBuffer sums) {
        for (int row = 0; row < rows; row++) {
            sums.put(row, values.get(row) + added);
        }
    }

    private static Table table(Schema schema, long rows, IntFunction<Column> make) {
        try (Closer closer = new Closer()) {
            List<Column> columns = IntStream.range(0, schema.size())
                    .mapToObj(column -> closer.add(make.apply(column)))
                    .toList();
            closer.release();
            return new Table(schema, columns, rows);
        }
    }
}

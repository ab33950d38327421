package dev.sheaf.testing;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The contents of a table as Java objects, column by column, and how to lay it out: which columns
/// dictionary-encoded, and after how many foreign rows that are then sliced away.
///
/// Unlike a [Table] it can be cut down, printed and compared at will.
public record Sample(Schema schema, List<List<@Nullable Object>> columns, List<Boolean> dictionaries, int rowsBefore) {

    public Sample {
        columns = columns.stream().map(Collections::unmodifiableList).toList();
        dictionaries = List.copyOf(dictionaries);
    }

    /// Plain columns from row 0 on.
    public static Sample plain(Schema schema, List<List<@Nullable Object>> columns) {
        return new Sample(schema, columns, Collections.nCopies(columns.size(), false), 0);
    }

    /// The contents of a table.
    public static Sample of(Table table) {
        return plain(
                table.schema(),
                table.schema().names().stream().map(table::values).toList());
    }

    /// The number of rows.
    public int rowCount() {
        return columns.isEmpty() ? 0 : columns.getFirst().size();
    }

    /// A row as a list of its values.
    public List<@Nullable Object> row(int row) {
        return columns.stream().map(column -> column.get(row)).collect(Collectors.toList());
    }

    /// All rows.
    public List<List<@Nullable Object>> rows() {
        return IntStream.range(0, rowCount()).mapToObj(this::row).toList();
    }

    /// Makes the table, to be closed by the caller.
    public Table build(MemoryPool pool) {
        List<Column> built = new ArrayList<>();
        try {
            for (int i = 0; i < columns.size(); i++) {
                built.add(buildColumn(i, pool));
            }
            return new Table(schema, built, rowCount());
        } catch (RuntimeException failure) {
            built.forEach(Column::close);
            throw failure;
        }
    }

    private Column buildColumn(int index, MemoryPool pool) {
        DataType type = schema.field(index).type();
        List<@Nullable Object> values = columns.get(index);
        try (ColumnBuilder builder = new ColumnBuilder(type.decoded(), pool)) {
            for (int i = 0; i < rowsBefore; i++) {
                builder.append(values.isEmpty() ? null : values.get(i % values.size()));
            }
            values.forEach(builder::append);
            try (Column plain = builder.build()) {
                return layOut(plain, dictionaries.get(index) || type instanceof DataType.DictionaryType, pool);
            }
        }
    }

    private Column layOut(Column plain, boolean dictionary, MemoryPool pool) {
        try (Column laidOut = dictionary
                ? DictionaryEncoding.encode(plain, pool)
                : isWide() ? WideOffsets.of(plain, pool) : plain.retain()) {
            return laidOut.slice(rowsBefore, rowCount());
        }
    }

    /// Every fourth of the sliced tables has int64 offsets, as those of large ones are.
    private boolean isWide() {
        return rowsBefore % 4 == 3;
    }

    /// The rows `from` to `to` left out.
    public Sample withoutRows(int from, int to) {
        List<List<@Nullable Object>> rest = columns.stream()
                .<List<@Nullable Object>>map(column -> {
                    List<@Nullable Object> kept = new ArrayList<>(column.subList(0, from));
                    kept.addAll(column.subList(to, column.size()));
                    return kept;
                })
                .toList();
        return new Sample(schema, rest, dictionaries, rowsBefore);
    }

    /// A column left out.
    public Sample withoutColumn(int index) {
        return new Sample(
                new Schema(without(schema.fields(), index)),
                without(columns, index),
                without(dictionaries, index),
                rowsBefore);
    }

    /// The same contents in plain columns from row 0 on.
    public Sample plain() {
        return plain(schema, columns);
    }

    private static <T> List<T> without(List<T> list, int index) {
        List<T> rest = new ArrayList<>(list);
        rest.remove(index);
        return rest;
    }

    /// The fields and rows, as Java would write them in a test.
    @Override
    public String toString() {
        String fields = schema.fields().stream().map(Field::toString).collect(Collectors.joining(", "));
        String layout = rowsBefore == 0 && !dictionaries.contains(true)
                ? ""
                : " (dictionaries " + dictionaries + ", " + rowsBefore + " rows before)";
        return fields
                + layout
                + rows().stream().map(row -> "\n  " + Values.text(row)).collect(Collectors.joining());
    }
}

package dev.sheaf.plan.physical.join;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.physical.rows.ExtraColumns;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Columns of two sides that are gathered for pairs of their rows.
record PairColumns(List<Integer> left, List<Integer> right, Schema schema) {

    /// The columns of a result, by name: first those of the left side.
    static PairColumns of(Schema left, Schema right, Schema result) {
        return new PairColumns(positions(left, result), positions(right, result), result);
    }

    private static List<Integer> positions(Schema side, Schema result) {
        return result.names().stream().filter(side::contains).map(side::indexOf).toList();
    }

    /// The columns for pairs of rows of the two tables, to be closed by the caller.
    Table gather(Table leftRows, Table rightRows, RowPairs pairs, MemoryPool pool) {
        List<Column> columns = new ArrayList<>();
        try {
            add(leftRows, left, pairs.left(), pairs.count(), columns, pool);
            add(rightRows, right, pairs.right(), pairs.count(), columns, pool);
            return new Table(schema, columns, pairs.count());
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
    }

    /// Rows that follow each other are not copied if they are most of a side; few would keep all of it in memory. A
    /// side without rows has only nulls to give.
    private static void add(
            Table side, List<Integer> positions, int[] rows, int count, List<Column> columns, MemoryPool pool) {
        if (positions.isEmpty()) {
            return;
        }
        if (side.rowCount() == 0 && count > 0) {
            positions.forEach(
                    position -> columns.add(nulls(side.column(position).type().decoded(), count, pool)));
        } else if (2L * count >= side.rowCount() && RowPairs.isRun(rows, count)) {
            positions.forEach(position -> columns.add(side.column(position).slice(rows[0], count)));
        } else {
            try (Buffer numbers = pool.allocate((long) count * Integer.BYTES, "rows of pairs")) {
                MemorySegment.copy(rows, 0, numbers.segment(), ValueLayout.JAVA_INT, 0, count);
                positions.forEach(
                        position -> columns.add(Take.rows(side.column(position), numbers.segment(), count, pool)));
            }
        }
    }

    private static Column nulls(DataType type, int count, MemoryPool pool) {
        try (ColumnBuilder builder = new ColumnBuilder(type, pool)) {
            for (int row = 0; row < count; row++) {
                builder.appendNull();
            }
            return builder.build();
        }
    }

    /// Collects the columns that a test of pairs reads.
    static final class Builder {
        private final List<Integer> left = new ArrayList<>();
        private final List<Integer> right = new ArrayList<>();
        private final List<Field> leftFields = new ArrayList<>();
        private final List<Field> rightFields = new ArrayList<>();

        /// Adds the values of a left key; gives the name that the column has in the test.
        String left(ExtraColumns keys, int key) {
            return add(keys, key, "left key ", left, leftFields);
        }

        /// Adds the values of a right key.
        String right(ExtraColumns keys, int key) {
            return add(keys, key, "right key ", right, rightFields);
        }

        private static String add(
                ExtraColumns keys, int key, String prefix, List<Integer> positions, List<Field> fields) {
            Field field = keys.schema().field(keys.name(key));
            String name = prefix + key + " of a join";
            positions.add(keys.schema().indexOf(keys.name(key)));
            fields.add(new Field(name, field.type()));
            return name;
        }

        /// Adds columns of both sides under their own names.
        void named(Schema leftSchema, Schema rightSchema, Set<String> names) {
            addNamed(leftSchema, names, left, leftFields);
            addNamed(rightSchema, names, right, rightFields);
        }

        private static void addNamed(Schema schema, Set<String> names, List<Integer> positions, List<Field> fields) {
            for (int i = 0; i < schema.size(); i++) {
                if (names.contains(schema.field(i).name())) {
                    positions.add(i);
                    fields.add(schema.field(i));
                }
            }
        }

        PairColumns build() {
            List<Field> fields = new ArrayList<>(leftFields);
            fields.addAll(rightFields);
            return new PairColumns(left, right, new Schema(fields));
        }
    }
}

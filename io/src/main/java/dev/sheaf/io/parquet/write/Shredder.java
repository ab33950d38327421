package dev.sheaf.io.parquet.write;

import dev.sheaf.column.Column;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.NullColumn;
import dev.sheaf.column.StructColumn;
import dev.sheaf.column.Take;
import dev.sheaf.column.VarColumn;
import dev.sheaf.io.parquet.bytes.ByteOutput;
import dev.sheaf.io.parquet.bytes.Bytes;
import dev.sheaf.io.parquet.meta.SchemaNode;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// Takes columns apart into the levels and values of their leaves; the opposite of `NestedAssembly`.
final class Shredder {
    private static final String PURPOSE = "Parquet levels";

    private final List<LeafInput> leaves;
    private final MemoryPool pool;
    private int nextLeaf;

    private Shredder(List<LeafInput> leaves, MemoryPool pool) {
        this.leaves = leaves;
        this.pool = pool;
    }

    /// Adds the rows of a column to the leaves below its node.
    ///
    /// @throws IllegalArgumentException if a row is null where the schema allows none
    static void add(SchemaNode node, Column column, List<LeafInput> leaves, MemoryPool pool) {
        switch (node) {
            case SchemaNode.ValueNode value -> addFlat(value, column, leaves.getFirst(), pool);
            case SchemaNode.ListNode _, SchemaNode.StructNode _ -> {
                try (Entries rows = Entries.ofRows((int) column.length(), pool)) {
                    new Shredder(leaves, pool).shred(node, column, rows);
                }
            }
            case SchemaNode.UnsupportedNode unsupported -> throw new AssertionError(unsupported);
        }
    }

    private static void addFlat(SchemaNode.ValueNode node, Column column, LeafInput leaf, MemoryPool pool) {
        if (node.definition() == 0 && column.nullCount() > 0) {
            throw nullInRequired(node);
        }
        leaf.addRows(column, present(column, pool));
    }

    private static IllegalArgumentException nullInRequired(SchemaNode node) {
        return new IllegalArgumentException(
                "column \"" + node.name() + "\" has a null where its schema says that it has none");
    }

    /// The rows that are not null.
    private static Column present(Column column, MemoryPool pool) {
        if (column.nullCount() == 0) {
            return plainNumbers(column, pool);
        }
        int count = (int) (column.length() - column.nullCount());
        try (Buffer rows = pool.allocate((long) count * Integer.BYTES, PURPOSE)) {
            MemorySegment numbers = rows.segment();
            int next = 0;
            for (int row = 0; row < column.length(); row += Long.SIZE) {
                for (long word = column.validity().word(row); word != 0; word &= word - 1) {
                    numbers.setAtIndex(ValueLayout.JAVA_INT, next++, row + Long.numberOfTrailingZeros(word));
                }
            }
            try (Column taken = Take.rows(column, numbers, count, pool)) {
                return plainNumbers(taken, pool);
            }
        }
    }

    /// Dictionaries are kept for strings and bytes only.
    private static Column plainNumbers(Column column, MemoryPool pool) {
        return column instanceof DictionaryColumn codes && !(codes.values() instanceof VarColumn)
                ? Dictionaries.decode(column, pool)
                : column.retain();
    }

    private void shred(SchemaNode node, Column column, Entries entries) {
        switch (node) {
            case SchemaNode.ValueNode value -> shredValue(value, column, entries);
            case SchemaNode.StructNode struct -> shredStruct(struct, (StructColumn) column, entries);
            case SchemaNode.ListNode list -> shredList(list, (ListColumn) column, entries);
            case SchemaNode.UnsupportedNode unsupported -> throw new AssertionError(unsupported);
        }
    }

    private void shredValue(SchemaNode.ValueNode node, Column column, Entries entries) {
        LeafInput leaf = leaves.get(nextLeaf++);
        boolean nullable = node.field().nullable();
        try (Buffer rows = pool.allocate((long) entries.count() * Integer.BYTES, PURPOSE)) {
            int present = 0;
            for (int i = 0; i < entries.count(); i++) {
                int row = entries.row(i);
                boolean valid = row >= 0 && !column.isNull(row);
                if (row >= 0 && !valid && !nullable) {
                    throw nullInRequired(node);
                }
                leaf.addEntry(entries.repetition(i), valid ? node.definition() : entries.definition(i));
                if (valid) {
                    rows.segment().setAtIndex(ValueLayout.JAVA_INT, present++, row);
                }
            }
            if (column instanceof NullColumn) {
                return;
            }
            try (Column taken = Take.rows(column, rows.segment(), present, pool)) {
                leaf.addValues(plainNumbers(taken, pool));
            }
        }
    }

    private void shredStruct(SchemaNode.StructNode node, StructColumn column, Entries entries) {
        try (Entries fields = new Entries(pool)) {
            for (int i = 0; i < entries.count(); i++) {
                int row = entries.row(i);
                boolean valid = row >= 0 && !column.isNull(row);
                if (row >= 0 && !valid && !node.field().nullable()) {
                    throw nullInRequired(node);
                }
                fields.add(entries.repetition(i), valid ? node.definition() : entries.definition(i), valid ? row : -1);
            }
            for (int child = 0; child < node.children().size(); child++) {
                shred(node.children().get(child), column.children().get(child), fields);
            }
        }
    }

    private void shredList(SchemaNode.ListNode node, ListColumn column, Entries entries) {
        try (Entries elements = new Entries(pool)) {
            for (int i = 0; i < entries.count(); i++) {
                int row = entries.row(i);
                if (row < 0 || column.isNull(row)) {
                    if (row >= 0 && !node.field().nullable()) {
                        throw nullInRequired(node);
                    }
                    elements.add(entries.repetition(i), entries.definition(i), -1);
                } else {
                    addElements(node, column, row, entries.repetition(i), elements);
                }
            }
            shred(node.element(), column.elements(), elements);
        }
    }

    private static void addElements(
            SchemaNode.ListNode node, ListColumn column, int row, int repetition, Entries elements) {
        long start = column.offsets().start(row);
        long size = column.offsets().size(row);
        if (size == 0) {
            elements.add(repetition, node.definition(), -1);
        }
        for (long i = 0; i < size; i++) {
            elements.add(i == 0 ? repetition : node.repetition(), node.elementDefinition(), Math.toIntExact(start + i));
        }
    }

    /// Entries on their way down to the leaves: levels so far, and the row of the present column, or -1 where an
    /// ancestor is null or empty.
    private static final class Entries implements AutoCloseable {
        private final ByteOutput rows;
        private final ByteOutput levels;
        private int count;

        Entries(MemoryPool pool) {
            this.rows = new ByteOutput(pool, PURPOSE);
            this.levels = ByteOutput.after(rows, pool, PURPOSE);
        }

        static Entries ofRows(int count, MemoryPool pool) {
            Entries entries = new Entries(pool);
            try {
                for (int row = 0; row < count; row++) {
                    entries.add(0, 0, row);
                }
                return entries;
            } catch (RuntimeException | Error failure) {
                entries.close();
                throw failure;
            }
        }

        int count() {
            return count;
        }

        void add(int repetition, int definition, int row) {
            rows.writeInt(row);
            levels.writeByte(repetition);
            levels.writeByte(definition);
            count = Math.addExact(count, 1);
        }

        int row(int entry) {
            return rows.segment().get(Bytes.LE_INT, (long) entry * Integer.BYTES);
        }

        int repetition(int entry) {
            return levels.segment().get(ValueLayout.JAVA_BYTE, 2L * entry);
        }

        int definition(int entry) {
            return levels.segment().get(ValueLayout.JAVA_BYTE, 2L * entry + 1);
        }

        @Override
        public void close() {
            rows.close();
            levels.close();
        }
    }
}

package dev.sheaf.io.parquet;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.NullColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.StructColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Builds columns of lists and structs from the levels and values of their leaves.
///
/// At each node there are slots: rows at the top, elements inside a list. An entry of a leaf begins a slot if its
/// repetition level is at most that of the innermost list around the node, and its definition level says that
/// the list has an element there. A node is null in a slot whose definition level is below its own; a list has as
/// many elements as entries up to the next slot begin a slot of the list.
///
/// @see <a href="https://research.google/pubs/pub36632/">Melnik et al., Dremel, VLDB 2010, section 4</a> for the
///     levels
final class NestedAssembly {
    private static final String PURPOSE = "Parquet lists";

    private final Place place;
    private final MemoryPool pool;
    private final List<LeafValues> leaves;
    private int nextLeaf;

    private NestedAssembly(List<LeafValues> leaves, Place place, MemoryPool pool) {
        this.leaves = leaves;
        this.place = place;
        this.pool = pool;
    }

    /// The column of `node` with `rows` rows.
    ///
    /// @throws dev.sheaf.query.CorruptFileException if the leaves do not fit together
    static Column assemble(SchemaNode node, List<LeafValues> leaves, int rows, Place place, MemoryPool pool) {
        NestedAssembly assembly = new NestedAssembly(leaves, place, pool);
        Column column = assembly.column(node, new Level(0, 0));
        if (column.length() != rows) {
            column.close();
            throw place.corrupt(column.length() + " rows where the row group has " + rows);
        }
        return column;
    }

    /// The innermost list around a node: its repetition level, and the definition level of its elements.
    private record Level(int repetition, int definition) {}

    private Column column(SchemaNode node, Level level) {
        return switch (node) {
            case SchemaNode.ValueNode value -> value(value);
            case SchemaNode.ListNode list -> list(list, level);
            case SchemaNode.StructNode struct -> struct(struct, level);
            case SchemaNode.UnsupportedNode unsupported -> throw new AssertionError(unsupported);
        };
    }

    private Column value(SchemaNode.ValueNode value) {
        Column column = leaves.get(nextLeaf++).column();
        return value.type() instanceof DataType.NullType ? new NullColumn(column.length(), pool) : column.retain();
    }

    private Column list(SchemaNode.ListNode list, Level level) {
        LeafValues levels = leaves.get(nextLeaf);
        int slots = slots(levels, level);
        Buffer bits = pool.allocateZeroed(Validity.byteSize(slots) + Long.BYTES, PURPOSE);
        Buffer starts = null;
        Column elements = null;
        try {
            starts = pool.allocate((slots + 1L) * Integer.BYTES, PURPOSE);
            lists(list, levels, level, bits.segment(), starts.segment());
            elements = column(list.element(), new Level(list.repetition(), list.elementDefinition()));
            Offsets offsets = new Offsets(starts, false, slots);
            if (offsets.start(slots) != elements.length()) {
                throw place.corrupt(
                        "lists of " + offsets.start(slots) + " elements with " + elements.length() + " values");
            }
            return new ListColumn(offsets, elements, Validity.of(bits, slots));
        } catch (RuntimeException failure) {
            bits.close();
            if (starts != null) {
                starts.close();
            }
            if (elements != null) {
                elements.close();
            }
            throw failure;
        }
    }

    private static boolean isSlot(LeafValues levels, int entry, Level level) {
        return levels.repetition(entry) <= level.repetition && levels.definition(entry) >= level.definition;
    }

    private static int slots(LeafValues levels, Level level) {
        int slots = 0;
        for (int entry = 0; entry < levels.entries(); entry++) {
            slots += isSlot(levels, entry, level) ? 1 : 0;
        }
        return slots;
    }

    private static void lists(
            SchemaNode.ListNode list, LeafValues levels, Level level, MemorySegment bits, MemorySegment starts) {
        int slot = 0;
        int elements = 0;
        Level inner = new Level(list.repetition(), list.elementDefinition());
        for (int entry = 0; entry < levels.entries(); entry++) {
            if (isSlot(levels, entry, level)) {
                starts.set(Bytes.LE_INT, (long) slot * Integer.BYTES, elements);
                if (levels.definition(entry) >= list.definition()) {
                    Bits.set(bits, slot);
                }
                slot++;
            }
            elements += isSlot(levels, entry, inner) ? 1 : 0;
        }
        starts.set(Bytes.LE_INT, (long) slot * Integer.BYTES, elements);
    }

    private Column struct(SchemaNode.StructNode struct, Level level) {
        LeafValues levels = leaves.get(nextLeaf);
        int slots = slots(levels, level);
        List<Column> children = new ArrayList<>();
        Buffer bits = pool.allocateZeroed(Validity.byteSize(slots) + Long.BYTES, PURPOSE);
        try {
            int slot = 0;
            for (int entry = 0; entry < levels.entries(); entry++) {
                if (isSlot(levels, entry, level)) {
                    if (levels.definition(entry) >= struct.definition()) {
                        Bits.set(bits.segment(), slot);
                    }
                    slot++;
                }
            }
            for (SchemaNode child : struct.children()) {
                children.add(column(child, level));
            }
            if (children.stream().anyMatch(child -> child.length() != slots)) {
                throw place.corrupt("the fields of a struct have different numbers of rows");
            }
            return new StructColumn((DataType.StructType) struct.type(), children, Validity.of(bits, slots));
        } catch (RuntimeException failure) {
            children.forEach(Column::close);
            bits.close();
            throw failure;
        }
    }
}

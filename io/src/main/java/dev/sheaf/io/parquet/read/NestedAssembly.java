package dev.sheaf.io.parquet.read;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.NullColumn;
import dev.sheaf.io.parquet.bytes.MalformedPageException;
import dev.sheaf.io.parquet.meta.SchemaNode;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;

/// Builds columns of lists and structs from the levels and values of their leaves.
///
/// At each node there are slots: rows at the top, elements inside a list. An entry of a leaf begins a slot if its
/// repetition level is at most that of the innermost list around the node, and its definition level says that
/// the list has an element there. A node is null in a slot whose definition level is below its own; a list has as
/// many elements as entries up to the next slot begin a slot of the list. All leaves below a node have to tell
/// the same about it.
///
/// @see <a href="https://research.google/pubs/pub36632/">Melnik et al., Dremel, VLDB 2010, section 4</a> for the
///     levels
final class NestedAssembly {
    private final MemoryPool pool;
    private final List<LeafValues> leaves;
    private int nextLeaf;

    private NestedAssembly(List<LeafValues> leaves, MemoryPool pool) {
        this.leaves = leaves;
        this.pool = pool;
    }

    /// The column of `node` with `rows` rows.
    ///
    /// @throws MalformedPageException if the leaves do not fit together
    static Column assemble(SchemaNode node, List<LeafValues> leaves, int rows, MemoryPool pool) {
        Column column = new NestedAssembly(leaves, pool).column(node, NodeSlots.Level.TOP);
        if (column.length() != rows) {
            column.close();
            throw new MalformedPageException("levels of " + column.length() + " rows, not " + rows);
        }
        return column;
    }

    private Column column(SchemaNode node, NodeSlots.Level level) {
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

    /// The leaves below a node whose first leaf is the next one.
    private List<LeafValues> below(SchemaNode node) {
        return leaves.subList(nextLeaf, nextLeaf + node.leaves().size());
    }

    private Column list(SchemaNode.ListNode list, NodeSlots.Level level) {
        List<LeafValues> below = below(list);
        try (NodeSlots slots = NodeSlots.ofList(list, below.getFirst(), level, pool)) {
            for (LeafValues other : below.subList(1, below.size())) {
                try (NodeSlots same = NodeSlots.ofList(list, other, level, pool)) {
                    checkSame(slots, same);
                }
            }
            Column elements = column(list.element(), NodeSlots.Level.inside(list));
            if (elements.length() != slots.elements()) {
                elements.close();
                throw new MalformedPageException(
                        "lists of " + slots.elements() + " elements with " + elements.length() + " values");
            }
            return slots.lists(elements);
        }
    }

    private Column struct(SchemaNode.StructNode struct, NodeSlots.Level level) {
        List<LeafValues> below = below(struct);
        try (NodeSlots slots = NodeSlots.ofStruct(struct, below.getFirst(), level, pool)) {
            for (LeafValues other : below.subList(1, below.size())) {
                try (NodeSlots same = NodeSlots.ofStruct(struct, other, level, pool)) {
                    checkSame(slots, same);
                }
            }
            return slots.structs((DataType.StructType) struct.type(), fields(struct, level, slots.count()));
        }
    }

    private List<Column> fields(SchemaNode.StructNode struct, NodeSlots.Level level, int rows) {
        List<Column> fields = new ArrayList<>();
        try {
            for (SchemaNode child : struct.children()) {
                fields.add(column(child, level));
                if (fields.getLast().length() != rows) {
                    throw new MalformedPageException("structs of " + rows + " rows with a field of "
                            + fields.getLast().length());
                }
            }
            return fields;
        } catch (RuntimeException | Error failure) {
            fields.forEach(Column::close);
            throw failure;
        }
    }

    private static void checkSame(NodeSlots slots, NodeSlots other) {
        if (!slots.isSame(other)) {
            throw new MalformedPageException("fields of a struct whose levels do not go together");
        }
    }
}

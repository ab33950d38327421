package dev.sheaf.io.parquet.meta;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import java.util.List;

/// A node of a file's schema tree as we see it: what in the file is a group around a repeated group around a
/// value is one [ListNode] here.
///
/// `definition` is the definition level from which on the node is not null.
public sealed interface SchemaNode {
    Field field();

    int definition();

    /// The leaves below, in the file's order.
    List<Leaf> leaves();

    /// A column of values.
    record ValueNode(Field field, int definition, Leaf leaf) implements SchemaNode {
        @Override
        public List<Leaf> leaves() {
            return List.of(leaf);
        }
    }

    /// A list; it has an element from definition level `elementDefinition` on, and repetition level `repetition`
    /// goes on with the same list.
    record ListNode(Field field, int definition, int elementDefinition, int repetition, SchemaNode element)
            implements SchemaNode {
        @Override
        public List<Leaf> leaves() {
            return element.leaves();
        }
    }

    /// Fields side by side.
    record StructNode(Field field, int definition, List<SchemaNode> children) implements SchemaNode {
        @Override
        public List<Leaf> leaves() {
            return children.stream().flatMap(child -> child.leaves().stream()).toList();
        }
    }

    /// Something that we cannot read. The type is the nearest one, for display.
    record UnsupportedNode(Field field, int definition, List<Leaf> leaves, String reason) implements SchemaNode {}

    default String name() {
        return field().name();
    }

    default DataType type() {
        return field().type();
    }

    /// Why this cannot be read, or empty if it can.
    default java.util.Optional<String> unsupported() {
        return switch (this) {
            case ValueNode _ -> java.util.Optional.empty();
            case ListNode list -> list.element().unsupported();
            case StructNode struct ->
                struct.children().stream()
                        .flatMap(child -> child.unsupported().stream())
                        .findFirst();
            case UnsupportedNode unsupported -> java.util.Optional.of(unsupported.reason());
        };
    }
}

package dev.sheaf.io.parquet.meta;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.io.parquet.bytes.MalformedPageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;

/// Turns the flattened schema of a footer into a tree for each column.
///
/// Lists are recognised in all the shapes that writers have used, by the rules of the format's document on
/// logical types; maps are lists of a struct of key and value.
public final class SchemaReader {
    /// Deeper schemas are taken for damaged; definition and repetition levels then fit a byte.
    private static final int MAX_DEPTH = 60;

    private final List<SchemaElement> elements;
    private final boolean anyBytes;
    private final List<Leaf> leaves = new ArrayList<>();
    private int next;

    private SchemaReader(List<SchemaElement> elements, boolean anyBytes) {
        this.elements = elements;
        this.anyBytes = anyBytes;
    }

    /// The columns of a file.
    ///
    /// @throws MalformedPageException if the elements do not make a tree
    public static List<SchemaNode> columns(List<SchemaElement> elements) {
        return columns(elements, false);
    }

    /// As [#columns(List)]; `anyBytes` is what [Leaf] says.
    static List<SchemaNode> columns(List<SchemaElement> elements, boolean anyBytes) {
        SchemaReader reader = new SchemaReader(elements, anyBytes);
        SchemaElement root = reader.take(0);
        List<SchemaNode> columns = reader.children(root, 0, 0, List.of(), 0);
        if (reader.next != elements.size()) {
            throw new MalformedPageException("the schema has " + elements.size() + " elements, of which " + reader.next
                    + " belong to its columns");
        }
        return columns;
    }

    private SchemaElement take(int depth) {
        if (next >= elements.size() || depth > MAX_DEPTH) {
            throw new MalformedPageException(
                    depth > MAX_DEPTH
                            ? "the schema is nested more than " + MAX_DEPTH + " deep"
                            : "the schema ends before its last column");
        }
        return elements.get(next++);
    }

    private List<SchemaNode> children(
            SchemaElement group, int definition, int repetition, List<String> path, int depth) {
        List<SchemaNode> children = new ArrayList<>();
        for (int i = 0; i < group.getNum_children(); i++) {
            children.add(node(definition, repetition, path, depth + 1));
        }
        return children;
    }

    private SchemaNode node(int definition, int repetition, List<String> parent, int depth) {
        SchemaElement element = take(depth);
        List<String> path = below(parent, element);
        return switch (element.getRepetition_type()) {
            case REQUIRED -> content(element, definition, repetition, path, depth);
            case OPTIONAL -> content(element, definition + 1, repetition, path, depth);
            case REPEATED ->
                list(
                        new Field(name(element), DataType.NULL, false),
                        definition,
                        repetition + 1,
                        content(element, definition + 1, repetition + 1, path, depth));
            case null -> throw new MalformedPageException("schema element " + path + " has no repetition");
        };
    }

    private static List<String> below(List<String> parent, SchemaElement element) {
        List<String> path = new ArrayList<>(parent);
        path.add(name(element));
        return List.copyOf(path);
    }

    private static SchemaNode list(Field field, int definition, int repetition, SchemaNode element) {
        DataType type = new DataType.ListType(element.type());
        return new SchemaNode.ListNode(
                new Field(field.name(), type, field.nullable()), definition, definition + 1, repetition, element);
    }

    /// A node whose own nulls start below `definition`.
    private SchemaNode content(SchemaElement element, int definition, int repetition, List<String> path, int depth) {
        boolean nullable = element.getRepetition_type() == FieldRepetitionType.OPTIONAL;
        if (!isGroup(element)) {
            return value(element, nullable, definition, repetition, path);
        }
        Field field = new Field(name(element), DataType.NULL, nullable);
        if ((isList(element) || isMap(element)) && element.getNum_children() == 1 && nextIsRepeated()) {
            SchemaElement repeated = take(depth + 1);
            List<String> below = below(path, repeated);
            boolean itself = isMap(element) || isElement(element, repeated);
            SchemaNode inner = itself
                    ? content(repeated, definition + 1, repetition + 1, below, depth + 1)
                    : node(definition + 1, repetition + 1, below, depth + 2);
            return list(field, definition, repetition + 1, inner);
        }
        int firstLeaf = leaves.size();
        List<SchemaNode> children = children(element, definition, repetition, path, depth);
        return struct(field, definition, children, leaves.subList(firstLeaf, leaves.size()));
    }

    private static SchemaNode struct(Field field, int definition, List<SchemaNode> children, List<Leaf> leaves) {
        long names = children.stream().map(SchemaNode::name).distinct().count();
        if (children.isEmpty() || names < children.size()) {
            String reason = children.isEmpty() ? "a struct without fields" : "a struct with two fields of one name";
            return new SchemaNode.UnsupportedNode(
                    new Field(field.name(), DataType.BINARY, field.nullable()),
                    definition,
                    List.copyOf(leaves),
                    reason + " is not supported");
        }
        DataType type =
                new DataType.StructType(children.stream().map(SchemaNode::field).toList());
        return new SchemaNode.StructNode(new Field(field.name(), type, field.nullable()), definition, children);
    }

    private SchemaNode value(
            SchemaElement element, boolean nullable, int definition, int repetition, List<String> path) {
        Type type = element.getType();
        if (type == null) {
            throw new MalformedPageException("schema element " + path + " has neither a type nor children");
        }
        boolean fixed = type == Type.FIXED_LEN_BYTE_ARRAY;
        if (fixed && element.getType_length() <= 0) {
            throw new MalformedPageException(
                    "schema element " + path + " has values of " + element.getType_length() + " bytes");
        }
        Leaf leaf = new Leaf(
                leaves.size(), path, type, fixed ? element.getType_length() : 0, definition, repetition, anyBytes);
        leaves.add(leaf);
        ValueTypes.Mapped mapped = ValueTypes.of(element);
        Field field = new Field(name(element), mapped.type(), nullable);
        return mapped.unsupported().isPresent()
                ? new SchemaNode.UnsupportedNode(
                        field, definition, List.of(leaf), mapped.unsupported().get())
                : new SchemaNode.ValueNode(field, definition, leaf);
    }

    private static String name(SchemaElement element) {
        return Objects.requireNonNull(element.getName());
    }

    private static boolean isGroup(SchemaElement element) {
        return element.isSetNum_children() && (element.getNum_children() > 0 || !element.isSetType());
    }

    private boolean nextIsRepeated() {
        return next < elements.size() && elements.get(next).getRepetition_type() == FieldRepetitionType.REPEATED;
    }

    private static boolean isList(SchemaElement element) {
        LogicalType logical = element.getLogicalType();
        return (logical != null && logical.isSetLIST()) || element.getConverted_type() == ConvertedType.LIST;
    }

    private static boolean isMap(SchemaElement element) {
        LogicalType logical = element.getLogicalType();
        return (logical != null && logical.isSetMAP())
                || element.getConverted_type() == ConvertedType.MAP
                || element.getConverted_type() == ConvertedType.MAP_KEY_VALUE;
    }

    /// Whether the repeated part of a list is the element itself and not only a group around it.
    private boolean isElement(SchemaElement list, SchemaElement repeated) {
        return !isGroup(repeated)
                || repeated.getNum_children() != 1
                || name(repeated).equals("array")
                || name(repeated).equals(name(list) + "_tuple")
                || nextIsRepeated();
    }
}

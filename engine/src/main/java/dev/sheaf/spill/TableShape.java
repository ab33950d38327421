package dev.sheaf.spill;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.NullColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Schema;
import dev.sheaf.column.StructColumn;
import dev.sheaf.column.Table;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.util.List;

/// Where the pieces of a [TableDump] lie, in the order of the walk that wrote them.
record TableShape(List<Node> nodes) {
    static final int ALIGNMENT = 64;

    TableShape {
        nodes = List.copyOf(nodes);
    }

    /// One column, or the bytes of one of text: its length, and the places of its validity bits (-1 if all rows are
    /// valid) and of its values or offsets (-1 if it has none).
    record Node(long length, long validity, long values, boolean wide) {}

    /// The table of so many rows, on views of `bytes`, which stays the caller's; the table is, too.
    Table table(Schema schema, long rows, Buffer bytes, MemoryPool pool) {
        Reader reader = new Reader(bytes, pool);
        try (Closer closer = new Closer()) {
            List<Column> columns = schema.fields().stream()
                    .map(field -> closer.add(reader.column(field.type().decoded())))
                    .toList();
            closer.release();
            return new Table(schema, columns, rows);
        }
    }

    private final class Reader {
        private final Buffer bytes;
        private final MemoryPool pool;
        private int next;

        Reader(Buffer bytes, MemoryPool pool) {
            this.bytes = bytes;
            this.pool = pool;
        }

        Column column(DataType type) {
            Node node = nodes.get(next++);
            long rows = node.length();
            return switch (type.layout()) {
                case NONE -> new NullColumn(rows, pool);
                case BIT -> new BoolColumn(rows, bytes.slice(node.values(), Validity.byteSize(rows)), validity(node));
                case VARIABLE -> {
                    Node text = nodes.get(next++);
                    yield new VarColumn(type, offsets(node), bytes.slice(text.values(), text.length()), validity(node));
                }
                case LIST -> {
                    Column elements = column(((DataType.ListType) type).element());
                    yield new ListColumn(offsets(node), elements, validity(node));
                }
                case STRUCT -> struct((DataType.StructType) type, node);
                case INT8, INT16, INT32, INT64, INT128, FLOAT32, FLOAT64, INTERVAL -> {
                    Buffer values =
                            bytes.slice(node.values(), rows * type.layout().byteWidth());
                    yield new FixedColumn(type, rows, values, validity(node));
                }
                case DICTIONARY -> throw new AssertionError("dictionaries are written as their values");
            };
        }

        private Column struct(DataType.StructType type, Node node) {
            List<Column> children = type.fields().stream()
                    .map(field -> column(field.type().decoded()))
                    .toList();
            Validity validity = validity(node);
            return new StructColumn(type, children, validity);
        }

        private Offsets offsets(Node node) {
            long width = node.wide() ? Long.BYTES : Integer.BYTES;
            return new Offsets(bytes.slice(node.values(), (node.length() + 1) * width), node.wide(), node.length());
        }

        private Validity validity(Node node) {
            return node.validity() < 0
                    ? Validity.allValid(node.length())
                    : Validity.of(bytes.slice(node.validity(), Validity.byteSize(node.length())), node.length());
        }
    }
}

package dev.sheaf.io.parquet.write;

import dev.sheaf.column.Table;
import dev.sheaf.io.parquet.meta.Leaf;
import dev.sheaf.io.parquet.meta.SchemaNode;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Encodes the column chunks of a row group, columns in parallel.
final class RowGroupEncoder {
    private final List<SchemaNode> columns;
    private final WriteOptions options;
    private final QueryContext context;

    RowGroupEncoder(List<SchemaNode> columns, WriteOptions options, QueryContext context) {
        this.columns = columns;
        this.options = options;
        this.context = context;
    }

    /// The chunks of the rows of `tables`, leaf by leaf, to be closed by the caller.
    List<EncodedChunk> encode(List<Table> tables) {
        List<List<EncodedChunk>> encoded = new ArrayList<>();
        columns.forEach(_ -> encoded.add(new ArrayList<>()));
        try {
            Workers.forEach(context, columns.size(), column -> encode(column, tables, encoded.get(column)));
        } catch (RuntimeException | Error failure) {
            encoded.forEach(chunks -> chunks.forEach(EncodedChunk::close));
            throw failure;
        }
        return encoded.stream().flatMap(List::stream).toList();
    }

    private void encode(int column, List<Table> tables, List<EncodedChunk> chunks) {
        SchemaNode node = columns.get(column);
        MemoryPool pool = context.pool();
        List<LeafInput> leaves = new ArrayList<>();
        try {
            for (Leaf leaf : node.leaves()) {
                leaves.add(new LeafInput(leaf, node instanceof SchemaNode.ValueNode, pool));
            }
            for (Table table : tables) {
                Shredder.add(node, table.column(column), leaves, pool);
            }
            List<SchemaNode.ValueNode> values = values(node);
            for (int i = 0; i < leaves.size(); i++) {
                chunks.add(ChunkEncoder.encode(leaves.get(i), values.get(i).type(), options, pool));
            }
        } finally {
            leaves.forEach(LeafInput::close);
        }
    }

    private static List<SchemaNode.ValueNode> values(SchemaNode node) {
        return switch (node) {
            case SchemaNode.ValueNode value -> List.of(value);
            case SchemaNode.ListNode list -> values(list.element());
            case SchemaNode.StructNode struct ->
                struct.children().stream()
                        .flatMap(child -> values(child).stream())
                        .toList();
            case SchemaNode.UnsupportedNode unsupported -> throw new AssertionError(Objects.toString(unsupported));
        };
    }
}

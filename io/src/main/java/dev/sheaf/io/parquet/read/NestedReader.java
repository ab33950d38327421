package dev.sheaf.io.parquet.read;

import dev.sheaf.column.Column;
import dev.sheaf.io.parquet.bytes.FilePosition;
import dev.sheaf.io.parquet.bytes.MalformedPageException;
import dev.sheaf.io.parquet.meta.SchemaNode;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;

/// Reads a column of lists or structs: the values and levels of each leaf below it, from which
/// [NestedAssembly] builds lists and structs.
final class NestedReader implements ColumnReader {
    private final SchemaNode node;
    private final List<LeafReader> leaves;
    private final FilePosition place;

    NestedReader(SchemaNode node, List<LeafReader> leaves, FilePosition place) {
        this.place = place;
        this.node = node;
        this.leaves = List.copyOf(leaves);
    }

    @Override
    public Column read(int rows, MemoryPool pool) {
        List<LeafValues> values = new ArrayList<>();
        try {
            for (LeafReader leaf : leaves) {
                values.add(leaf.read(rows, pool));
            }
            return NestedAssembly.assemble(node, values, rows, pool);
        } catch (MalformedPageException damage) {
            throw place.corrupt(damage.problem(), damage);
        } finally {
            values.forEach(LeafValues::close);
        }
    }

    /// Reads all rows: where the next row begins is known once the levels of all before are decoded.
    @Override
    public Column read(RowChoice choice, MemoryPool pool) {
        try (Column all = read(choice.rows(), pool)) {
            return choice.of(all, pool);
        }
    }

    @Override
    public void close() {
        leaves.forEach(LeafReader::close);
    }
}

package dev.sheaf.expr.nested;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.expr.list.ColumnFunction;
import dev.sheaf.expr.load.Gather;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.NestedColumns;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.TextArena;
import dev.sheaf.expr.vector.Vector;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// A [ColumnFunction] of the active rows of a chunk; of the other rows its arguments are null.
public final class ColumnCall implements Node {
    private final ColumnFunction function;
    private final List<Node> inputs;
    private final List<DataType> types;
    private final TextArena arena;
    private final Vector out;
    private final int[] rows = IntStream.range(0, Chunk.ROWS).toArray();

    public ColumnCall(
            ColumnFunction function, List<Node> inputs, List<DataType> types, DataType result, TextArena arena) {
        this.function = function;
        this.inputs = inputs;
        this.types = types;
        this.arena = arena;
        this.out = Vector.of(result);
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        inputs.forEach(input -> Operands.values(input, chunk, active));
        arena.clear();
        List<Column> arguments = new ArrayList<>();
        try {
            for (int i = 0; i < inputs.size(); i++) {
                Vector input = inputs.get(i).vector();
                arguments.add(NestedColumns.of(input, types.get(i), chunk, active, arena.pool()));
            }
            load(arena.keep(function.apply(arguments, chunk.rows(), arena.pool())), chunk);
        } finally {
            arguments.forEach(Column::close);
        }
    }

    private void load(Column result, Chunk chunk) {
        Chunk own = new Chunk();
        own.moveTo(0, chunk.rows());
        Bitmaps.load(result.validity(), own, out.valid());
        Gather.rows(result, rows, own, out);
    }
}

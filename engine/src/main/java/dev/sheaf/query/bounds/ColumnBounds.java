package dev.sheaf.query.bounds;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.load.ColumnNode;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Vector;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// The bounds of one column of a table by block of rows, as far as they are made. Thread-safe.
final class ColumnBounds {
    private final int blockRows;
    private final AtomicInteger scans = new AtomicInteger();
    private final AtomicReferenceArray<@Nullable ValueBounds> blocks;

    ColumnBounds(int blocks, int blockRows) {
        this.blockRows = blockRows;
        this.blocks = new AtomicReferenceArray<>(blocks);
    }

    boolean isInBlocksOf(int rows) {
        return blockRows == rows;
    }

    /// Notes that a scan wants to know them.
    ///
    /// @return whether one did before
    boolean isAskedAgain() {
        return scans.getAndIncrement() > 0;
    }

    /// The bounds of a block; null if they are not made.
    @Nullable
    ValueBounds made(int block) {
        return blocks.get(block);
    }

    /// Makes the bounds of a block of a column, unless they are. Cost: a pass over the rows of the block.
    void make(int block, Column column) {
        if (blocks.get(block) == null) {
            long first = (long) block * blockRows;
            Schema one = new Schema(List.of(new Field("values", column.type().decoded())));
            long rows = Math.min(blockRows, column.length() - first);
            try (Table values = new Table(one, List.of(column.slice(first, rows)), rows)) {
                blocks.set(block, of(values));
            }
        }
    }

    private static ValueBounds of(Table values) {
        DataType type = values.schema().field(0).type();
        ColumnNode node = new ColumnNode(0, type);
        node.open(values);
        Extremes extremes = extremes(type, node.vector());
        Chunk chunk = new Chunk();
        long[] all = new long[Chunk.WORDS];
        long rows = values.rowCount();
        long[] valid = {0};
        chunk.cover(rows, () -> {
            Bitmaps.fill(all, chunk.rows());
            node.evaluate(chunk, all);
            int inChunk = Bitmaps.count(node.vector().valid(), chunk.words());
            if (inChunk > 0) {
                extremes.add(chunk);
            }
            valid[0] += inChunk;
        });
        return new ValueBounds(
                extremes.min(),
                extremes.max(),
                OptionalLong.of(rows - valid[0]),
                rows,
                extremes.hasNan(),
                extremes.lengths());
    }

    /// For the vectors of a type, as [Vector#of] makes them.
    private static Extremes extremes(DataType type, Vector vector) {
        return switch (vector) {
            case Vector.Longs values -> new LongExtremes(type, values);
            case Vector.Doubles values -> new DoubleExtremes(type, values);
            case Vector.Wides values -> new WideExtremes(type, values);
            case Vector.Bits values -> new Extremes.Bits(type, values);
            case Vector.Texts values -> type.equals(DataType.STRING) ? new TextExtremes(values) : new Extremes.None();
            case Vector.Intervals _, Vector.Nested _ -> new Extremes.None();
        };
    }
}

package dev.sheaf.expr.condition;

import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Layout;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.load.ColumnNode;
import dev.sheaf.expr.value.Ranges;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Vector;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Whether the values of some columns lie in a range each: [LongRange]s under an AND, of plain columns without
/// nulls in one pass over their memory ([RangeLoop]).
public final class ColumnRanges implements Node {
    /// A range of a column.
    public record Range(ColumnNode column, LongBounds bounds) {}

    private final List<Range> ranges;
    private final RangeLoop loop;
    private final long[] bounds;
    private final MemorySegment[] segments;
    private final Node byVectors;
    private final Vector.Bits out = new Vector.Bits();

    public ColumnRanges(List<Range> ranges) {
        this.ranges = List.copyOf(ranges);
        this.loop = RangeLoops.of(
                ranges.stream().map(range -> layout(range.bounds())).toList());
        this.segments = new MemorySegment[ranges.size()];
        this.bounds = new long[2 * segments.length];
        List<Node> each = new ArrayList<>();
        for (int i = 0; i < segments.length; i++) {
            LongBounds own = ranges.get(i).bounds();
            bounds[2 * i] = Math.clamp(own.least(), -LongRange.NARROW, LongRange.NARROW);
            bounds[2 * i + 1] = Math.clamp(own.most(), -LongRange.NARROW, LongRange.NARROW);
            each.add(new LongRange(ranges.get(i).column(), own.least(), own.most(), true));
        }
        this.byVectors = each.size() == 1 ? each.getFirst() : new Connective(false, each);
    }

    /// What is tested.
    public List<Range> ranges() {
        return ranges;
    }

    /// Whether a range may be tested so: of a column of signed numbers that do not fill a word.
    public static boolean takes(LongBounds bounds) {
        DataType type = bounds.input().type();
        boolean unsigned = type instanceof DataType.IntType integer && !integer.signed();
        return bounds.input() instanceof BoundExpr.Column && !unsigned && Ranges.isNarrow(type);
    }

    private static Layout layout(LongBounds bounds) {
        return bounds.input().type().layout();
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        int words = chunk.words();
        if (arePlain(chunk)) {
            loop.test(segments, bounds, (int) chunk.start(), chunk.rows(), out.values());
            Bitmaps.fill(out.valid(), chunk.rows());
            Bitmaps.and(out.values(), out.valid(), out.values(), words);
        } else {
            byVectors.evaluate(chunk, active);
            Vector.Bits found = (Vector.Bits) byVectors.vector();
            Bitmaps.copy(found.values(), out.values(), words);
            Bitmaps.copy(found.valid(), out.valid(), words);
        }
    }

    private boolean arePlain(Chunk chunk) {
        boolean plain = chunk.start() <= Integer.MAX_VALUE - Chunk.ROWS;
        for (int i = 0; i < segments.length && plain; i++) {
            FixedColumn fixed = ranges.get(i).column().plain();
            plain = fixed != null;
            segments[i] = fixed == null ? MemorySegment.NULL : fixed.segment();
        }
        return plain;
    }
}

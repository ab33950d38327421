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
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Whether the values of some columns lie in a range each: [LongRange]s under an AND, of plain columns without
/// nulls in one pass over their memory ([RangeLoop]).
public final class ColumnRanges implements Node {
    /// A range of a column.
    public record Range(ColumnNode column, LongBounds bounds) {}

    private final List<Range> ranges;
    private final List<RangeLoop> loops;
    private final long[] bounds;
    private final MemorySegment[] segments;
    private final Node byVectors;
    private final Vector.Bits out = new Vector.Bits();

    public ColumnRanges(List<Range> unordered) {
        // Narrow columns first, so that pairs of columns have a loop whichever was named first.
        this.ranges = unordered.stream()
                .sorted(Comparator.comparingInt(range -> layout(range.bounds()).byteWidth()))
                .toList();
        this.loops = loops(ranges);
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

    private static List<RangeLoop> loops(List<Range> ranges) {
        List<RangeLoop> loops = new ArrayList<>();
        for (int at = 0; at < ranges.size(); at += loops.getLast().columns()) {
            Layout layout = layout(ranges.get(at).bounds());
            boolean last = at + 1 == ranges.size();
            loops.add(
                    last
                            ? RangeLoop.of(layout)
                            : RangeLoop.of(layout, layout(ranges.get(at + 1).bounds())));
        }
        return List.copyOf(loops);
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
        if (arePlain()) {
            for (int word = 0; word < words; word++) {
                int row = word * Long.SIZE;
                out.values()[word] = ~outside(chunk.start() + row, Math.min(Long.SIZE, chunk.rows() - row));
            }
            Bitmaps.fill(out.valid(), chunk.rows());
            Bitmaps.and(out.values(), out.valid(), out.values(), words);
        } else {
            Vector.Bits found = (Vector.Bits) Operands.values(byVectors, chunk, active);
            Bitmaps.copy(found.values(), out.values(), words);
            Bitmaps.copy(found.valid(), out.valid(), words);
        }
    }

    private long outside(long from, int rows) {
        long outside = 0;
        int at = 0;
        for (RangeLoop loop : loops) {
            outside |= loop.outside(segments, bounds, at, from, rows);
            at += loop.columns();
        }
        return outside;
    }

    private boolean arePlain() {
        boolean plain = true;
        for (int i = 0; i < segments.length && plain; i++) {
            FixedColumn fixed = ranges.get(i).column().plain();
            plain = fixed != null;
            segments[i] = fixed == null ? MemorySegment.NULL : fixed.segment();
        }
        return plain;
    }
}

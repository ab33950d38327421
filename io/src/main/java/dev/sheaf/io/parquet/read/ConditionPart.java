package dev.sheaf.io.parquet.read;

import dev.sheaf.expr.Expr;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// One of the AND-ed parts of a scan's condition, and what it took and left so far.
///
/// A part is worth its time for the rows that it drops, so the rank of a part is the time that it takes for each share
/// of the rows that it drops. What it takes for whole batches counts more than what it took for the rows that others
/// had left, which says little of dictionaries and pages. Thread-safe.
final class ConditionPart {
    /// A part goes before another one that ranks more than so many times higher: less is noise.
    private static final double CLEARLY = 2;

    /// A part that drops next to nothing ranks as if it dropped this share of the rows.
    private static final double LEAST_SHARE = 1e-3;

    /// A part that leaves more than this share leaves rows of every row group.
    private static final double RARE = 1.0 / 64;

    /// Fewer rows say too little of the share that is left.
    private static final int FEW_ROWS = 16;

    private final Expr condition;
    private final BitSet columns;
    private double nanos = Double.NaN;
    private boolean ofWholeBatches;
    private double left = Double.NaN;

    /// @param columns the columns of the scan that the condition reads
    ConditionPart(Expr condition, BitSet columns) {
        this.condition = condition;
        this.columns = columns;
    }

    Expr condition() {
        return condition;
    }

    BitSet columns() {
        return columns;
    }

    boolean readsOnly(BitSet known) {
        return columns.stream().allMatch(known::get);
    }

    /// Whether the part leaves so few rows that it may well leave none of a row group, as far as known.
    synchronized boolean isRare() {
        return Double.isNaN(left) || left < RARE;
    }

    /// Takes note of a batch, of which the part was tested for `rows` of `batchRows` and left `kept`.
    synchronized void tested(int batchRows, int rows, int kept, long took) {
        if (rows < FEW_ROWS) {
            return;
        }
        boolean ofWhole = rows == batchRows;
        if (ofWhole || !ofWholeBatches) {
            nanos = ofWhole == ofWholeBatches ? mean(nanos, took) : took;
            ofWholeBatches = ofWhole;
        }
        left = mean(left, (double) kept / rows);
    }

    /// Later values count more, since the first batches are read by code that is not compiled yet.
    private static double mean(double before, double now) {
        return Double.isNaN(before) ? now : (before + now) / 2;
    }

    private synchronized double rank() {
        return Double.isNaN(left) ? Double.POSITIVE_INFINITY : nanos / Math.max(LEAST_SHARE, 1 - left);
    }

    /// The parts in the order in which they drop rows in the least time; those of which too little is known stay
    /// where they are.
    static List<ConditionPart> ordered(List<ConditionPart> parts) {
        List<ConditionPart> ordered = new ArrayList<>(parts);
        for (int i = 1; i < ordered.size(); i++) {
            ConditionPart part = ordered.get(i);
            int place = i;
            while (place > 0 && part.rank() * CLEARLY < ordered.get(place - 1).rank()) {
                ordered.set(place, ordered.get(place - 1));
                place--;
            }
            ordered.set(place, part);
        }
        return ordered;
    }
}

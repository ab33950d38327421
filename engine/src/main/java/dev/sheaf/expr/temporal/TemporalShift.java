package dev.sheaf.expr.temporal;

import dev.sheaf.column.DataType.TimestampType;
import dev.sheaf.column.TimeUnit;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.arithmetic.Overflows;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.value.Calendar;
import dev.sheaf.expr.value.ZoneShift;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;

/// A timestamp plus or minus an interval: first months, by the calendar; then days; then time. Months and days are
/// those that the zone shows.
public final class TemporalShift implements Node {
    private final BoundExpr.Call call;
    private final Node moment;
    private final Node interval;
    private final ZoneShift zone;
    private final int sign;
    private final long perDay;
    private final long nanosPer;
    private final Vector.Longs out = new Vector.Longs();

    public TemporalShift(BoundExpr.Call call, Node moment, Node interval) {
        TimestampType type = (TimestampType) call.type();
        this.call = call;
        this.moment = moment;
        this.interval = interval;
        this.zone = ZoneShift.of(type);
        this.sign = call.function() == Function.SUBTRACT ? -1 : 1;
        this.perDay = Calendar.perDay(type.unit());
        this.nanosPer = TimeUnit.NANO.perSecond() / type.unit().perSecond();
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Operands.evaluate(moment, interval, chunk, active, out.valid());
        long[] counts = ((Vector.Longs) moment.vector()).values();
        Vector.Intervals intervals = (Vector.Intervals) interval.vector();
        for (int word = 0; word < chunk.words(); word++) {
            for (long left = out.valid()[word] & active[word]; left != 0; left &= left - 1) {
                int row = (word << 6) + Long.numberOfTrailingZeros(left);
                out.values()[row] = shifted(counts[row], intervals, row);
            }
        }
    }

    private long shifted(long count, Vector.Intervals intervals, int row) {
        long months = (long) sign * intervals.months()[row];
        long days = (long) sign * intervals.days()[row];
        try {
            long moved = months == 0 && days == 0 ? count : moved(count, months, days);
            long nanos = intervals.nanos()[row];
            return sign > 0 ? Math.addExact(moved, nanos / nanosPer) : Math.subtractExact(moved, nanos / nanosPer);
        } catch (ArithmeticException overflow) {
            throw Overflows.of(call.text(), "the result", call.type());
        }
    }

    private long moved(long count, long months, long days) {
        long local = zone.toLocal(count);
        long day = Math.floorDiv(local, perDay);
        long moved = (months == 0 ? day : Calendar.plusMonths(day, months)) + days;
        long ofDay = local - day * perDay;
        return zone.toUtc(Math.addExact(Math.multiplyExact(moved, perDay), ofDay));
    }
}

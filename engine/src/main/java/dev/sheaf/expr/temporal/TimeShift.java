package dev.sheaf.expr.temporal;

import dev.sheaf.column.DataType.TimeType;
import dev.sheaf.column.TimeUnit;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.value.Calendar;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;

/// A time of day plus or minus a duration of its unit or the time part of an interval, round the clock.
public final class TimeShift implements Node {
    private final Node time;
    private final Node span;
    private final boolean subtract;
    private final long perDay;
    private final long nanosPer;
    private final Vector.Longs out = new Vector.Longs();

    public TimeShift(BoundExpr.Call call, Node time, Node span) {
        TimeType type = (TimeType) call.type();
        this.time = time;
        this.span = span;
        this.subtract = call.function() == Function.SUBTRACT;
        this.perDay = Calendar.perDay(type.unit());
        this.nanosPer = TimeUnit.NANO.perSecond() / type.unit().perSecond();
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Operands.evaluate(time, span, chunk, active, out.valid());
        long[] counts = ((Vector.Longs) time.vector()).values();
        for (int row = 0; row < chunk.rows(); row++) {
            long shift = shift(row) % perDay;
            out.values()[row] = Math.floorMod(counts[row] + (subtract ? -shift : shift), perDay);
        }
    }

    private long shift(int row) {
        return span.vector() instanceof Vector.Intervals intervals
                ? intervals.nanos()[row] / nanosPer
                : ((Vector.Longs) span.vector()).values()[row];
    }
}

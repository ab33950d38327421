package dev.sheaf.expr.temporal;

import dev.sheaf.column.DataType.TimestampType;
import dev.sheaf.expr.arithmetic.LongLoops;
import dev.sheaf.expr.arithmetic.Overflows;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.value.Calendar;
import dev.sheaf.expr.value.CalendarUnit;
import dev.sheaf.expr.value.ZoneShift;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;
import java.util.function.IntConsumer;

/// DATE_TRUNC of timestamps. Units up to the hour are cut off in the count, so that they mean the same on days that
/// daylight saving lengthens; longer ones by the date that the zone shows.
public final class TemporalTrunc implements Node {
    private final BoundExpr.Call call;
    private final CalendarUnit unit;
    private final Node input;
    private final ZoneShift zone;
    private final long perDay;
    private final long step;
    private final Vector.Longs out = new Vector.Longs();

    /// What the zone shows, or a part of it.
    private final long[] local = new long[out.values().length];

    public TemporalTrunc(BoundExpr.Call call, CalendarUnit unit, Node input) {
        TimestampType type = (TimestampType) call.type();
        this.call = call;
        this.unit = unit;
        this.input = input;
        this.zone = ZoneShift.of(type);
        this.perDay = Calendar.perDay(type.unit());
        this.step = unit.count(type.unit());
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        long[] counts = ((Vector.Longs) Operands.values(input, chunk, active, out.valid())).values();
        System.arraycopy(counts, 0, local, 0, chunk.rows());
        if (!zone.isNone()) {
            eachRow(chunk, active, row -> local[row] = zone.toLocal(counts[row]));
        }
        if (unit.isOfDay()) {
            ofDay(counts, chunk.rows());
        } else {
            LongLoops.floorDivide(local, perDay, local, chunk.rows());
            eachRow(chunk, active, row -> out.values()[row] = startOfDay(startOf(local[row])));
        }
    }

    private void eachRow(Chunk chunk, long[] active, IntConsumer action) {
        for (int word = 0; word < chunk.words(); word++) {
            for (long left = out.valid()[word] & active[word]; left != 0; left &= left - 1) {
                action.accept((word << 6) + Long.numberOfTrailingZeros(left));
            }
        }
    }

    private void ofDay(long[] counts, int rows) {
        if (step == 0) {
            System.arraycopy(counts, 0, out.values(), 0, rows);
            return;
        }
        LongLoops.floorRemainder(local, step, local, rows);
        for (int row = 0; row < rows; row++) {
            out.values()[row] = counts[row] - local[row];
        }
    }

    private long startOfDay(long day) {
        try {
            return zone.toUtc(Math.multiplyExact(day, perDay));
        } catch (ArithmeticException overflow) {
            throw Overflows.of(call.text(), "the result", call.type());
        }
    }

    private long startOf(long day) {
        long civil = Calendar.civil(day);
        long year = Calendar.year(civil);
        return switch (unit) {
            case WEEK -> day - Calendar.weekday(day);
            case MONTH -> Calendar.day(year, Calendar.month(civil), 1);
            case QUARTER -> Calendar.day(year, (Calendar.month(civil) - 1) / 3 * 3 + 1, 1);
            case YEAR -> Calendar.day(year, 1, 1);
            case DECADE -> Calendar.day(year / 10 * 10, 1, 1);
            case CENTURY -> Calendar.day(year / 100 * 100, 1, 1);
            case MILLENNIUM -> Calendar.day(year / 1000 * 1000, 1, 1);
            case MICROSECOND, MILLISECOND, SECOND, MINUTE, HOUR, DAY -> day;
        };
    }
}

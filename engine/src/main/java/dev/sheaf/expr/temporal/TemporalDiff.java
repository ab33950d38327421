package dev.sheaf.expr.temporal;

import dev.sheaf.column.DataType.TimestampType;
import dev.sheaf.expr.arithmetic.Overflows;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.value.Calendar;
import dev.sheaf.expr.value.CalendarUnit;
import dev.sheaf.expr.value.ZoneShift;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;

/// DATE_DIFF: how many borders of the unit lie between two timestamps; of weeks, how many times seven days.
///
/// Of hours and what is finer, it is the whole units that pass between the starts of the two units. In old times
/// clocks differed by odd seconds, so those starts need not be whole units apart.
public final class TemporalDiff implements Node {
    private static final int DAYS_PER_WEEK = 7;
    private static final int MONTHS_PER_YEAR = 12;

    private final BoundExpr.Call call;
    private final CalendarUnit unit;
    private final Node from;
    private final Node to;
    private final ZoneShift zone;
    private final TimestampType type;
    private final Vector.Longs out = new Vector.Longs();

    public TemporalDiff(BoundExpr.Call call, CalendarUnit unit, Node from, Node to) {
        this.call = call;
        this.unit = unit;
        this.from = from;
        this.to = to;
        this.type = (TimestampType) call.argument(1).type();
        this.zone = ZoneShift.of(type);
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Operands.evaluate(from, to, chunk, active, out.valid());
        long[] a = ((Vector.Longs) from.vector()).values();
        long[] b = ((Vector.Longs) to.vector()).values();
        for (int word = 0; word < chunk.words(); word++) {
            for (long left = out.valid()[word] & active[word]; left != 0; left &= left - 1) {
                int row = (word << 6) + Long.numberOfTrailingZeros(left);
                out.values()[row] = difference(a[row], b[row]);
            }
        }
    }

    private long difference(long a, long b) {
        long localA = zone.toLocal(a);
        long localB = zone.toLocal(b);
        if (unit.isOfDay()) {
            return borders(a, b, localA, localB);
        }
        long dayA = Math.floorDiv(localA, Calendar.perDay(type.unit()));
        long dayB = Math.floorDiv(localB, Calendar.perDay(type.unit()));
        return switch (unit) {
            case DAY -> dayB - dayA;
            case WEEK -> (dayB - dayA) / DAYS_PER_WEEK;
            case MONTH -> months(dayB) - months(dayA);
            case QUARTER -> quarters(dayB) - quarters(dayA);
            case YEAR -> years(dayB, 1) - years(dayA, 1);
            case DECADE -> years(dayB, 10) - years(dayA, 10);
            case CENTURY -> years(dayB, 100) - years(dayA, 100);
            case MILLENNIUM -> years(dayB, 1000) - years(dayA, 1000);
            case MICROSECOND, MILLISECOND, SECOND, MINUTE, HOUR -> throw new AssertionError(unit);
        };
    }

    /// A unit no longer than what the timestamps count in multiplies; time that daylight saving skips has no borders.
    private long borders(long a, long b, long localA, long localB) {
        long step = unit.count(type.unit());
        if (step <= 1) {
            return finer(a, b);
        }
        long rest = restOfStart(b, localB, step) - restOfStart(a, localA, step);
        long whole = Math.floorDiv(b, step) - Math.floorDiv(a, step) + Math.floorDiv(rest, step);
        return whole < 0 && Math.floorMod(rest, step) != 0 ? whole + 1 : whole;
    }

    /// How far the start of the unit lies behind the last whole step before `moment`; negative before that step.
    private static long restOfStart(long moment, long local, long step) {
        return Math.floorMod(moment, step) - Math.floorMod(local, step);
    }

    private long finer(long a, long b) {
        try {
            long factor = unit.perSecond() / type.unit().perSecond();
            return Math.multiplyExact(Math.subtractExact(b, a), factor);
        } catch (ArithmeticException overflow) {
            throw Overflows.of(call.text(), "the result", call.type());
        }
    }

    private static long months(long day) {
        long civil = Calendar.civil(day);
        return Calendar.year(civil) * MONTHS_PER_YEAR + Calendar.month(civil) - 1;
    }

    private static long quarters(long day) {
        return Math.floorDiv(months(day), 3);
    }

    private static long years(long day, int length) {
        return Calendar.year(Calendar.civil(day)) / length;
    }
}

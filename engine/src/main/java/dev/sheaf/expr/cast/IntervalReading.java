package dev.sheaf.expr.cast;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.DurationType;
import dev.sheaf.column.Interval;
import dev.sheaf.column.TimeUnit;
import dev.sheaf.expr.value.Calendar;
import dev.sheaf.expr.value.IntervalText;
import dev.sheaf.expr.value.TextBytes;
import dev.sheaf.expr.vector.Vector;

/// Reads intervals, and durations, which have no months: `1 year 2 months`, `-3 days`, `12:30:00`, `90 minutes
/// ago`.
final class IntervalReading implements TextReading {
    private final DataType type;
    private final Vector out;

    IntervalReading(DataType type, Vector out) {
        this.type = type;
        this.out = out;
    }

    @Override
    public boolean read(byte[] text, int size, int row) {
        try {
            Interval interval = IntervalText.parse(TextBytes.string(text, 0, size));
            return out instanceof Vector.Intervals intervals
                    ? store(interval, intervals, row)
                    : store(interval, ((DurationType) type).unit(), ((Vector.Longs) out).values(), row);
        } catch (IllegalArgumentException | ArithmeticException unreadable) {
            return false;
        }
    }

    private static boolean store(Interval interval, Vector.Intervals target, int row) {
        target.months()[row] = interval.months();
        target.days()[row] = interval.days();
        target.nanos()[row] = interval.nanos();
        return true;
    }

    private static boolean store(Interval interval, TimeUnit unit, long[] target, int row) {
        long days = Math.multiplyExact(interval.days(), Calendar.perDay(unit));
        target[row] = Math.addExact(days, interval.nanos() / (TimeUnit.NANO.perSecond() / unit.perSecond()));
        return interval.months() == 0;
    }
}

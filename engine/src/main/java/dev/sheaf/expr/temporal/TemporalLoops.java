package dev.sheaf.expr.temporal;

import dev.sheaf.expr.arithmetic.LongLoops;
import dev.sheaf.expr.value.Calendar;

/// Parts of dates and times in place, one loop each.
final class TemporalLoops {
    private static final int MILLIS_PER_SECOND = 1000;

    private TemporalLoops() {}

    /// Counts of `perSecond` a second, none below 0, as milliseconds, rounded down.
    static void milliseconds(long[] values, long perSecond, int rows) {
        if (perSecond >= MILLIS_PER_SECOND) {
            LongLoops.divide(values, perSecond / MILLIS_PER_SECOND, values, rows);
            return;
        }
        for (int row = 0; row < rows; row++) {
            values[row] *= MILLIS_PER_SECOND / perSecond;
        }
    }

    static void years(long[] days, int rows) {
        for (int row = 0; row < rows; row++) {
            days[row] = Calendar.year(Calendar.civil(days[row]));
        }
    }

    static void quarters(long[] days, int rows) {
        for (int row = 0; row < rows; row++) {
            days[row] = (Calendar.month(Calendar.civil(days[row])) + 2L) / 3;
        }
    }

    static void months(long[] days, int rows) {
        for (int row = 0; row < rows; row++) {
            days[row] = Calendar.month(Calendar.civil(days[row]));
        }
    }

    static void daysOfMonth(long[] days, int rows) {
        for (int row = 0; row < rows; row++) {
            days[row] = Calendar.dayOfMonth(Calendar.civil(days[row]));
        }
    }

    static void weeks(long[] days, int rows) {
        for (int row = 0; row < rows; row++) {
            days[row] = Calendar.isoWeek(days[row]);
        }
    }

    /// 0 for Sunday.
    static void daysOfWeek(long[] days, int rows) {
        for (int row = 0; row < rows; row++) {
            days[row] = Math.floorMod(days[row] + 4, 7);
        }
    }

    static void daysOfYear(long[] days, int rows) {
        for (int row = 0; row < rows; row++) {
            days[row] = Calendar.dayOfYear(days[row]);
        }
    }
}

package dev.sheaf.expr.temporal;

import dev.sheaf.expr.value.Calendar;

/// Parts of dates and times in place, one loop each. Quotients and remainders round down, also before 1970.
final class TemporalLoops {
    private TemporalLoops() {}

    static void quotients(long[] values, long divisor, int rows) {
        for (int row = 0; row < rows; row++) {
            values[row] = Math.floorDiv(values[row], divisor);
        }
    }

    static void remainders(long[] values, long divisor, int rows) {
        for (int row = 0; row < rows; row++) {
            values[row] = Math.floorMod(values[row], divisor);
        }
    }

    /// Counts of `perSecond` a second as milliseconds, rounded down.
    static void milliseconds(long[] values, long perSecond, int rows) {
        for (int row = 0; row < rows; row++) {
            values[row] = perSecond >= 1000 ? values[row] / (perSecond / 1000) : values[row] * (1000 / perSecond);
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

package dev.sheaf.column;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A calendar interval; its parts are kept apart because months and days have no fixed length.
public record Interval(int months, int days, long nanos) {
    private static final long NANOS_PER_DAY = 86_400_000_000_000L;
    private static final int DAYS_PER_MONTH = 30;

    /// Compares row `a` of some stored intervals with row `b` of others as if every month had 30 days and every day
    /// 24 hours, which is how DuckDB and PostgreSQL order them.
    static int compare(MemorySegment x, long a, MemorySegment y, long b) {
        int byDays = Long.compare(wholeDays(x, a), wholeDays(y, b));
        return byDays != 0 ? byDays : Long.compare(rest(x, a), rest(y, b));
    }

    private static long wholeDays(MemorySegment values, long row) {
        long at = row * Layout.INTERVAL.byteWidth();
        return (long) values.get(ValueLayout.JAVA_INT, at) * DAYS_PER_MONTH
                + values.get(ValueLayout.JAVA_INT, at + 4)
                + Math.floorDiv(nanos(values, row), NANOS_PER_DAY);
    }

    private static long rest(MemorySegment values, long row) {
        return Math.floorMod(nanos(values, row), NANOS_PER_DAY);
    }

    private static long nanos(MemorySegment values, long row) {
        return values.get(ValueLayout.JAVA_LONG, row * Layout.INTERVAL.byteWidth() + 8);
    }
}

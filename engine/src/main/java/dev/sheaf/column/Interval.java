package dev.sheaf.column;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A calendar interval; its parts are kept apart because months and days have no fixed length.
///
/// Where intervals are compared, grouped or joined, every month has 30 days and every day 24 hours, as DuckDB and
/// PostgreSQL have it: a month is as long as 30 days and as 720 hours. As Java objects the three are not equal.
public record Interval(int months, int days, long nanos) {
    private static final long NANOS_PER_DAY = 86_400_000_000_000L;
    private static final int DAYS_PER_MONTH = 30;

    /// The one of all intervals of this length that keys and sets of different values have: as many months as there
    /// are in it, then as many days, with one sign. 45 days become a month and 15 days.
    public Interval normal() {
        long whole = wholeDays(months, days, nanos);
        long behind = Math.floorMod(nanos, NANOS_PER_DAY);
        if (whole < 0 && behind > 0) {
            whole++;
            behind -= NANOS_PER_DAY;
        }
        int allMonths = Math.clamp(whole / DAYS_PER_MONTH, Integer.MIN_VALUE, Integer.MAX_VALUE);
        long left = whole - (long) allMonths * DAYS_PER_MONTH;
        int allDays = Math.clamp(left, Integer.MIN_VALUE, Integer.MAX_VALUE);
        return new Interval(allMonths, allDays, (left - allDays) * NANOS_PER_DAY + behind);
    }

    /// Months and days as they are stored, in a word.
    public long calendarWord() {
        return ((long) days << Integer.SIZE) | (months & 0xFFFF_FFFFL);
    }

    /// The interval of a [#calendarWord()] and its nanoseconds, which are the two words that it is stored as.
    public static Interval of(long calendarWord, long nanos) {
        return new Interval((int) calendarWord, (int) (calendarWord >> Integer.SIZE), nanos);
    }

    /// Stores the interval.
    public void write(MemorySegment values, long row) {
        long at = row * Layout.INTERVAL.byteWidth();
        values.set(ValueLayout.JAVA_INT_UNALIGNED, at, months);
        values.set(ValueLayout.JAVA_INT_UNALIGNED, at + 4, days);
        values.set(ValueLayout.JAVA_LONG_UNALIGNED, at + 8, nanos);
    }

    /// A stored interval.
    public static Interval of(MemorySegment values, long row) {
        long at = row * Layout.INTERVAL.byteWidth();
        return new Interval(
                values.get(ValueLayout.JAVA_INT, at), values.get(ValueLayout.JAVA_INT, at + 4), nanos(values, row));
    }

    /// Compares row `a` of some stored intervals with row `b` of others by length.
    static int compare(MemorySegment x, long a, MemorySegment y, long b) {
        int byDays = Long.compare(wholeDays(x, a), wholeDays(y, b));
        return byDays != 0
                ? byDays
                : Long.compare(Math.floorMod(nanos(x, a), NANOS_PER_DAY), Math.floorMod(nanos(y, b), NANOS_PER_DAY));
    }

    /// The same, but of two of one length that with more months is greater, then that with more days.
    static int compareParts(MemorySegment x, long a, MemorySegment y, long b) {
        int byLength = compare(x, a, y, b);
        return byLength != 0 ? byLength : Long.compare(partsWord(x, a), partsWord(y, b));
    }

    private static long partsWord(MemorySegment values, long row) {
        return partsWord(values.get(ValueLayout.JAVA_LONG, row * Layout.INTERVAL.byteWidth()));
    }

    /// A [#calendarWord()] as a word that is greater for more months, then for more days.
    public static long partsWord(long calendarWord) {
        return Long.rotateLeft(calendarWord, Integer.SIZE) ^ 1L << (Integer.SIZE - 1);
    }

    private static long wholeDays(MemorySegment values, long row) {
        long at = row * Layout.INTERVAL.byteWidth();
        return wholeDays(
                values.get(ValueLayout.JAVA_INT, at), values.get(ValueLayout.JAVA_INT, at + 4), nanos(values, row));
    }

    /// The whole days that an interval of two words is long, months of 30 days among them.
    public static long wholeDays(long calendarWord, long nanos) {
        return wholeDays((int) calendarWord, (int) (calendarWord >> Integer.SIZE), nanos);
    }

    private static long wholeDays(int months, int days, long nanos) {
        return (long) months * DAYS_PER_MONTH + days + Math.floorDiv(nanos, NANOS_PER_DAY);
    }

    private static long nanos(MemorySegment values, long row) {
        return values.get(ValueLayout.JAVA_LONG, row * Layout.INTERVAL.byteWidth() + 8);
    }
}

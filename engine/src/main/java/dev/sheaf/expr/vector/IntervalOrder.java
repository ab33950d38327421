package dev.sheaf.expr.vector;

/// The order of intervals: by length, a month being 30 days and a day 24 hours, as in DuckDB.
final class IntervalOrder {
    private static final long NANOS_PER_DAY = 86_400_000_000_000L;
    private static final int DAYS_PER_MONTH = 30;

    private IntervalOrder() {}

    static int compare(Vector.Intervals a, int rowA, Vector.Intervals b, int rowB) {
        int byDays = Long.compare(days(a, rowA), days(b, rowB));
        return byDays != 0 ? byDays : Long.compare(rest(a, rowA), rest(b, rowB));
    }

    private static long days(Vector.Intervals a, int row) {
        return days(a.months()[row], a.days()[row], a.nanos()[row]);
    }

    private static long rest(Vector.Intervals a, int row) {
        return Math.floorMod(a.nanos()[row], NANOS_PER_DAY);
    }

    /// Whole days.
    static long days(int months, int days, long nanos) {
        return (long) months * DAYS_PER_MONTH + days + Math.floorDiv(nanos, NANOS_PER_DAY);
    }
}

package dev.sheaf.column;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;

/// Compares intervals as if every month had 30 days and every day 24 hours, which is how DuckDB and PostgreSQL
/// order them.
final class Intervals {
    private static final long NANOS_PER_DAY = 86_400_000_000_000L;
    private static final int DAYS_PER_MONTH = 30;

    private Intervals() {}

    static int compare(MemorySegment x, long a, MemorySegment y, long b) {
        return nanos(x, a).compareTo(nanos(y, b));
    }

    private static BigInteger nanos(MemorySegment values, long row) {
        long at = row * Layout.INTERVAL.byteWidth();
        long days =
                (long) values.get(ValueLayout.JAVA_INT, at) * DAYS_PER_MONTH + values.get(ValueLayout.JAVA_INT, at + 4);
        return BigInteger.valueOf(days)
                .multiply(BigInteger.valueOf(NANOS_PER_DAY))
                .add(BigInteger.valueOf(values.get(ValueLayout.JAVA_LONG, at + 8)));
    }
}

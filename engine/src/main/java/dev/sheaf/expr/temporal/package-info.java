/// Nodes of dates, times, timestamps and intervals: vectors of days, ticks or intervals in and out. The calendar
/// itself is `Calendar`; here are the loops over rows and what time zones need. Start at `TemporalPart` and
/// `TemporalTrunc`.
@NullMarked
package dev.sheaf.expr.temporal;

import org.jspecify.annotations.NullMarked;

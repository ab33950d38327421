package dev.sheaf.expr.value;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.TimestampType;

/// How a timestamp with a zone is written: by its zone's clock, followed by the offset from UTC.
public record ZoneText(ZoneShift zone, boolean shown, long perSecond) {
    private static final int SECONDS_PER_HOUR = 3600;
    private static final int SECONDS_PER_MINUTE = 60;

    public static ZoneText of(DataType type) {
        TimestampType timestamp = type instanceof TimestampType given ? given : DataType.TIMESTAMP;
        return new ZoneText(
                ZoneShift.of(timestamp),
                timestamp.zone().isPresent(),
                timestamp.unit().perSecond());
    }

    public long toLocal(long count) {
        return zone.toLocal(count);
    }

    /// `+02`, `-03:30` or nothing.
    public void append(AsciiTexts out, long count) {
        if (!shown) {
            return;
        }
        long offset = (zone.toLocal(count) - count) / perSecond;
        long seconds = Math.abs(offset);
        out.append(offset < 0 ? '-' : '+');
        out.padded(seconds / SECONDS_PER_HOUR, 2);
        if (seconds % SECONDS_PER_HOUR != 0) {
            out.append(':');
            out.padded(seconds / SECONDS_PER_MINUTE % SECONDS_PER_MINUTE, 2);
        }
        if (seconds % SECONDS_PER_MINUTE != 0) {
            out.append(':');
            out.padded(seconds % SECONDS_PER_MINUTE, 2);
        }
    }
}

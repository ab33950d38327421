package dev.sheaf.expr.cast;

import dev.sheaf.column.DataType.TimeType;
import dev.sheaf.column.DataType.TimestampType;
import dev.sheaf.column.TimeUnit;
import dev.sheaf.expr.value.Calendar;
import dev.sheaf.expr.value.TemporalText;
import dev.sheaf.expr.value.TextBytes;
import dev.sheaf.expr.value.ZoneShift;
import dev.sheaf.expr.vector.Vector;

/// Reads dates, times and timestamps. An offset or zone in the text counts for timestamps with a zone; without,
/// it is the local date and time that counts.
final class TemporalReading implements TextReading {
    private final TemporalText parsed = new TemporalText();
    private final Storing storing;

    private interface Storing {
        boolean store(TemporalText parsed, int row);
    }

    private TemporalReading(Storing storing) {
        this.storing = storing;
    }

    static TemporalReading date(Vector.Longs out) {
        return new TemporalReading((parsed, row) -> {
            out.values()[row] = parsed.day();
            return parsed.hasDate() && parsed.day() == (int) parsed.day();
        });
    }

    static TemporalReading time(TimeType type, Vector.Longs out) {
        TimeUnit unit = type.unit();
        return new TemporalReading((parsed, row) -> {
            out.values()[row] = parsed.secondOfDay() * unit.perSecond() + fraction(parsed, unit);
            return parsed.hasTime() && parsed.secondOfDay() < Calendar.SECONDS_PER_DAY;
        });
    }

    static TemporalReading timestamp(TimestampType type, Vector.Longs out) {
        ZoneShift zone = ZoneShift.of(type);
        TimeUnit unit = type.unit();
        return new TemporalReading((parsed, row) -> {
            if (!parsed.hasDate()) {
                return false;
            }
            try {
                long seconds = parsed.day() * Calendar.SECONDS_PER_DAY + parsed.secondOfDay();
                long local = Math.addExact(Math.multiplyExact(seconds, unit.perSecond()), fraction(parsed, unit));
                out.values()[row] = type.zone().isEmpty() ? local : toUtc(parsed, local, unit, zone);
                return true;
            } catch (ArithmeticException beyond) {
                return false;
            }
        });
    }

    private static long fraction(TemporalText parsed, TimeUnit unit) {
        return parsed.nanos() / (TimeUnit.NANO.perSecond() / unit.perSecond());
    }

    private static long toUtc(TemporalText parsed, long local, TimeUnit unit, ZoneShift zone) {
        return parsed.zone()
                .map(name -> ZoneShift.of(new TimestampType(unit, java.util.Optional.of(name))))
                .orElse(zone)
                .toUtc(local);
    }

    @Override
    public boolean read(byte[] text, int size, int row) {
        int start = TextBytes.start(text, size);
        return parsed.parse(text, start, TextBytes.end(text, start, size)) && storing.store(parsed, row);
    }
}

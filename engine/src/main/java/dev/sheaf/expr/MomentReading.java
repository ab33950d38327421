package dev.sheaf.expr;

import dev.sheaf.column.DataType.TimeType;
import dev.sheaf.column.DataType.TimestampType;
import dev.sheaf.column.TimeUnit;

/// Reads dates, times and timestamps. An offset or zone in the text counts for timestamps with a zone; without,
/// it is the local date and time that counts.
final class MomentReading implements TextReading {
    private final MomentText parsed = new MomentText();
    private final Storing storing;

    private interface Storing {
        boolean store(MomentText parsed, int row);
    }

    private MomentReading(Storing storing) {
        this.storing = storing;
    }

    static MomentReading date(Vector.Longs out) {
        return new MomentReading((parsed, row) -> {
            out.values()[row] = parsed.day();
            return parsed.hasDate() && parsed.day() == (int) parsed.day();
        });
    }

    static MomentReading time(TimeType type, Vector.Longs out) {
        TimeUnit unit = type.unit();
        return new MomentReading((parsed, row) -> {
            out.values()[row] = parsed.secondOfDay() * unit.perSecond() + fraction(parsed, unit);
            return parsed.hasTime() && parsed.secondOfDay() < Calendar.SECONDS_PER_DAY;
        });
    }

    static MomentReading timestamp(TimestampType type, Vector.Longs out) {
        ZoneShift zone = ZoneShift.of(type);
        TimeUnit unit = type.unit();
        return new MomentReading((parsed, row) -> {
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

    private static long fraction(MomentText parsed, TimeUnit unit) {
        return parsed.nanos() / (TimeUnit.NANO.perSecond() / unit.perSecond());
    }

    private static long toUtc(MomentText parsed, long local, TimeUnit unit, ZoneShift zone) {
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

package dev.sheaf.expr.temporal;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.DateType;
import dev.sheaf.column.DataType.TimeType;
import dev.sheaf.column.DataType.TimestampType;
import dev.sheaf.column.TimeUnit;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.arithmetic.LongLoops;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.value.Calendar;
import dev.sheaf.expr.value.ZoneShift;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;

/// YEAR to MILLISECOND of dates, times and timestamps; of a timestamp with a zone, as the zone shows it.
public final class TemporalPart implements Node {
    private final Function function;
    private final Node input;
    private final ZoneShift zone;
    private final long perDay;
    private final long perSecond;
    private final Vector.Longs out = new Vector.Longs();

    public TemporalPart(BoundExpr.Call call, Node input) {
        DataType type = call.argument(0).type();
        TimeUnit unit = switch (type) {
            case TimestampType timestamp -> timestamp.unit();
            case TimeType(TimeUnit own) -> own;
            default -> TimeUnit.SECOND;
        };
        this.function = call.function();
        this.input = input;
        this.zone = ZoneShift.of(new TimestampType(unit, zoneOf(type)));
        this.perDay = type instanceof DateType ? 1 : Calendar.perDay(unit);
        this.perSecond = unit.perSecond();
    }

    private static java.util.Optional<String> zoneOf(DataType type) {
        return type instanceof TimestampType timestamp ? timestamp.zone() : java.util.Optional.empty();
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Operands.values(input, chunk, active, out.valid());
        long[] values = out.values();
        System.arraycopy(((Vector.Longs) input.vector()).values(), 0, values, 0, chunk.rows());
        if (!zone.isNone()) {
            toLocal(chunk, active);
        }
        switch (function) {
            case HOUR, MINUTE, SECOND, MILLISECOND -> ofDay(values, chunk.rows());
            default -> ofDate(values, chunk.rows());
        }
    }

    private void toLocal(Chunk chunk, long[] active) {
        for (int row = 0; row < chunk.rows(); row++) {
            if (Bitmaps.isSet(out.valid(), row) && Bitmaps.isSet(active, row)) {
                out.values()[row] = zone.toLocal(out.values()[row]);
            }
        }
    }

    private void ofDay(long[] values, int rows) {
        if (perDay == 1) {
            java.util.Arrays.fill(values, 0, rows, 0);
            return;
        }
        LongLoops.floorRemainder(values, perDay, values, rows);
        switch (function) {
            case HOUR -> LongLoops.floorDivide(values, 3600 * perSecond, values, rows);
            case MINUTE -> {
                LongLoops.floorDivide(values, 60 * perSecond, values, rows);
                LongLoops.floorRemainder(values, 60, values, rows);
            }
            case SECOND -> {
                LongLoops.floorDivide(values, perSecond, values, rows);
                LongLoops.floorRemainder(values, 60, values, rows);
            }
            default -> {
                LongLoops.floorRemainder(values, 60 * perSecond, values, rows);
                TemporalLoops.milliseconds(values, perSecond, rows);
            }
        }
    }

    private void ofDate(long[] values, int rows) {
        if (perDay != 1) {
            LongLoops.floorDivide(values, perDay, values, rows);
        }
        switch (function) {
            case YEAR -> TemporalLoops.years(values, rows);
            case QUARTER -> TemporalLoops.quarters(values, rows);
            case MONTH -> TemporalLoops.months(values, rows);
            case DAY -> TemporalLoops.daysOfMonth(values, rows);
            case WEEK -> TemporalLoops.weeks(values, rows);
            case DAY_OF_WEEK -> TemporalLoops.daysOfWeek(values, rows);
            case DAY_OF_YEAR -> TemporalLoops.daysOfYear(values, rows);
            default -> throw new AssertionError(function);
        }
    }
}

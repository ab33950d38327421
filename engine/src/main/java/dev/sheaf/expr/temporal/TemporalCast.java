package dev.sheaf.expr.temporal;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.DateType;
import dev.sheaf.column.DataType.DurationType;
import dev.sheaf.column.DataType.TimeType;
import dev.sheaf.column.DataType.TimestampType;
import dev.sheaf.column.TimeUnit;
import dev.sheaf.expr.arithmetic.LongLoops;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.cast.CastErrors;
import dev.sheaf.expr.cast.TextFormat;
import dev.sheaf.expr.value.Calendar;
import dev.sheaf.expr.value.ZoneShift;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;
import java.util.function.LongUnaryOperator;

/// Casts among dates, times, timestamps and durations. To a coarser unit timestamps and durations round half
/// away from zero, times are cut off; between a timestamp with a zone and anything without stands what the zone
/// shows.
public final class TemporalCast implements Node {
    private final BoundExpr.Cast cast;
    private final Node input;
    private final LongUnaryOperator conversion;
    private final Vector.Longs out = new Vector.Longs();

    /// By how much counts are divided, rounded down, where that is all; else 0.
    private final long divisor;

    public TemporalCast(BoundExpr.Cast cast, Node input) {
        this.cast = cast;
        this.input = input;
        this.conversion = conversion(cast.input().type(), cast.type());
        this.divisor = cast.input().type() instanceof TimestampType timestamp
                        && cast.type() instanceof DateType
                        && ZoneShift.of(timestamp).isNone()
                ? Calendar.perDay(timestamp.unit())
                : 0;
    }

    private static LongUnaryOperator conversion(DataType from, DataType to) {
        return switch (from) {
            case DateType() -> fromDate((TimestampType) to);
            case TimestampType timestamp -> fromTimestamp(timestamp, to);
            case TimeType(TimeUnit unit) -> truncating(unit, ((TimeType) to).unit());
            case DurationType(TimeUnit unit) -> rounding(unit, ((DurationType) to).unit());
            default -> throw new AssertionError(from + " to " + to);
        };
    }

    private static LongUnaryOperator fromDate(TimestampType to) {
        ZoneShift zone = ZoneShift.of(to);
        long perDay = Calendar.perDay(to.unit());
        return day -> zone.toUtc(Math.multiplyExact(day, perDay));
    }

    private static LongUnaryOperator fromTimestamp(TimestampType from, DataType to) {
        ZoneShift zone = ZoneShift.of(from);
        long perDay = Calendar.perDay(from.unit());
        return switch (to) {
            case DateType() -> count -> Math.floorDiv(zone.toLocal(count), perDay);
            case TimeType(TimeUnit unit) -> {
                LongUnaryOperator toUnit = truncating(from.unit(), unit);
                yield count -> toUnit.applyAsLong(Math.floorMod(zone.toLocal(count), perDay));
            }
            case TimestampType timestamp -> betweenTimestamps(from, timestamp);
            default -> throw new AssertionError(to);
        };
    }

    private static LongUnaryOperator betweenTimestamps(TimestampType from, TimestampType to) {
        LongUnaryOperator toUnit = rounding(from.unit(), to.unit());
        if (from.zone().isPresent() == to.zone().isPresent()) {
            return toUnit;
        }
        return from.zone().isPresent() ? fromZone(from, toUnit) : toUnit.andThen(ZoneShift.of(to)::toUtc);
    }

    private static LongUnaryOperator fromZone(TimestampType from, LongUnaryOperator toUnit) {
        ZoneShift zone = ZoneShift.of(from);
        return count -> toUnit.applyAsLong(zone.toLocal(count));
    }

    private static LongUnaryOperator rounding(TimeUnit from, TimeUnit to) {
        long factor = to.perSecond() / from.perSecond();
        if (factor > 0) {
            return count -> Math.multiplyExact(count, factor);
        }
        long divisor = from.perSecond() / to.perSecond();
        return count -> {
            long quotient = count / divisor;
            long rest = count - quotient * divisor;
            return Math.abs(rest) >= divisor / 2 ? quotient + Long.signum(count) : quotient;
        };
    }

    private static LongUnaryOperator truncating(TimeUnit from, TimeUnit to) {
        long factor = to.perSecond() / from.perSecond();
        long divisor = factor > 0 ? 1 : from.perSecond() / to.perSecond();
        return count -> factor > 0 ? count * factor : count / divisor;
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        long[] values = ((Vector.Longs) Operands.values(input, chunk, active, out.valid())).values();
        if (divisor != 0) {
            LongLoops.floorDivide(values, divisor, out.values(), chunk.rows());
            return;
        }
        for (int word = 0; word < chunk.words(); word++) {
            for (long left = out.valid()[word] & active[word]; left != 0; left &= left - 1) {
                convert(values, (word << 6) + Long.numberOfTrailingZeros(left));
            }
        }
    }

    private void convert(long[] values, int row) {
        try {
            out.values()[row] = conversion.applyAsLong(values[row]);
        } catch (ArithmeticException overflow) {
            CastErrors.fail(
                    cast, out, row, TextFormat.of(values[row], cast.input().type()));
        }
    }
}

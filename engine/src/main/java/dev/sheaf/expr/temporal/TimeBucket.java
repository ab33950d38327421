package dev.sheaf.expr.temporal;

import dev.sheaf.column.DataType.TimestampType;
import dev.sheaf.column.Interval;
import dev.sheaf.column.TimeUnit;
import dev.sheaf.expr.arithmetic.Overflows;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.value.Calendar;
import dev.sheaf.expr.value.ZoneShift;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;
import java.util.List;

/// TIME_BUCKET: the start of the bucket in which a moment or a whole number lies, or of one so many before.
///
/// Buckets of time are as wide as the clock of the zone shows it, and a moment lies in the one that starts last before
/// it, whatever the clock shows in an hour that is repeated or behind one that is skipped. Those of up to an hour are
/// cut off in the count, so that they mean the same on days that daylight saving lengthens.
public final class TimeBucket implements Node {
    private final BoundExpr.Call call;
    private final List<Node> inputs;
    private final Start start;
    private final Vector.Longs out = new Vector.Longs();

    /// The start of the bucket `steps` before that of `value`.
    private interface Start {
        long of(long value, long origin, long steps);
    }

    /// `inputs` are those of the call's arguments behind the width: value, origin, steps.
    public TimeBucket(BoundExpr.Call call, List<Node> inputs) {
        this.call = call;
        this.inputs = inputs;
        Object width = call.argument(0) instanceof BoundExpr.Constant(Object value, var _) ? value : null;
        this.start = switch (width) {
            case Long step -> (value, origin, steps) -> onGrid(value, origin, step, steps);
            case Interval interval -> ofMoments(interval, (TimestampType) call.type());
            case null, default -> throw new AssertionError(call);
        };
    }

    private Start ofMoments(Interval width, TimestampType type) {
        ZoneShift zone = ZoneShift.of(type);
        ZoneShift originZone = ZoneShift.of((TimestampType) call.argument(2).type());
        long perDay = Calendar.perDay(type.unit());
        if (width.months() > 0) {
            return ofClock(
                    zone, originZone, (local, origin, steps) -> ofMonths(local, origin, width.months(), steps, perDay));
        }
        long nanosPer = TimeUnit.NANO.perSecond() / type.unit().perSecond();
        long step = Math.addExact(width.days() * perDay, width.nanos() / nanosPer);
        if (step <= 3600 * type.unit().perSecond()) {
            return (count, origin, steps) -> {
                long local = zone.toLocal(count);
                long shown = onGrid(local, originZone.toLocal(origin), step, steps);
                return Math.subtractExact(count, Math.subtractExact(local, shown));
            };
        }
        return ofClock(zone, originZone, (local, origin, steps) -> onGrid(local, origin, step, steps));
    }

    /// Of buckets of local times as buckets of counts.
    private static Start ofClock(ZoneShift zone, ZoneShift originZone, Start shown) {
        return (count, origin, steps) -> {
            long local = zone.toLocal(count);
            long start = originZone.toLocal(origin);
            long back = zone.isFixed() ? 0 : stepsBack(zone, count, local, start, shown);
            return zone.toUtc(shown.of(local, start, Math.addExact(back, steps)));
        };
    }

    /// How many buckets before the one that the clock shows the moment lies; negative for buckets after it.
    private static long stepsBack(ZoneShift zone, long count, long local, long origin, Start shown) {
        long back = 0;
        while (zone.toUtc(shown.of(local, origin, back - 1)) <= count) {
            back--;
        }
        while (zone.toUtc(shown.of(local, origin, back)) > count) {
            back++;
        }
        return back;
    }

    private static long onGrid(long value, long origin, long step, long steps) {
        long before = Math.floorMod(Math.floorMod(value, step) - Math.floorMod(origin, step), step);
        return Math.subtractExact(Math.subtractExact(value, before), Math.multiplyExact(steps, step));
    }

    private static long ofMonths(long local, long origin, int months, long steps, long perDay) {
        long originDay = Math.floorDiv(origin, perDay);
        long ofDay = origin - originDay * perDay;
        long between = months(Math.floorDiv(local, perDay)) - months(originDay);
        long bucket = Math.floorDiv(between, months);
        long start = monthly(originDay, bucket * months, perDay, ofDay);
        if (start > local) {
            bucket--;
        }
        return monthly(originDay, Math.multiplyExact(Math.subtractExact(bucket, steps), months), perDay, ofDay);
    }

    private static long monthly(long originDay, long months, long perDay, long ofDay) {
        return Math.addExact(Math.multiplyExact(Calendar.plusMonths(originDay, months), perDay), ofDay);
    }

    private static long months(long day) {
        long civil = Calendar.civil(day);
        return Calendar.year(civil) * 12 + Calendar.month(civil);
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        inputs.forEach(input -> Operands.values(input, chunk, active));
        long[] valid = out.valid();
        Bitmaps.and(inputs.get(0).vector().valid(), inputs.get(1).vector().valid(), valid, chunk.words());
        Bitmaps.and(valid, inputs.get(2).vector().valid(), valid, chunk.words());
        long[] values = longs(0);
        long[] origins = longs(1);
        long[] steps = longs(2);
        for (int word = 0; word < chunk.words(); word++) {
            for (long left = valid[word] & active[word]; left != 0; left &= left - 1) {
                int row = (word << 6) + Long.numberOfTrailingZeros(left);
                out.values()[row] = start(values[row], origins[row], steps[row]);
            }
        }
    }

    private long[] longs(int input) {
        return ((Vector.Longs) inputs.get(input).vector()).values();
    }

    private long start(long value, long origin, long steps) {
        try {
            return start.of(value, origin, steps);
        } catch (ArithmeticException overflow) {
            throw Overflows.of(call.text(), "the result", call.type());
        }
    }
}

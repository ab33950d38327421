package dev.sheaf.expr.temporal;

import dev.sheaf.column.DataType.DurationType;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.cast.CastErrors;
import dev.sheaf.expr.cast.TextFormat;
import dev.sheaf.expr.value.Calendar;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;

/// Durations as intervals of whole days and the time that is left.
public final class DurationToInterval implements Node {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final BoundExpr.Cast cast;
    private final Node input;
    private final long perDay;
    private final long nanosPer;
    private final Vector.Intervals out = new Vector.Intervals();

    public DurationToInterval(BoundExpr.Cast cast, Node input) {
        DurationType type = (DurationType) cast.input().type();
        this.cast = cast;
        this.input = input;
        this.perDay = Calendar.perDay(type.unit());
        this.nanosPer = NANOS_PER_SECOND / type.unit().perSecond();
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        long[] values = ((Vector.Longs) Operands.values(input, chunk, active, out.valid())).values();
        for (int row = 0; row < chunk.rows(); row++) {
            long days = values[row] / perDay;
            out.months()[row] = 0;
            out.days()[row] = (int) days;
            out.nanos()[row] = (values[row] - days * perDay) * nanosPer;
            if (days != (int) days && Bitmaps.isSet(out.valid(), row) && Bitmaps.isSet(active, row)) {
                CastErrors.fail(
                        cast, out, row, TextFormat.of(values[row], cast.input().type()));
            }
        }
    }
}

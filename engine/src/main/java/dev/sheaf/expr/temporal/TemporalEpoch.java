package dev.sheaf.expr.temporal;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.TimeType;
import dev.sheaf.column.DataType.TimestampType;
import dev.sheaf.column.TimeUnit;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.value.Calendar;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;

/// EPOCH: seconds since 1970-01-01T00:00 (of times, since midnight) as float64.
public final class TemporalEpoch implements Node {
    private final Node input;
    private final double factor;
    private final double divisor;
    private final Vector.Doubles out = new Vector.Doubles();

    public TemporalEpoch(BoundExpr.Call call, Node input) {
        DataType type = call.argument(0).type();
        this.input = input;
        this.factor = type instanceof DataType.DateType ? Calendar.SECONDS_PER_DAY : 1;
        this.divisor = switch (type) {
            case TimestampType timestamp -> timestamp.unit().perSecond();
            case TimeType(TimeUnit unit) -> unit.perSecond();
            default -> 1;
        };
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        long[] values = ((Vector.Longs) Operands.values(input, chunk, active, out.valid())).values();
        for (int row = 0; row < chunk.rows(); row++) {
            out.values()[row] = values[row] * factor / divisor;
        }
    }
}

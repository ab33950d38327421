package dev.sheaf.expr.text;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Interval;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.bind.RowFunctions;
import dev.sheaf.expr.value.RowFunction;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.TextArena;
import dev.sheaf.expr.vector.Utf8;
import dev.sheaf.expr.vector.Vector;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A function that is computed row by row on Java objects: regular expressions, formats of moments and other work
/// beside which an object a row is no matter.
public final class RowCall implements Node {
    private static final long MICROS = 1_000_000;
    private static final int NANOS = 1_000;

    private final RowFunction function;
    private final List<DataType> types;
    private final List<Node> inputs;
    private final TextArena arena;
    private final Vector out;

    public RowCall(BoundExpr.Call call, List<Node> inputs, TextArena arena) {
        this.function = RowFunctions.of(call);
        this.types = call.arguments().stream().map(BoundExpr::type).toList();
        this.inputs = inputs;
        this.arena = arena;
        this.out = Vector.of(call.type());
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Operands.evaluate(inputs, chunk, active, out.valid());
        arena.clear();
        Object[] values = new Object[inputs.size()];
        for (int word = 0; word < chunk.words(); word++) {
            if (out instanceof Vector.Bits bits) {
                bits.values()[word] = 0;
            }
            for (long left = out.valid()[word] & active[word]; left != 0; left &= left - 1) {
                int bit = Long.numberOfTrailingZeros(left);
                apply(values, word, bit);
            }
        }
        if (out instanceof Vector.Texts texts) {
            arena.publish(texts);
        }
    }

    private void apply(Object[] values, int word, int bit) {
        int row = (word << 6) + bit;
        for (int i = 0; i < values.length; i++) {
            values[i] = value(inputs.get(i).vector(), types.get(i), row);
        }
        Object result = function.apply(values);
        if (result == null) {
            out.valid()[word] &= ~(1L << bit);
        } else {
            store(result, row);
        }
    }

    private static Object value(Vector vector, DataType type, int row) {
        return switch (vector) {
            case Vector.Texts texts -> Utf8.string(texts.bytes(), texts.starts()[row], texts.sizes()[row]);
            case Vector.Longs longs when type instanceof DataType.TimestampType -> moment(longs.values()[row]);
            case Vector.Longs longs -> longs.values()[row];
            case Vector.Intervals spans -> new Interval(spans.months()[row], spans.days()[row], spans.nanos()[row]);
            case Vector.Doubles _, Vector.Wides _, Vector.Bits _, Vector.Nested _ -> throw new AssertionError(type);
        };
    }

    private static LocalDateTime moment(long micros) {
        return LocalDateTime.ofEpochSecond(
                Math.floorDiv(micros, MICROS), (int) Math.floorMod(micros, MICROS) * NANOS, ZoneOffset.UTC);
    }

    private void store(@Nullable Object result, int row) {
        switch (result) {
            case String text -> {
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                Vector.Texts texts = (Vector.Texts) out;
                texts.starts()[row] = arena.append(bytes, bytes.length);
                texts.sizes()[row] = bytes.length;
            }
            case Boolean truth -> ((Vector.Bits) out).values()[row >> 6] |= (truth ? 1L : 0L) << row;
            case Long number -> ((Vector.Longs) out).values()[row] = number;
            case LocalDate day -> ((Vector.Longs) out).values()[row] = day.toEpochDay();
            case LocalDateTime moment ->
                ((Vector.Longs) out).values()[row] =
                        moment.toEpochSecond(ZoneOffset.UTC) * MICROS + moment.getNano() / NANOS;
            case null, default -> throw new AssertionError(result);
        }
    }
}

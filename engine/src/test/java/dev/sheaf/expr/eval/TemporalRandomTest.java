package dev.sheaf.expr.eval;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.expr.bind.Interpreter;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.Tables;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Parts, starts and dates of timestamps of any size beside the interpreter, with zones and without.
class TemporalRandomTest {
    private static final int ROWS = 130;
    private static final List<String> UNITS = List.of("s", "ms", "us", "ns");
    private static final List<String> STARTS = List.of(
            "microsecond", "millisecond", "second", "minute", "hour", "day", "week", "month", "quarter", "year");
    private static final List<Function> PARTS = List.of(
            Function.HOUR,
            Function.MINUTE,
            Function.SECOND,
            Function.MILLISECOND,
            Function.YEAR,
            Function.MONTH,
            Function.DAY,
            Function.WEEK,
            Function.DAY_OF_WEEK,
            Function.DAY_OF_YEAR);

    @Test
    void timestampsOfAnySizeGiveWhatTheInterpreterSays() {
        RandomCases.run(400, TemporalRandomTest::check);
    }

    private static void check(SplittableRandom random) {
        boolean zoned = random.nextInt(4) == 0;
        String type = "timestamp[" + UNITS.get(random.nextInt(UNITS.size())) + (zoned ? ", Europe/Berlin]" : "]");
        int bits = random.nextInt(10, type.contains("ns") ? 63 : 54);
        Tables.Rows rows = Tables.of("a:" + type);
        for (int row = 0; row < ROWS; row++) {
            rows.row(random.nextInt(7) == 0 ? null : value(random, bits, type, zoned));
        }
        try (MemoryPool pool = MemoryPool.create();
                Table table = rows.build(pool)) {
            for (Expr expr : expressions(random)) {
                assertThat(evaluated(expr, table, pool))
                        .as("%s of %s", expr.outputName(), type)
                        .isEqualTo(interpreted(expr, table));
            }
        }
    }

    private static List<Expr> expressions(SplittableRandom random) {
        Expr a = col("a");
        return List.of(
                call(Function.DATE_TRUNC, STARTS.get(random.nextInt(STARTS.size())), a),
                call(PARTS.get(random.nextInt(PARTS.size())), a),
                a.cast(DataType.DATE));
    }

    /// A moment at most so many bits of nanoseconds, or of microseconds, from 1970.
    private static Object value(SplittableRandom random, int bits, String type, boolean zoned) {
        long count = random.nextLong() >> (Long.SIZE - 1 - bits);
        long perSecond = type.contains("ns") ? 1_000_000_000 : 1_000_000;
        long nanos = Math.floorMod(count, perSecond) * (1_000_000_000 / perSecond);
        long step = nanosOf(type);
        Instant moment = Instant.ofEpochSecond(Math.floorDiv(count, perSecond), nanos / step * step);
        return zoned ? moment : LocalDateTime.ofInstant(moment, ZoneOffset.UTC);
    }

    private static long nanosOf(String type) {
        return type.contains("[ns")
                ? 1
                : type.contains("[us") ? 1_000 : type.contains("[ms") ? 1_000_000 : 1_000_000_000;
    }

    private static List<@Nullable Object> interpreted(Expr expr, Table table) {
        Interpreter interpreter = Interpreter.of(Binder.bind(expr, table.schema()));
        List<@Nullable Object> values = new ArrayList<>();
        for (long row = 0; row < table.rowCount(); row++) {
            values.add(interpreter.evaluate(table, row));
        }
        return values;
    }

    private static List<@Nullable Object> evaluated(Expr expr, Table table, MemoryPool pool) {
        List<@Nullable Object> values = new ArrayList<>();
        try (Column column = Evaluator.compile(expr, table.schema()).evaluate(table, pool)) {
            for (long row = 0; row < column.length(); row++) {
                values.add(column.get(row));
            }
        }
        return values;
    }
}

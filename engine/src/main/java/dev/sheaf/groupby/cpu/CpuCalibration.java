package dev.sheaf.groupby.cpu;

import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.median;
import static dev.sheaf.expr.Expressions.sum;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.BackendPreference;
import dev.sheaf.query.QueryContext;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// Measures what [CpuCost] needs to know of a host: four group-bys by 10,000 keys on one thread.
final class CpuCalibration {
    private static final int ROWS = 2_000_000;
    private static final int KEYS = 10_000;
    private static final int TEXT_BYTES = 6;

    /// The first runs are those of code that the JVM has not compiled.
    private static final int RUNS = 6;

    /// Differences of two times may come out too small.
    private static final double LEAST = 0.2;

    private CpuCalibration() {}

    /// The best of some runs of each.
    static CpuCost measure() {
        try (MemoryPool pool = MemoryPool.create();
                Table table = table(pool)) {
            double counted = nanos(table, pool, "k", count());
            double summed = nanos(table, pool, "k", count(), sum("v"));
            double byText = nanos(table, pool, "t", count());
            double members = nanos(table, pool, "k", median("v"));
            double state = Math.max(LEAST, summed - counted);
            double row = Math.max(LEAST, counted - state - CpuCost.FIXED_KEY);
            return new CpuCost(
                    row,
                    Math.max(LEAST, byText - row - state),
                    state,
                    Math.max(LEAST, members - row - CpuCost.FIXED_KEY),
                    true);
        }
    }

    private static double nanos(Table table, MemoryPool pool, String key, Expr... aggregates) {
        double best = Double.MAX_VALUE;
        for (int run = 0; run < RUNS; run++) {
            QueryContext context = QueryContext.builder()
                    .pool(pool)
                    .threads(1)
                    .backend(BackendPreference.CPU)
                    .build();
            long start = System.nanoTime();
            GroupBy.on(table, key).aggregate(context, aggregates).close();
            best = Math.min(best, System.nanoTime() - start);
        }
        return best / ROWS;
    }

    /// Keys in no order, as numbers and as texts.
    private static Table table(MemoryPool pool) {
        Buffer keys = pool.allocate((long) ROWS * Integer.BYTES, "calibration");
        Buffer values = pool.allocate((long) ROWS * Double.BYTES, "calibration");
        Buffer texts = pool.allocate((long) ROWS * TEXT_BYTES, "calibration");
        Buffer starts = pool.allocate((ROWS + 1L) * Integer.BYTES, "calibration");
        MemorySegment bytes = texts.segment();
        for (int row = 0; row < ROWS; row++) {
            int key = (int) Long.remainderUnsigned((row * 0x9e3779b97f4a7c15L) >>> 17, KEYS);
            keys.segment().setAtIndex(ValueLayout.JAVA_INT, row, key);
            values.segment().setAtIndex(ValueLayout.JAVA_DOUBLE, row, key * 0.5 + row);
            starts.segment().setAtIndex(ValueLayout.JAVA_INT, row, row * TEXT_BYTES);
            for (int i = 0, rest = key; i < TEXT_BYTES; i++, rest /= 10) {
                bytes.set(ValueLayout.JAVA_BYTE, (long) row * TEXT_BYTES + i, (byte) ('0' + rest % 10));
            }
        }
        starts.segment().setAtIndex(ValueLayout.JAVA_INT, ROWS, ROWS * TEXT_BYTES);
        Validity all = Validity.allValid(ROWS);
        List<Column> columns = List.of(
                new FixedColumn(DataType.INT32, ROWS, keys, all),
                new FixedColumn(DataType.FLOAT64, ROWS, values, all),
                new VarColumn(DataType.STRING, new Offsets(starts, false, ROWS), texts, all));
        Schema schema = Schema.of(
                new Field("k", DataType.INT32), new Field("v", DataType.FLOAT64), new Field("t", DataType.STRING));
        return new Table(schema, columns, ROWS);
    }
}

package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.argMax;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.first;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.Order;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.BackendPreference;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.Tables;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Conditions whose rows are kept before any other work, with kernels run on the CPU: `-Dsheaf.emulator=true`.
@OnEmulator
@ExtendWith(PoolCheck.class)
class EmulatedKeptRowsTest {
    /// The keys of [Shapes] that become no words: text, text and text, and a decimal of 30 digits with others.
    private static final int[] KEYS = {14, 19, 21};

    /// Aggregates that are asked for under a condition: sums of decimals, and the greatest text with bools.
    private static final int[] AGGREGATES = {3, 9};

    private final EmulatedDevice device = EmulatedDevice.create(1L << 32);

    @ParameterizedTest
    @ValueSource(strings = {"partition", "single"})
    void keysGiveWhatTheCpuGives(String strategy) {
        ShapeComparison comparison = new ShapeComparison(device.backend(), Map.of("cuda.strategy", strategy));
        for (int key : KEYS) {
            for (int aggregates : AGGREGATES) {
                int shape = key * Shapes.aggregates() + aggregates;
                RandomCases.run(4, random -> comparison.compare(shape, random));
            }
        }
        assertThat(comparison.onGpu()).isPositive();
    }

    /// Rows keep their numbers, so what an aggregate picks is a row of the table as it was.
    @Test
    void rowsThatArePickedAreThoseOfTheTable(MemoryPool pool) {
        String a = "a text of more than twelve bytes";
        String b = "another text of more than twelve";
        Expr[] asked = {
            count().as("n"), sum("l").as("s"), first("t").as("f"), argMax("l").as("at"), max("t").as("most")
        };
        try (Table host = Table.of(
                        "k", new String[] {a, b, null, a, b, a, a, null},
                        "t", new String[] {"p", "q", "r", "s", null, "u", "v", "w"},
                        "l", new long[] {9, 1, 5, 2, 7, 8, 3, 4});
                GpuTable table = new Gpu(device.open()).load(host)) {
            QueryContext context = context(pool, BackendPreference.CUDA);
            try (Table found = table.groupBy("k")
                            .where(col("l").lt(9).and(col("l").gt(1)))
                            .order(Order.SORTED)
                            .download(context, asked);
                    Table expected = GroupBy.on(host, "k")
                            .where(col("l").lt(9).and(col("l").gt(1)))
                            .order(Order.SORTED)
                            .aggregate(context(pool, BackendPreference.CPU), asked)) {
                assertThat(context.decisions().getLast().choice()).contains("rows kept first");
                Tables.assertSame(expected, found);
            }
        }
    }

    private static QueryContext context(MemoryPool pool, BackendPreference backend) {
        return QueryContext.builder()
                .pool(pool)
                .backend(backend)
                .settings(new Settings(Map.of("cuda.strategy", "partition")))
                .build();
    }
}

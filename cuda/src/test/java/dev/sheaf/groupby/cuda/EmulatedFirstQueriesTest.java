package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.groupby.Sums;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.Settings;
import dev.sheaf.query.TableDataset;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.Tables;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Which kernels answer a first query, with kernels run on the CPU: `-Dsheaf.emulator=true`.
@OnEmulator
class EmulatedFirstQueriesTest {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final GroupByOptions SORTED =
            new GroupByOptions(NullKeys.INCLUDE, Order.SORTED, Overflow.ERROR, Sums.FAST);
    private static final String SHIPPED = "cuda: general strategy (its kernels have to be compiled first)";

    /// Shapes of five mixes of keys, each with other aggregates.
    private static final int FIRST = 2;

    private static final int STEP = 19;

    private final MemoryPool pool = MemoryPool.create();

    @Test
    void shippedKernelsAnswerWhileOthersAreCompiled() {
        CudaBackend backend = EmulatedDevice.shipped(true).backend();

        assertThat(way(backend, Map.of(), sum("v"))).isEqualTo(SHIPPED);
        long end = System.nanoTime() + PATIENCE.toNanos();
        String way = SHIPPED;
        while (way.equals(SHIPPED) && System.nanoTime() < end) {
            way = way(backend, Map.of(), sum("v"));
        }
        assertThat(way).startsWith("cuda: block");
    }

    @Test
    void aQueryThatWaitsIsAnsweredByCompiledKernels() {
        CudaBackend backend = EmulatedDevice.shipped(true).backend();

        assertThat(way(backend, Map.of("cuda.compile", "wait"), sum("v"))).startsWith("cuda: block");
    }

    @Test
    void withoutACompilerShippedKernelsAnswerAlways() {
        CudaBackend backend = EmulatedDevice.shipped(false).backend();

        assertThat(way(backend, Map.of(), sum("v"))).isEqualTo(SHIPPED);
        assertThat(way(backend, Map.of(), sum("v"))).isEqualTo(SHIPPED);
        assertThat(way(backend, Map.of(), sum(col("v").times(1)))).isEqualTo("cpu");
    }

    @Test
    void withoutACompilerShapesGiveWhatTheCpuGives() {
        ShapeComparison comparison =
                new ShapeComparison(EmulatedDevice.shipped(false).backend(), Map.of("cuda.chunk.rows", "61"));
        int plain = 0;
        for (int shape = FIRST; shape < Shapes.number(); shape += STEP) {
            int number = shape;
            RandomCases.run(1, random -> comparison.compare(number, random));
            plain += shape % 3 == 0 ? 0 : 1; // the others have a condition
        }
        assertThat(comparison.onGpu()).isGreaterThanOrEqualTo(plain * 4 / 5);
    }

    /// How a query was answered, which is checked.
    private String way(CudaBackend backend, Map<String, String> settings, Expr aggregate) {
        QueryContext context = QueryContext.builder()
                .pool(pool)
                .settings(new Settings(settings))
                .build();
        try (Table table =
                        Tables.of("k", "v").row(1, 10L).row(2, 20L).row(1, 30L).build(pool);
                BatchSource input =
                        new TableDataset(table).scan(Scan.of(table.schema().names()), context);
                BatchSource result = backend.execute(
                        GroupByRequest.of(table.schema(), List.of("k"), aggregate.as("s"), count().as("n"))
                                .with(SORTED),
                        input,
                        context);
                Table found = GpuQuery.collect(result, context)) {
            Tables.assertSame(Tables.of("k", "s", "n").row(1, 40L, 2L).row(2, 20L, 1L), found);
        }
        return context.decisions().getFirst().choice();
    }
}

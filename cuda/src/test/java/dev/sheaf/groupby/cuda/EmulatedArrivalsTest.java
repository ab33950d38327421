package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.cuda.driver.FakeCuda;
import dev.sheaf.groupby.Backend;
import dev.sheaf.groupby.Backends;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Decision;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.Settings;
import dev.sheaf.query.TableDataset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Scans over rows that come in parts of 64, with kernels run on the CPU: `-Dsheaf.emulator=true`.
@OnEmulator
class EmulatedArrivalsTest {
    private static final int ROWS = 5_003;

    private boolean lateNulls;
    private final EmulatedDevice device = EmulatedDevice.create(1L << 32);

    @Test
    void partsAddUpToAllRows() {
        check(row -> row * 7 % 100, "block");

        assertThat(device.fake().launches())
                .extracting(FakeCuda.Launched::kernel)
                .filteredOn("block_groups"::equals)
                .hasSizeGreaterThan(5);
    }

    @Test
    void nullsThatComeLateMakeOnePartOfAll() {
        lateNulls = true;
        check(row -> row * 7 % 100, "block");

        assertThat(device.fake().launches())
                .extracting(FakeCuda.Launched::kernel)
                .filteredOn("block_groups"::equals)
                .hasSize(1);
    }

    @Test
    void partsAddUpInHashTables() {
        check(row -> row * 7 % 100 * 1_000_003, "hash");
    }

    @Test
    void partitionsWaitForAllRows() {
        check(row -> row * 7 % 100, "partition");
    }

    @Test
    void keysThatTheFirstPartHasNotSeenAreFound() {
        check(row -> row / 50, "");
        check(row -> row == ROWS - 1 ? 1L << 40 : row % 3, "");
    }

    private void check(java.util.function.LongUnaryOperator key, String strategy) {
        long[] keys = LongStream.range(0, ROWS).map(key).toArray();
        Long[] values = LongStream.range(0, ROWS)
                .mapToObj(row -> row % 11 == 0 && (row > 900 || !lateNulls) ? null : (Long) row)
                .toArray(Long[]::new);
        Map<String, String> settings = Map.of("cuda.wave.rows", "64", "cuda.strategy", strategy);
        try (MemoryPool pool = MemoryPool.withLimit(1L << 30);
                Table table = Table.of("k", keys, "v", values)) {
            QueryContext context = QueryContext.builder()
                    .pool(pool)
                    .threads(2)
                    .settings(new Settings(settings))
                    .build();
            Backend cpu = Backends.all().stream()
                    .filter(backend -> backend.name().equals("cpu"))
                    .findFirst()
                    .orElseThrow();

            Map<Object, List<Object>> found = groups(device.backend(), table, context);

            assertThat(context.decisions())
                    .extracting(Decision::choice)
                    .allMatch(choice -> choice.startsWith("cuda: ") && !choice.contains("general"));
            assertThat(found).isEqualTo(groups(cpu, table, context));
            assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
            assertThat(pool.usedBytes(Tier.PINNED)).isZero();
        }
    }

    private static Map<Object, List<Object>> groups(Backend backend, Table table, QueryContext context) {
        GroupByRequest request = GroupBy.on(table, "k")
                .request(
                        count().as("n"),
                        sum("v").as("s"),
                        max("v").as("m"),
                        mean("v").as("a"));
        Map<Object, List<Object>> groups = new HashMap<>();
        try (BatchSource input =
                        new TableDataset(table).scan(new Scan(request.input().names(), Optional.empty()), context);
                BatchSource result = backend.execute(request, input, context)) {
            Batch batch;
            while ((batch = result.next(context)) != null) {
                try (Batch open = batch) {
                    open.table()
                            .rows()
                            .forEach(row ->
                                    groups.put(row.get(0), List.of(row.get(1), row.get(2), row.get(3), row.get(4))));
                }
            }
        }
        return groups;
    }
}

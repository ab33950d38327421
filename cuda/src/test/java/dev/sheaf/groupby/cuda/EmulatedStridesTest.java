package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.Backend;
import dev.sheaf.groupby.Backends;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.GroupFinish;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Decision;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.Settings;
import dev.sheaf.query.TableDataset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tables that do not fit, grouped stride by stride by the fast strategies, with kernels run on the CPU:
/// `-Dsheaf.emulator=true`.
@OnEmulator
class EmulatedStridesTest {
    private static final int ROWS = 3_000;
    private static final String STRIDES = "500";
    private static final String BY_STRIDES = "6 strides, each by ";

    private static final String BY_A_KERNEL = "final expressions by a kernel";

    private final EmulatedDevice device = EmulatedDevice.create(1L << 32);

    private final Expr[] all = {
        count().as("n"),
        sum("v").as("s"),
        min("v").as("l"),
        max("v").as("m"),
        mean("v").as("a")
    };

    private static Long[] longs(LongFunction<Long> value) {
        return LongStream.range(0, ROWS).mapToObj(value).toArray(Long[]::new);
    }

    private static String[] texts(LongFunction<String> value) {
        return LongStream.range(0, ROWS).mapToObj(value).toArray(String[]::new);
    }

    @Test
    void stridesAddUpToTheTable() {
        Table table = Table.of("k", longs(row -> row * 7 % 100), "v", longs(row -> row));

        assertThat(choice(table, GroupFinish.NONE, Map.of(), all)).startsWith(BY_STRIDES);
    }

    @Test
    void nullsOfSomeStridesStayNulls() {
        Table table = Table.of(
                "k",
                longs(row -> row > 1_200 && row % 5 == 0 ? null : row * 7 % 10),
                "v",
                longs(row -> row % 10 == 3 || (row < 700 && row % 10 == 2) ? null : row));

        assertThat(choice(table, GroupFinish.NONE, Map.of(), all)).startsWith(BY_STRIDES);
    }

    @Test
    void everyStrideMayHaveOtherKeys() {
        Table table = Table.of("k", longs(row -> row * 1_000_003), "v", longs(row -> row));

        assertThat(choice(table, GroupFinish.NONE, Map.of("cuda.strategy", "hash"), all))
                .startsWith(BY_STRIDES);
    }

    @Test
    void partialGroupsAreMergedBeforeTheyFillTheDevice() {
        Table table = Table.of("k", longs(row -> row % 700), "v", longs(row -> row % 9 == 0 ? null : row));

        assertThat(choice(table, GroupFinish.NONE, Map.of("cuda.merged.bytes", "20000"), all))
                .startsWith(BY_STRIDES);
    }

    @Test
    void textsHaveOneNumberInAllStrides() {
        Table fixed = Table.of("k", texts(row -> "id%03d".formatted(row % 50 + row / 1_000)), "v", longs(row -> row));
        Table mixed = Table.of("k", texts(row -> "key " + (row * row % 120)), "v", longs(row -> row));
        Table late = Table.of(
                "k", texts(row -> row < 1_400 ? "id%03d".formatted(row % 7) : "id" + row % 20), "v", longs(row -> row));

        assertThat(choice(fixed, GroupFinish.NONE, Map.of(), all)).startsWith(BY_STRIDES);
        assertThat(choice(mixed, GroupFinish.NONE, Map.of(), all)).startsWith(BY_STRIDES);
        assertThat(choice(late, GroupFinish.NONE, Map.of(), all)).startsWith(BY_STRIDES);
    }

    @Test
    void boolsAreKeysOfAllStrides() {
        Boolean[] flags = LongStream.range(0, ROWS)
                .mapToObj(row -> row % 11 == 0 ? null : row % 3 == 0)
                .toArray(Boolean[]::new);
        Table table = Table.of("k", flags, "v", longs(row -> row));

        assertThat(choice(table, GroupFinish.NONE, Map.of("cuda.merged.bytes", "300"), all))
                .startsWith(BY_STRIDES);
    }

    @Test
    void conditionsOnGroupsComeAfterTheLastStride() {
        GroupFinish finish = new GroupFinish(
                Optional.of(col("n").gt(29)), List.of(col("k"), col("s").plus(1).as("t"), col("n")));
        GroupFinish ofTexts = new GroupFinish(Optional.of(col("k").gt("key 5")), List.of(col("k"), col("n")));
        Table numbers = Table.of("k", longs(row -> row % 101), "v", longs(row -> row));
        Table texts = Table.of("k", texts(row -> "key " + row % 101), "v", longs(row -> row));

        assertThat(choice(numbers, finish, Map.of(), all))
                .startsWith(BY_STRIDES)
                .endsWith(BY_A_KERNEL);
        assertThat(choice(texts.retain(), finish, Map.of(), all))
                .startsWith(BY_STRIDES)
                .endsWith(BY_A_KERNEL);
        assertThat(choice(texts, ofTexts, Map.of(), all)).startsWith(BY_STRIDES).contains("on the CPU: ");
    }

    @Test
    void whatALaterStrideHasTooMuchOfIsGroupedAnotherWay() {
        Table large = Table.of(
                "k",
                longs(row -> row % 10),
                "v",
                longs(row -> row < 2_000 ? row : Long.MAX_VALUE / 4 * (row / 10 % 2 * 2 - 1)));

        assertThat(choice(
                        large,
                        GroupFinish.NONE,
                        Map.of(),
                        sum("v").as("n"),
                        mean("v").as("s")))
                .startsWith("general strategy (")
                .contains("may overflow");
    }

    @Test
    void noRowAtAllGivesNoGroups() {
        Table table = Table.of("k", longs(row -> row % 10), "v", longs(row -> row));
        GroupByRequest request =
                GroupBy.on(table, "k").where(col("v").lt(0)).request(count().as("n"), sum("v").as("s"));

        assertThat(choice(table, request, GroupFinish.NONE, Map.of())).contains("no row takes part");
    }

    @Test
    void aConditionOnRowsLeavesSomeStridesEmpty() {
        Table table = Table.of("k", longs(row -> row % 10), "v", longs(row -> row));
        GroupByRequest request =
                GroupBy.on(table, "k").where(col("v").gt(1_700)).request(count().as("n"), sum("v").as("s"));

        assertThat(choice(table, request, GroupFinish.NONE, Map.of())).startsWith(BY_STRIDES);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cuda.chunk.rows", "cuda.slab.bytes", "cuda.slabs", "cuda.slab.threads"})
    void stridesOfNothingAreAnError(String setting) {
        Table table = Table.of("k", longs(row -> row % 3), "v", longs(row -> row));

        assertThatThrownBy(() -> choice(table, GroupFinish.NONE, Map.of(setting, "0"), all))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("setting " + setting + " needs a number from 1 to 2147483647, not 0");
    }

    private String choice(Table table, GroupFinish finish, Map<String, String> settings, Expr... aggregates) {
        return choice(table, GroupBy.on(table, "k").request(aggregates), finish, settings);
    }

    /// How a table was grouped, whose groups are those of the CPU.
    private String choice(Table table, GroupByRequest request, GroupFinish finish, Map<String, String> more) {
        Map<String, String> settings =
                new HashMap<>(Map.of("cuda.resident.bytes", "64", "cuda.chunk.rows", STRIDES, "cuda.wave.rows", "192"));
        settings.putAll(more);
        try (table;
                MemoryPool pool = MemoryPool.withLimit(1L << 30)) {
            QueryContext context = QueryContext.builder()
                    .pool(pool)
                    .threads(2)
                    .settings(new Settings(settings))
                    .build();
            Backend cpu = Backends.all().stream()
                    .filter(backend -> backend.name().equals("cpu"))
                    .findFirst()
                    .orElseThrow();

            List<List<Object>> found = groups(device.backend(), table, request, finish, context);

            assertThat(found).containsExactlyInAnyOrderElementsOf(groups(cpu, table, request, finish, context));
            assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
            assertThat(pool.usedBytes(Tier.PINNED)).isZero();
            return context.decisions().stream()
                    .map(Decision::choice)
                    .filter(choice -> choice.startsWith("cuda: "))
                    .findFirst()
                    .orElseThrow()
                    .substring("cuda: ".length());
        }
    }

    private static List<List<Object>> groups(
            Backend backend, Table table, GroupByRequest request, GroupFinish finish, QueryContext context) {
        List<List<Object>> groups = new ArrayList<>();
        try (BatchSource input =
                        new TableDataset(table).scan(new Scan(request.input().names(), Optional.empty()), context);
                BatchSource result = backend.execute(request, finish, input, context)) {
            Batch batch;
            while ((batch = result.next(context)) != null) {
                try (Batch open = batch) {
                    open.table().rows().forEach(row -> {
                        List<Object> values = new ArrayList<>();
                        for (int i = 0; i < open.table().schema().size(); i++) {
                            values.add(row.get(i));
                        }
                        groups.add(values);
                    });
                }
            }
        }
        return groups;
    }
}

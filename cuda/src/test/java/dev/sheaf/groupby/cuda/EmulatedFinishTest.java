package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.collectList;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.GroupFinish;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.Sums;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.Settings;
import dev.sheaf.query.TableDataset;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// HAVING and SELECT over the results of every aggregate of the general strategy, and of texts and numbers of the
/// fast ones, with kernels run on the CPU: `-Dsheaf.emulator=true`.
@OnEmulator
@ExtendWith(PoolCheck.class)
class EmulatedFinishTest {
    /// Each aggregate once, with other keys each.
    private static final int STEP = Integer.getInteger("sheaf.shape.step", Shapes.aggregates() * 4 + 1);

    private final EmulatedDevice device = EmulatedDevice.create(1L << 32);

    @ParameterizedTest
    @ValueSource(strings = {"general", ""})
    void finishedGroupsAreThoseOfTheCpu(String strategy) {
        ShapeComparison comparison =
                new ShapeComparison(device.backend(), Map.of("cuda.strategy", strategy, "cuda.chunk.rows", "61"));
        for (int i = 0; i < Shapes.aggregates(); i++) {
            int shape = i * STEP % Shapes.number();
            RandomCases.run(1, random -> comparison.compareFinished(shape, random));
        }
        assertThat(comparison.onGpu()).isGreaterThan(comparison.answers() * 9 / 10);
        assertThat(comparison.finishedByKernel()).isGreaterThan(comparison.cases() / 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "general"})
    void textsAndListsAreThoseOfTheGroupsThatAreKept(String strategy, MemoryPool pool) {
        try (Table table = table()) {
            GroupByRequest request = GroupBy.on(table, "k")
                    .order(Order.SORTED)
                    .request(count().as("n"), collectList("v").as("l"), max("s").as("m"));
            GroupFinish finish = new GroupFinish(
                    Optional.of(col("n").gt(2)),
                    List.of(
                            col("l"),
                            col("k"),
                            col("m").gt("b").as("late"),
                            col("n").plus(1).as("more")));

            String choice = check(table, request, finish, strategy, pool, List.of("[1, 3, 5] b false 4"));

            assertThat(choice).contains("final expressions by a kernel, some on the CPU: ");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "general"})
    void keysOfTextComeWithTheGroupsThatAreKept(String strategy, MemoryPool pool) {
        try (Table table = table()) {
            GroupByRequest request = GroupBy.on(table, "k").request(count().as("n"), sum("v").as("t"));
            GroupFinish finish = new GroupFinish(Optional.of(col("t").lt(7)), List.of(col("n"), col("k")));

            String choice = check(table, request, finish, strategy, pool, List.of("2 a"));

            assertThat(choice).endsWith("final expressions by a kernel");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "general"})
    void aConditionOnTextsIsForTheHost(String strategy, MemoryPool pool) {
        try (Table table = table()) {
            GroupByRequest request = GroupBy.on(table, "k").request(count().as("n"));
            GroupFinish finish = new GroupFinish(Optional.of(col("k").lt("b")), List.of(col("n")));

            String choice = check(table, request, finish, strategy, pool, List.of("2"));

            assertThat(choice).contains("final expressions on the CPU: ");
        }
    }

    @Test
    void whatDoesNotFitIsReportedOfDroppedGroupsToo(MemoryPool pool) {
        try (Table table = Table.of("k", new int[] {1, 1, 2}, "v", new long[] {Long.MAX_VALUE, 1, 5})) {
            GroupByRequest request = GroupBy.on(table, "k").request(sum("v").as("s"), count().as("n"));
            GroupFinish finish = new GroupFinish(Optional.of(col("n").lt(2)), List.of(col("n")));

            assertThatThrownBy(() -> check(table, request, finish, "general", pool, List.of()))
                    .isInstanceOf(ArithmeticException.class)
                    .hasMessageContaining("k = 1");
        }
    }

    @Test
    void groupsThatAreKeptStayInTheOrderOfTheirFirstRows(MemoryPool pool) {
        try (Table table = Table.of("k", new int[] {2, 2, 3, 3, 1}, "v", new int[] {1, 2, 3, 4, 5})) {
            GroupByRequest request =
                    GroupBy.on(table, "k").order(Order.FIRST_APPEARANCE).request(count().as("n"));
            GroupFinish finish = new GroupFinish(Optional.of(col("n").gt(1)), List.of(col("k"), col("n")));

            String choice = check(table, request, finish, "general", pool, List.of("2 2", "3 2"));

            assertThat(choice).endsWith("final expressions by a kernel");
        }
    }

    @Test
    void whatDoesNotFitIsReportedThoughNothingAsksForIt(MemoryPool pool) {
        try (Table table = Table.of("k", new int[] {1, 1, 2}, "v", new long[] {Long.MAX_VALUE, 1, 5})) {
            GroupByRequest request = GroupBy.on(table, "k").request(sum("v").as("s"), count().as("n"));
            for (Expr wanted : List.of(col("n").plus(1).as("m"), col("k"), col("s"))) {
                GroupFinish finish = new GroupFinish(Optional.empty(), List.of(wanted));

                assertThatThrownBy(() -> check(table, request, finish, "general", pool, List.of()))
                        .isInstanceOf(ArithmeticException.class)
                        .hasMessageContaining("k = 1");
            }
        }
    }

    @Test
    void reproducibleMeansAreDividedByTheHost(MemoryPool pool) {
        try (Table table = Table.of("k", new int[] {1, 1, 1}, "v", new long[] {1L << 60, 1L << 60, 1})) {
            GroupByRequest request = GroupBy.on(table, "k")
                    .request(mean("v").as("a"))
                    .with(GroupByOptions.DEFAULT.with(Sums.REPRODUCIBLE));
            GroupFinish finish = new GroupFinish(Optional.of(col("a").gt(1)), List.of(col("a")));
            double exact = new BigDecimal(BigInteger.ONE.shiftLeft(61).add(BigInteger.ONE))
                    .divide(BigDecimal.valueOf(3), MathContext.DECIMAL128)
                    .doubleValue();

            String choice = check(table, request, finish, "general", pool, List.of(String.valueOf(exact)));

            assertThat(choice).contains("on the CPU: a is computed on the CPU");
        }
    }

    private static Table table() {
        return Table.of(
                "k", new String[] {"b", "a", "b", "a", "b"},
                "v", new long[] {1, 2, 3, 4, 5},
                "s", new String[] {"a", "c", "b", "a", "a"});
    }

    /// How the rows were found, which are those of `expected`.
    private String check(
            Table table,
            GroupByRequest request,
            GroupFinish finish,
            String strategy,
            MemoryPool pool,
            List<String> expected) {
        QueryContext context = QueryContext.builder()
                .pool(pool)
                .threads(1)
                .settings(new Settings(Map.of("cuda.strategy", strategy)))
                .build();
        try (BatchSource input =
                        new TableDataset(table).scan(Scan.of(request.input().names()), context);
                BatchSource result = device.backend().execute(request, finish, input, context);
                Table groups = GpuQuery.collect(result, context)) {
            List<String> rows = groups.rows()
                    .map(row -> IntStream.range(0, groups.schema().size())
                            .mapToObj(column -> String.valueOf(row.get(column)))
                            .collect(Collectors.joining(" ")))
                    .toList();
            assertThat(rows).isEqualTo(expected);
        }
        return context.decisions().getLast().choice();
    }
}

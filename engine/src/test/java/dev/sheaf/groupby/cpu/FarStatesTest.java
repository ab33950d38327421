package dev.sheaf.groupby.cpu;

import static dev.sheaf.expr.Expressions.approxNunique;
import static dev.sheaf.expr.Expressions.approxQuantile;
import static dev.sheaf.expr.Expressions.bottomK;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.covariance;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.maxBy;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.product;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.expr.Expressions.topK;
import static dev.sheaf.expr.Expressions.variance;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// States of so many groups that no cache keeps them, beside the same groups some thousands at a time.
@ExtendWith(PoolCheck.class)
class FarStatesTest {
    private static final int GROUPS = 70_000;
    private static final int ROWS = 150_000;
    private static final int SLICE = 10_000;

    /// The keys and values of some rows.
    private record Rows(int[] keys, double[] x, double[] y, long[] n) {
        static Rows random(SplittableRandom random) {
            return new Rows(
                    random.ints(ROWS, 0, GROUPS).toArray(),
                    random.doubles(ROWS, -100, 100).toArray(),
                    random.doubles(ROWS, -100, 100).toArray(),
                    random.longs(ROWS, -8, 9).toArray());
        }

        /// Texts of which many begin alike, one of them empty.
        String[] texts() {
            return IntStream.range(0, keys.length)
                    .mapToObj(row -> n[row] == 0 ? "" : "https://example.org/" + n[row] % 3 + "/" + Math.round(x[row]))
                    .toArray(String[]::new);
        }

        /// Those whose keys are from `from` to below `to`.
        Rows between(int from, int to) {
            int[] rows = IntStream.range(0, keys.length)
                    .filter(row -> keys[row] >= from && keys[row] < to)
                    .toArray();
            return new Rows(
                    IntStream.of(rows).map(row -> keys[row]).toArray(),
                    IntStream.of(rows).mapToDouble(row -> x[row]).toArray(),
                    IntStream.of(rows).mapToDouble(row -> y[row]).toArray(),
                    IntStream.of(rows).mapToLong(row -> n[row]).toArray());
        }
    }

    private static Expr[] aggregates() {
        return new Expr[] {
            variance("x").as("a"),
            variance("n").as("b"),
            covariance("x", "y").as("c"),
            sum(col("n").cast(DataType.decimal(30, 2))).as("d"),
            product("n").as("e"),
            topK("x", 3).as("f"),
            bottomK("n", 7).as("g"),
            approxNunique("n").as("h"),
            approxQuantile("y", 0.5).as("i"),
            min("t").as("j"),
            max("t").as("l"),
            maxBy("n", "t").as("m")
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void haveTheValuesOfFewGroups(int threads, MemoryPool pool) {
        RandomCases.run(1, random -> {
            Rows rows = Rows.random(random);
            Map<Object, List<@Nullable Object>> expected = new HashMap<>();
            for (int from = 0; from < GROUPS; from += SLICE) {
                group(rows.between(from, from + SLICE), 1, pool, expected);
            }
            Map<Object, List<@Nullable Object>> actual = new HashMap<>();
            group(rows, threads, pool, actual);
            assertThat(actual.keySet()).isEqualTo(expected.keySet());
            List<Object> wrong = actual.keySet().stream()
                    .filter(key -> !areAlike(actual.get(key), expected.get(key)))
                    .toList();
            assertThat(wrong).isEmpty();
        });
    }

    /// Rows of several threads are not added in their order.
    private static boolean areAlike(List<@Nullable Object> values, List<@Nullable Object> expected) {
        for (int i = 0; i < values.size(); i++) {
            boolean alike = (values.get(i) instanceof Double value && expected.get(i) instanceof Double other)
                    ? Math.abs(value - other) <= 1e-9 * Math.max(1, Math.abs(other)) || value.equals(other)
                    : Objects.equals(values.get(i), expected.get(i));
            if (!alike) {
                return false;
            }
        }
        return true;
    }

    /// Rows stay where they are: in one table, or in one for each thread.
    private static void group(Rows rows, int threads, MemoryPool pool, Map<Object, List<@Nullable Object>> groups) {
        QueryContext context = QueryContext.builder()
                .pool(pool)
                .threads(threads)
                .settings(new Settings(Map.of(CpuSettings.CHECK_FROM_GROUPS, "1000000")))
                .build();
        try (Table table = Table.of("k", rows.keys(), "x", rows.x(), "y", rows.y(), "n", rows.n(), "t", rows.texts());
                Table result = GroupBy.on(table, "k").aggregate(context, aggregates())) {
            for (long row = 0; row < result.rowCount(); row++) {
                long at = row;
                groups.put(
                        result.column(0).get(row),
                        IntStream.range(1, result.schema().fields().size())
                                .mapToObj(column -> result.column(column).get(at))
                                .toList());
            }
        }
    }
}

package dev.sheaf.groupby.cpu.partition;

import static dev.sheaf.expr.Expressions.count;

import dev.sheaf.column.Table;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.testing.Comparison;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.Tables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Keys keep their value when later keys change how all are packed.
@ExtendWith(PoolCheck.class)
class KeyReencodingTest {
    private static final int CASES = 150;
    private static final int PHASES = 6;
    private static final int MOST_ROWS = 30;

    @Test
    void wholeNumbersOutsideOfTheRangeSoFar(MemoryPool pool) {
        RandomCases.run(CASES, random -> check(pool, random, "j:int64", "k:int64", numbers(random), numbers(random)));
    }

    @Test
    void textsThatDifferInMoreThanDigits(MemoryPool pool) {
        RandomCases.run(CASES, random -> check(pool, random, "j:string", "k:int64", texts(random), numbers(random)));
    }

    @Test
    void oneColumnOfTexts(MemoryPool pool) {
        RandomCases.run(CASES, random -> check(pool, random, "j:string", null, texts(random), List.of(() -> null)));
    }

    @Test
    void oneColumnOfWholeNumbers(MemoryPool pool) {
        RandomCases.run(CASES, random -> check(pool, random, "j:int32", null, small(random), List.of(() -> null)));
    }

    private static List<Supplier<@Nullable Object>> small(SplittableRandom random) {
        return List.of(
                () -> random.nextInt(4),
                () -> random.nextInt(-3, 130),
                () -> random.nextInt(3) == 0 ? null : random.nextInt(9),
                () -> random.nextInt());
    }

    private static List<Supplier<@Nullable Object>> numbers(SplittableRandom random) {
        return List.of(
                () -> 7L,
                () -> random.nextLong(10),
                () -> random.nextLong(1L << random.nextInt(1, 62)),
                () -> -random.nextLong(1L << random.nextInt(1, 62)),
                random::nextLong,
                () -> random.nextInt(4) == 0 ? null : random.nextLong(100));
    }

    private static List<Supplier<@Nullable Object>> texts(SplittableRandom random) {
        return List.of(
                () -> null,
                () -> "id00" + random.nextInt(2),
                () -> "id00" + random.nextInt(10),
                () -> "id" + random.nextInt(100, 1000),
                () -> "id0" + (char) ('a' + random.nextInt(26)) + random.nextInt(10),
                () -> random.nextInt(4) == 0 ? null : "id0" + random.nextInt(10, 100),
                () -> "x".repeat(random.nextInt(12)) + random.nextInt(10),
                () -> "a text of more than twelve bytes ".repeat(random.nextInt(3)) + random.nextInt(10));
    }

    /// Some rows with keys of one kind, some of another, and so on; with one column of keys if there is no second.
    private static void check(
            MemoryPool pool,
            SplittableRandom random,
            String first,
            @Nullable String second,
            List<Supplier<@Nullable Object>> firsts,
            List<Supplier<@Nullable Object>> seconds) {
        Map<List<@Nullable Object>, Integer> counts = new LinkedHashMap<>();
        boolean isOne = second == null;
        Tables.Rows rows = second == null ? Tables.of(first) : Tables.of(first, second);
        for (int phase = random.nextInt(1, PHASES + 1); phase > 0; phase--) {
            Supplier<@Nullable Object> left = firsts.get(random.nextInt(firsts.size()));
            Supplier<@Nullable Object> right = seconds.get(random.nextInt(seconds.size()));
            for (int row = random.nextInt(MOST_ROWS); row > 0; row--) {
                List<@Nullable Object> key =
                        new ArrayList<>(isOne ? Arrays.asList(left.get()) : Arrays.asList(left.get(), right.get()));
                rows.row(key.toArray());
                counts.merge(key, 1, Integer::sum);
            }
        }
        Tables.Rows expected =
                second == null ? Tables.of(first, "count(*):int64") : Tables.of(first, second, "count(*):int64");
        counts.forEach((key, count) -> {
            List<@Nullable Object> row = new ArrayList<>(key);
            row.add(count);
            expected.row(row.toArray());
        });
        try (Table table = rows.build(pool);
                Table groups = GroupBy.on(table, isOne ? new String[] {"j"} : new String[] {"j", "k"})
                        .nullKeys(NullKeys.INCLUDE)
                        .aggregate(context(pool, random), count())) {
            Tables.assertSame(expected, groups, Comparison.ANY_ORDER);
        }
    }

    /// Tables are full from few or from many groups on.
    private static QueryContext context(MemoryPool pool, SplittableRandom random) {
        Settings settings = new Settings(Map.of(
                "morsel.rows", "3",
                "cpu.chunk.rows", "4",
                "cpu.table.initialSlots", "4",
                "cpu.table.checkFromGroups", random.nextBoolean() ? "4" : "64"));
        return QueryContext.builder()
                .pool(pool)
                .threads(random.nextInt(1, 3))
                .settings(settings)
                .build();
    }
}

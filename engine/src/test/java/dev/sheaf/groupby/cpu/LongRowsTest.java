package dev.sheaf.groupby.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expressions;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.testing.PoolCheck;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Texts of which the short ones come often and the long ones hardly ever twice.
class LongRowsTest {
    private static final int ROWS = 300_000;
    private static final int REGIONS = 5;

    @TempDir
    Path folder;

    private final int[] regions = new int[ROWS];
    private final @Nullable String[] phrases = new String[ROWS];
    private final int[] values = new int[ROWS];
    private boolean shortTextsAreFew = true;

    private Table table() {
        return table(3);
    }

    /// So many rows in 25 have a phrase, most of them their own, some that of long before, some of twelve or
    /// thirteen bytes; and some rows have none.
    private Table table(int phrasesOf25) {
        for (int i = 0; i < ROWS; i++) {
            regions[i] = i % REGIONS;
            values[i] = i;
            phrases[i] = i % 25 < phrasesOf25 ? phrase(i % 170_001) : i % 100 == 99 ? null : "";
        }
        return Table.of("region", regions, "phrase", phrases, "v", values);
    }

    private String phrase(int number) {
        return switch (number % 10) {
            case 0 -> shortTextsAreFew ? "t%011d".formatted(number % 20) : "s" + number;
            case 1 -> "t%012d".formatted(number);
            default -> "what was searched for in row " + number;
        };
    }

    @ParameterizedTest
    @CsvSource({"1, true", "3, true", "6, true", "7, true", "1, false", "3, false", "6, false", "7, false"})
    void rowsStayInTheirOrderHoweverManyHaveLongText(int phrasesOf25, boolean fewShort) {
        shortTextsAreFew = fewShort;
        try (MemoryPool pool = MemoryPool.create()) {
            try (Table table = table(phrasesOf25);
                    Table ends = GroupBy.on(table, "region", "phrase")
                            .nullKeys(NullKeys.EXCLUDE)
                            .aggregate(
                                    context(pool, 2, 0),
                                    Expressions.first("v").as("first"),
                                    Expressions.last("v").as("last"))) {
                checkEnds(ends);
            }
            PoolCheck.assertEmpty(pool);
        }
    }

    /// Rows that fail a filter are left out before the others are looked at.
    @ParameterizedTest
    @CsvSource({"270000, true", "100000, true", "270000, false", "100000, false"})
    void rowsOfAFilterStayInTheirOrder(int mostValue, boolean fewShort) {
        shortTextsAreFew = fewShort;
        try (MemoryPool pool = MemoryPool.create()) {
            try (Table table = shuffledValues(table());
                    Table ends = GroupBy.on(table, "region", "phrase")
                            .nullKeys(NullKeys.EXCLUDE)
                            .where(Expressions.col("order").lt(mostValue))
                            .aggregate(
                                    context(pool, 2, 0),
                                    Expressions.first("v").as("first"),
                                    Expressions.last("v").as("last"))) {
                checkEnds(ends, i -> order(i) < mostValue);
            }
            PoolCheck.assertEmpty(pool);
        }
    }

    /// The table with a column that has all numbers in no order.
    private Table shuffledValues(Table table) {
        try (table) {
            int[] order = new int[ROWS];
            for (int i = 0; i < ROWS; i++) {
                order[i] = order(i);
            }
            return Table.of("region", regions, "phrase", phrases, "v", values, "order", order);
        }
    }

    private static int order(int row) {
        return (int) (row * 123_457L % ROWS);
    }

    private void checkEnds(Table ends) {
        checkEnds(ends, _ -> true);
    }

    private void checkEnds(Table ends, IntPredicate passes) {
        Map<String, int[]> expected = new HashMap<>();
        for (int i = 0; i < ROWS; i++) {
            if (phrases[i] != null && passes.test(i)) {
                int row = i;
                expected.computeIfAbsent(regions[i] + ":" + phrases[i], _ -> new int[] {row, row})[1] = i;
            }
        }
        int[] keys = ends.ints("region");
        List<Object> texts = ends.values("phrase");
        int[] first = ends.ints("first");
        int[] last = ends.ints("last");
        assertThat(keys).hasSize(expected.size());
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < keys.length; i++) {
            int[] rows = expected.remove(keys[i] + ":" + texts.get(i));
            if (rows == null || rows[0] != first[i] || rows[1] != last[i]) {
                wrong.add(keys[i] + ":" + texts.get(i) + " has rows " + first[i] + " to " + last[i]);
            }
        }
        assertThat(wrong).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "2, 0", "4, 0", "2, 1000000"})
    void rowsWithLongTextAreSummed(int threads, long spillBytes) {
        rowsAreSummed(threads, spillBytes);
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "2, 0", "4, 0", "2, 1000000"})
    void shortTextsThatComeAsSeldomAreSummedToo(int threads, long spillBytes) {
        shortTextsAreFew = false;
        rowsAreSummed(threads, spillBytes);
    }

    private void rowsAreSummed(int threads, long spillBytes) {
        try (MemoryPool pool = MemoryPool.create()) {
            QueryContext context = context(pool, threads, spillBytes);
            try (Table table = table();
                    Table sums = GroupBy.on(table, "region", "phrase")
                            .nullKeys(NullKeys.EXCLUDE)
                            .aggregate(
                                    context,
                                    Expressions.sum("v").as("sum"),
                                    Expressions.count().as("n"))) {
                checkSums(sums);
            }
            PoolCheck.assertEmpty(pool);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "2, 0", "2, 1000000"})
    void distinctTextsOfWhichFewAreLongAreCounted(int threads, long spillBytes) {
        try (MemoryPool pool = MemoryPool.create()) {
            QueryContext context = context(pool, threads, spillBytes);
            try (Table table = table();
                    Table counts = GroupBy.on(table, "region")
                            .aggregate(context, Expressions.nunique("phrase").as("n"))) {
                Map<Integer, Set<String>> expected = new HashMap<>();
                for (int i = 0; i < ROWS; i++) {
                    String phrase = phrases[i];
                    if (phrase != null) {
                        expected.computeIfAbsent(regions[i], _ -> new HashSet<>())
                                .add(phrase);
                    }
                }
                int[] found = counts.ints("region");
                for (int i = 0; i < REGIONS; i++) {
                    assertThat(counts.longs("n")[i])
                            .isEqualTo(expected.getOrDefault(found[i], Set.of()).size());
                }
            }
            PoolCheck.assertEmpty(pool);
        }
    }

    /// Nearly every row has a long text that no row before had, the rows up to `firstLong` a short one.
    @ParameterizedTest
    @CsvSource({
        "1, 0, 0, 0, true",
        "2, 0, 65536, 0, true",
        "2, 0, 65536, 0, false",
        "2, 100000, 0, 0, true",
        "2, 100000, 65536, 0, true",
        "1, 100000, 0, 4000000, true",
        "2, 0, 0, 4000000, true",
        "2, 0, 0, 4000000, false"
    })
    void textsThatHardlyComeTwiceLeaveWithTheirGroups(
            int threads, int firstLong, int blockRows, long spillBytes, boolean withRegions) {
        table(25).close();
        for (int i = 0; i < ROWS; i++) {
            regions[i] = withRegions ? i % REGIONS : 0;
            phrases[i] = i < firstLong ? "s" + i : phrases[i];
        }
        List<String> keys = withRegions ? List.of("region", "phrase") : List.of("phrase");
        try (MemoryPool pool = MemoryPool.create()) {
            QueryContext context =
                    context(pool, threads, spillBytes, Map.of("cpu.block.rows", "" + blockRows, "morsel.rows", "4096"));
            try (Table table = Table.of("region", regions, "phrase", phrases, "v", values);
                    Table sums = GroupBy.on(table, keys.toArray(String[]::new))
                            .aggregate(
                                    context,
                                    Expressions.min("region").as("least"),
                                    Expressions.sum("v").as("sum"),
                                    Expressions.count().as("n"))) {
                checkSums(sums);
            }
            PoolCheck.assertEmpty(pool);
            if (blockRows == 0 && spillBytes == 0) {
                assertThat(context.decisions().getLast().reason()).contains("most rows made new groups");
            }
        }
    }

    private QueryContext context(MemoryPool pool, int threads, long spillBytes) {
        return context(pool, threads, spillBytes, Map.of());
    }

    private QueryContext context(MemoryPool pool, int threads, long spillBytes, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(more);
        settings.put("cpu.textTable.checkFromGroups", "1000");
        settings.put("cpu.spill.bytes", "" + spillBytes);
        return QueryContext.builder()
                .pool(pool)
                .threads(threads)
                .spillFolder(folder)
                .settings(new Settings(settings))
                .build();
    }

    private void checkSums(Table sums) {
        Map<String, long[]> expected = new HashMap<>();
        for (int i = 0; i < ROWS; i++) {
            if (phrases[i] != null) {
                long[] state = expected.computeIfAbsent(regions[i] + ":" + phrases[i], _ -> new long[2]);
                state[0] += values[i];
                state[1]++;
            }
        }
        int[] keys = sums.ints(sums.schema().contains("least") ? "least" : "region");
        List<Object> texts = sums.values("phrase");
        long[] sumOf = sums.longs("sum");
        long[] counts = sums.longs("n");
        assertThat(keys).hasSize(expected.size());
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < keys.length; i++) {
            long[] state = expected.remove(keys[i] + ":" + texts.get(i));
            if (state == null || state[0] != sumOf[i] || state[1] != counts[i]) {
                wrong.add(keys[i] + ":" + texts.get(i) + " has sum " + sumOf[i] + " of " + counts[i]);
            }
        }
        assertThat(wrong).isEmpty();
    }
}

package dev.sheaf.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.groupby.Sums;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryCancelledException;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.SourceStats;
import dev.sheaf.query.TableDataset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Queries that several places of a statement read: planned in time in proportion to the text, run once where they
/// hold rows, and the same rows in every place.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SharedQueriesTest {
    private static final Table ROWS =
            Table.of("k", new int[] {1, 2, 1, 3}, "v", new long[] {10, 20, 30, 40}, "t", List.of("a", "b", "c", "d"));

    private static final List<List<String>> SCANS = new ArrayList<>();

    @AfterAll
    static void close() {
        ROWS.close();
    }

    /// [#ROWS], noting which columns each scan reads.
    private record Noted(Dataset rows) implements Dataset {
        @Override
        public Schema schema() {
            return rows.schema();
        }

        @Override
        public SourceStats stats() {
            return rows.stats();
        }

        @Override
        public String describe() {
            return rows.describe();
        }

        @Override
        public BatchSource scan(Scan scan, QueryContext context) {
            SCANS.add(scan.columns());
            return rows.scan(scan, context);
        }
    }

    private static SqlSession session() {
        SCANS.clear();
        return new SqlSession().register("rows", new Noted(new TableDataset(ROWS)));
    }

    private static List<List<Object>> answer(String sql) {
        MemoryPool pool = MemoryPool.withLimit(64 << 20);
        QueryContext context = QueryContext.builder().pool(pool).threads(2).build();
        List<List<Object>> rows = new ArrayList<>();
        try (Table result = session().query(sql).collect(context)) {
            result.rows()
                    .forEach(row -> rows.add(IntStream.range(0, result.columnCount())
                            .mapToObj(i -> (Object) String.valueOf(row.get(i)))
                            .toList()));
        }
        assertThat(pool.usedBytes()).as("left of " + sql).isZero();
        pool.close();
        return rows;
    }

    /// Steps that each read the one before twice.
    private static String chain(int steps, String step, String end) {
        return "WITH c0 AS (SELECT 1 AS x)"
                + IntStream.rangeClosed(1, steps)
                        .mapToObj(i -> ", c" + i + " AS (" + step.replace("$", "c" + (i - 1)) + ")")
                        .collect(Collectors.joining())
                + end.replace("$", "c" + steps);
    }

    private static long visits(String sql) {
        long[] visits = {0};
        try (var _ = Checkpoint.watch(() -> visits[0]++)) {
            session().query(sql).explain();
        }
        return visits[0];
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT x FROM $ UNION ALL SELECT x + 1 FROM $",
                "SELECT x FROM $ UNION SELECT x + 1 FROM $",
                "SELECT max(x) AS x FROM $ UNION SELECT min(x) FROM $",
                "SELECT x FROM $ WHERE x > 0 UNION ALL SELECT x FROM $ WHERE x < 0",
                "SELECT x FROM (SELECT x, count(*) FROM $ GROUP BY ROLLUP (x)) WHERE x IS NOT NULL",
                "SELECT count AS x FROM (SUMMARIZE $)"
            })
    void fourTimesTheStepsTakeAtMostSixTimesTheWork(String step) {
        long few = visits(chain(10, step, " SELECT count(*) FROM $"));
        long many = visits(chain(40, step, " SELECT count(*) FROM $"));
        assertThat(few).isGreaterThan(100);
        assertThat(many).isLessThanOrEqualTo(6 * few);
        assertThat(visits(chain(104, step, " SELECT count(*) FROM $")))
                .isLessThanOrEqualTo(6 * visits(chain(26, step, " SELECT count(*) FROM $")));
    }

    /// Which relations are joined next is looked for in the equalities between them, not in all pairs of relations.
    @Test
    void fourTimesTheJoinsTakeAtMostSixTimesTheWork() {
        assertThat(visits(joins(160))).isLessThanOrEqualTo(6 * visits(joins(40)));
    }

    /// Each has a column of its own, and nulls in those of all others.
    @Test
    void fourTimesTheBranchesByNameTakeAtMostSixTimesTheWork() {
        assertThat(visits(branchesByName(240))).isLessThanOrEqualTo(6 * visits(branchesByName(60)));
        assertThat(answer(
                        "SELECT count(*) AS n, sum(c0 + x) AS a, sum(c39 + x) AS b FROM (" + branchesByName(40) + ")"))
                .containsExactly(List.of("40", "0", "78"));
    }

    private static String branchesByName(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "SELECT " + i + " AS c" + i + ", " + i + " AS x")
                .collect(Collectors.joining(" UNION ALL BY NAME "));
    }

    @Test
    void unionsByNameInsideOthersHaveNullsWhereAColumnIsMissing() {
        String inner = "SELECT 1 AS a, 'x' AS t UNION ALL BY NAME SELECT 2 AS b";
        String outer =
                "SELECT 3 AS c, 4 AS A UNION ALL BY NAME (" + inner + ") UNION BY NAME SELECT 5.5 AS b, NULL AS z";
        assertThat(answer("SELECT c, a, t, b, z FROM (" + outer + ") ORDER BY c, a, b"))
                .containsExactly(
                        List.of("3", "4", "null", "null", "null"),
                        List.of("null", "1", "x", "null", "null"),
                        List.of("null", "null", "null", "2.0", "null"),
                        List.of("null", "null", "null", "5.5", "null"));
        assertThat(answer("WITH u AS (" + inner
                        + ") SELECT count(t), count(b) FROM u UNION ALL SELECT max(a), min(b) FROM u"))
                .containsExactly(List.of("1", "1"), List.of("1", "2"));
        assertThat(answer("SELECT count(*) FROM (" + outer + ")")).containsExactly(List.of("4"));
    }

    /// Queries that read the rows of all relations before them.
    @ParameterizedTest
    @ValueSource(
            strings = {
                ", LATERAL (SELECT r.v + $ AS y$) q$",
                ", LATERAL (SELECT max(v) AS y$ FROM rows s WHERE s.k = r.k) q$",
                " JOIN (SELECT s.k, count(*) AS y$ FROM rows s WHERE s.v > r.v GROUP BY s.k) q$ ON q$.k = r.k",
                " LEFT JOIN LATERAL (SELECT r.v + s.v AS y$ FROM rows s WHERE s.k = r.k) q$ ON y$ > r.v"
            })
    void fourTimesTheLateralsTakeAtMostSixTimesTheWork(String lateral) {
        assertThat(visits(laterals(lateral, 60))).isLessThanOrEqualTo(6 * visits(laterals(lateral, 15)));
    }

    private static String laterals(String lateral, int count) {
        return "SELECT count(*) FROM rows r"
                + IntStream.range(0, count)
                        .mapToObj(i -> lateral.replace("$", "" + i))
                        .collect(Collectors.joining());
    }

    @Test
    void lateralsOverLateralsRun() {
        assertThat(visits(lateralChain(60))).isLessThanOrEqualTo(6 * visits(lateralChain(15)));
        assertThat(answer(lateralChain(24))).containsExactly(List.of("4", "34", "64"));
        assertThat(answer(
                        "SELECT k, (SELECT max(c) FROM (SELECT 2 AS x UNION ALL SELECT 3) t, LATERAL (SELECT x * r.v AS a)"
                                + " p, LATERAL (SELECT a + x + r.k AS b) q, LATERAL (SELECT b + a + r.v AS c) u WHERE b > x) AS m"
                                + " FROM rows r ORDER BY v"))
                .containsExactly(List.of("1", "74"), List.of("2", "145"), List.of("1", "214"), List.of("3", "286"));
    }

    /// Each query reads the one before it.
    private static String lateralChain(int count) {
        return "SELECT count(*), min(y" + count + "), max(y" + count + ") FROM (SELECT v AS y0 FROM rows) q0"
                + IntStream.rangeClosed(1, count)
                        .mapToObj(i -> ", LATERAL (SELECT y" + (i - 1) + " + 1 AS y" + i + ") q" + i)
                        .collect(Collectors.joining());
    }

    /// The answers become columns above all joins, not above each.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "(SELECT max(v) + $ FROM rows)",
                "(SELECT $)",
                "EXISTS (SELECT 1 FROM rows WHERE v = $)",
                "$ IN (SELECT v FROM rows)",
                "(SELECT max(v) FROM rows s WHERE s.k = r.k AND s.v > $)",
                "(SELECT v FROM rows s WHERE s.k = r.k ORDER BY v LIMIT 1) + $",
                "EXISTS (SELECT 1 FROM rows s WHERE s.k = r.k AND s.v = $)",
                "v + $ IN (SELECT v FROM rows s WHERE s.k = r.k)"
            })
    void fourTimesTheSubqueriesTakeAtMostSixTimesTheWork(String question) {
        long few = visits(questions(question, 50));
        long many = visits(questions(question, 200));
        assertThat(few).isGreaterThan(50);
        assertThat(many).isLessThanOrEqualTo(6 * few);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "v > (SELECT max(v) - $ FROM rows)",
                "v > (SELECT max(v) - $ FROM rows s WHERE s.k = r.k)",
                "EXISTS (SELECT 1 FROM rows s WHERE s.k = r.k AND s.v > $)",
                "NOT EXISTS (SELECT 1 FROM rows s WHERE s.k = r.k AND s.v = $)",
                "(v = $ OR EXISTS (SELECT 1 FROM rows s WHERE s.k = r.k AND s.v > $))",
                "v + $ IN (SELECT v FROM rows s WHERE s.k = r.k)",
                "v + $ NOT IN (SELECT v FROM rows s)"
            })
    void fourTimesTheConditionsThatAskTakeAtMostSixTimesTheWork(String condition) {
        long few = visits(conditions(condition, 50));
        long many = visits(conditions(condition, 200));
        assertThat(few).isGreaterThan(50);
        assertThat(many).isLessThanOrEqualTo(6 * few);
    }

    private static String conditions(String condition, int count) {
        return "SELECT k FROM rows r WHERE "
                + IntStream.range(0, count)
                        .mapToObj(i -> condition.replace("$", "" + i))
                        .collect(Collectors.joining(" AND "));
    }

    private static String questions(String question, int count) {
        return "SELECT "
                + IntStream.range(0, count)
                        .mapToObj(i -> question.replace("$", "" + i) + " AS c" + i)
                        .collect(Collectors.joining(", "))
                + " FROM rows r";
    }

    private static String joins(int count) {
        return "SELECT x FROM (SELECT 1 AS x)"
                + IntStream.range(0, count)
                        .mapToObj(i -> " JOIN (SELECT 1 AS y" + i + ") ON x = y" + i)
                        .collect(Collectors.joining());
    }

    @Test
    void aDeepChainRuns() {
        assertThat(answer(chain(104, "SELECT x FROM $ UNION SELECT x + 1 FROM $", " SELECT count(*), max(x) FROM $")))
                .containsExactly(List.of("105", "105"));
        assertThat(answer(
                        chain(16, "SELECT x FROM $ UNION ALL SELECT x + 1 FROM $", " SELECT count(*), sum(x) FROM $")))
                .containsExactly(List.of("65536", "" + 65536 * 9));
    }

    @Test
    void planningIsCancelled() {
        String sql = chain(104, "SELECT x FROM $ UNION SELECT x + 1 FROM $", " SELECT count(*) FROM $");
        long[] left = {500};
        assertThatThrownBy(() -> {
                    try (var _ = Checkpoint.watch(() -> {
                        if (--left[0] == 0) {
                            throw new QueryCancelledException("enough");
                        }
                    })) {
                        session().query(sql).explain();
                    }
                })
                .isInstanceOf(QueryCancelledException.class);
    }

    @Test
    void aQueryThatHoldsRowsRunsOnceForAllItsReaders() {
        String sql = "WITH g AS (SELECT k, sum(v) AS s, max(t) AS t FROM rows GROUP BY k)"
                + " SELECT k, s FROM g WHERE k = 1 UNION ALL SELECT k, s FROM g WHERE k > 1 ORDER BY k";
        assertThat(answer(sql)).containsExactly(List.of("1", "40"), List.of("2", "20"), List.of("3", "40"));
        assertThat(SCANS).containsExactly(List.of("k", "v"));
    }

    /// Rows that are equal, rows that are null and rows at all are looked for apart.
    @Test
    void aQueryOfInRunsOnceWhereNullsMakeItSeveralQuestions() {
        String some = "SELECT nullif(v, 10) IN (SELECT max(nullif(v, 20)) FROM rows GROUP BY k) AS x FROM rows";
        assertThat(answer(some)).containsExactly(List.of("null"), List.of("null"), List.of("true"), List.of("true"));
        assertThat(SCANS).hasSize(2);
        String correlated = "SELECT nullif(v, 10) NOT IN (SELECT max(s.v) FROM rows s WHERE s.v <= r.v GROUP BY k) AS x"
                + " FROM rows r";
        assertThat(answer(correlated))
                .containsExactly(List.of("null"), List.of("false"), List.of("false"), List.of("false"));
    }

    @Test
    void readersOfOtherColumnsRunItOnceMore() {
        String sql =
                "WITH g AS (SELECT k, sum(v) AS s, max(t) AS t FROM rows GROUP BY k) SELECT CAST(max(s) AS text) AS x"
                        + " FROM g UNION ALL SELECT max(t) FROM g UNION ALL SELECT CAST(count(*) AS text) FROM g UNION ALL"
                        + " SELECT max(CAST(k AS text)) FROM g";
        assertThat(answer(sql)).containsExactly(List.of("40"), List.of("d"), List.of("3"), List.of("3"));
        assertThat(SCANS).containsExactly(List.of("k", "v"), List.of("k", "v", "t"));
    }

    @Test
    void aQueryThatOnlyFiltersRunsInEachPlace() {
        String sql = "WITH f AS (SELECT * FROM rows WHERE v > 10)"
                + " SELECT sum(v) AS n FROM f UNION ALL SELECT count(k) FROM f";
        assertThat(answer(sql)).containsExactly(List.of("90"), List.of("3"));
        assertThat(SCANS).hasSize(2).allSatisfy(columns -> assertThat(columns).doesNotContain("t"));
    }

    @Test
    void materializedSaysWhichWay() {
        String twice = " AS (SELECT k, sum(v) AS s FROM rows GROUP BY k) SELECT s FROM g UNION ALL SELECT s FROM g";
        assertThat(answer("WITH g" + twice.replace("AS (", "AS NOT MATERIALIZED (")))
                .hasSize(6);
        assertThat(SCANS).hasSize(2);
        assertThat(answer("WITH g AS MATERIALIZED (SELECT v FROM rows) SELECT v FROM g UNION ALL SELECT v FROM g"))
                .hasSize(8);
        assertThat(SCANS).hasSize(1);
    }

    @Test
    void allReadersSeeTheSameRows() {
        String sql = "WITH f AS (SELECT v FROM rows LIMIT 2), g AS (SELECT * FROM f UNION ALL SELECT * FROM f)"
                + " SELECT count(*), count(DISTINCT v) FROM g";
        assertThat(answer(sql)).containsExactly(List.of("4", "2"));
        assertThat(SCANS).hasSize(1);
    }

    @Test
    void rowsWithoutColumnsAreCounted() {
        String sql =
                "WITH f AS (SELECT k FROM rows GROUP BY k) SELECT count(*) FROM f UNION ALL SELECT count(*) FROM f";
        assertThat(answer(sql)).containsExactly(List.of("3"), List.of("3"));
    }

    @Test
    void keptRowsLeaveMemoryWhenItIsShort() {
        MemoryPool pool = MemoryPool.withLimit(24 << 20);
        QueryContext context = QueryContext.builder().pool(pool).threads(2).build();
        String sql = "WITH g AS MATERIALIZED (SELECT x, x * 3 AS y FROM range(2000000) t(x)) SELECT count(*) AS n,"
                + " sum(x) AS s FROM g UNION ALL SELECT max(x), min(y) FROM g";
        try (Table result = session().query(sql).collect(context)) {
            assertThat(result.values("n")).containsExactly(2_000_000L, 1_999_999L);
        }
        assertThat(context.spill().bytesWritten()).isPositive();
        assertThat(pool.usedBytes()).isZero();
        pool.close();
    }

    @Test
    void explainShowsAKeptQueryOnce() {
        String text = session()
                .explain("WITH g AS (SELECT k, sum(v) AS s FROM rows GROUP BY k)"
                        + " SELECT k FROM g WHERE s > 1 UNION ALL SELECT k FROM g");
        assertThat(text).contains("read g, which runs once and is kept").contains("group by k: sum(");
        assertThat(text.split("group by k", -1)).hasSize(2);
    }

    @Test
    void settingsReachEveryQuery() {
        List<LazyFrame> frames = List.of(
                session().sums(Sums.REPRODUCIBLE).query("SELECT sum(v) FROM rows UNION ALL SELECT avg(v) FROM rows"),
                session()
                        .sums(Sums.REPRODUCIBLE)
                        .query("WITH g AS (SELECT k, sum(v) AS s FROM rows GROUP BY k)"
                                + " SELECT max(s) FROM g UNION ALL SELECT min(s) FROM g"));
        frames.forEach(frame -> assertThat(frame.plan().toString()).contains("REPRODUCIBLE"));
    }

    @Test
    void rowsOfUnionsInsideUnionsKeepTheirOrder() {
        String inner = "SELECT x + 0 AS x FROM (SELECT 1 AS x UNION ALL SELECT 2 UNION ALL SELECT 3) WHERE x > 0";
        assertThat(answer(inner + " UNION ALL SELECT 4 UNION ALL (" + inner.replace("+ 0", "+ 4") + ")").stream()
                        .map(List::getFirst))
                .containsExactly("1", "2", "3", "4", "5", "6", "7");
    }

    @Test
    void aDeepChainOfStepsThatDoNotMergeRuns() {
        String step = "SELECT x + 1 AS x FROM $ WHERE x > 0";
        assertThat(answer(chain(900, step, " SELECT max(x) FROM $"))).containsExactly(List.of("901"));
        String union = "SELECT x + 1 AS x FROM $ UNION ALL SELECT 0";
        assertThat(answer(chain(400, union, " SELECT count(*), max(x) FROM $"))).containsExactly(List.of("401", "401"));
    }

    @Test
    void aChainTooDeepToRunIsRefused() {
        String sql = chain(3000, "SELECT x + 1 AS x FROM $ WHERE x > 0", " SELECT max(x) FROM $");
        assertThatThrownBy(() -> answer(sql))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nested too deeply");
    }
}

package dev.sheaf.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.query.QueryCancelledException;
import dev.sheaf.query.QueryContext;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What binding and planning statements of many aliases, steps, relations and grouping sets costs, in looks at the
/// checkpoint: each visit of a part of an expression or plan is one.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LongStatementsTest {
    private static final Table ROWS =
            Table.of("k", new int[] {1, 2, 1, 3}, "v", new long[] {10, 20, 30, 40}, "t", List.of("a", "b", "c", "d"));

    @AfterAll
    static void close() {
        ROWS.close();
    }

    private static LazyFrame query(String sql) {
        return new SqlSession().register("rows", ROWS).query(sql);
    }

    private static long planned(String sql) {
        return visits(sql, LazyFrame::explain);
    }

    /// With what a run plans when rows are asked for.
    private static long run(String sql) {
        return visits(
                sql,
                frame ->
                        frame.collect(QueryContext.builder().threads(1).build()).close());
    }

    private static long visits(String sql, Consumer<LazyFrame> use) {
        long[] visits = {0};
        try (var _ = Checkpoint.watch(() -> visits[0]++)) {
            use.accept(query(sql));
        }
        return visits[0];
    }

    private static String each(int count, String item, String between) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> item.replace("#-", "" + (i - 1)).replace("#", "" + i))
                .collect(Collectors.joining(between));
    }

    private static String nested(int count, String step, String innermost) {
        String all = innermost;
        for (int i = 0; i < count; i++) {
            all = step.replace("$", all);
        }
        return all;
    }

    /// Each alias stands for all before it; written out, they are as many parts as the square of their number.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT v AS c0, [c#- + 1 AS c#] FROM rows",
                "SELECT v AS c0, [c#- + 1 AS c#] FROM rows WHERE c20 > 3 ORDER BY c19",
                "SELECT v AS c0, [c#- + 1 AS c#] FROM rows WHERE (c20 > 3 OR c19 > 3) AND c18 > 2",
                "SELECT max(v) AS c0, [c#- + 1 AS c#] FROM rows GROUP BY k",
                "SELECT max(v) AS c0, [c#- + min(v) AS c#] FROM rows GROUP BY k HAVING c20 > 3",
                "SELECT v AS c0, [c#- + 1 AS c#], count(*) FROM rows GROUP BY ALL",
                "SELECT sum(v) OVER () AS c0, [c#- + 1 AS c#] FROM rows QUALIFY c20 > 1",
                "SELECT (SELECT max(v) FROM rows) AS c0, [c#- + 1 AS c#] FROM rows",
                "SELECT v AS c0, [CASE WHEN c#- > 1 THEN 1 ELSE 2 END AS c#] FROM rows",
                "SELECT t AS c0, [upper(c#-) || 'x' AS c#] FROM rows"
            })
    void fourTimesTheAliasesTakeAtMostSixTimesTheWork(String sql) {
        long few = planned(aliases(sql, 20));
        assertThat(few).isGreaterThan(100);
        assertThat(planned(aliases(sql, 80))).isLessThanOrEqualTo(6 * few);
    }

    private static String aliases(String sql, int count) {
        int from = sql.indexOf('[');
        int to = sql.indexOf(']');
        return sql.substring(0, from) + each(count, sql.substring(from + 1, to), ", ") + sql.substring(to + 1);
    }

    @Test
    void fourTimesTheAliasesThatDoubleTakeAtMostSixTimesTheWork() {
        String sql = "SELECT v AS c0, [c#- + c#- AS c#] FROM rows";
        assertThat(planned(aliases(sql, 12))).isLessThanOrEqualTo(6 * planned(aliases(sql, 3)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT v + 1 AS v FROM ($) q",
                "SELECT v + 1 AS v FROM ($) q WHERE v > 0",
                "SELECT v + v AS v FROM ($) q",
                "SELECT max(v) + 1 AS v FROM ($) q",
                "SELECT v + (SELECT max(v) FROM rows) AS v FROM ($) q"
            })
    void fourTimesTheQueriesInsideEachOtherTakeAtMostSixTimesTheWork(String step) {
        long few = planned(nested(20, step, "SELECT v FROM rows"));
        assertThat(planned(nested(80, step, "SELECT v FROM rows"))).isLessThanOrEqualTo(6 * few);
        String filtered = "SELECT v FROM ($) WHERE v > 7";
        long above = planned(filtered.replace("$", nested(20, step, "SELECT v FROM rows")));
        assertThat(planned(filtered.replace("$", nested(80, step, "SELECT v FROM rows"))))
                .isLessThanOrEqualTo(6 * above);
    }

    /// `$` are the fields of a struct or columns of two relations, `@` what reads them.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SELECT s.* FROM (SELECT {$} AS s)             | 'f#': #      | -",
                "SELECT s.* FROM (SELECT {$} AS s FROM rows)   | 'f#': v + #  | -",
                "SELECT @ FROM (SELECT {$} AS s)               | 'f#': #      | s.f#",
                "SELECT @ FROM (SELECT {$} AS s FROM rows)     | 'f#': v + #  | s.f#",
                "SELECT * FROM (SELECT $ FROM rows) NATURAL JOIN (SELECT $ FROM rows)  | v + # AS c#  | -",
                "SELECT * FROM (SELECT $ FROM rows) JOIN (SELECT $ FROM rows) USING (@) | v + # AS c#  | c#",
                "SELECT @ FROM (SELECT $ FROM rows)            | # AS c#      | sum(c#)"
            })
    void fourTimesTheFieldsTakeAtMostSixTimesTheWork(String sql, String field, String read) {
        assertThat(run(fields(sql, field, read, 400))).isLessThanOrEqualTo(6 * run(fields(sql, field, read, 100)));
    }

    private static String fields(String sql, String field, String read, int count) {
        return sql.replace("$", each(count, field, ", ")).replace("@", each(count, read, ", "));
    }

    /// Relations in a row, around one, and without any condition.
    @ParameterizedTest
    @ValueSource(strings = {"r#-.k = r#.k", "r0.k = r#.v", "r0.k < r#.v", "r0.k = 1"})
    void fourTimesTheRelationsTakeAtMostSixTimesTheWork(String condition) {
        assertThat(planned(relations(240, condition))).isLessThanOrEqualTo(6 * planned(relations(60, condition)));
    }

    private static String relations(int count, String condition) {
        return "SELECT count(*) FROM rows r0, " + each(count, "rows r#", ", ") + " WHERE "
                + each(count, condition, " AND ");
    }

    @Test
    void theSearchForAnOrderOfJoinsIsCancelled() {
        assertThatThrownBy(() -> {
                    try (var _ = Checkpoint.watch(LongStatementsTest::cancelInRounds)) {
                        query(relations(3, "r#-.k = r#.k"));
                    }
                })
                .isInstanceOf(QueryCancelledException.class);
    }

    private static void cancelInRounds() {
        boolean searches = StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().endsWith("JoinRounds")
                        && frame.getMethodName().equals("connected")));
        if (searches) {
            throw new QueryCancelledException("enough");
        }
    }

    /// The relation that connects all others is written last, behind more than a round compares.
    @Test
    void manyRelationsAreJoinedByTheEqualitiesBetweenThem() {
        String sql = "SELECT count(*) AS n, sum(q1.x + q90.x) AS s FROM " + each(90, "(VALUES (1), (2)) q#(x)", ", ")
                + ", (VALUES (1), (2), (3)) hub(x) WHERE " + each(90, "q#.x = hub.x", " AND ") + " AND q1.x < hub.x + 1"
                + " AND q1.x + q2.x = 2 * hub.x";
        try (Table result = query(sql).collect()) {
            assertThat(result.values("n")).containsExactly(2L);
            assertThat(result.values("s").getFirst()).hasToString("6");
        }
    }

    /// A set has a place for each key of all sets, so that 120 sets have 16 times the places of 30. Each place is
    /// looked at a few times.
    @Test
    void fourTimesTheKeysOfSetsTakeAtMostEightTimesThePlanning() {
        assertPlansSets("ROLLUP (", "c#");
        assertPlansSets("GROUPING SETS (", "(c#)");
    }

    private static void assertPlansSets(String before, String set) {
        long many = planned(sets(before, set, ")", 120));
        assertThat(many).isLessThanOrEqualTo(8 * planned(sets(before, set, ")", 30)));
        assertThat(many).isLessThanOrEqualTo(36 * 120 * 120);
    }

    /// The groups of a set are a key wide for each key of all sets: the result itself has sets times keys values for
    /// each group, and the work of a run grows with these.
    @Test
    void twiceTheKeysOfSetsTakeAtMostSixTimesTheWork() {
        assertThat(run(sets("ROLLUP (", "c#", ")", 48))).isLessThanOrEqualTo(6 * run(sets("ROLLUP (", "c#", ")", 24)));
        assertThat(run(sets("GROUPING SETS (", "(c#)", ")", 48)))
                .isLessThanOrEqualTo(6 * run(sets("GROUPING SETS (", "(c#)", ")", 24)));
        assertThat(run(sets("", "c#", "", 80))).isLessThanOrEqualTo(6 * run(sets("", "c#", "", 20)));
    }

    @Test
    void fourTimesTheSetsOfTheSameKeysTakeAtMostSixTimesTheWork() {
        String sql = "SELECT k, v, t, GROUPING(k, v), count(*) FROM rows GROUP BY GROUPING SETS (";
        assertThat(run(sql + each(80, "(k, v), (t)", ", ") + ")"))
                .isLessThanOrEqualTo(6 * run(sql + each(20, "(k, v), (t)", ", ") + ")"));
    }

    private static String sets(String before, String set, String after, int count) {
        return "SELECT " + each(count, "c#", ", ") + ", count(*) FROM (SELECT " + each(count, "v + # AS c#", ", ")
                + " FROM rows) GROUP BY " + before + each(count, set, ", ") + after;
    }
}

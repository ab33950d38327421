package dev.sheaf.robustness;

import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Cancellation;
import dev.sheaf.query.QueryCancelledException;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.SqlException;
import dev.sheaf.sql.SqlSession;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Queries that cannot be answered say why, before any work where they can, and leave no memory behind.
@ExtendWith(PoolCheck.class)
class BadRequestTest {

    private static Table sales(MemoryPool pool) {
        return Tables.of("region:string", "units:int64", "price:decimal(9, 2)", "day:date")
                .row("north", 1, null, null)
                .row("south", Long.MAX_VALUE, null, null)
                .row("south", Long.MAX_VALUE, null, null)
                .build(pool);
    }

    private static void run(SqlSession session, String sql, MemoryPool pool) {
        LazyFrame.of(session.plan(sql))
                .collect(QueryContext.builder().pool(pool).build())
                .close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "SELECT regoin FROM sales                          | region",
                "SELECT units FROM slaes                           | sales",
                "SELECT sum(region) FROM sales                     | sum",
                "SELECT region, units FROM sales GROUP BY region   | units",
                "SELECT units + region FROM sales                  | region",
                "SELECT sum(units) FROM sales WHERE sum(units) > 1 | WHERE",
                "SELECT uper(region) FROM sales                    | upper",
                "SELECT CAST(units AS intt) FROM sales             | int",
                "SELECT FROM sales                                 | FROM",
                "SELECT units FROM sales WHERE                     | end of the query",
                "SELECT units FROM sales ORDER BY 3                | 3",
                "REINDEX sales                                     | SELECT",
                "SELECT 'a FROM sales                              | '",
                "SELECT count(*) FROM sales LIMIT -1               | -1",
                "SELECT date_trunc('decade of', day) FROM sales    | decade of"
            })
    void aQueryThatMakesNoSenseSaysWhere(String sql, String mentions, MemoryPool pool) {
        try (Table sales = sales(pool)) {
            SqlSession session = new SqlSession().register("sales", sales);
            assertThatThrownBy(() -> run(session, sql, pool))
                    .isInstanceOf(SqlException.class)
                    .hasMessageContaining(mentions.strip());
        }
    }

    @Test
    void aSumThatDoesNotFitIsAnErrorThatNamesIt(MemoryPool pool) {
        try (Table sales = sales(pool)) {
            SqlSession session = new SqlSession().register("sales", sales);
            LazyFrame sums = LazyFrame.of(sales).groupBy("region").agg(sum("units"));
            assertThatThrownBy(
                            () -> sums.collect(QueryContext.builder().pool(pool).build()))
                    .isInstanceOf(ArithmeticException.class)
                    .hasMessageContaining("units")
                    .hasMessageContaining("south");
            assertThatThrownBy(() -> run(session, "SELECT units + 1 FROM sales", pool))
                    .isInstanceOf(ArithmeticException.class);
        }
    }

    @Test
    void aCastThatFailsNamesTheValueAndALenientOneGivesNull(MemoryPool pool) {
        try (Table sales = sales(pool)) {
            SqlSession session = new SqlSession().register("sales", sales);
            assertThatThrownBy(() -> run(session, "SELECT CAST(region AS INTEGER) FROM sales", pool))
                    .isInstanceOf(RuntimeException.class)
                    .hasMessageContaining("north");
            run(session, "SELECT TRY_CAST(region AS INTEGER) FROM sales", pool);
        }
    }

    @Test
    void aCancelledQueryStopsAndGivesItsMemoryBack(MemoryPool pool) {
        try (Table numbers = numbers(pool)) {
            Cancellation cancellation = new Cancellation();
            QueryContext context =
                    QueryContext.builder().pool(pool).cancellation(cancellation).build();
            LazyFrame query = LazyFrame.of(new SqlSession()
                    .register("numbers", numbers)
                    .plan("SELECT n % 1000 AS k, median(n) AS m FROM numbers GROUP BY k"));
            cancellation.cancel("the user pressed Ctrl-C");
            assertThatThrownBy(() -> query.collect(context))
                    .isInstanceOf(QueryCancelledException.class)
                    .hasMessageContaining("Ctrl-C");
        }
        assertThat(pool.usedBytes()).isZero();
    }

    private static Table numbers(MemoryPool pool) {
        Tables.Rows rows = Tables.of("n:int64");
        for (long n = 0; n < 100_000; n++) {
            rows.row(n);
        }
        return rows.build(pool);
    }
}

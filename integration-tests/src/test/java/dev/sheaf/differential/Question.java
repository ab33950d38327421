package dev.sheaf.differential;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.corr;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.median;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.std;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.frame.Over.over;

import dev.sheaf.frame.LazyFrame;
import dev.sheaf.plan.SortKey;
import java.util.List;
import java.util.function.UnaryOperator;

/// A question as SQL and as a frame. The first `keys` result columns tell its rows apart.
record Question(String name, String sql, int keys, UnaryOperator<LazyFrame> frame) {

    /// The ten questions of db-benchmark's group-by task over the table `x`.
    static final List<Question> DB_BENCHMARK = List.of(
            new Question(
                    "q1",
                    "SELECT id1, sum(v1) AS v1 FROM x GROUP BY id1",
                    1,
                    x -> x.groupBy("id1").agg(sum("v1").as("v1"))),
            new Question(
                    "q2",
                    "SELECT id1, id2, sum(v1) AS v1 FROM x GROUP BY id1, id2",
                    2,
                    x -> x.groupBy("id1", "id2").agg(sum("v1").as("v1"))),
            new Question(
                    "q3",
                    "SELECT id3, sum(v1) AS v1, avg(v3) AS v3 FROM x GROUP BY id3",
                    1,
                    x -> x.groupBy("id3").agg(sum("v1").as("v1"), mean("v3").as("v3"))),
            new Question(
                    "q4",
                    "SELECT id4, avg(v1) AS v1, avg(v2) AS v2, avg(v3) AS v3 FROM x GROUP BY id4",
                    1,
                    x -> x.groupBy("id4").mean("v1", "v2", "v3")),
            new Question(
                    "q5",
                    "SELECT id6, sum(v1) AS v1, sum(v2) AS v2, sum(v3) AS v3 FROM x GROUP BY id6",
                    1,
                    x -> x.groupBy("id6").sum("v1", "v2", "v3")),
            new Question(
                    "q6",
                    "SELECT id4, id5, median(v3) AS middle, stddev(v3) AS spread FROM x GROUP BY id4, id5",
                    2,
                    x -> x.groupBy("id4", "id5")
                            .agg(median("v3").as("middle"), std("v3").as("spread"))),
            new Question(
                    "q7",
                    "SELECT id3, max(v1) - min(v2) AS reach FROM x GROUP BY id3",
                    1,
                    x -> x.groupBy("id3").agg(max("v1").minus(min("v2")).as("reach"))),
            new Question(
                    "q8",
                    "SELECT id6, n, v3 FROM (SELECT id6, v3, row_number() OVER (PARTITION BY id6 ORDER BY v3 DESC) AS n"
                            + " FROM x WHERE v3 IS NOT NULL) AS ranked WHERE n <= 2",
                    2,
                    x -> x.filter(col("v3").isNotNull())
                            .withWindows(over("id6")
                                    .orderBy(SortKey.descending("v3"))
                                    .rowNumber("n"))
                            .filter(col("n").le(2))
                            .select("id6", "n", "v3")),
            new Question(
                    "q9",
                    "SELECT id2, id4, power(corr(v1, v2), 2) AS r2 FROM x GROUP BY id2, id4",
                    2,
                    x -> x.groupBy("id2", "id4").agg(corr("v1", "v2").pow(2).as("r2"))),
            new Question(
                    "q10",
                    "SELECT id1, id2, id3, id4, id5, id6, sum(v3) AS v3, count(*) AS n FROM x"
                            + " GROUP BY id1, id2, id3, id4, id5, id6",
                    6,
                    x -> x.groupBy("id1", "id2", "id3", "id4", "id5", "id6")
                            .agg(sum("v3").as("v3"), count().as("n"))));

    /// Questions about the table `orders`.
    static final List<Question> ORDERS = List.of(
            new Question(
                    "total price by status",
                    "SELECT o_orderstatus, sum(o_totalprice) AS total_price FROM orders GROUP BY o_orderstatus",
                    1,
                    orders -> orders.groupBy("o_orderstatus")
                            .agg(sum("o_totalprice").as("total_price"))),
            new Question(
                    "large customers of a year",
                    "SELECT o_custkey, count(*) AS n, max(o_totalprice) AS most FROM orders"
                            + " WHERE extract(year FROM o_orderdate) = 1995 GROUP BY o_custkey HAVING count(*) > 2",
                    1,
                    orders -> orders.filter(
                                    dev.sheaf.expr.Expressions.call(dev.sheaf.expr.Function.YEAR, col("o_orderdate"))
                                            .eq(1995))
                            .groupBy("o_custkey")
                            .agg(count().as("n"), max("o_totalprice").as("most"))
                            .filter(col("n").gt(2))));

    @Override
    public String toString() {
        return name;
    }
}

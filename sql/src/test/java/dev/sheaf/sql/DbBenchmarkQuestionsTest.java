package dev.sheaf.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// The ten questions of db-benchmark's group-by task and what they become.
class DbBenchmarkQuestionsTest {
    private final SqlSession sql = new SqlSession()
            .register(
                    "x",
                    NamedSchema.of(
                            "x",
                            "id1:string",
                            "id2:string",
                            "id3:string",
                            "id4:int32",
                            "id5:int32",
                            "id6:int32",
                            "v1:int32",
                            "v2:int32",
                            "v3:float64"))
            .register("orders", NamedSchema.of("orders", "o_orderstatus:string", "o_totalprice:decimal(15, 2)"));

    private void assertPlan(String query, String... lines) {
        assertThat(PlanText.of(sql.plan(query))).isEqualTo(String.join("\n", lines));
    }

    @Test
    void totalPricesByStatus() {
        assertPlan(
                "SELECT o_orderstatus, SUM(o_totalprice) AS total_price FROM orders GROUP BY o_orderstatus",
                "aggregate by [o_orderstatus] sum(o_totalprice) as total_price",
                "scan orders");
    }

    @Test
    void question1() {
        assertPlan("select id1, sum(v1) from x group by id1", "aggregate by [id1] sum(v1)", "scan x");
    }

    @Test
    void question2() {
        assertPlan("select id1, id2, sum(v1) from x group by id1, id2", "aggregate by [id1, id2] sum(v1)", "scan x");
    }

    @Test
    void question3() {
        assertPlan(
                "select id3, sum(v1), avg(v3) from x group by id3",
                "aggregate by [id3] sum(v1), mean(v3) as avg(v3)",
                "scan x");
    }

    @Test
    void question4() {
        assertPlan(
                "select id4, avg(v1), avg(v2), avg(v3) from x group by id4",
                "aggregate by [id4] mean(v1) as avg(v1), mean(v2) as avg(v2), mean(v3) as avg(v3)",
                "scan x");
    }

    @Test
    void question5() {
        assertPlan(
                "select id6, sum(v1), sum(v2), sum(v3) from x group by id6",
                "aggregate by [id6] sum(v1), sum(v2), sum(v3)",
                "scan x");
    }

    @Test
    void question6() {
        assertPlan(
                "select id4, id5, quantile_cont(v3, 0.5), stddev(v3) from x group by id4, id5",
                "aggregate by [id4, id5] quantile(v3, 0.5) as quantile_cont(v3, 0.5), stddev_samp(v3) as stddev(v3)",
                "scan x");
    }

    @Test
    void question7() {
        assertPlan(
                "select id3, max(v1)-min(v2) as range_v1_v2 from x group by id3",
                "project id3, (max(v1) - min(v2)) as range_v1_v2",
                "aggregate by [id3] max(v1), min(v2)",
                "scan x");
    }

    @Test
    void question8ByRowNumber() {
        assertPlan(
                "select id6, largest2_v3 from (select id6, v3 as largest2_v3, row_number() over (partition by id6 order by v3"
                        + " desc) as order_v3 from x where v3 is not null) sub_query where order_v3 <= 2",
                "project id6, largest2_v3",
                "filter (order_v3 <= 2)",
                "project id6, v3 as largest2_v3, order_v3",
                "window row_number() over (partition by id6 order by v3 desc) as order_v3",
                "filter v3 is not null",
                "scan x");
    }

    @Test
    void question8ByUnnest() {
        assertPlan(
                "select id6, unnest(max(v3, 2)) as largest2_v3 from x where v3 is not null group by id6",
                "unnest largest2_v3",
                "filter (length(largest2_v3) > 0)",
                "aggregate by [id6] top_k(v3, 2) as largest2_v3",
                "filter v3 is not null",
                "scan x");
    }

    @Test
    void question9() {
        assertPlan(
                "select id2, id4, pow(corr(v1, v2), 2) as r2 from x group by id2, id4",
                "project id2, id4, power(corr(v1, v2), 2) as r2",
                "aggregate by [id2, id4] corr(v1, v2)",
                "scan x");
    }

    @Test
    void question10() {
        assertPlan(
                "select id1, id2, id3, id4, id5, id6, sum(v3) as v3, count(*) as count from x"
                        + " group by id1, id2, id3, id4, id5, id6",
                "aggregate by [id1, id2, id3, id4, id5, id6] sum(v3) as v3, count(*) as count",
                "scan x");
    }
}

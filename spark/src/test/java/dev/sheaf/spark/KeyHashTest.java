package dev.sheaf.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A group lies in the partition where Spark's own exchange would have put it, for keys of each type.
class KeyHashTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "flag",
                "tiny",
                "small",
                "whole",
                "big",
                "huge",
                "ratio",
                "real",
                "day",
                "moment",
                "price",
                "amount",
                "word",
                "raw",
                "word, price",
                "ratio, raw, flag"
            })
    void groupsLieWhereSparkPutsThem(String keys) {
        SparkSession spark = TestSessions.open();
        spark.conf().set("spark.sql.adaptive.enabled", "false");
        spark.createDataFrame(new RandomRows(new SplittableRandom(1), 10).rows(300), RandomRows.SCHEMA)
                .createOrReplaceTempView("t");
        String sql = "SELECT " + keys + ", count(*) AS n FROM t GROUP BY " + keys;
        Dataset<Row> query = spark.sql(sql).selectExpr("spark_partition_id() AS p", "*");
        List<Row> ours = query.collectAsList();
        assertThat(PlanHalves.of(query).isOnSheaf()).isTrue();

        spark.conf().set("spark.sheaf.enabled", "false");
        List<Row> theirs =
                spark.sql(sql).selectExpr("spark_partition_id() AS p", "*").collectAsList();
        assertThat(RowDifference.between(theirs, ours)).isEmpty();
    }
}
